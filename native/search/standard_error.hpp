// How sure a mean over visits is.
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <span>

namespace haggis {

// The standard error of the mean of values, each of a world. Likely worlds are visited again and again, and what they
// have in common does not even out: so it is their sums that vary by chance, not the single visits.
inline double standard_error(std::span<const double> values, std::span<const int> worlds) {
    const auto count = static_cast<double>(values.size());
    double mean = 0;
    for (const double value : values) mean += value / count;
    std::map<int, double> apart;
    double alone = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        apart[worlds[i]] += values[i] - mean;
        alone += (values[i] - mean) * (values[i] - mean);
    }
    if (values.size() < 2) return 0;
    if (apart.size() < 2) return std::sqrt(alone / (count - 1) / count);  // the hands are known: only play varies
    double together = 0;
    for (const auto& [world, sum] : apart) together += sum * sum;
    const auto groups = static_cast<double>(apart.size());
    return std::sqrt(together * groups / (groups - 1)) / count;
}

}  // namespace haggis
