#include "search/rollout.hpp"

#include <algorithm>

#include "rules/deal.hpp"
#include "value/lookahead.hpp"

namespace haggis {
namespace {

constexpr double kPatience = 0.85;  // how much the end counts, with every step on the way there
constexpr int kWorlds = 2;          // hands that are thought possible at each decision
constexpr int kMostCandidates = 8;  // at each decision

Outcome outcome_of(const SearchContext& context, const Leaf& leaf) {
    return {.worth = context.equity.worth(leaf.points, leaf.open)[context.seat],
            .points = context.equity.lead(leaf.points, context.seat),
            .first_out = leaf.first_out[context.seat]};
}

void step(const SearchContext& context, Round& round, Rng& rng) {
    const Rules& rules = context.rules;
    const std::vector<Action> actions = candidate_actions(round, rules, kMostCandidates);
    if (actions.size() == 1) return apply(round, rules, actions[0]);
    std::array<Round, kWorlds> worlds;
    for (Round& world : worlds) world = redeal_unseen(round, rules, round.turn, rng);
    const std::vector<double> worth = mean_after(worlds, rules, actions, [&](const Round& next) {
        const Leaf leaf = look_at(next, rules, context.network, 0);
        return context.equity.worth(leaf.points, leaf.open)[round.turn];
    });
    apply(round, rules, actions[static_cast<std::size_t>(std::ranges::max_element(worth) - worth.begin())]);
}

}  // namespace

Outcome look(const SearchContext& context, const Round& round) {
    return outcome_of(context, look_at(round, context.rules, context.network, context.settings.exact));
}

Outcome roll_out(const SearchContext& context, Round round, std::uint64_t seed, int number) {
    Rng rng(seed + 1, static_cast<std::uint64_t>(number));  // apart from the chance that dealt the world
    Outcome outcome;
    double rest = 1;
    while (!round.over()) {
        outcome.add(outcome_of(context, look_at(round, context.rules, context.network, 0)), rest * (1 - kPatience));
        rest *= kPatience;
        step(context, round, rng);
    }
    outcome.add(outcome_of(context, look_at(round, context.rules, context.network, 0)), rest);
    return outcome;
}

}  // namespace haggis
