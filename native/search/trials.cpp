#include "search/trials.hpp"

#include <algorithm>
#include <chrono>

#include "search/rollout.hpp"

namespace haggis {
namespace {

using Clock = std::chrono::steady_clock;

void add_share(Leaf& sum, const Leaf& leaf, double share) {
    for (std::size_t seat = 0; seat < sum.points.size(); ++seat) {
        sum.points[seat] += share * leaf.points[seat];
        sum.first_out[seat] += share * leaf.first_out[seat];
    }
}

void add_visit(Trial& trial, const Outcome& outcome) {
    trial.worth.push_back(outcome.worth);
    trial.points += outcome.points;
    trial.first_out += outcome.first_out;
}

}  // namespace

std::vector<Trial> try_actions(const Knowledge& known, const Match& match, const SearchSettings& settings,
                               const Network& network, std::uint64_t seed, std::span<const Action> actions,
                               const std::atomic<bool>& stop) {
    const Worlds worlds(known);
    const Equity equity(match, settings.equity);
    const SearchContext context{known.rules, known.seat, network, equity, settings};
    std::vector<Trial> trials(actions.size());
    const auto started = Clock::now();
    const auto in_time = [&](int number) {
        if (number == 0) return true;
        if (settings.seconds <= 0) return number < settings.nodes / static_cast<int>(actions.size());
        return std::chrono::duration<double>(Clock::now() - started).count() < settings.seconds;
    };
    for (int number = 0; in_time(number) && !stop.load(std::memory_order_relaxed); ++number) {
        const Round world = worlds.sample(seed, number);
        for (std::size_t i = 0; i < actions.size(); ++i) {
            Round after = world;
            apply(after, known.rules, actions[i]);
            add_visit(trials[i], settings.rollouts ? roll_out(context, after, seed, number) : look(context, after));
        }
    }
    for (Trial& trial : trials) {
        const auto visits = static_cast<double>(std::max<std::size_t>(1, trial.worth.size()));
        trial.points /= visits;
        trial.first_out /= visits;
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
