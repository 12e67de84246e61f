// How a round will probably go for a seat, whoever is asked now: what bets are decided on.
//
// Every world is played to its end (world_playout.hpp). What a bet adds is split by whether it is won, so
// that a calibrated chance of that can be put in the place of the raw one.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "search/equity.hpp"
#include "search/settings.hpp"
#include "search/worlds.hpp"

namespace haggis {

// What one bet adds to the worth of the round, summed over the worlds.
struct BetOutlook {
    int won = 0;        // in how many worlds
    double gained = 0;  // where it is won
    double lost = 0;    // in the other worlds; below 0
};

struct Outlook {
    int worlds = 0;
    std::vector<BetOutlook> bets;  // for each amount asked about
};

// The seat must be able to place each of these bets now. Of the settings, those of worlds, inference,
// equity, proven endings and threads matter.
Outlook look_ahead(const Knowledge& known, const Match& match, std::span<const int> bets,
                   const SearchSettings& settings, std::uint64_t seed, const std::atomic<bool>& stop);

}  // namespace haggis
