#include "value/lookahead.hpp"

#include <algorithm>

#include "evaluation/evaluation.hpp"
#include "rules/scoring.hpp"

namespace haggis {

std::vector<Action> candidate_actions(const Round& round, const Rules& rules, int most) {
    std::vector<Action> actions;
    if (round.phase == Phase::give) {
        for (unsigned seats = give_choices(round, rules); seats; seats &= seats - 1)
            actions.push_back(Action::give(round.turn, std::countr_zero(seats)));
        return actions;
    }
    Candidates room;
    evaluate(round, rules, tuned_weights(rules.players), Width::all, room);
    if (const Candidate* last = going_out(room, round.hands[round.turn])) return {Action::of(round.turn, last->play)};
    keep_best(room, most);
    for (const Candidate& each : room) actions.push_back(action_of(round.turn, each));
    return actions;
}

std::array<double, kMaxPlayers> expected_leads(Round round, const Rules& rules, const Network& network) {
    if (round.phase == Phase::give) apply_give(round, rules, best_give(round, rules));
    std::array<int, kMaxPlayers> points{};
    Value rest;
    if (round.over()) {
        const Scores scores = score_round(round, rules);
        for (int seat = 0; seat < rules.players; ++seat) points[seat] = scores[seat].hand + scores[seat].cards;
    } else {
        for (int seat = 0; seat < rules.players; ++seat) points[seat] = round.captured[seat] + round.hand_score[seat];
        rest = network.value(round, rules);
    }
    std::array<double, kMaxPlayers> leads{};
    for (int seat = 0; seat < rules.players; ++seat) leads[seat] = ahead(points, rules.players, seat) + rest.lead[seat];
    return leads;
}

std::vector<double> look_ahead(std::span<const Round> worlds, const Rules& rules, const Network& network,
                               std::span<const Action> actions) {
    const int seat = worlds.front().turn;
    return mean_after(worlds, rules, actions,
                      [&](const Round& next) { return expected_leads(next, rules, network)[seat]; });
}

}  // namespace haggis
