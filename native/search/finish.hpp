// A round played to its end: by the judge or by habit, and exactly once few cards are left.
//
// Between two players an ending of eight cards is proven about as quickly as it is tried, and the
// judge's guesses there are the dearest. Both then play as if they saw each other's cards.
#pragma once

#include "evaluation/opponent_model.hpp"

namespace haggis {

inline constexpr int kExactCards = 8;  // held by the two, in all

// The best play of both to the end; false, and nothing played, where more than `most_cards` are
// held, or the solver can't or won't say.
bool finish_exactly(Round& round, const Rules& rules, int most_cards);

// Who plays how, as far as a search can tell.
struct Manners {
    const Taste& taste;
    const Habit* habit = nullptr;  // of all but `seat`; none: everybody plays as the judge does
    int seat = kNobody;

    const Habit* habit_of(int who) const { return who == seat ? nullptr : habit; }
};

void finish(Round& round, const Rules& rules, const Manners& manners, int most_cards, Rng& rng, Candidates& room);

}  // namespace haggis
