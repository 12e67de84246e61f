#include "rules/actions.hpp"

#include "rules/text.hpp"

namespace haggis {
namespace {

std::string seat_name(int seat) { return "seat " + std::to_string(seat); }

std::string objection_to_turn(const Round& round, int seat) {
    if (round.over()) return "the round is over";
    if (round.phase == Phase::give) return seat_name(round.turn) + " must first say who captures the bombed trick";
    if (seat != round.turn) return "it is the turn of " + seat_name(round.turn);
    return {};
}

std::string objection_to_play(const Round& round, const Rules& rules, const Action& action) {
    if (std::string reason = objection_to_turn(round, action.seat); !reason.empty()) return reason;
    const Cards cards = action.play.cards();
    const Reading reading = action.play.reading();
    if (cards == 0) return "a play needs at least one card";
    if (const Cards missing = cards & ~round.hands[action.seat])
        return seat_name(action.seat) + " does not hold " + text_of(missing);
    const Readings readings = readings_of(cards, rules);
    if (readings.count == 0) return text_of(cards) + " is not a combination";
    if (!readings.contains(reading)) return text_of(cards) + " can't be read as " + text_of(reading);
    if (!beats(reading, round.top) && !round.leading())
        return text_of(reading) + " does not beat " + text_of(round.top);
    return {};
}

std::string objection_to_pass(const Round& round, const Action& action) {
    if (std::string reason = objection_to_turn(round, action.seat); !reason.empty()) return reason;
    return round.leading() ? "the leader must play a combination" : "";
}

std::string objection_to_give(const Round& round, const Rules& rules, const Action& action) {
    if (round.phase != Phase::give) return "there is no bombed trick to give";
    if (action.seat != round.turn) return seat_name(round.turn) + " won the trick and says who captures it";
    if (action.to < 0 || action.to >= rules.players || !(give_choices(round, rules) >> action.to & 1))
        return "a bombed trick goes to an opponent";
    return {};
}

std::string objection_to_bet(const Round& round, const Rules& rules, const Action& action) {
    if (rules.bet_count == 0) return "there is no betting in these rules";
    if (round.ended(rules)) return "betting closed when the round ended";
    if (round.bets[action.seat] != kNoBet) return seat_name(action.seat) + " has already bet";
    if (round.has_played >> action.seat & 1) return seat_name(action.seat) + " has already played a card";
    if (!may_bet(round, rules, action.seat)) return "betting closed when the first player went out";
    if (action.amount != 0 && !rules.offers(action.amount))
        return std::to_string(action.amount) + " is not one of the amounts to bet";
    return {};
}

}  // namespace

std::string objection(const Round& round, const Rules& rules, const Action& action) {
    if (action.seat < 0 || action.seat >= rules.players) return "there is no seat " + std::to_string(action.seat);
    switch (action.kind) {
        case Action::Kind::play: return objection_to_play(round, rules, action);
        case Action::Kind::pass: return objection_to_pass(round, action);
        case Action::Kind::give: return objection_to_give(round, rules, action);
        case Action::Kind::bet: return objection_to_bet(round, rules, action);
    }
    return "there is no such action";
}

void apply(Round& round, const Rules& rules, const Action& action) {
    switch (action.kind) {
        case Action::Kind::play: return apply_play(round, rules, action.play);
        case Action::Kind::pass: return apply_pass(round, rules);
        case Action::Kind::give: return apply_give(round, rules, action.to);
        case Action::Kind::bet: return apply_bet(round, action.seat, action.amount);
    }
}

}  // namespace haggis
