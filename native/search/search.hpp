// Deciding without seeing the other hands.
//
// First the network looks at every candidate in the same few worlds that agree with what the seat knows. The best of
// them are then played out by the policy (rollout.hpp), the n-th time all in the same world, so that luck is the same
// for all, until one is surely the best or the time is up. Every visit follows from the seed and the number of its
// world, so visits can be shared among threads without changing the answer.
#pragma once

#include <atomic>
#include <vector>

#include "search/equity.hpp"
#include "search/networks.hpp"
#include "search/settings.hpp"
#include "search/worlds.hpp"

namespace haggis {

struct Choice {
    Action action;
    int visits = 0;
    double worth = 0;      // mean worth for the game, in points of an even game
    double error = 0;      // its standard error
    double points = 0;     // mean lead in points in this round
    double first_out = 0;  // how often the seat goes out first
};

// What the seat should do, the best first; it must be asked to play or to give, and the networks must be for as many
// players. `truth` is for the cheat only: the hands as they are.
std::vector<Choice> search(const Knowledge& known, const Match& match, const SearchSettings& settings,
                           const Networks& networks, std::uint64_t seed, const std::atomic<bool>& stop,
                           const Round* truth = nullptr);

}  // namespace haggis
