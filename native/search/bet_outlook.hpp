// How a round will probably go for a seat, whoever is asked now: what bets are decided on.
//
// What the network expects, on average over worlds. What a bet adds is split by whether it is won, so
// that a calibrated chance of that can be put in the place of the raw one.
#pragma once

#include <span>
#include <vector>

#include "search/leaf.hpp"
#include "search/worlds.hpp"

namespace haggis {

struct BetOutlook {
    double chance = 0;   // to win it
    double if_won = 0;   // what it then adds to the worth of the round
    double if_lost = 0;  // what it adds otherwise: below 0
};

// One for each bet. The seat must be able to place each of them now, and the network must be for as many players.
std::vector<BetOutlook> bet_outlook(const Knowledge& known, const Match& match, std::span<const int> bets,
                                    const Network& network, int worlds, std::uint64_t seed);

}  // namespace haggis
