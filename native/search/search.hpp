// Deciding without seeing the other hands.
//
// Worlds that agree with what the seat knows are drawn once and used for all candidates, so that
// luck is the same for each. Candidates share the visits by successive halving: all get a few,
// the better half gets as many again, until two are left. Under each candidate grows a tree of
// its own (tree.hpp); candidates are thus independent and can be shared among threads without
// changing the answer: the same knowledge, seed and number of visits decide the same.
#pragma once

#include <atomic>
#include <optional>

#include "search/tree.hpp"
#include "search/worlds.hpp"

namespace haggis {

struct SearchSettings {
    TreeSettings tree;
    int candidates = 20;       // at the root
    int worlds = 512;
    int trust = 300;           // in the judge's understanding of others; 0: no inference
    long long nodes = 2000;    // visits in all, if there is no time limit
    double seconds = 0;        // time limit; 0: by visits
    int threads = 1;
    std::uint64_t seed = 0;
    std::optional<Round> truth;  // for the cheat only: the hands as they are
};

struct Choice {
    Action action;
    int visits = 0;
    double worth = 0;      // mean worth for the game, in points of an even game
    double error = 0;      // its standard error
    double points = 0;     // mean lead in points in this round
    double first_out = 0;  // how often the seat goes out first
    std::int32_t judged = 0;
};

struct SearchResult {
    std::vector<Choice> choices;  // the best first
    long long nodes = 0;
    bool stopped = false;
};

// What the seat should do; it must be asked to play or to give.
SearchResult search(const Knowledge& known, const Match& match, const Taste& taste,
                    const SearchSettings& settings, const std::atomic<bool>& stop);

}  // namespace haggis
