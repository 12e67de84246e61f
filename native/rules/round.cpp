#include "rules/round.hpp"

#include <algorithm>

namespace haggis {
namespace {

int next_seat(int seat, const Rules& rules) { return seat + 1 == rules.players ? 0 : seat + 1; }

int next_holding_cards(const Round& round, const Rules& rules, int seat) {
    do seat = next_seat(seat, rules);
    while (!round.holds_cards(seat));
    return seat;
}

int opponents_holding_cards(const Round& round, const Rules& rules, int seat) {
    return rules.players - round.out_count - round.holds_cards(seat);
}

// Going out scores 5 for each card of the largest hand among the opponents.
void go_out(Round& round, const Rules& rules, int seat) {
    int largest = 0;
    for (int other = 0; other < rules.players; ++other) largest = std::max<int>(largest, round.cards_left[other]);
    round.hand_score[seat] = static_cast<std::int16_t>(5 * largest);
    round.out[round.out_count++] = static_cast<std::int8_t>(seat);
}

// The trick's cards go to `seat`; its winner, or the next player still in, leads.
void capture(Round& round, const Rules& rules, int seat) {
    round.captured[seat] = static_cast<std::int16_t>(round.captured[seat] + round.trick_worth);
    round.trick_worth = 0;
    if (round.ended(rules)) {
        round.final_trick = static_cast<std::int8_t>(seat);
        round.phase = Phase::over;
        return;
    }
    const int winner = round.owner;
    round.turn =
        static_cast<std::int8_t>(round.holds_cards(winner) ? winner : next_holding_cards(round, rules, winner));
    round.top = Reading{};
    round.owner = round.runner_up = kNobody;
    round.passes = 0;
    round.phase = Phase::play;
}

// Who gets a bombed trick when there is nothing to choose.
int bombed_trick_goes_to(const Round& round, const Rules& rules) {
    if (rules.players == 2) return 1 - round.owner;
    if (round.runner_up != kNobody) return round.runner_up;
    return round.owner == 0 ? rules.players - 1 : round.owner - 1;
}

void end_trick(Round& round, const Rules& rules) {
    if (!round.top.is_bomb()) return capture(round, rules, round.owner);
    if (rules.players == 2 || rules.bombed_trick == BombedTrick::runner_up)
        return capture(round, rules, bombed_trick_goes_to(round, rules));
    round.phase = Phase::give;
    round.turn = round.owner;
}

}  // namespace

Round start_round(const Rules& rules, const std::array<Cards, kMaxPlayers>& numbers, Cards haggis, int lead) {
    Round round;
    for (int seat = 0; seat < rules.players; ++seat) {
        round.hands[seat] = numbers[seat] | kCourts;
        round.cards_left[seat] = static_cast<std::uint8_t>(count_cards(round.hands[seat]));
    }
    round.haggis = haggis;
    round.turn = static_cast<std::int8_t>(lead);
    return round;
}

void apply_play(Round& round, const Rules& rules, Play play) {
    const int seat = round.turn;
    round.hands[seat] &= ~play.cards();
    round.cards_left[seat] = static_cast<std::uint8_t>(round.cards_left[seat] - play.reading().size());
    round.trick_worth = static_cast<std::int16_t>(round.trick_worth + rules.worth(play.cards()));
    round.has_played = static_cast<std::uint8_t>(round.has_played | 1u << seat);
    round.top = play.reading();
    round.runner_up = round.owner;
    round.owner = static_cast<std::int8_t>(seat);
    round.passes = 0;
    if (!round.holds_cards(seat)) {
        go_out(round, rules, seat);
        if (round.ended(rules)) return end_trick(round, rules);
    }
    round.turn = static_cast<std::int8_t>(next_holding_cards(round, rules, seat));
}

void apply_pass(Round& round, const Rules& rules) {
    ++round.passes;
    if (round.passes == opponents_holding_cards(round, rules, round.owner)) return end_trick(round, rules);
    round.turn = static_cast<std::int8_t>(next_holding_cards(round, rules, round.turn));
}

void apply_give(Round& round, const Rules& rules, int to) { capture(round, rules, to); }

void apply_bet(Round& round, int seat, int amount) { round.bets[seat] = amount; }

bool may_bet(const Round& round, const Rules& rules, int seat) {
    if (rules.bet_count == 0 || round.ended(rules) || round.bets[seat] != kNoBet) return false;
    if (rules.bet_wins == BetWins::out && round.out_count > 0) return false;
    return !(round.has_played >> seat & 1);
}

}  // namespace haggis
