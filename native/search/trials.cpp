#include "search/trials.hpp"

#include <algorithm>
#include <chrono>

#include "search/tree.hpp"

namespace haggis {
namespace {

using Clock = std::chrono::steady_clock;

void add_share(Leaf& sum, const Leaf& leaf, double share) {
    for (std::size_t seat = 0; seat < sum.points.size(); ++seat) {
        sum.points[seat] += share * leaf.points[seat];
        sum.first_out[seat] += share * leaf.first_out[seat];
    }
}

void visit(Tree& tree, Trial& trial, const World& world) {
    const double before = tree.tally().worth;
    tree.visit(world);
    trial.worth.push_back(tree.tally().worth - before);
}

}  // namespace

std::vector<Trial> try_actions(const Knowledge& known, const Match& match, const SearchSettings& settings,
                               const Network& network, std::uint64_t seed, std::span<const Action> actions,
                               const std::atomic<bool>& stop) {
    const Worlds worlds(known);
    const Equity equity(match, settings.equity);
    const SearchContext context{known.rules, known.seat, tuned_weights(known.rules.players), network, equity, settings};
    std::vector<Tree> trees(actions.size(), Tree(context));
    std::vector<Trial> trials(actions.size());
    const auto started = Clock::now();
    const auto in_time = [&](int number) {
        if (number == 0) return true;
        if (settings.seconds <= 0) return number < settings.nodes / static_cast<int>(actions.size());
        return std::chrono::duration<double>(Clock::now() - started).count() < settings.seconds;
    };
    for (int number = 0; in_time(number) && !stop.load(std::memory_order_relaxed); ++number) {
        const World world = world_of(context, worlds.sample(seed, number));
        for (std::size_t i = 0; i < actions.size(); ++i) {
            World after = world;
            apply(after.round, known.rules, actions[i]);
            visit(trees[i], trials[i], after);
        }
    }
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const Tally& tally = trees[i].tally();
        trials[i].points = tally.points / std::max(1, tally.visits);
        trials[i].first_out = tally.first_out / std::max(1, tally.visits);
    }
    return trials;
}

std::vector<Leaf> expect_after(std::span<const Round> rounds, const Rules& rules, const Network& network,
                               int most_cards, std::span<const Action> actions, const std::atomic<bool>& stop) {
    std::vector<Leaf> means(actions.size() + 1);
    const double share = 1.0 / static_cast<double>(rounds.size());
    for (const Round& now : rounds) {
        if (stop.load(std::memory_order_relaxed)) break;
        add_share(means[0], look_at(now, rules, network, most_cards), share);
        for (std::size_t i = 0; i < actions.size(); ++i) {
            Round after = now;
            apply(after, rules, actions[i]);
            add_share(means[i + 1], look_at(after, rules, network, most_cards), share);
        }
    }
    return means;
}

}  // namespace haggis
