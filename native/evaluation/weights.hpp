// The weights of the evaluation: the numbers behind its feel for a hand, found by self-play.
//
// Everything is in hundredths of a point, so that the evaluation computes with whole numbers and
// answers the same on every machine. `python -m experiments.weights` moves them; weights_data.cpp keeps the results.
#pragma once

#include <array>
#include <cstdint>

namespace haggis {

struct Weights {
    // What it costs to still hold a combination: low ones must be led, high ones win the lead.
    std::array<std::int32_t, 12> single{};  // by rank, 2 .. K
    std::array<std::int32_t, 9> pair{};
    std::array<std::int32_t, 9> three{};
    std::array<std::int32_t, 9> four{};   // four or five of a rank
    std::array<std::int32_t, 5> run{};    // three, four, five, six, seven or more long
    std::array<std::int32_t, 3> pairs{};  // two, three, four or more ranks of pairs
    std::int32_t sequence_rank = 0;       // for each rank of a sequence's top
    std::int32_t two_courts = 0;          // a court bomb is still in hand
    std::int32_t three_courts = 0;
    // What it costs to pass: by the fewest cards of an opponent, then by the groups left.
    std::array<std::array<std::int32_t, 3>, 4> pass{};
    std::int32_t pass_worth = 0;  // for each point on the table
    std::int32_t pass_more = 0;   // another player can still answer
    // What a play gains beside a better hand.
    std::int32_t take_worth = 0;             // for each point on the table and in the play
    std::int32_t bomb = 0;                   // for keeping a bomb
    std::int32_t bomb_worth = 0;             // for each point it gives away
    std::int32_t wild = 0;                   // for keeping a court card out of a combination
    std::int32_t over_hands = 0;             // nobody holds as many cards as this lead
    std::array<std::int32_t, 2> one_left{};  // the rest is one group: leading, following
    std::array<std::int32_t, 2> two_left{};
    std::array<std::int32_t, 2> danger_single{};  // leading a single into one card, two cards
    std::array<std::int32_t, 2> danger_rank{};    // the same, for each rank it is higher
    std::int32_t card = 0;                        // for each card shed
    std::array<std::int32_t, 3> lead_rank{};      // by rank: a single, a pair, anything larger
    std::array<std::int32_t, 3> follow_rank{};
    std::int32_t noise = 0;  // how far playouts stray

    auto operator<=>(const Weights&) const = default;
};

inline constexpr int kWeightCount = sizeof(Weights) / sizeof(std::int32_t);
static_assert(sizeof(Weights) % sizeof(std::int32_t) == 0);

// The weights in use, for two and for three players.
const Weights& tuned_weights(int players);

}  // namespace haggis
