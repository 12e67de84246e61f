// Random hands, tops and rulesets for the property tests.
#pragma once

#include <vector>

#include "generator/plays.hpp"
#include "presets.hpp"
#include "rules/deal.hpp"

namespace samples {

using namespace haggis;

inline std::vector<Rules> presets() {
    return {standard_rules(2),    standard_rules(3),   tournament_rules(), rogers_2024_rules(2),
            rogers_2024_rules(3), rogers_2025_rules(), duel_rules()};
}

// Every courts and sets option, whatever the presets choose.
inline std::vector<Rules> combination_options() {
    std::vector<Rules> all;
    for (const int players : {2, 3})
        for (const Courts courts : {Courts::lower, Courts::number, Courts::wild})
            for (const Sets sets : {Sets::any, Sets::suits, Sets::none}) {
                Rules rules = standard_rules(players);
                rules.courts = courts;
                rules.sets = sets;
                all.push_back(rules);
            }
    return all;
}

inline Cards number_cards(const Rules& rules, int count, Rng& rng) {
    Cards cards = 0;
    const auto deck = static_cast<std::uint32_t>(rules.suits() * kRanks);
    while (count > 0) {
        const Cards one = Cards{1} << rng.below(deck);
        count -= !(cards & one);
        cards |= one;
    }
    return cards;
}

// A hand with neighbours: random cards alone seldom form sequences of pairs.
inline Cards crowded_cards(const Rules& rules, int count, Rng& rng) {
    const int low = static_cast<int>(rng.below(6));
    Cards pool = 0;
    for (int rank = low; rank < low + 4; ++rank) pool |= kTwos << rank;
    pool &= all_number_cards(rules.suits());
    Cards cards = 0;
    while (count > 0) {
        const Cards one = Cards{1} << rng.below(static_cast<std::uint32_t>(rules.suits() * kRanks));
        if (!(pool & ~cards)) pool = all_number_cards(rules.suits());
        if (!(one & pool) || (one & cards)) continue;
        cards |= one;
        --count;
    }
    return cards;
}

inline Cards courts(Rng& rng) { return Cards{rng.below(8)} << kCourtBit; }

}  // namespace samples
