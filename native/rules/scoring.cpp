#include "rules/scoring.hpp"

namespace haggis {
namespace {

int haggis_taker(const Round& round, const Rules& rules) {
    if (rules.haggis == HaggisTo::nobody) return kNobody;
    return rules.haggis == HaggisTo::first_out ? round.out[0] : round.final_trick;
}

int leftovers_taker(const Round& round, const Rules& rules) {
    if (rules.leftovers == LeftoversTo::nobody) return kNobody;
    return rules.leftovers == LeftoversTo::first_out ? round.out[0] : round.out[round.out_count - 1];
}

Cards leftovers(const Round& round, const Rules& rules) {
    Cards cards = 0;  // only one hand is left
    for (int seat = 0; seat < rules.players; ++seat) cards |= round.hands[seat];
    return cards;
}

void settle_bet(const Round& round, const Rules& rules, Scores& scores, int bettor) {
    if (bet_won(round, rules, scores, bettor)) {
        scores[bettor].bets += round.bets[bettor];
        return;
    }
    for (int seat = 0; seat < rules.players; ++seat)
        if (shares_lost_bet(round, rules, bettor, seat, round.out[0])) scores[seat].bets += round.bets[bettor];
}

}  // namespace

Totals totals_of(const Scores& scores) {
    Totals totals{};
    for (int seat = 0; seat < kMaxPlayers; ++seat) totals[seat] = scores[seat].total();
    return totals;
}

double ahead(const Totals& points, int players, int seat) {
    int others = 0;
    for (int other = 0; other < players; ++other) others += other == seat ? 0 : points[other];
    return points[seat] - static_cast<double>(others) / (players - 1);
}

bool shares_lost_bet(const Round& round, const Rules& rules, int bettor, int seat, int first_out) {
    if (seat == bettor) return false;
    return seat == first_out || (rules.lost_bet == LostBet::sharers && round.bets[seat] <= 0);
}

bool bet_won(const Round& round, const Rules& rules, const Scores& scores, int seat) {
    if (rules.bet_wins == BetWins::out) return round.out[0] == seat;
    return scores[seat].hand + scores[seat].cards >= round.bets[seat];
}

Scores score_round(const Round& round, const Rules& rules) {
    Scores scores;
    for (int seat = 0; seat < rules.players; ++seat) {
        scores[seat].hand = round.hand_score[seat];
        scores[seat].cards = round.captured[seat];
    }
    if (const int seat = haggis_taker(round, rules); seat != kNobody) scores[seat].cards += rules.worth(round.haggis);
    if (const int seat = leftovers_taker(round, rules); seat != kNobody)
        scores[seat].cards += rules.worth(leftovers(round, rules));
    for (int seat = 0; seat < rules.players; ++seat)
        if (round.bets[seat] > 0) settle_bet(round, rules, scores, seat);
    return scores;
}

}  // namespace haggis
