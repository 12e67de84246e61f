// One hand taken apart once, so that the generator can look at it from every side
// (docs/spec/rules.md, section 2).
//
// Beside the nine-bit suits it keeps, for every suit, nine small counters in one word, one a
// rank. Counters of several suits add up with one addition, and those of neighbouring ranks
// with a shift and an addition, so "how many cards of these suits lie in each window of L
// ranks" costs a handful of instructions for all windows together.
#pragma once

#include <array>
#include <cstdint>

#include "rules/cards.hpp"

namespace haggis {

// Nine counters of seven bits. The top bit of each stays free for comparing.
using RankCounts = std::uint64_t;
inline constexpr int kCountBits = 7;
inline constexpr RankCounts kOneEach = [] {
    RankCounts word = 0;
    for (int rank = 0; rank < kRanks; ++rank) word |= RankCounts{1} << (rank * kCountBits);
    return word;
}();

inline constexpr auto kSuitCounts = [] {
    std::array<RankCounts, 512> table{};
    for (unsigned mask = 0; mask < 512; ++mask)
        for (int rank = 0; rank < kRanks; ++rank)
            if (mask >> rank & 1) table[mask] |= RankCounts{1} << (rank * kCountBits);
    return table;
}();

constexpr int count_at(RankCounts counts, int start) { return static_cast<int>(counts >> (start * kCountBits)) & 127; }

// All counters together, which must be less than 128: one multiplication puts the sum into the last.
constexpr int sum_of(RankCounts counts) { return count_at(counts * kOneEach, kRanks - 1); }

// The top bits of the counters that are at least `need`.
constexpr RankCounts at_least(RankCounts counts, int need) {
    if (need <= 0) need = 0;
    return (counts + kOneEach * static_cast<unsigned>(64 - need)) & (kOneEach << 6);
}

// Turns such a top bit into its window's start (0 is the two).
constexpr int start_of(RankCounts top_bits) { return std::countr_zero(top_bits) / kCountBits; }

struct Hand {
    Cards cards;
    unsigned courts;  // J, Q, K as bits 0, 1, 2
    int court_count;
    std::array<unsigned, kMaxSuits> suit;
    std::array<RankCounts, kMaxSuits> counts;

    explicit Hand(Cards all) : cards(all), courts(courts_of(all)), court_count(kSuitCount[courts]) {
        for (int s = 0; s < kMaxSuits; ++s) {
            suit[s] = suit_of(all, s);
            counts[s] = kSuitCounts[suit[s]];
        }
    }
    RankCounts all_suits() const { return counts[0] + counts[1] + counts[2] + counts[3] + counts[4]; }
};

}  // namespace haggis
