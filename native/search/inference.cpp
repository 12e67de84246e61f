#include "search/inference.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "rules/deal.hpp"
#include "support/steady_exp.hpp"
#include "support/workers.hpp"
#include "value/lookahead.hpp"

namespace haggis {
namespace {

constexpr int kGuesses = 2;         // hands that the one who acts thinks possible
constexpr int kMostCandidates = 8;  // actions that she thinks about
constexpr double kTemperature = 7;  // points that make an action e times as likely
constexpr double kOddity = 0.1;     // how often she does anything, for no reason that the network knows
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

// Whether it leaves the same cards; what they were read as makes little difference.
bool alike(const Action& one, const Action& other) {
    return one.kind == other.kind && one.play.cards() == other.play.cards();
}

double softmax(const std::vector<double>& worth, std::size_t chosen) {
    double sum = 0;
    for (const double each : worth) sum += steady_exp(std::clamp((each - worth[chosen]) / kTemperature, -30.0, 30.0));
    return 1 / sum;
}

// The chance that the seat to act does this.
double chance_of(const Action& done, const Round& round, const Rules& rules, const Network& network, Rng& rng) {
    std::vector<Action> actions = candidate_actions(round, rules, kMostCandidates);
    auto found = std::ranges::find_if(actions, [&](const Action& each) { return alike(each, done); });
    if (found == actions.end()) found = actions.insert(found, done);
    if (actions.size() == 1) return 1;
    std::array<Round, kGuesses> guesses;
    for (Round& guess : guesses) guess = redeal_unseen(round, rules, round.turn, rng);
    const std::vector<double> worth = look_ahead(guesses, rules, network, actions);
    const double thought = softmax(worth, static_cast<std::size_t>(found - actions.begin()));
    return (1 - kOddity) * thought + kOddity / static_cast<double>(actions.size());
}

}  // namespace

double likelihood(const Knowledge& known, const Round& world, const Network& network, Rng& rng) {
    Round round = as_dealt(known, world);
    double chance = 1;
    for (const Action& action : known.history) {
        if (action.seat != known.seat && is_decision(action))
            chance *= chance_of(action, round, known.rules, network, rng);
        apply(round, known.rules, action);
    }
    return chance;
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
        Rng rng(seed_ + 2, i);  // apart from the chance that deals the world and plays it out
        weighed_[i] = worlds_.sample(seed_, static_cast<int>(i));
        weights[i] = likelihood(known_, weighed_[i], network_, rng);
    });
    double sum = 0;
    for (const double weight : weights) sums_.push_back(sum += weight);
}

// Steps of the golden ratio spread any number of draws evenly over the weights.
Round LikelyWorlds::sample(int number) const {
    if (weighed_.empty()) return worlds_.sample(seed_, number);
    const double place = 0.5 + number * kGoldenRatio;
    const double reached = (place - std::floor(place)) * sums_.back();
    const auto found = std::ranges::upper_bound(sums_, reached) - sums_.begin();
    return weighed_[static_cast<std::size_t>(std::min(found, std::ssize(sums_) - 1))];
}

}  // namespace haggis
