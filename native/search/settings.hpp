// How to search: every option with its default, its bounds and what it does, once.
//
// A new option is a field of SearchSettings and a line of kSearchOptions; Python's `Settings`, its
// checks and its typed stub are made from them. Switching an idea off shows what it is worth.
#pragma once

#include <limits>
#include <tuple>

#include "support/workers.hpp"

namespace haggis {

inline constexpr int kMostExact = 14;  // cards; beyond them proving is given up too often

struct SearchSettings {
    int nodes = 1000;
    double seconds = 0;
    int threads = 1;
    int candidates = 40;
    bool equity = true;
    bool rollouts = true;
    int exact = 8;
    int inference = 2000;

    bool operator==(const SearchSettings&) const = default;
};

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

template <class Value>
struct SearchOption {
    const char* name;
    Value SearchSettings::* field;
    const char* spoken;  // what a refusal calls it
    const char* does;
    double least = 0;
    double most = kNoBound;
    const char* unit = "";  // of a number that need not be whole
};

// In the order of the fields.
inline constexpr std::tuple kSearchOptions{
    SearchOption{"nodes", &SearchSettings::nodes, "the number of nodes",
                 "Visits in all, where there is no time limit: rounds played out, or looks without rollouts.", 1, 1e9},
    SearchOption{"seconds", &SearchSettings::seconds, "the time to think", "A time limit; 0 for none.", 0, kNoBound,
                 "seconds"},
    SearchOption{"threads", &SearchSettings::threads, "threads", "0: as many as the machine has.", 0, kMostThreads},
    SearchOption{"candidates", &SearchSettings::candidates, "the number of candidates",
                 "Actions that are looked at closely; the evaluation chooses them.", 1, 1000},
    SearchOption{"equity", &SearchSettings::equity, "equity", "Win the game rather than points."},
    SearchOption{"rollouts", &SearchSettings::rollouts, "rollouts",
                 "Play rounds out by the policy, not only look at what the network says of each action."},
    SearchOption{"exact", &SearchSettings::exact, "the cards of a solved ending",
                 "Endings between two who hold so few cards, in all, are proven instead of tried; 0: none.", 0,
                 kMostExact},
    SearchOption{
        "inference", &SearchSettings::inference, "the number of worlds that are weighed",
        "Worlds that are weighed by what the others did, at most one for two nodes; 0: all are equally likely.", 0,
        100'000},
};

}  // namespace haggis
