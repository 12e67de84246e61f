#include "search/trials.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "search/inference.hpp"
#include "search/rollout.hpp"

namespace haggis {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kWeighed = 0.4;  // of the time have gone, at most, when worlds are weighed

void add_share(Leaf& sum, const Leaf& leaf, double share) {
    for (std::size_t seat = 0; seat < sum.points.size(); ++seat) {
        sum.points[seat] += share * leaf.points[seat];
        sum.first_out[seat] += share * leaf.first_out[seat];
    }
}

void add_visit(Trial& trial, int world, const Outcome& outcome) {
    trial.worth.push_back(outcome.worth);
    trial.worlds.push_back(world);
    trial.points += outcome.points;
    trial.first_out += outcome.first_out;
}

}  // namespace

std::vector<Trial> try_actions(const Knowledge& known, const Match& match, const SearchSettings& settings,
                               const Networks& networks, std::uint64_t seed, std::span<const Action> actions,
                               const std::atomic<bool>& stop) {
    LikelyWorlds worlds(known, networks.policy, seed);
    const Equity equity(match, settings.equity);
    const SearchContext context{known.rules, known.seat, networks, equity, settings, history_of(known)};
    std::vector<Trial> trials(actions.size());
    const auto started = Clock::now();
    const bool timed = settings.seconds > 0;
    const auto out_of_time = [&](double share) {
        if (stop.load(std::memory_order_relaxed)) return true;
        return timed && std::chrono::duration<double>(Clock::now() - started).count() >= share * settings.seconds;
    };
    const int most =
        timed ? std::numeric_limits<int>::max() : std::max(1, settings.nodes / static_cast<int>(actions.size()));
    worlds.weigh(timed ? settings.inference : std::min(settings.inference, settings.nodes / 2), settings.threads,
                 [&] { return out_of_time(kWeighed); });
    for (int number = 0; number < most && (number == 0 || !out_of_time(1)); ++number) {
        const Round world = worlds.sample(number);
        for (std::size_t i = 0; i < actions.size(); ++i) {
            add_visit(trials[i], worlds.drawn(number),
                      settings.rollouts ? roll_out(context, world, actions[i], seed, number)
                                        : look(context, world, actions[i]));
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
