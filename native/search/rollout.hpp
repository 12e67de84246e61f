// A round played out by the policy: everybody acts as a search would probably act that knows what she knows.
//
// The network errs by many points early in a round and by few late, so what it says on the way counts little and less,
// and how the round ends counts most: less chance than in the end alone, hardly more error.
#pragma once

#include "search/leaf.hpp"
#include "search/networks.hpp"
#include "search/settings.hpp"

namespace haggis {

// What all visits of a search share.
struct SearchContext {
    const Rules& rules;
    int seat;  // who searches
    const Networks& networks;
    const Equity& equity;
    const SearchSettings& settings;
    History history;
};

// What came of one visit, for the seat that searches.
struct Outcome {
    double worth = 0;   // for the game
    double points = 0;  // its lead, without equity
    double first_out = 0;

    void add(const Outcome& other, double share) {
        worth += share * other.worth;
        points += share * other.points;
        first_out += share * other.first_out;
    }
};

// What the network says of the world after an action; endings with few cards are proven, as the settings say.
Outcome look(const SearchContext& context, Round world, const Action& action);

// The world of that number played to its end, after an action: whatever that is, the chance is the same.
Outcome roll_out(const SearchContext& context, Round world, const Action& action, std::uint64_t seed, int number);

}  // namespace haggis
