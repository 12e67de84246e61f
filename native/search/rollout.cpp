#include "search/rollout.hpp"

#include <algorithm>

#include "evaluation/evaluation.hpp"
#include "support/steady_exp.hpp"

namespace haggis {
namespace {

constexpr double kPatience = 0.85;  // how much the end counts, with every step on the way there
constexpr int kMostCandidates = 8;  // at each decision

Outcome outcome_of(const SearchContext& context, const Leaf& leaf) {
    return {.worth = context.equity.worth(leaf.points, leaf.open)[context.seat],
            .points = context.equity.lead(leaf.points, context.seat),
            .first_out = leaf.first_out[context.seat]};
}

// One of them, by its chance.
std::size_t drawn(std::span<const Logits> logits, Rng& rng) {
    constexpr auto kStyle = static_cast<std::size_t>(PolicyStyle::search);
    const float best =
        std::ranges::max_element(logits, {}, [](const Logits& each) { return each[kStyle]; })->at(kStyle);
    std::vector<double> sums;
    double sum = 0;
    for (const Logits& each : logits) sums.push_back(sum += steady_exp(std::max<double>(each[kStyle] - best, -30.0)));
    const double place = static_cast<double>(rng.next() >> 11) * 0x1p-53 * sum;
    return static_cast<std::size_t>(std::min(std::ranges::upper_bound(sums, place) - sums.begin(),
                                             std::ssize(sums) - 1));
}

Action chosen(const SearchContext& context, const Round& round, const History& history, Rng& rng) {
    if (round.phase == Phase::give) return Action::give(round.turn, best_give(round, context.rules));
    Candidates room;
    likely_actions(round, context.rules, kMostCandidates, room);
    const std::size_t which =
        room.size() == 1 ? 0 : drawn(context.networks.policy.logits(round, context.rules, history, room), rng);
    return action_of(round.turn, room[which]);
}

}  // namespace

Outcome look(const SearchContext& context, Round world, const Action& action) {
    apply(world, context.rules, action);
    return outcome_of(context, look_at(world, context.rules, context.networks.value, context.settings.exact));
}

Outcome roll_out(const SearchContext& context, Round world, const Action& action, std::uint64_t seed, int number) {
    Rng rng(seed + 1, static_cast<std::uint64_t>(number));  // apart from the chance that dealt the world
    Outcome outcome;
    History history = context.history;
    double rest = 1;
    for (Action next = action;; next = chosen(context, world, history, rng)) {
        history.note(world, next);
        apply(world, context.rules, next);
        const Outcome now = outcome_of(context, look_at(world, context.rules, context.networks.value, 0));
        if (world.over()) {
            outcome.add(now, rest);
            return outcome;
        }
        outcome.add(now, rest * (1 - kPatience));
        rest *= kPatience;
    }
}

}  // namespace haggis
