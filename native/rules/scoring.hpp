// The scores of a finished round (docs/spec/rules.md, section 4).
#pragma once

#include <array>

#include "rules/round.hpp"

namespace haggis {

struct SeatScore {
    int hand = 0;   // for the cards others held when she went out
    int cards = 0;  // captured cards, haggis and leftovers
    int bets = 0;

    int total() const { return hand + cards + bets; }
    bool operator==(const SeatScore&) const = default;
};

using Scores = std::array<SeatScore, kMaxPlayers>;
using Totals = std::array<int, kMaxPlayers>;

Scores score_round(const Round& round, const Rules& rules);

Totals totals_of(const Scores& scores);

// Own points less the mean of the others'.
double ahead(const Totals& points, int players, int seat);

// Whether the seat gets what `bettor` has lost, if `first_out` went out first. A lost bet never comes back to its
// owner, even if she went out first.
bool shares_lost_bet(const Round& round, const Rules& rules, int bettor, int seat, int first_out);

// Whether the seat's bet is won, by the scores of its round.
bool bet_won(const Round& round, const Rules& rules, const Scores& scores, int seat);

}  // namespace haggis
