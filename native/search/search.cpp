#include "search/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "search/tree.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kFirstVisits = 16;        // enough to say something of each candidate
constexpr double kMostVisits = 1e9;     // however long it may think: visits are counted by int
constexpr double kDrawingShare = 0.15;  // of the time, at most, goes into drawing worlds
constexpr double kReadingShare = 0.3;   // the same where the opponent model reads what the others did

// One candidate of the root with its own tree.
struct Arm {
    Action action;
    Tree tree;
};

class Search {
public:
    Search(const Knowledge& known, const Match& match, const SearchSettings& settings, std::uint64_t seed,
           const std::atomic<bool>& stop)
        : known_(known), settings_(settings), seed_(seed), policies_(policies_of(known, settings)),
          equity_(match, settings.equity), stop_(stop), worlds_(known), started_(Clock::now()) {}

    std::vector<Choice> run(const Round* truth) {
        make_arms();
        if (arms_.size() > 1) {
            drawn_ = truth ? std::vector{*truth} : draw_worlds();
            drawn_after_ = elapsed();
            halve();
        }
        return result();
    }

private:
    const Knowledge& known_;
    const SearchSettings& settings_;
    std::uint64_t seed_;
    Policies policies_;
    Equity equity_;
    const std::atomic<bool>& stop_;
    Worlds worlds_;
    Clock::time_point started_;
    std::vector<Round> drawn_;
    double drawn_after_ = 0;  // seconds
    std::vector<Arm> arms_;
    std::vector<Arm*> alive_;
    std::vector<Arm*> fallen_;  // the last to fall comes last

    static Policies policies_of(const Knowledge& known, const SearchSettings& settings) {
        const int players = known.rules.players;
        const OpponentModel* model = settings.opponent_model ? &fitted_opponent_model(players) : nullptr;
        return {tuned_weights(players), model, known.seat};
    }

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    bool out_of_time() const {
        return stop_.load(std::memory_order_relaxed) || (settings_.seconds > 0 && elapsed() >= settings_.seconds);
    }

    // No candidate gets more than half of the visits: more worlds would never be seen.
    int useful_worlds() const {
        if (settings_.seconds > 0) return settings_.worlds;
        return std::clamp(settings_.nodes / 2, 1, settings_.worlds);
    }

    std::vector<Round> draw_worlds() const {
        const double share = settings_.opponent_model ? kReadingShare : kDrawingShare;
        const auto hurry = [&] {
            return stop_.load(std::memory_order_relaxed) ||
                   (settings_.seconds > 0 && elapsed() > share * settings_.seconds);
        };
        const Inference inference{settings_.inference, policies_.weights, policies_.opponent_model};
        return worlds_.sample_many(useful_worlds(), inference, seed_, hurry);
    }

    void add_arm(Action action) { arms_.push_back({action, Tree(known_.rules, policies_, equity_, settings_)}); }

    void make_arms() {
        const Round& now = worlds_.now();
        if (now.phase == Phase::give) {
            for (unsigned seats = give_choices(now, known_.rules); seats; seats &= seats - 1)
                add_arm(Action::give(known_.seat, std::countr_zero(seats)));
        } else {
            Candidates room;
            evaluate(now, known_.rules, policies_.weights, Width::all, room);
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

    // The same world, and the same luck in it, for every candidate.
    void visit(Arm& arm, int number) const {
        Round round = drawn_[static_cast<std::size_t>(number) % drawn_.size()];
        apply(round, known_.rules, arm.action);
        Rng rng(seed_ ^ 0x5851f42d4c957f2du, static_cast<std::uint64_t>(number));
        arm.tree.visit(round, rng);
    }

    // Brings every candidate that is left to `visits`; false if time ran out on the way.
    bool bring_to(int visits) {
        constexpr int kStretch = 32;  // between looks at the clock
        for (int from = alive_.front()->tree.tally().visits; from < visits; from += kStretch) {
            const int to = std::min(visits, from + kStretch);
            share_out<1>(alive_.size(), settings_.threads, stop_, [&](std::size_t i) {
                for (int number = from; number < to && !(number > 0 && out_of_time()); ++number)
                    visit(*alive_[i], number);
            });
            if (out_of_time()) return false;
        }
        return true;
    }

    double mean(const Arm* arm) const {
        const Tally& tally = arm->tree.tally();
        return tally.visits ? tally.worth[known_.seat] / tally.visits : 0;
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
        const double speed = static_cast<double>(made) / std::max(now - drawn_after_, 1e-6);
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
            choice.worth = tally.worth[known_.seat] / n;
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
                           std::uint64_t seed, const std::atomic<bool>& stop, const Round* truth) {
    return Search(known, match, settings, seed, stop).run(truth);
}

}  // namespace haggis
