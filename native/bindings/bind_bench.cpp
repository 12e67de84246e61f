// The benchmark of `haggis bench`.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstdio>
#include <tuple>

#include "bindings/checks.hpp"
#include "simulation/bench.hpp"

namespace haggis {
namespace {

std::string hexadecimal(std::uint64_t value) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
    return text.data();
}

nb::dict bench(nb::int_ effort) {
    const auto repeats = static_cast<int>(whole(effort, "the effort", 1, 1000));
    BenchReport report;
    interruptible([&](const std::atomic<bool>& stop) { report = run_bench(repeats, stop); });
    nb::dict figures;
    figures["lead_us"] = report.lead_us;
    figures["plays_per_lead"] = report.plays_per_lead;
    figures["count_us"] = report.count_us;
    figures["random_rounds_per_s"] = report.random_rounds_per_s;
    figures["policy_rounds_per_s"] = report.policy_rounds_per_s;
    figures["random_rounds_per_s_3p"] = report.random_rounds_per_s_3p;
    figures["policy_rounds_per_s_3p"] = report.policy_rounds_per_s_3p;
    figures["perft_leaves_per_s"] = report.perft_leaves_per_s;
    figures["signature"] = hexadecimal(report.signature);
    figures["calibration_s"] = report.calibration_s;
    return figures;
}

std::string signature() {
    std::uint64_t value = 0;
    interruptible([&](const std::atomic<bool>& stop) { value = bench_signature(stop); });
    return hexadecimal(value);
}

std::tuple<double, double, double> bench_generation(nb::int_ cards, nb::int_ effort) {
    const auto held = static_cast<int>(whole(cards, "the number of cards", 1, kDealt + 3));
    const auto repeats = static_cast<int>(whole(effort, "the effort", 1, 1000));
    GenerationCost cost;
    interruptible([&](const std::atomic<bool>& stop) { cost = generation_cost(held, repeats, stop); });
    return {cost.plays, cost.list_us, cost.count_us};
}

}  // namespace

void bind_bench(nb::module_& module) {
    using namespace nb::literals;
    module.def("bench", &bench, "effort"_a = 3, nb::sig("def bench(effort: int = 3) -> dict[str, float | str]"),
               "Speeds on fixed deals, and a signature of counts that is the same everywhere.");
    module.def("bench_signature", &signature, "The signature alone.");
    module.def("bench_generation", &bench_generation, "cards"_a, "effort"_a = 3,
               "Plays on lead of hands with so many cards: how many, and microseconds to list and to count them.");
}

}  // namespace haggis
