// Playouts, many a call.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <utility>
#include <vector>

#include "bindings/bound_round.hpp"
#include "simulation/playout_policy.hpp"

namespace haggis {
namespace {

constexpr std::int64_t kMostPlayouts = 10'000'000;

// Checks what Python asks for, then lets `play` fill that many results.
template <class Play>
std::vector<PlayoutResult> play_many(nb::int_ count, nb::int_ seed, const std::string& style, nb::int_ threads,
                                     nb::int_ first, Play play) {
    std::vector<PlayoutResult> results(static_cast<std::size_t>(whole(count, "the number of rounds", 0,
                                                                      kMostPlayouts)));
    const auto start = seed_of(seed);
    const auto number = seed_of(first);
    const auto how = style_of(style);
    const int workers = thread_count(threads);
    interruptible([&](const std::atomic<bool>& stop) { play(how, start, number, results, workers, stop); });
    return results;
}

Table playouts(const BoundRound& self, nb::int_ count, nb::int_ seed, const std::string& style, nb::int_ threads,
               nb::int_ first) {
    const auto play = [&](auto&... how) { play_out_many(self.round, self.rules, how...); };
    return totals_array(play_many(count, seed, style, threads, first, play), self.rules.players);
}

std::pair<Table, Row> rounds(const Rules& rules, nb::int_ count, nb::int_ seed, const std::string& style,
                             nb::int_ threads, nb::int_ first) {
    const auto play = [&](auto&... how) { play_rounds(rules, how...); };
    const auto results = play_many(count, seed, style, threads, first, play);
    return {totals_array(results, rules.players), actions_array(results)};
}

// The policy's own action: ("play", word), ("pass", 0) or ("give", seat).
std::pair<std::string, std::uint64_t> sensible_action(const BoundRound& self, nb::int_ seed) {
    if (self.round.over()) throw illegal("the round is over");
    Rng rng(seed_of(seed));
    if (self.round.phase == Phase::give)
        return {"give", static_cast<std::uint64_t>(sensible_give(self.round, self.rules, rng))};
    const auto play = sensible_play(self.round, self.rules, rng);
    return play ? std::pair<std::string, std::uint64_t>{"play", play->word}
                : std::pair<std::string, std::uint64_t>{"pass", 0};
}

}  // namespace

void bind_playouts(nb::module_& module) {
    using namespace nb::literals;
    module.def("playouts", &playouts, "round"_a, "count"_a, "seed"_a, "style"_a = "random", "threads"_a = 1,
               "first"_a = 0, "Totals of each seat after playing the round to its end so many times.");
    module.def("rounds", &rounds, "rules"_a, "count"_a, "seed"_a, "style"_a = "random", "threads"_a = 1, "first"_a = 0,
               "Whole rounds from fresh deals: totals of each seat, and the number of actions.");
    module.def("sensible_action", &sensible_action, "round"_a, "seed"_a,
               "What the sensible policy does: (kind, word or seat).");
}

}  // namespace haggis
