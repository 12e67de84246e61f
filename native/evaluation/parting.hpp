// Parting a hand into combinations, cheaply: what shedding.hpp adds up and partition.hpp lists.
//
// Runs of three or more in a suit are either kept together or given up to the sets of their ranks;
// neighbouring pairs in the same two suits go together where that is cheaper. Not always the best
// parting, but one that takes a tenth of a microsecond.
#pragma once

#include <algorithm>
#include <array>

#include "evaluation/weights.hpp"
#include "generator/hand.hpp"

namespace haggis {

using Suits = std::array<unsigned, kMaxSuits>;  // the ranks held in each

inline Suits suits_of(Cards hand) {
    Suits suits;
    for (int suit = 0; suit < kMaxSuits; ++suit) suits[suit] = suit_of(hand, suit);
    return suits;
}

// The ranks of one suit that lie in runs of three or more.
inline constexpr auto kRunRanks = [] {
    std::array<std::uint16_t, 512> table{};
    for (unsigned mask = 0; mask < 512; ++mask) {
        const unsigned starts = mask & mask >> 1 & mask >> 2;
        table[mask] = static_cast<std::uint16_t>(starts | starts << 1 | starts << 2);
    }
    return table;
}();

// Sees the runs among the ranks of one suit: the first place and how many ranks.
template <class See>
void each_run(unsigned ranks, See&& see) {
    while (ranks) {
        const int start = std::countr_zero(ranks);
        const int length = std::countr_one(ranks >> start);
        see(start, length);
        ranks &= ~(((1u << length) - 1) << start);
    }
}

// What combinations cost. Sets are looked up without a branch, since they are asked for millions of
// times a second in sizes that nothing foretells.
class PartCosts {
public:
    explicit PartCosts(const Weights& weights)
        : weights_(weights), sets_{kNothing.data(),      weights.single.data(), weights.pair.data(),
                                   weights.three.data(), weights.four.data(),   weights.four.data()} {}

    int set(int count, int place) const { return sets_[count][place]; }
    int run(int start, int length) const {
        return weights_.run[std::min(length, 7) - 3] + weights_.sequence_rank * (start + length);
    }
    int pairs(int start, int length) const {
        return weights_.pairs[std::min(length, 4) - 2] + weights_.sequence_rank * (start + length - 1);
    }

private:
    static constexpr std::array<std::int32_t, kRanks> kNothing{};
    const Weights& weights_;
    std::array<const std::int32_t*, kMaxSuits + 1> sets_;
};

// Cards that go into sets and sequences of pairs.
struct Sets {
    RankCounts counts = 0;  // cards, by rank
    RankCounts shared = 0;  // suits that go on to the next rank

    explicit Sets(const Suits& suits) {
        for (const unsigned suit : suits) {
            counts += kSuitCounts[suit];
            shared += kSuitCounts[suit & suit >> 1];
        }
    }
};

// Sees the sequences of pairs that are cheaper than their sets: the first place, how many ranks, how
// many sets they replace and what they save.
template <class See>
void each_pairs(const Sets& sets, const PartCosts& costs, See&& see) {
    for (RankCounts starts = at_least(sets.shared, 2); starts;) {
        const int start = start_of(starts);
        int length = 2;
        while (count_at(sets.shared, start + length - 1) >= 2) ++length;  // ends in time: nothing is above the ten
        int saved = -costs.pairs(start, length), replaced = 0;
        for (int place = start; place < start + length; ++place) {
            const int count = count_at(sets.counts, place);
            saved += costs.set(count, place) - costs.set(count - 2, place);
            replaced += count == 2;
        }
        if (saved > 0) see(start, length, replaced, saved);
        const int next = (start + length - 1) * kCountBits;
        starts = starts >> next << next;
    }
}

// The cards that are left for sets when the runs of some suits are kept together.
inline Suits without_runs(Suits suits, unsigned kept) {
    for (; kept; kept &= kept - 1) {
        unsigned& ranks = suits[std::countr_zero(kept)];
        ranks &= ~unsigned{kRunRanks[ranks]};
    }
    return suits;
}

}  // namespace haggis
