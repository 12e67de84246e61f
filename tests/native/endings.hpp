// Random endings for the solver: few cards left, points and bets of all kinds, any rules.
#pragma once

#include "samples.hpp"
#include "simulation/playout.hpp"

namespace endings {

using namespace haggis;

inline Cards some_of(Cards cards, int count, Rng& rng) {
    Cards taken = 0;
    while (count > 0) {
        const Cards one = Cards{1} << rng.below(kCardBits);
        count -= (one & cards & ~taken) != 0;
        taken |= one & cards;
    }
    return taken;
}

inline void keep_some(Round& round, int seat, int count, Rng& rng) {
    round.hands[seat] = some_of(round.hands[seat], count, rng);
    round.cards_left[seat] = static_cast<std::uint8_t>(count);
    round.has_played = static_cast<std::uint8_t>(round.has_played | 1u << seat);
}

// A lead with so many cards in each of the two hands, drawn from whole hands.
inline Round on_lead(const Rules& rules, int cards, Rng& rng) {
    Round round = deal_round(rules, static_cast<int>(rng.below(rules.players)), rng);
    const int third = rules.players == 3 ? (round.turn + 1 + static_cast<int>(rng.below(2))) % 3 : kNobody;
    for (int seat = 0; seat < rules.players; ++seat) keep_some(round, seat, seat == third ? 0 : cards, rng);
    if (third == kNobody) return round;
    round.out[round.out_count++] = static_cast<std::int8_t>(third);
    round.hand_score[third] = static_cast<std::int16_t>(5 * (cards + static_cast<int>(rng.below(6))));
    return round;
}

inline void place_bets(Round& round, const Rules& rules, Rng& rng) {
    for (int seat = 0; seat < rules.players; ++seat) {
        round.captured[seat] = static_cast<std::int16_t>(rng.below(20));
        const auto choice = static_cast<int>(rng.below(static_cast<std::uint32_t>(rules.bet_count + 2)));
        round.bets[seat] = choice == 0 ? kNoBet : choice == 1 ? 0 : rules.bets[choice - 2];
    }
}

}  // namespace endings
