// How to search: every option with its default, its bounds and what it does, once.
//
// A new option is a field of SearchSettings and a line of kSearchOptions; Python's `Settings`, its
// checks and its typed stub are made from them. Switching an idea off shows what it is worth.
#pragma once

#include <limits>
#include <tuple>

#include "support/workers.hpp"

namespace haggis {

struct SearchSettings {
    int nodes = 2000;
    double seconds = 0;
    int threads = 1;
    int candidates = 20;
    int worlds = 512;
    int inference = 300;
    bool equity = true;
    bool tree = true;
    bool random_playouts = false;
    int exact = 8;
    int breadth = 8;
    bool wide = false;
    bool opponent_model = false;

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
                 "Playouts in all, where there is no time limit.", 1, 1e9},
    SearchOption{"seconds", &SearchSettings::seconds, "the time to think", "A time limit; 0 for none.", 0, kNoBound,
                 "seconds"},
    SearchOption{"threads", &SearchSettings::threads, "threads", "0: as many as the machine has.", 0, kMostThreads},
    SearchOption{"candidates", &SearchSettings::candidates, "the number of candidates",
                 "Actions that are looked at closely; the evaluation chooses them.", 1, 1000},
    SearchOption{"worlds", &SearchSettings::worlds, "the number of worlds",
                 "Deals that agree with what the seat knows.", 1, 1e5},
    SearchOption{"inference", &SearchSettings::inference, "the inference strength",
                 "How far to infer the others' hands from what they did; 0: not at all. Without `opponent_model` and "
                 "with three players only bets tell something; with it, how far is a matter of bets only.",
                 0, 1e6},
    SearchOption{"equity", &SearchSettings::equity, "equity", "Win the game rather than points."},
    SearchOption{"tree", &SearchSettings::tree, "tree",
                 "Think about answers and answers to answers, not only about one's own action."},
    SearchOption{"random_playouts", &SearchSettings::random_playouts, "random_playouts",
                 "Play worlds to their end by chance instead of by the evaluation."},
    // Beyond 14 cards proving is given up too often.
    SearchOption{"exact", &SearchSettings::exact, "the cards of a solved ending",
                 "Endings between two who hold so few cards, in all, are proven instead of tried; 0: none.", 0, 14},
    SearchOption{"breadth", &SearchSettings::breadth, "the answers at a node",
                 "Answers that are thought about in a position.", 1, 1000},
    SearchOption{"wide", &SearchSettings::wide, "wide",
                 "Choose those answers from all plays: without it, only plays that split no group are considered."},
    SearchOption{"opponent_model", &SearchSettings::opponent_model, "opponent_model",
                 "Expect of the others what searching players were seen to do, with all its spread, and infer from "
                 "it."},
};

}  // namespace haggis
