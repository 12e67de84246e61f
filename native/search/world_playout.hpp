// A round played to its end: by the evaluation or by the opponent model, and exactly once few cards are left.
//
// Between two players an ending of eight cards is proven about as quickly as it is tried, and the
// evaluation's guesses there are the dearest. Both then play as if they saw each other's cards.
#pragma once

#include "evaluation/opponent_model.hpp"

namespace haggis {

// The best play of both to the end; false, and nothing played, where more than `most_cards` are
// held, or the solver can't or won't say.
bool finish_exactly(Round& round, const Rules& rules, int most_cards);

// Who plays how, as far as a search can tell.
struct Policies {
    const Weights& weights;
    const OpponentModel* opponent_model = nullptr;  // of all but `seat`; none: everybody plays by the evaluation
    int seat = kNobody;

    const OpponentModel* model_of(int who) const { return who == seat ? nullptr : opponent_model; }
};

void play_out_world(Round& round, const Rules& rules, const Policies& policies, int most_cards, Rng& rng,
                    Candidates& room);

}  // namespace haggis
