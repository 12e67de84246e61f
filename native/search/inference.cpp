#include "search/inference.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <span>

#include "evaluation/evaluation.hpp"
#include "rules/deal.hpp"
#include "support/steady_exp.hpp"
#include "support/workers.hpp"
#include "value/lookahead.hpp"

namespace haggis {
namespace {

constexpr int kGuesses = 2;                // hands that the one who acts thinks possible
constexpr int kMostCandidates = 8;         // actions that she thinks about
constexpr double kNetworkTemperature = 7;  // points that make an action e times as likely
constexpr double kEvaluationTemperature = 4;
constexpr double kHundredths = 100;  // the evaluation counts in them
constexpr double kOddity = 0.1;      // how often she does anything, for no reason that the network knows
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

// What was done as one of the candidates. Of plays that differ only in suits for which the hand doesn't care, one
// stands for all.
Candidate found_among(const Candidates& room, const Action& done) {
    const auto find = [&](auto&& same) {
        const auto found =
            std::ranges::find_if(room, [&](const Candidate& each) { return same(each.play, done.play); });
        return found == room.end() ? nullptr : &*found;
    };
    const Candidate* found = find([](Play a, Play b) { return a.cards() == b.cards(); });
    if (!found)
        found = find([](Play a, Play b) {
            return a.reading().code == b.reading().code && courts_of(a.cards()) == courts_of(b.cards());
        });
    return found ? *found : Candidate{done.play, room.back().value};
}

// What was done, and then what else the seat to act may have thought about. Whoever could go out thought of that alone.
std::vector<Candidate> thoughts(const Action& done, const Round& round, const Rules& rules) {
    Candidates room;
    evaluate(round, rules, tuned_weights(rules.players), Width::all, room);
    sort_best_first(room);
    std::vector<Candidate> found{found_among(room, done)};
    const Cards hand = round.hands[round.turn];
    if (done.play.cards() == hand) return found;
    for (const Candidate& each : room) {
        if (each.play.cards() == hand) return {found[0], each};
        const bool counts = each.is_pass() || std::ssize(found) < kMostCandidates;
        if (counts && each.play != found[0].play) found.push_back(each);
    }
    return found;
}

// The chance of the first, if e times as likely is what is worth so many points more.
double chance_of_first(std::span<const double> worth, double temperature) {
    double sum = 0;
    for (const double each : worth) sum += steady_exp(std::clamp((each - worth[0]) / temperature, -30.0, 30.0));
    return (1 - kOddity) / sum + kOddity / static_cast<double>(worth.size());
}

// How somebody may think: as search does, or more simply. Who does one thing one way does the others that way, too.
struct Chances {
    double by_network = 1;
    double by_evaluation = 1;

    Chances& operator*=(const Chances& other) {
        by_network *= other.by_network;
        by_evaluation *= other.by_evaluation;
        return *this;
    }
    double mean() const { return (by_network + by_evaluation) / 2; }
};

// The chance that the seat to act does this.
Chances chances_of(const Action& done, const Round& round, const Rules& rules, const Network& network, Rng& rng) {
    const std::vector<Candidate> candidates = thoughts(done, round, rules);
    if (candidates.size() == 1) return {};
    std::vector<Action> actions;
    std::vector<double> values;
    for (const Candidate& each : candidates) {
        actions.push_back(each.is_pass() ? Action::pass(round.turn) : Action::of(round.turn, each.play));
        values.push_back(each.value / kHundredths);
    }
    std::array<Round, kGuesses> guesses;
    for (Round& guess : guesses) guess = redeal_unseen(round, rules, round.turn, rng);
    return {.by_network = chance_of_first(look_ahead(guesses, rules, network, actions), kNetworkTemperature),
            .by_evaluation = chance_of_first(values, kEvaluationTemperature)};
}

}  // namespace

double likelihood(const Knowledge& known, const Round& world, const Network& network, Rng& rng) {
    Round round = as_dealt(known, world);
    std::array<Chances, kMaxPlayers> chances;
    for (const Action& action : known.history) {
        if (action.seat != known.seat && is_decision(action))
            chances[action.seat] *= chances_of(action, round, known.rules, network, rng);
        apply(round, known.rules, action);
    }
    double all = 1;
    for (const Chances& each : chances) all *= each.mean();
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
        Rng rng(seed_ + 2, i);  // apart from the chance that deals the world and plays it out
        weighed_[i] = worlds_.sample(seed_, static_cast<int>(i));
        weights[i] = likelihood(known_, weighed_[i], network_, rng);
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
