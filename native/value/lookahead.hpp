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

// For each action the mean, over worlds that are all the same round as the seat to act sees it, of what the round after
// it is worth.
template <class Worth>
std::vector<double> mean_after(std::span<const Round> worlds, const Rules& rules, std::span<const Action> actions,
                               Worth&& worth) {
    std::vector<double> means(actions.size());
    for (const Round& world : worlds)
        for (std::size_t i = 0; i < actions.size(); ++i) {
            Round next = world;
            apply(next, rules, actions[i]);
            means[i] += worth(next) / static_cast<double>(worlds.size());
        }
    return means;
}

// By how much the seat to act will be ahead, as the mean after each action.
std::vector<double> look_ahead(std::span<const Round> worlds, const Rules& rules, const Network& network,
                               std::span<const Action> actions);

}  // namespace haggis
