#include "rules/deal.hpp"

#include <utility>

namespace haggis {
namespace {

Cards take_random(Cards& from, int count, Rng& rng) {
    Cards taken = 0;
    for (int left = count_cards(from); count > 0; --count, --left) {
        Cards rest = from;
        for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(left)); skip; --skip) rest &= rest - 1;
        taken |= lowest(rest);
        from &= ~lowest(rest);
    }
    return taken;
}

}  // namespace

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

Round redeal_unseen(const Round& round, const Rules& rules, int seat, Rng& rng) {
    Round world = round;
    Cards rest = round.haggis;
    for (int other = 0; other < rules.players; ++other)
        if (other != seat) rest |= round.hands[other] & kNumbers;
    for (int other = 0; other < rules.players; ++other)
        if (other != seat)
            world.hands[other] =
                (round.hands[other] & kCourts) | take_random(rest, count_cards(round.hands[other] & kNumbers), rng);
    world.haggis = rest;
    return world;
}

}  // namespace haggis
