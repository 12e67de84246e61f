#include "evaluation/weights.hpp"

namespace haggis {
namespace {

// Written by `python -m experiments.weights --adopt` from experiments/results/in_use (see docs/strength.md).
constexpr Weights kTwo{
    .single = {667, 1242, 1990, 1404, 1182, 1000, 614, 465, -6, -395, -429, -224},
    .pair = {1844, 1448, 1503, 997, 544, 669, 333, 117, 1},
    .three = {902, 1307, 1212, 216, 394, 849, 446, 478, 208},
    .four = {1098, 237, 611, 612, 1002, 200, 16, 626, 445},
    .run = {1044, 615, 169, 823, 392},
    .pairs = {1056, 565, 804},
    .sequence_rank = -30,
    .two_courts = -44,
    .three_courts = -24,
    .pass = {{{{2675, 1917, 1664}}, {{1805, 921, 1008}}, {{523, 289, 332}}, {{70, 170, 227}}}},
    .pass_worth = 239,
    .pass_more = 36,
    .take_worth = -140,
    .bomb = 216,
    .bomb_worth = 253,
    .wild = 924,
    .over_hands = 289,
    .one_left = {246, 1634},
    .two_left = {218, 343},
    .danger_single = {-2431, 200},
    .danger_rank = {325, -552},
    .card = 836,
    .lead_rank = {-212, -129, -191},
    .follow_rank = {201, -9, 56},
    .noise = 60,
};

constexpr Weights kThree{
    .single = {1041, 1416, 2195, 1366, 1525, 1304, 621, 700, 70, -397, -502, -259},
    .pair = {1292, 1526, 1231, 586, 784, 928, 155, 177, -46},
    .three = {453, 1381, 1720, 266, 194, 1139, 331, 440, 272},
    .four = {1215, 222, 409, 806, 647, 313, -200, 618, 103},
    .run = {998, 921, 186, 1029, 355},
    .pairs = {1213, 575, 1509},
    .sequence_rank = -47,
    .two_courts = -51,
    .three_courts = -64,
    .pass = {{{{3108, 2136, 2742}}, {{2503, 525, 1102}}, {{519, 367, 75}}, {{-84, 246, 27}}}},
    .pass_worth = 444,
    .pass_more = -252,
    .take_worth = -159,
    .bomb = 230,
    .bomb_worth = 447,
    .wild = 1258,
    .over_hands = 124,
    .one_left = {221, 1712},
    .two_left = {317, 425},
    .danger_single = {-3960, 85},
    .danger_rank = {387, -429},
    .card = 787,
    .lead_rank = {-285, -205, -277},
    .follow_rank = {244, 29, -176},
    .noise = 60,
};

}  // namespace

const Weights& tuned_weights(int players) { return players == 2 ? kTwo : kThree; }

}  // namespace haggis
