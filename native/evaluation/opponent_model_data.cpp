#include "evaluation/opponent_model.hpp"

namespace haggis {
namespace {

// Written by `python -m experiments.opponent_model --adopt` from experiments/results/in_use (see docs/strength.md).
constexpr OpponentModel kTwo{
    .weights = {
        .single = {725, 927, 1398, 1061, 1012, 840, 658, 425, 444, -187, -329, -359},
        .pair = {915, 1013, 1037, 870, 471, 481, 135, 65, -253},
        .three = {259, 1142, 593, 742, 281, 337, -123, -247, -561},
        .four = {659, 270, 707, 755, -33, -273, -512, -148, -960},
        .run = {1520, 1091, 576, 1149, 305},
        .pairs = {1171, 693, 1794},
        .sequence_rank = -150,
        .two_courts = -216,
        .three_courts = -546,
        .pass = {{{{3257, 2985, 2510}}, {{548, 1329, 1504}}, {{695, 519, 276}}, {{-610, 228, -175}}}},
        .pass_worth = 248,
        .pass_more = 36,
        .take_worth = -195,
        .bomb = 1383,
        .bomb_worth = 202,
        .wild = 834,
        .over_hands = 1067,
        .one_left = {1663, 2028},
        .two_left = {357, 215},
        .danger_single = {-3148, -1342},
        .danger_rank = {673, 217},
        .card = 549,
        .lead_rank = {-219, -128, -178},
        .follow_rank = {64, 2, 23},
        .noise = 0,
    },
    .temperature = 540,
};

constexpr OpponentModel kThree{
    .weights = {
        .single = {1500, 1264, 1644, 1142, 1177, 868, 1104, 600, 684, -172, 20, -186},
        .pair = {863, 1283, 1078, 1251, 856, 742, 419, 199, -119},
        .three = {337, 1335, 689, 773, 348, 249, -189, -320, -335},
        .four = {67, 711, -402, 415, -552, 109, -731, -775, -1238},
        .run = {1311, 995, 431, 722, 1472},
        .pairs = {1212, 184, 2053},
        .sequence_rank = -127,
        .two_courts = -139,
        .three_courts = -539,
        .pass = {{{{1909, 1951, 2637}}, {{995, 1609, 1376}}, {{428, 984, 864}}, {{88, 699, 539}}}},
        .pass_worth = 202,
        .pass_more = -1323,
        .take_worth = -194,
        .bomb = 2212,
        .bomb_worth = 198,
        .wild = 1172,
        .over_hands = 508,
        .one_left = {1786, 1439},
        .two_left = {532, 473},
        .danger_single = {-3943, -1355},
        .danger_rank = {587, 217},
        .card = 492,
        .lead_rank = {-226, -201, -210},
        .follow_rank = {-40, -81, -78},
        .noise = 0,
    },
    .temperature = 700,
};

}  // namespace

const OpponentModel& fitted_opponent_model(int players) { return players == 2 ? kTwo : kThree; }

}  // namespace haggis
