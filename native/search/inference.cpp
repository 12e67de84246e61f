#include "search/inference.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>
#include <span>

#include "rules/deal.hpp"
#include "support/steady_exp.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

constexpr int kMostCandidates = 8;  // actions that are thought of
constexpr double kOddity = 0.05;    // how often somebody does anything, for no reason that the policy knows
constexpr double kGoldenRatio = 0.6180339887498949;

bool is_decision(const Action& action) {
    return action.kind == Action::Kind::play || action.kind == Action::Kind::pass;
}

// The beginning of the round that led to this world.
Round as_dealt(const Knowledge& known, const Round& world) {
    std::array<Cards, kMaxPlayers> hands{};
    for (int seat = 0; seat < known.rules.players; ++seat) hands[seat] = world.hands[seat] & kNumbers;
    for (const Action& action : known.history)
        if (action.kind == Action::Kind::play) hands[action.seat] |= action.play.cards() & kNumbers;
    return start_round(known.rules, hands, world.haggis, known.lead);
}

// By style; who does one thing in one style does the others in it, too.
using Chances = std::array<double, kPolicyStyles>;

// The chance of the first.
void multiply_by_chance(std::span<const Logits> logits, Chances& chances) {
    for (std::size_t style = 0; style < kPolicyStyles; ++style) {
        double sum = 0;
        for (const Logits& each : logits)
            sum += steady_exp(std::clamp<double>(each[style] - logits[0][style], -30.0, 30.0));
        chances[style] *= (1 - kOddity) / sum + kOddity / static_cast<double>(logits.size());
    }
}

}  // namespace

double likelihood(const Knowledge& known, const Round& world, const Policy& policy) {
    Round round = as_dealt(known, world);
    History history;
    std::array<Chances, kMaxPlayers> chances;
    for (Chances& each : chances) each.fill(1);
    for (const Action& action : known.history) {
        if (action.seat != known.seat && is_decision(action)) {
            const Candidates likely = done_among_likely(action, round, known.rules, kMostCandidates);
            if (likely.size() > 1)
                multiply_by_chance(policy.logits(round, known.rules, history, likely), chances[action.seat]);
        }
        history.note(round, action);
        apply(round, known.rules, action);
    }
    double all = 1;
    for (const Chances& each : chances) all *= std::accumulate(each.begin(), each.end(), 0.0) / kPolicyStyles;
    return all;
}

bool LikelyWorlds::others_acted() const {
    return std::ranges::any_of(known_.history,
                               [&](const Action& action) { return action.seat != known_.seat && is_decision(action); });
}

void LikelyWorlds::weigh(int count, int threads, const std::function<bool()>& out_of_time) {
    if (count <= 0 || !others_acted()) return;
    static const std::atomic<bool> never{false};
    std::vector<double> weights(static_cast<std::size_t>(count));
    weighed_.resize(weights.size());
    share_out<1>(weights.size(), threads, never, [&](std::size_t i) {
        if (i > 0 && out_of_time()) return;
        weighed_[i] = worlds_.sample(seed_, static_cast<int>(i));
        weights[i] = likelihood(known_, weighed_[i], policy_);
    });
    double sum = 0;
    for (const double weight : weights) sums_.push_back(sum += weight);
}

Round LikelyWorlds::sample(int number) const {
    return weighed_.empty() ? worlds_.sample(seed_, number) : weighed_[static_cast<std::size_t>(drawn(number))];
}

// Steps of the golden ratio spread any number of draws evenly over the weights.
int LikelyWorlds::drawn(int number) const {
    if (weighed_.empty()) return number;
    const double place = 0.5 + number * kGoldenRatio;
    const double reached = (place - std::floor(place)) * sums_.back();
    const auto found = std::ranges::upper_bound(sums_, reached) - sums_.begin();
    return static_cast<int>(std::min(found, std::ssize(sums_) - 1));
}

}  // namespace haggis
