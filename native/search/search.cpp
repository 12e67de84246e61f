#include "search/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "search/inference.hpp"
#include "search/rollout.hpp"
#include "search/standard_error.hpp"
#include "support/workers.hpp"
#include "value/lookahead.hpp"

namespace haggis {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLooks = 64;           // worlds in which the network looks at every candidate first
constexpr double kWeighed = 0.4;     // of the time have gone, at most, when worlds are weighed
constexpr double kLookedAt = 0.55;   // and when the network has looked
constexpr std::size_t kArms = 6;     // candidates that are played out
constexpr double kHopeless = 15;     // points behind the best at first sight: not played out
constexpr double kFirstSight = 40;   // the first look counts as many rollouts
constexpr int kStretch = 16;         // worlds between two looks at who can still be the best
constexpr std::size_t kFewest = 32;  // rollouts before a candidate is given up
constexpr double kSure = 2.5;        // standard errors behind: given up

using Outcomes = std::vector<Outcome>;  // world by world

Outcome mean_of(const Outcomes& outcomes) {
    Outcome mean;
    for (const Outcome& each : outcomes) mean.add(each, 1.0 / static_cast<double>(outcomes.size()));
    return mean;
}

// The standard deviation of `difference(i)` over so many worlds.
template <class Difference>
double spread(std::size_t count, Difference&& difference) {
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += difference(i);
        squares += difference(i) * difference(i);
    }
    const auto n = static_cast<double>(count);
    return std::sqrt(std::max(0.0, squares / n - sum * sum / n / n));
}

// One candidate of the root.
struct Arm {
    Action action;
    Outcomes looks, rollouts;

    double trust_in_rollouts() const {
        const auto count = static_cast<double>(rollouts.size());
        return count / (count + kFirstSight);
    }
    Outcome expected() const {
        Outcome both;
        both.add(mean_of(looks), 1 - trust_in_rollouts());
        both.add(mean_of(rollouts), trust_in_rollouts());
        return both;
    }
    // `worlds`: which one each visit was in.
    double error(std::span<const int> worlds) const {
        std::vector<double> worth;
        for (const Outcome& each : rollouts.empty() ? looks : rollouts) worth.push_back(each.worth);
        return standard_error(worth, worlds) * (rollouts.empty() ? 1 : trust_in_rollouts());
    }
    bool surely_behind(const Arm& best) const {
        const double deviation =
            spread(rollouts.size(), [&](std::size_t i) { return best.rollouts[i].worth - rollouts[i].worth; });
        const double behind = best.expected().worth - expected().worth;
        return behind > kSure * deviation / std::sqrt(static_cast<double>(rollouts.size()));
    }
};

class Search {
public:
    Search(const Knowledge& known, const Match& match, const SearchSettings& settings, const Networks& networks,
           std::uint64_t seed, const std::atomic<bool>& stop, const Round* truth)
        : known_(known), settings_(settings), seed_(seed), equity_(match, settings.equity),
          context_{known_.rules, known_.seat, networks, equity_, settings_, history_of(known_)}, stop_(stop),
          truth_(truth), worlds_(known, networks.policy, seed), started_(Clock::now()) {}

    std::vector<Choice> run() {
        for (const Action& action : candidate_actions(worlds_.now(), known_.rules, settings_.candidates))
            arms_.push_back({action, {}, {}});
        alive_ = arms_.size();
        if (alive_ > 1 && !truth_) weigh_worlds();
        if (alive_ > 1) look_at_all();
        if (alive_ > 1 && settings_.rollouts) play_out();
        rank_behind_the_best();
        return result();
    }

private:
    const Knowledge& known_;
    const SearchSettings& settings_;
    std::uint64_t seed_;
    Equity equity_;
    SearchContext context_;
    const std::atomic<bool>& stop_;
    const Round* truth_;
    LikelyWorlds worlds_;
    Clock::time_point started_;
    std::vector<Arm> arms_;  // those that may be the best first
    std::size_t alive_ = 0;

    bool out_of_time(double share) const {
        if (stop_.load(std::memory_order_relaxed)) return true;
        return settings_.seconds > 0 &&
               std::chrono::duration<double>(Clock::now() - started_).count() >= share * settings_.seconds;
    }

    Round world(int number) const { return truth_ ? *truth_ : worlds_.sample(number); }

    // Visits every candidate that is left in so many more worlds; false if time ran out on the way. Worlds that not
    // all of them were visited in don't count.
    template <class Visit>
    bool visit(Outcomes Arm::* row, int worlds, double share_of_time, Visit&& visit) {
        static const std::atomic<bool> never{false};
        const auto from = static_cast<int>((arms_[0].*row).size());
        const bool must = arms_[0].looks.empty();  // something must be said
        std::vector<std::optional<Outcome>> found(static_cast<std::size_t>(worlds) * alive_);
        share_out<1>(found.size(), settings_.threads, never, [&](std::size_t i) {
            if ((must && i < alive_) || !out_of_time(share_of_time))
                found[i] = visit(arms_[i % alive_].action, from + static_cast<int>(i / alive_));
        });
        for (std::size_t world = 0; world < found.size(); world += alive_) {
            const auto first = found.begin() + static_cast<std::ptrdiff_t>(world);
            if (!std::all_of(first, first + static_cast<std::ptrdiff_t>(alive_),
                             [](const auto& each) { return each.has_value(); }))
                return false;
            for (std::size_t arm = 0; arm < alive_; ++arm) (arms_[arm].*row).push_back(*found[world + arm]);
        }
        return true;
    }

    bool timed() const { return settings_.seconds > 0; }

    void weigh_worlds() {
        const int count = timed() ? settings_.inference : std::min(settings_.inference, settings_.nodes / 2);
        worlds_.weigh(count, settings_.threads, [this] { return out_of_time(kWeighed); });
    }

    // Without rollouts it looks as long as it may; else it looks once, and who has no hope is not played out.
    void look_at_all() {
        const auto look_at = [&](const Action& action, int number) { return look(context_, world(number), action); };
        const int most = std::max(1, settings_.nodes / static_cast<int>(alive_));
        if (settings_.rollouts) {
            visit(&Arm::looks, timed() ? kLooks : std::min(kLooks, most), kLookedAt, look_at);
        } else {
            for (int made = 0; timed() || made < most; made += kLooks)
                if (!visit(&Arm::looks, timed() ? kLooks : std::min(kLooks, most - made), 1, look_at)) break;
        }
        rank();
        if (settings_.rollouts) drop_hopeless();
    }

    void drop_hopeless() {
        const double best = arms_[0].expected().worth;
        alive_ = std::min(alive_, kArms);
        while (best - arms_[alive_ - 1].expected().worth > kHopeless) --alive_;
    }

    void play_out() {
        const auto roll = [&](const Action& action, int number) {
            return roll_out(context_, world(number), action, seed_, number);
        };
        for (int left = settings_.nodes; alive_ > 1;) {
            const int worlds = timed() ? kStretch : std::min(kStretch, left / static_cast<int>(alive_));
            if (worlds == 0) return;
            left -= worlds * static_cast<int>(alive_);
            const bool in_time = visit(&Arm::rollouts, worlds, 1, roll);
            rank();
            if (!in_time) return;
            if (arms_[0].rollouts.size() >= kFewest) give_up();
        }
    }

    static bool better(const Arm& a, const Arm& b) { return a.expected().worth > b.expected().worth; }

    void rank() { std::stable_sort(arms_.begin(), arms_.begin() + static_cast<std::ptrdiff_t>(alive_), better); }

    // Also whoever was given up on the way; those that were only looked at stay last, for a look is no rollout.
    void rank_behind_the_best() {
        const auto looked_at =
            std::find_if(arms_.begin(), arms_.end(), [](const Arm& arm) { return arm.rollouts.empty(); });
        if (looked_at != arms_.begin()) std::stable_sort(arms_.begin() + 1, looked_at, better);
    }

    void give_up() {
        const auto kept = std::stable_partition(arms_.begin() + 1, arms_.begin() + static_cast<std::ptrdiff_t>(alive_),
                                                [&](const Arm& arm) { return !arm.surely_behind(arms_[0]); });
        alive_ = static_cast<std::size_t>(kept - arms_.begin());
    }

    std::vector<int> worlds_visited() const {
        std::size_t most = 0;
        for (const Arm& arm : arms_) most = std::max({most, arm.looks.size(), arm.rollouts.size()});
        std::vector<int> found;
        for (int number = 0; number < static_cast<int>(most); ++number)
            found.push_back(truth_ ? number : worlds_.drawn(number));
        return found;
    }

    std::vector<Choice> result() const {
        const std::vector<int> worlds = worlds_visited();
        std::vector<Choice> choices;
        for (const Arm& arm : arms_) {
            const Outcome expected = arm.looks.empty() ? Outcome{} : arm.expected();
            choices.push_back({.action = arm.action,
                               .visits = static_cast<int>(arm.looks.size() + arm.rollouts.size()),
                               .worth = expected.worth,
                               .error = arm.looks.empty() ? 0 : arm.error(worlds),
                               .points = expected.points,
                               .first_out = expected.first_out});
        }
        return choices;
    }
};

}  // namespace

std::vector<Choice> search(const Knowledge& known, const Match& match, const SearchSettings& settings,
                           const Networks& networks, std::uint64_t seed, const std::atomic<bool>& stop,
                           const Round* truth) {
    return Search(known, match, settings, networks, seed, stop, truth).run();
}

}  // namespace haggis
