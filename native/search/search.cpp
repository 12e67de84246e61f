#include "search/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "search/tree.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kFirstVisits = 16;     // enough to say something of each candidate
constexpr double kMostVisits = 1e9;  // however long it may think: visits are counted by int

// One candidate of the root with its own tree.
struct Arm {
    Action action;
    Tree tree;
};

class Search {
public:
    Search(const Knowledge& known, const Match& match, const SearchSettings& settings, const Network& network,
           std::uint64_t seed, const std::atomic<bool>& stop, const Round* truth)
        : known_(known), settings_(settings), seed_(seed), equity_(match, settings.equity),
          context_{known_.rules, known_.seat, tuned_weights(known_.rules.players), network, equity_, settings_},
          stop_(stop), truth_(truth), worlds_(known), started_(Clock::now()) {}

    std::vector<Choice> run() {
        make_arms();
        if (arms_.size() > 1) halve();
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
    Worlds worlds_;
    Clock::time_point started_;
    std::vector<Arm> arms_;
    std::vector<Arm*> alive_;
    std::vector<Arm*> fallen_;    // the last to fall comes last
    std::vector<World> stretch_;  // the worlds of the visits that are being made

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    bool out_of_time() const {
        return stop_.load(std::memory_order_relaxed) || (settings_.seconds > 0 && elapsed() >= settings_.seconds);
    }

    void add_arm(Action action) { arms_.push_back({action, Tree(context_)}); }

    void make_arms() {
        const Round& now = worlds_.now();
        if (now.phase == Phase::give) {
            for (unsigned seats = give_choices(now, known_.rules); seats; seats &= seats - 1)
                add_arm(Action::give(known_.seat, std::countr_zero(seats)));
        } else {
            Candidates room;
            evaluate(now, known_.rules, context_.weights, Width::all, room);
            sort_best_first(room);
            const int most = room.front().play.word && (now.hands[known_.seat] & ~room.front().play.cards()) == 0
                                 ? 1  // going out: nothing to think about
                                 : settings_.candidates;
            for (const Candidate& candidate : room) {
                if (static_cast<int>(arms_.size()) >= most && !candidate.is_pass()) continue;
                if (most == 1 && candidate.is_pass()) continue;
                add_arm(candidate.is_pass() ? Action::pass(known_.seat) : Action::of(known_.seat, candidate.play));
            }
        }
        for (Arm& arm : arms_) alive_.push_back(&arm);
    }

    void make_worlds(int from, int to) {
        stretch_.clear();
        for (int number = from; number < to; ++number)
            stretch_.push_back(world_of(context_, truth_ ? *truth_ : worlds_.sample(seed_, number)));
    }

    void visit_all(Arm& arm) const {
        for (const World& world : stretch_) {
            if (arm.tree.tally().visits > 0 && out_of_time()) return;
            World after = world;
            apply(after.round, known_.rules, arm.action);
            arm.tree.visit(after);
        }
    }

    // Brings every candidate that is left to `visits`; false if time ran out on the way.
    bool bring_to(int visits) {
        constexpr int kStretch = 32;  // between looks at the clock
        for (int from = alive_.front()->tree.tally().visits; from < visits; from += kStretch) {
            make_worlds(from, std::min(visits, from + kStretch));
            share_out<1>(alive_.size(), settings_.threads, stop_, [&](std::size_t i) { visit_all(*alive_[i]); });
            if (out_of_time()) return false;
        }
        return true;
    }

    double mean(const Arm* arm) const {
        const Tally& tally = arm->tree.tally();
        return tally.visits ? tally.worth / tally.visits : 0;
    }

    void rank_alive() {
        std::stable_sort(alive_.begin(), alive_.end(), [&](const Arm* a, const Arm* b) { return mean(a) > mean(b); });
    }

    // The visits that are left, in all, at the speed so far.
    double budget_left() const {
        long long made = 0;
        for (const Arm& arm : arms_) made += arm.tree.tally().visits;
        if (settings_.seconds <= 0) return static_cast<double>(settings_.nodes - made);
        const double now = elapsed();
        const double speed = static_cast<double>(made) / std::max(now, 1e-6);
        return std::min(kMostVisits, speed * std::max(0.0, settings_.seconds - now));
    }

    void halve() {
        const double share = std::max(1.0, static_cast<double>(settings_.nodes) / static_cast<double>(alive_.size()));
        const int first =
            settings_.seconds > 0 ? kFirstVisits : static_cast<int>(std::min<double>(kFirstVisits, share));
        if (!bring_to(first)) return rank_alive();
        while (alive_.size() > 1) {
            const int phases = static_cast<int>(std::bit_width(alive_.size() - 1));
            const int more = static_cast<int>(budget_left() / phases / static_cast<double>(alive_.size()));
            const bool in_time = more < 1 || bring_to(alive_.front()->tree.tally().visits + more);
            rank_alive();
            if (!in_time) return;
            const std::size_t keep = (alive_.size() + 1) / 2;
            for (std::size_t i = alive_.size(); i-- > keep;) fallen_.push_back(alive_[i]);
            alive_.resize(keep);
        }
    }

    Choice choice(const Arm& arm) const {
        const Tally& tally = arm.tree.tally();
        Choice choice{.action = arm.action, .visits = tally.visits};
        if (tally.visits) {
            const double n = tally.visits;
            choice.worth = tally.worth / n;
            choice.error = std::sqrt(std::max(0.0, tally.squares / n - choice.worth * choice.worth) / n);
            choice.points = tally.points / n;
            choice.first_out = tally.first_out / n;
        }
        return choice;
    }

    std::vector<Choice> result() const {
        std::vector<Choice> choices;
        for (const Arm* arm : alive_) choices.push_back(choice(*arm));
        for (auto arm = fallen_.rbegin(); arm != fallen_.rend(); ++arm) choices.push_back(choice(**arm));
        return choices;
    }
};

}  // namespace

std::vector<Choice> search(const Knowledge& known, const Match& match, const SearchSettings& settings,
                           const Network& network, std::uint64_t seed, const std::atomic<bool>& stop,
                           const Round* truth) {
    return Search(known, match, settings, network, seed, stop, truth).run();
}

}  // namespace haggis
