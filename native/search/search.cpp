#include "search/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "support/workers.hpp"

namespace haggis {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kFirstVisits = 16;        // enough for each candidate to be judged at all
constexpr double kMostVisits = 1e9;     // however long it may think: visits are counted by int
constexpr double kDrawingShare = 0.15;  // of the time, at most, goes into drawing worlds
constexpr double kReadingShare = 0.3;   // the same where the others' habit is read from what they did

// One candidate of the root with its own tree.
struct Arm {
    Action action;
    std::int32_t judged;
    Tree tree;
};

class Search {
public:
    Search(const Knowledge& known, const Match& match, const Taste& taste, const SearchSettings& settings,
           const std::atomic<bool>& stop)
        : known_(known), settings_(settings), taste_(taste), equity_(match), stop_(stop), worlds_(known),
          started_(Clock::now()) {}

    SearchResult run() {
        make_arms();
        if (arms_.size() > 1) {
            drawn_ = settings_.truth ? std::vector{*settings_.truth} : draw_worlds();
            drawn_after_ = elapsed();
            halve();
        }
        return result();
    }

private:
    const Knowledge& known_;
    const SearchSettings& settings_;
    const Taste& taste_;
    Equity equity_;
    const std::atomic<bool>& stop_;
    Worlds worlds_;
    Clock::time_point started_;
    std::vector<Round> drawn_;
    double drawn_after_ = 0;  // seconds
    std::vector<Arm> arms_;
    std::vector<Arm*> alive_;
    std::vector<Arm*> fallen_;  // the last to fall comes last

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    bool out_of_time() const {
        return stop_.load(std::memory_order_relaxed) || (settings_.seconds > 0 && elapsed() >= settings_.seconds);
    }

    // No candidate gets more than half of the visits: more worlds would never be seen.
    int useful_worlds() const {
        if (settings_.seconds > 0) return settings_.worlds;
        return static_cast<int>(std::clamp<long long>(settings_.nodes / 2, 1, settings_.worlds));
    }

    std::vector<Round> draw_worlds() const {
        const double share = settings_.tree.habit ? kReadingShare : kDrawingShare;
        const auto hurry = [&] {
            return stop_.load(std::memory_order_relaxed) ||
                   (settings_.seconds > 0 && elapsed() > share * settings_.seconds);
        };
        return worlds_.sample_many(useful_worlds(), {settings_.trust, taste_, settings_.tree.habit}, settings_.seed, hurry);
    }

    void add_arm(Action action, std::int32_t judged) {
        arms_.push_back({action, judged, Tree(known_.rules, taste_, equity_, settings_.tree, known_.seat)});
    }

    void make_arms() {
        const Round& now = worlds_.now();
        if (now.phase == Phase::give) {
            for (unsigned seats = give_choices(now, known_.rules); seats; seats &= seats - 1)
                add_arm(Action::give(known_.seat, std::countr_zero(seats)), 0);
        } else {
            Candidates room;
            judge(now, known_.rules, taste_, Width::all, room);
            sort_best_first(room);
            const int most = room.front().play.word && (now.hands[known_.seat] & ~room.front().play.cards()) == 0
                                 ? 1  // going out: nothing to think about
                                 : settings_.candidates;
            for (const Candidate& candidate : room) {
                if (static_cast<int>(arms_.size()) >= most && !candidate.is_pass()) continue;
                if (most == 1 && candidate.is_pass()) continue;
                add_arm(candidate.is_pass() ? Action::pass(known_.seat) : Action::of(known_.seat, candidate.play),
                        candidate.value);
            }
        }
        for (Arm& arm : arms_) alive_.push_back(&arm);
    }

    // The same world, and the same luck in it, for every candidate.
    void visit(Arm& arm, int number) const {
        Round round = drawn_[static_cast<std::size_t>(number) % drawn_.size()];
        apply(round, known_.rules, arm.action);
        Rng rng(settings_.seed ^ 0x5851f42d4c957f2du, static_cast<std::uint64_t>(number));
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
        const int first = settings_.seconds > 0 ? kFirstVisits : static_cast<int>(std::min<double>(kFirstVisits, share));
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
        Choice choice{.action = arm.action, .visits = tally.visits, .judged = arm.judged};
        if (tally.visits) {
            const double n = tally.visits;
            choice.worth = tally.worth[known_.seat] / n;
            choice.error = std::sqrt(std::max(0.0, tally.squares / n - choice.worth * choice.worth) / n);
            choice.points = tally.points / n;
            choice.first_out = tally.first_out / n;
        }
        return choice;
    }

    SearchResult result() const {
        SearchResult result;
        for (const Arm* arm : alive_) result.choices.push_back(choice(*arm));
        for (auto arm = fallen_.rbegin(); arm != fallen_.rend(); ++arm) result.choices.push_back(choice(**arm));
        for (const Choice& each : result.choices) result.nodes += each.visits;
        result.stopped = stop_.load(std::memory_order_relaxed);
        return result;
    }
};

}  // namespace

SearchResult search(const Knowledge& known, const Match& match, const Taste& taste,
                    const SearchSettings& settings, const std::atomic<bool>& stop) {
    return Search(known, match, taste, settings, stop).run();
}

}  // namespace haggis
