#include "search/leaf.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluation/evaluation.hpp"
#include "solver/solver.hpp"
#include "support/steady_exp.hpp"

namespace haggis {
namespace {

constexpr std::size_t kSolverBytes = std::size_t{16} << 20;
constexpr std::uint64_t kMostNodes = 20'000;  // so that no single ending holds a search up
constexpr double kHandPoints = 25;            // scored for cards in the others' hands, in a whole round
constexpr double kPointsSpread = 8;           // how far a seat's points lie from what is expected, at the deal

int cards_held(const Round& round) { return std::accumulate(round.cards_left.begin(), round.cards_left.end(), 0); }

// Points that nobody has yet, whoever gets them.
double points_to_come(const Round& round, const Rules& rules, double open) {
    int cards = rules.worth(round.haggis) + round.trick_worth;
    for (int seat = 0; seat < rules.players; ++seat) cards += rules.worth(round.hands[seat]);
    return cards + open * kHandPoints * (rules.players - 1);
}

// Leads add up to nothing, so points follow from them and from their sum.
SeatPoints expected_points(const Round& round, const Rules& rules, const Value& value, double open) {
    const double all = points_to_come(round, rules, open);
    SeatPoints points{};
    for (int seat = 0; seat < rules.players; ++seat)
        points[seat] = round.captured[seat] + round.hand_score[seat] +
                       (value.lead[seat] * (rules.players - 1) + all) / rules.players;
    return points;
}

// What a bet is expected to bring to each seat, by who goes out first.
void add_bet(Leaf& leaf, const Round& round, const Rules& rules, int bettor) {
    const double amount = round.bets[bettor], won = leaf.bet_chances[bettor];
    leaf.points[bettor] += amount * won;
    for (int seat = 0; seat < rules.players; ++seat)
        for (int first = 0; first < rules.players; ++first) {
            if (!shares_lost_bet(round, rules, bettor, seat, first)) continue;
            const bool out = rules.bet_wins == BetWins::out;
            leaf.points[seat] += amount * leaf.first_out[first] * (out ? first != bettor : 1 - won);
        }
}

Leaf scored(const Round& round, const Rules& rules) {
    Leaf leaf;
    const Scores scores = score_round(round, rules);
    for (int seat = 0; seat < rules.players; ++seat) {
        leaf.points[seat] = scores[seat].total();
        leaf.card_points[seat] = scores[seat].hand + scores[seat].cards;
        leaf.bet_chances[seat] = round.bets[seat] > 0 && bet_won(round, rules, scores, seat);
    }
    leaf.first_out[round.out[0]] = 1;
    return leaf;
}

Leaf expected(const Round& round, const Rules& rules, const Network& network) {
    const Value value = network.value(round, rules);
    Leaf leaf;
    leaf.open = cards_held(round) / (1.0 * (kDealt + 3) * rules.players);
    if (round.out_count)
        leaf.first_out[round.out[0]] = 1;
    else
        std::ranges::copy(value.first_out, leaf.first_out.begin());
    leaf.points = leaf.card_points = expected_points(round, rules, value, leaf.open);
    for (int seat = 0; seat < rules.players; ++seat) {
        if (round.bets[seat] <= 0) continue;
        leaf.bet_chances[seat] = bet_chance(leaf, round, rules, seat);
        add_bet(leaf, round, rules, seat);
    }
    return leaf;
}

}  // namespace

double bet_chance(const Leaf& leaf, const Round& round, const Rules& rules, int seat) {
    if (rules.bet_wins == BetWins::out) return leaf.first_out[seat];
    const double above = (leaf.card_points[seat] - round.bets[seat]) / (kPointsSpread * std::sqrt(leaf.open));
    return 1 / (1 + steady_exp(-std::clamp(above, -30.0, 30.0)));
}

bool finish_exactly(Round& round, const Rules& rules, int most_cards) {
    if (cards_held(round) > most_cards || rules.players - round.out_count > 2) return false;
    if (!objection_to_solving(round, rules).empty()) return false;
    // Its answers don't depend on what it was asked before, so one for each thread is enough.
    thread_local Solver solver(kSolverBytes);
    static const std::atomic<bool> never{false};
    const SolveResult found = solver.solve(round, rules, {.nodes = kMostNodes}, never);
    Round end = round;
    for (const Action& action : found.line) apply(end, rules, action);
    if (end.over()) round = end;
    return end.over();
}

Leaf look_at(Round round, const Rules& rules, const Network& network, int most_cards) {
    if (!round.over()) finish_exactly(round, rules, most_cards);
    if (round.phase == Phase::give) apply_give(round, rules, best_give(round, rules));
    return round.over() ? scored(round, rules) : expected(round, rules, network);
}

}  // namespace haggis
