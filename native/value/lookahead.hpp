// One step ahead: every action of the seat to act, by what the network says of the state behind it.
//
// The mean over several worlds that agree with what the seat knows; no search.
#pragma once

#include <span>
#include <vector>

#include "rules/actions.hpp"
#include "value/network.hpp"

namespace haggis {

// Who is ahead by how much at the end, by seat: known once the round is over, else the points so far and what
// the network expects of the rest. A trick that is to be given away is given to whom it helps least first.
std::array<double, kMaxPlayers> expected_leads(Round round, const Rules& rules, const Network& network);

// The actions of the seat to act, `most` at most (a pass comes on top), the best by the evaluation first. Going out
// is always the only one.
std::vector<Action> candidate_actions(const Round& round, const Rules& rules, int most);

// For each action, by how much the seat to act will be ahead, on average over the worlds: all of them the same round
// as that seat sees it.
std::vector<double> look_ahead(std::span<const Round> worlds, const Rules& rules, const Network& network,
                               std::span<const Action> actions);

}  // namespace haggis
