#include "rules/deal.hpp"

#include <utility>

namespace haggis {

Round deal_round(const Rules& rules, int lead, Rng& rng) {
    std::array<std::uint8_t, kMaxSuits * kRanks> deck{};
    const int size = rules.suits() * kRanks;
    for (int i = 0; i < size; ++i) deck[i] = static_cast<std::uint8_t>(i);
    std::array<Cards, kMaxPlayers> hands{};
    int dealt = 0;
    for (int seat = 0; seat < rules.players; ++seat)
        for (int i = 0; i < kDealt; ++i, ++dealt) {
            const auto rest = static_cast<std::uint32_t>(size - dealt);
            std::swap(deck[dealt], deck[dealt + static_cast<int>(rng.below(rest))]);
            hands[seat] |= Cards{1} << deck[dealt];
        }
    const Cards haggis = all_number_cards(rules.suits()) & ~(hands[0] | hands[1] | hands[2]);
    return start_round(rules, hands, haggis, lead);
}

}  // namespace haggis
