// Random numbers that are the same on every machine.
//
// A counter run through a mixing function: stream i of a seed is independent of how many other
// streams are drawn, and by which thread, so results don't depend on the number of threads.
#pragma once

#include <cstdint>

namespace haggis {

class Rng {
public:
    explicit constexpr Rng(std::uint64_t seed, std::uint64_t stream = 0)
        : state_(mix(mix(seed + kStep) ^ (stream * kStep + 0x632be59bd9b4e019u))) {}

    constexpr std::uint64_t next() { return mix(state_ += kStep); }

    // Exactly uniform in 0 .. bound - 1 (bound at least 1): products that would favour some
    // results are thrown away.
    constexpr std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t unfair = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < unfair) product = (next() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

private:
    static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;  // odd, from the golden ratio
    std::uint64_t state_;

    static constexpr std::uint64_t mix(std::uint64_t x) {
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
        x = (x ^ x >> 27) * 0x94d049bb133111ebu;
        return x ^ x >> 31;
    }
};

}  // namespace haggis
