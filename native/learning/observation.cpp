#include "learning/observation.hpp"

#include <algorithm>

namespace haggis {
namespace {

// Writes a row from left to right, in the order of kFields.
class Writer {
public:
    explicit Writer(float* row) : next_(row) {}

    void number(int value) { *next_++ = static_cast<float>(value); }
    void flag(bool value) { number(value); }
    void cards(Cards cards, int bits) {
        for (int bit = 0; bit < bits; ++bit) number(static_cast<int>(cards >> bit & 1));
    }

private:
    float* next_;
};

// Calls write(seat) for the seat to act and then to the left, write(kNobody) for empty chairs.
template <class Write>
void each_seat(const Round& round, const Rules& rules, Write&& write) {
    for (int step = 0; step < kMaxPlayers; ++step)
        write(step < rules.players ? (round.turn + step) % rules.players : kNobody);
}

Cards unseen_by(const WatchedRound& table, const Rules& rules, int seat) {
    Cards seen = table.round.hands[seat];
    for (const Cards cards : table.played) seen |= cards;
    return all_number_cards(rules.suits()) & ~seen;
}

int place_out(const Round& round, int seat) {
    const auto* end = round.out.begin() + round.out_count;
    const auto* found = std::find(round.out.begin(), end, seat);
    return found == end ? 0 : static_cast<int>(found - round.out.begin()) + 1;
}

void write_cards(Writer& row, const WatchedRound& table, const Rules& rules) {
    const Round& round = table.round;
    row.cards(round.hands[round.turn], kCardBits);
    row.cards(unseen_by(table, rules, round.turn), kCourtBit);
    each_seat(round, rules, [&](int seat) { row.cards(seat < 0 ? 0 : table.played[seat], kCardBits); });
    row.cards(table.on_table, kCardBits);
}

void write_trick(Writer& row, const Round& round, const Rules& rules) {
    row.number(round.top.multiplicity() * !round.top.is_bomb());
    row.number(round.top.length());
    row.number(round.top.rank());
    row.number(static_cast<int>(round.top.bomb()));
    each_seat(round, rules, [&](int seat) { row.flag(seat >= 0 && seat == round.owner); });
    each_seat(round, rules, [&](int seat) { row.flag(seat >= 0 && seat == round.runner_up); });
}

void write_seats(Writer& row, const Round& round, const Rules& rules) {
    const auto numbers = [&](auto&& value) {
        each_seat(round, rules, [&](int seat) { row.number(seat < 0 ? 0 : static_cast<int>(value(seat))); });
    };
    each_seat(round, rules, [&](int seat) { row.cards(seat < 0 ? 0 : Cards{courts_of(round.hands[seat])}, 3); });
    numbers([&](int seat) { return round.cards_left[seat]; });
    numbers([&](int seat) { return round.captured[seat]; });
    numbers([&](int seat) { return round.hand_score[seat]; });
    numbers([&](int seat) { return place_out(round, seat); });
    numbers([&](int seat) { return round.bets[seat] != kNoBet; });
    numbers([&](int seat) { return std::max(0, round.bets[seat]); });
}

}  // namespace

void apply(WatchedRound& table, const Rules& rules, const Action& action) {
    const bool plays = action.kind == Action::Kind::play;
    if (plays) {
        table.played[action.seat] |= action.play.cards();
        table.on_table = action.play.cards();
    }
    apply(table.round, rules, action);
    if (table.round.leading()) table.on_table = 0;
}

void observe(const WatchedRound& table, const Rules& rules, float* row) {
    Writer writer(row);
    const Round& round = table.round;
    write_cards(writer, table, rules);
    write_trick(writer, round, rules);
    write_seats(writer, round, rules);
    writer.number(round.trick_worth);
    writer.number(round.phase == Phase::give ? 0 : round.passes);
    writer.flag(round.leading());
    writer.flag(round.phase == Phase::give);
    writer.flag(may_bet(round, rules, round.turn));
}

}  // namespace haggis
