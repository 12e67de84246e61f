// The benchmark: fixed deals, fixed seeds. The signature comes from counts alone and is the same
// on every machine; the speeds are to be read beside the calibration.
#pragma once

#include <atomic>
#include <cstdint>

namespace haggis {

struct BenchReport {
    double lead_us = 0;  // all plays on lead of a full two-player hand
    double plays_per_lead = 0;
    double count_us = 0;             // only counting them
    double random_rounds_per_s = 0;  // two players, one thread
    double policy_rounds_per_s = 0;
    double random_rounds_per_s_3p = 0;
    double policy_rounds_per_s_3p = 0;
    double perft_leaves_per_s = 0;
    std::uint64_t signature = 0;
    double calibration_s = 0;  // a fixed loop of plain work
};

// `effort` repeats every measurement so many times and keeps the best. Stops early, with a
// meaningless report, once `stop` is set.
BenchReport run_bench(int effort, const std::atomic<bool>& stop);

// The counts alone, without the clock.
std::uint64_t bench_signature(const std::atomic<bool>& stop);

// What generating the plays on lead costs with so many cards in hand (1 to 17).
struct GenerationCost {
    double plays = 0;  // mean over the hands
    double list_us = 0;
    double count_us = 0;
};
GenerationCost generation_cost(int cards, int effort, const std::atomic<bool>& stop);

}  // namespace haggis
