// Deciding without seeing the other hands.
//
// Every visit is in a world of its own that agrees with what the seat knows; the n-th visit of each
// candidate in the same one, so that luck is the same for all. Candidates share the visits by successive halving: all
// get a few, the better half gets as many again, until two are left. Under each candidate grows a tree of its own
// (tree.hpp); candidates are thus independent and can be shared among threads without changing the answer: the same
// knowledge, seed and number of visits decide the same.
#pragma once

#include <atomic>
#include <vector>

#include "search/equity.hpp"
#include "search/settings.hpp"
#include "search/worlds.hpp"
#include "value/network.hpp"

namespace haggis {

struct Choice {
    Action action;
    int visits = 0;
    double worth = 0;      // mean worth for the game, in points of an even game
    double error = 0;      // its standard error
    double points = 0;     // mean lead in points in this round
    double first_out = 0;  // how often the seat goes out first
};

// What the seat should do, the best first; it must be asked to play or to give, and the network must be for as many
// players. `truth` is for the cheat only: the hands as they are.
std::vector<Choice> search(const Knowledge& known, const Match& match, const SearchSettings& settings,
                           const Network& network, std::uint64_t seed, const std::atomic<bool>& stop,
                           const Round* truth = nullptr);

}  // namespace haggis
