#include "bindings/wire_action.hpp"

namespace haggis {

Action action_of(const WireAction& wire, const Rules& rules) {
    const auto& [kind, who, value] = wire;
    const int seat = seat_of(who, rules);
    if (kind == "pass") return Action::pass(seat);
    if (kind == "give") return Action::give(seat, seat_of(value, rules));
    if (kind == "bet") return Action::bet(seat, static_cast<int>(whole(value, "a bet", 0, kMaxBetAmount)));
    if (kind == "play") return Action::of(seat, Play{seed_of(value)});
    throw bad_notation("an action is a play, a pass, a give or a bet");
}

WireAction wire_of(const Action& action) {
    const nb::int_ seat(action.seat);
    switch (action.kind) {
        case Action::Kind::play: return {"play", seat, nb::int_(action.play.word)};
        case Action::Kind::give: return {"give", seat, nb::int_(action.to)};
        case Action::Kind::bet: return {"bet", seat, nb::int_(action.amount)};
        default: return {"pass", seat, nb::int_(0)};
    }
}

}  // namespace haggis
