// The named rulesets of docs/spec/rules.md, section 6; `standard` is the engine's own.
#pragma once

#include "rules/rules.hpp"

namespace haggis {

constexpr Rules tournament_rules() {
    Rules rules = standard_rules(3);
    rules.bombed_trick = BombedTrick::runner_up;
    return rules;
}
constexpr Rules rogers_2024_rules(int players) {
    Rules rules = standard_rules(players);
    rules.courts = Courts::wild;
    rules.bet_wins = BetWins::points;
    rules.haggis = HaggisTo::final_trick;
    rules.leftovers = LeftoversTo::nobody;
    return rules;
}
constexpr Rules rogers_2025_rules() {
    Rules rules = standard_rules(3);
    rules.courts = Courts::wild;
    rules.lost_bet = LostBet::first_out;
    rules.leftovers = LeftoversTo::last_out;
    return rules;
}
constexpr Rules duel_rules() {
    Rules rules = standard_rules(2);
    rules.courts = Courts::number;
    rules.sets = Sets::suits;
    rules.bet_count = 0;
    rules.bets = {};
    rules.haggis = HaggisTo::nobody;
    rules.leftovers = LeftoversTo::nobody;
    return rules;
}

}  // namespace haggis
