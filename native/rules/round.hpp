// One round as it is played (docs/spec/rules.md, section 3).
//
// A Round is a small plain value: search copies it millions of times. It holds what decides the
// future and the score, not the history; captured cards are kept as what they are worth. The
// rules are not part of it and are handed to every function.
//
// The functions here trust their caller: an action must be legal (actions.hpp checks).
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "rules/combos.hpp"
#include "rules/rules.hpp"

namespace haggis {

inline constexpr std::int32_t kNoBet = -1;  // nothing said; 0 is a spoken "no bet"
inline constexpr std::int8_t kNobody = -1;

// `over` comes after the last give; the scores are final then.
enum class Phase : std::uint8_t { play, give, over };

struct Round {
    std::array<Cards, kMaxPlayers> hands{};
    Cards haggis = 0;
    std::array<std::int32_t, kMaxPlayers> bets{kNoBet, kNoBet, kNoBet};
    std::array<std::int16_t, kMaxPlayers> captured{};    // worth of the cards won so far
    std::array<std::int16_t, kMaxPlayers> hand_score{};  // 5 for each card, scored on going out
    std::int16_t trick_worth = 0;                        // worth of the cards on the table
    Reading top;                                         // to beat; none on lead
    std::array<std::uint8_t, kMaxPlayers> cards_left{};
    std::array<std::int8_t, kMaxPlayers> out{kNobody, kNobody, kNobody};  // in order of going out
    std::uint8_t out_count = 0;
    std::uint8_t has_played = 0;        // seats that played a card, as bits: they can't bet
    std::int8_t turn = 0;               // who plays, or who gives
    std::int8_t owner = kNobody;        // of the combination to beat
    std::int8_t runner_up = kNobody;    // owner of the one below it
    std::uint8_t passes = 0;            // in succession since the last play
    std::int8_t final_trick = kNobody;  // who captured it
    Phase phase = Phase::play;

    bool over() const { return phase == Phase::over; }
    bool leading() const { return top.none(); }
    bool holds_cards(int seat) const { return cards_left[seat] != 0; }
    // One player at most still holds cards; a give may be outstanding.
    bool ended(const Rules& rules) const { return out_count + 1 >= rules.players; }
    bool operator==(const Round&) const = default;
};
static_assert(std::is_trivially_copyable_v<Round>);

// A fresh round. Hands are number cards; everyone's J, Q and K are added.
Round start_round(const Rules& rules, const std::array<Cards, kMaxPlayers>& numbers, Cards haggis, int lead);

void apply_play(Round& round, const Rules& rules, Play play);
void apply_pass(Round& round, const Rules& rules);
void apply_give(Round& round, const Rules& rules, int to);
void apply_bet(Round& round, int seat, int amount);

// The seats a bombed trick may be given to, as bits. Asked only while a give is outstanding.
inline unsigned give_choices(const Round& round, const Rules& rules) {
    return ((1u << rules.players) - 1) & ~(1u << round.turn);
}

bool may_bet(const Round& round, const Rules& rules, int seat);

}  // namespace haggis
