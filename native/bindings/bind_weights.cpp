// The weights of the evaluation: what tuning them needs.
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "bindings/bound_round.hpp"
#include "learning/weights_match.hpp"

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
    module.def("match_weights", &bound_match, "rules"_a, "first"_a, "second"_a, "deals"_a, "seed"_a, "threads"_a = 1,
               "For each deal, what the first weights score more a round than the second.");
}

}  // namespace haggis
