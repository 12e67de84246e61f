// The weights of the evaluation and of the opponent model: what tuning and fitting them needs.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <tuple>
#include <vector>

#include "bindings/bound_round.hpp"
#include "evaluation/opponent_model.hpp"
#include "learning/weights_match.hpp"
#include "rules/actions.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

constexpr std::int32_t kMostWeight = 1'000'000;  // hundredths of a point
constexpr std::int64_t kMostDeals = 10'000'000;

using Numbers = std::vector<std::int32_t>;
using WeightRow = std::array<std::int32_t, kWeightCount>;

Weights weights_of(const Numbers& numbers) {
    if (numbers.size() != kWeightCount) throw bad_request("there must be " + std::to_string(kWeightCount) + " weights");
    for (const std::int32_t number : numbers)
        if (number < -kMostWeight || number > kMostWeight) throw bad_request("a weight is too large");
    WeightRow row{};
    std::copy(numbers.begin(), numbers.end(), row.begin());
    return std::bit_cast<Weights>(row);
}

Numbers numbers_of(const Weights& weights) {
    const auto row = std::bit_cast<WeightRow>(weights);
    return {row.begin(), row.end()};
}

int players_of(nb::int_ players) { return static_cast<int>(whole(players, "the number of players", 2, kMaxPlayers)); }

Numbers bound_weights(nb::int_ players) { return numbers_of(tuned_weights(players_of(players))); }

// (weights, temperature)
std::tuple<Numbers, std::int32_t> bound_model(nb::int_ players) {
    const OpponentModel& model = fitted_opponent_model(players_of(players));
    return {numbers_of(model.weights), model.temperature};
}

void check_decision(const BoundRound* bound, std::uint64_t word) {
    if (!bound || bound->round.phase != Phase::play) throw bad_request("somebody must be about to play or pass");
    const Round& round = bound->round;
    const std::string refused =
        objection(round, bound->rules, word ? Action::of(round.turn, Play{word}) : Action::pass(round.turn));
    if (!refused.empty()) throw illegal(refused);
}

// For each round, the chance that the model gives to what was done there: the word of a play, or 0.
std::vector<double> bound_chances(const std::vector<const BoundRound*>& rounds, const std::vector<std::uint64_t>& words,
                                  const Numbers& weights, nb::int_ temperature, nb::int_ threads) {
    if (rounds.size() != words.size()) throw bad_request("there must be an action for each round");
    const OpponentModel model{weights_of(weights),
                              static_cast<std::int32_t>(whole(temperature, "the temperature", 1, kMostWeight))};
    for (std::size_t i = 0; i < rounds.size(); ++i) check_decision(rounds[i], words[i]);
    std::vector<double> chances(rounds.size());
    const int workers = thread_count(threads);
    interruptible([&](const std::atomic<bool>& stop) {
        share_out<256>(rounds.size(), workers, stop, [&](std::size_t i) {
            Candidates room;
            chances[i] = chance_of(rounds[i]->round, rounds[i]->rules, model, Play{words[i]}, room);
        });
    });
    return chances;
}

std::vector<double> bound_match(const Rules& rules, const Numbers& first, const Numbers& second, nb::int_ deals,
                                nb::int_ seed, nb::int_ threads) {
    std::vector<double> differences(static_cast<std::size_t>(whole(deals, "the number of deals", 0, kMostDeals)));
    const Weights one = weights_of(first), two = weights_of(second);
    const auto start = seed_of(seed);
    const int workers = thread_count(threads);
    interruptible([&](const std::atomic<bool>& stop) {
        match_weights(rules, one, two, start, differences, workers, stop);
    });
    return differences;
}

}  // namespace

void bind_weights(nb::module_& module) {
    using namespace nb::literals;
    module.def("tuned_weights", &bound_weights, "players"_a, "The weights of the evaluation.");
    module.def("fitted_opponent_model", &bound_model, "players"_a, "Weights and temperature of the opponent model.");
    module.def("chances", &bound_chances, "rounds"_a, "words"_a, "weights"_a, "temperature"_a, "threads"_a = 0,
               "How likely an opponent model finds each of these decisions.");
    module.def("match_weights", &bound_match, "rules"_a, "first"_a, "second"_a, "deals"_a, "seed"_a, "threads"_a = 1,
               "For each deal, what the first weights score more a round than the second.");
}

}  // namespace haggis
