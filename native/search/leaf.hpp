// Where a visit of the search ends: what each seat will probably have then.
//
// A finished round is scored. Between two players who hold few cards the rest is proven (both then play as if
// they saw each other's cards). Everything else is what the value network expects.
#pragma once

#include "search/equity.hpp"
#include "value/network.hpp"

namespace haggis {

struct Leaf {
    SeatPoints points{};                            // by seat: those of the whole round, bets included
    SeatPoints card_points{};                       // the same without bets
    std::array<double, kMaxPlayers> first_out{};    // by seat: the chance to go out first
    std::array<double, kMaxPlayers> bet_chances{};  // by seat: to win the bet that she placed; 0 without one
    double open = 0;                                // the share of the cards that are still held; 0: over
};

// The chance that a bet of the seat, as it stands in `round`, is won where the leaf is not over.
double bet_chance(const Leaf& leaf, const Round& round, const Rules& rules, int seat);

// The best play of both to the end; false, and nothing played, where more than `most_cards` are
// held, or the solver can't or won't say.
bool finish_exactly(Round& round, const Rules& rules, int most_cards);

// `most_cards`: endings with so many are proven.
Leaf look_at(Round round, const Rules& rules, const Network& network, int most_cards);

}  // namespace haggis
