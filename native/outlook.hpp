// How a round will probably go for a seat, whoever is asked now: what bets are decided on.
//
// Every world is played to its end (finish.hpp). The result is split by whether the seat went out
// first, so that a calibrated chance of that can be put in the place of the raw one.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "equity.hpp"
#include "worlds.hpp"

namespace haggis {

struct OutlookSettings {
    int worlds = 500;
    int trust = 300;
    int threads = 1;
    std::uint64_t seed = 0;
};

struct Outlook {
    int worlds = 0;
    int first = 0;  // in how many of them the seat goes out first
    // For no bet, then for each amount asked about: the sum of what the round is worth, in the
    // worlds where the seat goes out first and in the others.
    std::vector<double> worth_first;
    std::vector<double> worth_other;
};

// The seat must be able to place each of these bets now.
Outlook look_ahead(const Knowledge& known, const Match& match, const Taste& taste, std::span<const int> bets,
                   const OutlookSettings& settings, const std::atomic<bool>& stop);

}  // namespace haggis
