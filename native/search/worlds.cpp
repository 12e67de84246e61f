#include "search/worlds.hpp"

#include "rules/deal.hpp"

namespace haggis {
namespace {

Cards take_lowest(Cards& from, int count) {
    Cards taken = 0;
    for (; count > 0; --count) {
        taken |= lowest(from);
        from &= from - 1;
    }
    return taken;
}

using SeatCards = std::array<Cards, kMaxPlayers>;

SeatCards played_numbers(const Knowledge& known) {
    SeatCards played{};
    for (const Action& action : known.history)
        if (action.kind == Action::Kind::play) played[action.seat] |= action.play.cards() & kNumbers;
    return played;
}

Cards unseen_cards(const Knowledge& known, const SeatCards& played) {
    Cards seen = known.dealt;
    for (const Cards cards : played) seen |= cards;
    return all_number_cards(known.rules.suits()) & ~seen;
}

// Some deal that agrees with the history: the unseen cards from the lowest on.
Round any_deal(const Knowledge& known, const SeatCards& played) {
    Cards unseen = unseen_cards(known, played);
    SeatCards hands{};
    for (int seat = 0; seat < known.rules.players; ++seat)
        hands[seat] =
            seat == known.seat ? known.dealt : played[seat] | take_lowest(unseen, kDealt - count_cards(played[seat]));
    return start_round(known.rules, hands, unseen, known.lead);
}

}  // namespace

std::string objection(const Knowledge& known) {
    if (count_cards(known.dealt) != kDealt || (known.dealt & ~all_number_cards(known.rules.suits())))
        return "the seat must know the 14 number cards that it was dealt";
    const SeatCards played = played_numbers(known);
    for (int seat = 0; seat < known.rules.players; ++seat)
        if (seat != known.seat && (count_cards(played[seat]) > kDealt || (played[seat] & known.dealt)))
            return "the history has a card that its player can't have held";
    Round round = any_deal(known, played);
    for (const Action& action : known.history) {
        const std::string refused = objection(round, known.rules, action);
        if (!refused.empty()) return refused;
        apply(round, known.rules, action);
    }
    return {};
}

Round round_now(const Knowledge& known) {
    Round now = any_deal(known, played_numbers(known));
    for (const Action& action : known.history) apply(now, known.rules, action);
    return now;
}

History history_of(const Knowledge& known) {
    History history;
    Round round = any_deal(known, played_numbers(known));
    for (const Action& action : known.history) {
        history.note(round, action);
        apply(round, known.rules, action);
    }
    return history;
}

Round Worlds::sample(std::uint64_t seed, int number) const {
    Rng rng(seed, static_cast<std::uint64_t>(number));
    return redeal_unseen(now_, rules_, seat_, rng);
}

}  // namespace haggis
