// Actions with their legality in words (docs/spec/rules.md, section 3).
//
// The checked way into a Round, for actions that come from outside. Search and playouts make
// only legal actions and use round.hpp directly.
#pragma once

#include <string>

#include "rules/round.hpp"

namespace haggis {

struct Action {
    enum class Kind : std::uint8_t { play, pass, give, bet };
    Kind kind = Kind::pass;
    std::int8_t seat = 0;      // who acts
    std::int8_t to = kNobody;  // of a give
    std::int32_t amount = 0;   // of a bet
    Play play;                 // of a play

    static constexpr Action of(int seat, Play play) {
        Action action = pass(seat);
        action.kind = Kind::play;
        action.play = play;
        return action;
    }
    static constexpr Action pass(int seat) {
        Action action;
        action.seat = static_cast<std::int8_t>(seat);
        return action;
    }
    static constexpr Action give(int seat, int to) {
        Action action = pass(seat);
        action.kind = Kind::give;
        action.to = static_cast<std::int8_t>(to);
        return action;
    }
    static constexpr Action bet(int seat, int amount) {
        Action action = pass(seat);
        action.kind = Kind::bet;
        action.amount = amount;
        return action;
    }
    bool operator==(const Action&) const = default;
};

// Empty if the action is legal, otherwise a sentence that says why not.
std::string objection(const Round& round, const Rules& rules, const Action& action);

// Does a legal action.
void apply(Round& round, const Rules& rules, const Action& action);

}  // namespace haggis
