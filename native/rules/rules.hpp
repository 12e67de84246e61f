// The options of a ruleset that matter inside one round (docs/spec/rules.md, section 6).
//
// Dealer, leader of the next round and the end of the game belong to a game, not to a round,
// and live on the Python side.
#pragma once

#include <array>
#include <cstdint>

#include "rules/cards.hpp"

namespace haggis {

enum class Courts : std::uint8_t { lower, number, wild };
enum class Sets : std::uint8_t { any, suits, none };
enum class BetWins : std::uint8_t { out, points };
enum class LostBet : std::uint8_t { sharers, first_out };
enum class BombedTrick : std::uint8_t { chosen, runner_up };
enum class HaggisTo : std::uint8_t { first_out, final_trick, nobody };
enum class LeftoversTo : std::uint8_t { first_out, last_out, nobody };
enum class Points : std::uint8_t { standard, flat };

inline constexpr int kMaxBets = 16;              // different amounts a ruleset may offer
inline constexpr int kMaxBetAmount = 1'000'000;  // keeps every score a small number

struct Rules {
    std::uint8_t players = 2;
    Courts courts = Courts::lower;
    Sets sets = Sets::any;
    BetWins bet_wins = BetWins::out;
    LostBet lost_bet = LostBet::sharers;
    BombedTrick bombed_trick = BombedTrick::chosen;
    HaggisTo haggis = HaggisTo::first_out;
    LeftoversTo leftovers = LeftoversTo::first_out;
    Points points = Points::standard;
    std::uint8_t bet_count = 2;
    std::array<std::int32_t, kMaxBets> bets{15, 30};

    constexpr int suits() const { return players + 2; }
    constexpr int haggis_size() const { return suits() * kRanks - players * kDealt; }

    // The largest set allowed: 1 means singles only.
    constexpr int largest_set() const {
        if (sets == Sets::none) return 1;
        return sets == Sets::suits ? suits() : suits() + 3;
    }
    constexpr bool offers(int amount) const {
        for (int i = 0; i < bet_count; ++i)
            if (bets[i] == amount) return true;
        return false;
    }
    // What captured cards are worth.
    constexpr int worth(Cards cards) const { return points == Points::flat ? count_cards(cards) : points_of(cards); }
    constexpr bool operator==(const Rules&) const = default;
};

constexpr Rules standard_rules(int players) { return {.players = static_cast<std::uint8_t>(players)}; }

}  // namespace haggis
