// What the others probably do.
//
// The evaluation says what is good. The opponent model says what somebody who searches does, and how
// far she strays: every candidate has a chance that grows with its value (a softmax). Its weights are
// fitted to decisions of the search, so the evaluation with them foretells well, but plays worse than
// with its own (docs/strength.md).
#pragma once

#include "evaluation/evaluation.hpp"

namespace haggis {

struct OpponentModel {
    Weights weights;
    std::int32_t temperature = 1;  // hundredths of a point: a value so much lower is taken e times less often
};

const OpponentModel& fitted_opponent_model(int players);

// The chance that the player to act makes this play, or passes (no cards), among the evaluation's few; a
// play that is not one of them is counted as one more.
double chance_of(const Round& round, const Rules& rules, const OpponentModel& model, Play play, Candidates& room);

// One action of a playout, by its chance.
void model_step(Round& round, const Rules& rules, const OpponentModel& model, Rng& rng, Candidates& room);

}  // namespace haggis
