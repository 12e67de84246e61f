// Matches between two sets of weights: what tuning them needs.
#pragma once

#include <atomic>
#include <span>

#include "evaluation/weights.hpp"
#include "rules/rules.hpp"

namespace haggis {

// differences[i] is what `first` scores more a round than the mean of the others, who all have
// the weights `second`, over every seating of deal number i. Depends on the seed and i only.
void match_weights(const Rules& rules, const Weights& first, const Weights& second, std::uint64_t seed,
                   std::span<double> differences, int threads, const std::atomic<bool>& stop);

}  // namespace haggis
