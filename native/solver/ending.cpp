#include "solver/ending.hpp"

#include <algorithm>

#include "rules/scoring.hpp"

namespace haggis {
namespace {

constexpr std::int16_t kOutOfReach = INT16_MAX;
constexpr int kPointsACard = 5;

int sign(int side) { return side == 0 ? 1 : side == 1 ? -1 : 0; }

// Points for `captor` as `side` sees them.
int seen_by(int side, int captor, int points) { return sign(side) * sign(captor) * points; }

}  // namespace

EndingRules::EndingRules(const Round& round, const Rules& rules, HandBook& book)
    : rules_(rules), book_(book), haggis_(rules.worth(round.haggis)) {
    seats_[kThird] = rules.players == 3 ? round.out[0] : kNobody;
    int side = 0;
    for (int seat = 0; seat < rules.players; ++seat)
        if (seat != seats_[kThird]) seats_[side++] = seat;
    haggis_at_stake_ = rules.haggis == HaggisTo::final_trick || (rules.haggis == HaggisTo::first_out && !has_third());
    leftovers_to_goer_ =
        rules.leftovers == LeftoversTo::last_out || (rules.leftovers == LeftoversTo::first_out && !has_third());
    if (has_third()) lead_after_third_ = side_of((seats_[kThird] + 1) % 3);
    for (int goer = 0; goer < 2; ++goer) {
        const int right = (seats_[goer] + rules.players - 1) % rules.players;
        alone_to_[goer] = side_of(right);
        for (unsigned won = 0; won < 8; ++won) bets_[goer][won] = bets_if(round, goer, won);
    }
    for (int seat = 0; seat < rules.players; ++seat)
        by_points_ = by_points_ || (rules.bet_wins == BetWins::points && round.bets[seat] > 0);
}

// Asked of the scoring itself: a finished round in which those sides have just enough points.
int EndingRules::bets_if(const Round& round, int goer, unsigned won) const {
    Round finished;
    finished.bets = round.bets;
    if (has_third()) finished.out[finished.out_count++] = static_cast<std::int8_t>(seats_[kThird]);
    finished.out[finished.out_count++] = static_cast<std::int8_t>(seats_[goer]);
    finished.final_trick = static_cast<std::int8_t>(seats_[goer]);
    finished.phase = Phase::over;
    for (int side = 0; side < rules_.players; ++side)
        if (won >> side & 1)
            finished.captured[seats_[side]] =
                static_cast<std::int16_t>(std::clamp<int>(round.bets[seats_[side]], 0, kOutOfReach));
    const Scores scores = score_round(finished, rules_);
    return scores[seats_[0]].bets - scores[seats_[1]].bets;
}

// Points of a seat before this ending. While the last give is outstanding, the cards that her
// rival was left with are not among them: the end of the ending will count them.
int EndingRules::points_so_far(const Round& round, int seat) const {
    const bool counted_later = round.ended(rules_) && round.out[round.out_count - 1] == seat;
    return round.captured[seat] + (counted_later ? 0 : round.hand_score[seat]);
}

int EndingRules::need(const Round& round, int seat) const {
    const int bet = round.bets[seat];
    if (!by_points_ || bet <= 0) return 0;
    return std::clamp<int>(bet - points_so_far(round, seat), 0, kOutOfReach);
}

Ending EndingRules::start(const Round& round) {
    Ending ending;
    for (int side = 0; side < 2; ++side) ending.hand[side] = &book_.listed(round.hands[seats_[side]]);
    for (int side = 0; side < rules_.players; ++side)
        ending.need[side] = static_cast<std::int16_t>(need(round, seats_[side]));
    ending.top = round.top;
    ending.worth = round.trick_worth;
    ending.side = static_cast<std::int8_t>(side_of(round.turn));
    ending.giving = round.phase == Phase::give;
    if (round.leading()) return ending;
    ending.owner = static_cast<std::int8_t>(side_of(round.owner));
    ending.passed = round.passes > 0;
    if (!round.top.is_bomb()) return ending;
    const int right = (round.owner + rules_.players - 1) % rules_.players;
    const int captor = round.runner_up != kNobody && has_third() ? round.runner_up : right;
    ending.bomb_to = static_cast<std::int8_t>(side_of(captor));
    return ending;
}

int EndingRules::scored(const Round& round) const {
    return points_so_far(round, seats_[0]) - points_so_far(round, seats_[1]);
}

Step EndingRules::play(const Ending& ending, const Option& option) {
    const int side = ending.side;
    Step step{ending};
    Ending& next = step.next;
    next.worth = static_cast<std::int16_t>(ending.worth + ending.hand[side]->worth - option.rest->worth);
    next.hand[side] = option.rest;
    if (option.reading.is_bomb())
        next.bomb_to = static_cast<std::int8_t>(ending.leading() ? alone_to_[side] : ending.owner);
    next.top = option.reading;
    next.owner = ending.side;
    next.passed = false;
    if (option.rest->size == 0) return go_out(step, side);
    book_.list(*option.rest);
    if (!can_beat(*ending.hand[1 - side], option.reading)) return end_trick(step, side);
    next.side = static_cast<std::int8_t>(1 - side);
    return step;
}

Step EndingRules::pass(const Ending& ending) {
    Step step{ending};
    if (ending.owner != kThird || ending.passed) return end_trick(step, ending.side);
    step.next.passed = true;
    if (!can_beat(*ending.hand[ending.other()], ending.top)) return end_trick(step, ending.side);
    step.next.side = static_cast<std::int8_t>(ending.other());
    return step;
}

Step EndingRules::give(const Ending& ending, int to) {
    Step step{ending};
    step.next.giving = false;
    if (ending.hand[ending.side]->size > 0) return captured(step, ending.side, to);
    step.gain = final_points(ending, ending.side, to);
    step.over = true;
    return step;
}

// The combination on the table stands. `side` is who acted last and counts the points.
Step EndingRules::end_trick(Step step, int side) {
    Ending& next = step.next;
    if (!next.top.is_bomb()) return captured(step, side, next.owner);
    if (!chosen()) return captured(step, side, next.bomb_to);
    // Points given to the third are lost to both, which suits the giver, unless bets hang on them.
    if (!by_points_) return captured(step, side, kThird);
    next.giving = true;
    next.side = next.owner;
    return step;
}

Step EndingRules::captured(Step step, int side, int captor) {
    Ending& next = step.next;
    step.gain = seen_by(side, captor, next.worth);
    next.side = static_cast<std::int8_t>(next.owner == kThird ? lead_after_third_ : next.owner);
    if (by_points_ && next.need[captor] != kOutOfReach)
        next.need[captor] = static_cast<std::int16_t>(std::max(0, next.need[captor] - next.worth));
    next.top = Reading{};
    next.worth = 0;
    next.owner = next.bomb_to = 0;
    next.passed = false;
    if (by_points_)
        for (int who = 0; who <= kThird; ++who)
            if (out_of_reach(next, who)) next.need[who] = kOutOfReach;
    return step;
}

bool EndingRules::out_of_reach(const Ending& ending, int side) const {
    const int cards = ending.worth + ending.hand[0]->worth + ending.hand[1]->worth + haggis_;
    const int hand = side == kThird ? 0 : kPointsACard * ending.hand[1 - side]->size;
    return ending.need[side] > cards + hand;
}

Step EndingRules::go_out(Step step, int side) {
    step.over = true;
    if (step.next.top.is_bomb() && chosen())
        step.gain = std::max(final_points(step.next, side, 1 - side), final_points(step.next, side, kThird));
    else
        step.gain = final_points(step.next, side, final_captor(step.next, side));
    return step;
}

int EndingRules::final_captor(const Ending& ending, int goer) const {
    return ending.top.is_bomb() ? ending.bomb_to : goer;
}

// Everything that the last play brings to `goer`, less what it brings to her rival.
int EndingRules::final_points(const Ending& ending, int goer, int captor) const {
    const BookHand& left = *ending.hand[1 - goer];
    const int first = has_third() ? kThird : goer;
    std::array<int, 3> points{};
    points[goer] += kPointsACard * left.size;
    points[captor] += ending.worth;
    if (rules_.haggis != HaggisTo::nobody) points[rules_.haggis == HaggisTo::first_out ? first : captor] += haggis_;
    if (rules_.leftovers != LeftoversTo::nobody)
        points[rules_.leftovers == LeftoversTo::first_out ? first : goer] += left.worth;
    unsigned won = 0;
    if (by_points_)
        for (int side = 0; side <= kThird; ++side)
            won |= static_cast<unsigned>(points[side] >= ending.need[side]) << side;
    return sign(goer) * (points[0] - points[1] + bets_[goer][won]);
}

// What bets can bring side 0, less side 1, if `goer` goes out.
Bounds EndingRules::bets_between(const Ending& ending, int goer) const {
    if (!by_points_) return {bets_[goer][0], bets_[goer][0]};
    unsigned sure = 0, possible = 0;
    for (int side = 0; side <= kThird; ++side) {
        sure |= static_cast<unsigned>(ending.need[side] == 0) << side;
        possible |= static_cast<unsigned>(ending.need[side] != kOutOfReach) << side;
    }
    Bounds bounds{bets_[goer][sure], bets_[goer][sure]};
    for (unsigned won = 0; won < 8; ++won)
        if ((won & sure) == sure && (won & ~possible) == 0)
            bounds = {std::min(bounds.lower, bets_[goer][won]), std::max(bounds.upper, bets_[goer][won])};
    return bounds;
}

// Who goes out gets five points at most from each card of her rival's: five if it is left, or what
// it is worth if it is played, and nothing is worth more; only where the leftovers are hers, both.
int EndingRules::most_for(const Ending& ending, int goer, int left) const {
    const int cards = ending.worth + ending.hand[goer]->worth + (haggis_at_stake_ ? haggis_ : 0);
    return cards + kPointsACard * left + (leftovers_to_goer_ ? ending.hand[1 - goer]->worth : 0);
}

Bounds EndingRules::bounds(const Ending& ending) const {
    const int me = ending.side, rival = 1 - me;
    const auto bets = [&](int goer) {
        const Bounds zero = bets_between(ending, goer);
        return me == 0 ? zero : Bounds{-zero.upper, -zero.lower};
    };
    const Bounds mine = bets(me), hers = bets(rival);
    // Before the rival can go out on a lead of mine, I have played a card; if she would get the
    // leftovers, its worth is in her sum already.
    const int left = ending.hand[me]->size - (ending.leading() && leftovers_to_goer_ ? 1 : 0);
    const int pot = ending.worth + ending.hand[0]->worth + ending.hand[1]->worth + (haggis_at_stake_ ? haggis_ : 0);
    return {.lower = std::min(hers.lower - most_for(ending, rival, left), mine.lower + kPointsACard - pot),
            .upper =
                std::max(mine.upper + most_for(ending, me, ending.hand[rival]->size), hers.upper - kPointsACard + pot)};
}

}  // namespace haggis
