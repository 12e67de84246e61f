// Matches between two judges: what tuning their taste needs.
#pragma once

#include <atomic>
#include <span>

#include "evaluation/weights.hpp"
#include "rules/rules.hpp"

namespace haggis {

// differences[i] is what `first` scores more a round than the mean of the others, who all have
// the taste `second`, over every seating of deal number i. Depends on the seed and i only.
void match_tastes(const Rules& rules, const Taste& first, const Taste& second, std::uint64_t seed,
                  std::span<double> differences, int threads, const std::atomic<bool>& stop);

}  // namespace haggis
