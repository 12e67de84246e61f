// What the others probably do.
//
// The judge says what is good. A habit says what somebody who searches does, and how far she
// strays: every candidate has a chance that grows with its value (a softmax). Its numbers are
// fitted to decisions of the search, so the judge with a habit's taste foretells well, but plays
// worse than with its own (docs/strength.md).
#pragma once

#include "evaluation/evaluation.hpp"

namespace haggis {

struct Habit {
    Taste taste;
    std::int32_t heat = 1;  // hundredths of a point: a value so much lower is taken e times less often
};

const Habit& fitted_habit(int players);

// The chance that the player to act makes this play, or passes (no cards), among the judge's few; a
// play that is not one of them is counted as one more.
double chance_of(const Round& round, const Rules& rules, const Habit& habit, Play play, Candidates& room);

// One action of a playout, by its chance.
void habitual_step(Round& round, const Rules& rules, const Habit& habit, Rng& rng, Candidates& room);

}  // namespace haggis
