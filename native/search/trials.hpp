// Given actions tried in the same worlds: by how much is one better than another, and how sure is that?
//
// Unlike in `search`, nobody chooses the actions or drops any: each gets as many visits as the others, the n-th in the
// same world. So two of them can be compared visit by visit, and luck that both have cancels.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "search/equity.hpp"
#include "search/leaf.hpp"
#include "search/networks.hpp"
#include "search/settings.hpp"
#include "search/worlds.hpp"

namespace haggis {

struct Trial {
    std::vector<double> worth;  // visit by visit, for the game, in points of an even game
    std::vector<int> worlds;    // which world each visit was in: likely ones come again
    double points = 0;          // mean lead in points in this round
    double first_out = 0;       // how often the seat goes out first
};

// One for each action; all must be legal for the seat, which must be asked. `settings.nodes` are visits in all.
std::vector<Trial> try_actions(const Knowledge& known, const Match& match, const SearchSettings& settings,
                               const Networks& networks, std::uint64_t seed, std::span<const Action> actions,
                               const std::atomic<bool>& stop);

// What each seat will probably have, on average over these rounds: first as they stand, then after each action. Endings
// of two with at most so many cards are proven.
std::vector<Leaf> expect_after(std::span<const Round> rounds, const Rules& rules, const Network& network,
                               int most_cards, std::span<const Action> actions, const std::atomic<bool>& stop);

}  // namespace haggis
