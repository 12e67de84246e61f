#include "evaluation/shedding.hpp"

#include <algorithm>

#include "generator/hand.hpp"

namespace haggis {
namespace {

// The ranks of one suit that lie in runs of three or more.
constexpr auto kRunRanks = [] {
    std::array<std::uint16_t, 512> table{};
    for (unsigned mask = 0; mask < 512; ++mask) {
        const unsigned starts = mask & mask >> 1 & mask >> 2;
        table[mask] = static_cast<std::uint16_t>(starts | starts << 1 | starts << 2);
    }
    return table;
}();

Shedding run_cost(unsigned ranks, const Weights& weights) {
    Shedding found;
    while (ranks) {
        const int start = std::countr_zero(ranks);
        const int length = std::countr_one(ranks >> start);
        found.cost += weights.run[std::min(length, 7) - 3] + weights.sequence_rank * (start + length);
        ++found.groups;
        ranks &= ~(((1u << length) - 1) << start);
    }
    return found;
}

// What a set costs, by its size and rank: a look-up without a branch, since it is asked millions of
// times a second about sizes that nothing foretells.
class SetCosts {
public:
    explicit SetCosts(const Weights& weights)
        : rows_{kNothing.data(),      weights.single.data(), weights.pair.data(),
                weights.three.data(), weights.four.data(),   weights.four.data()} {}

    int operator()(int count, int place) const { return rows_[count][place]; }

private:
    static constexpr std::array<std::int32_t, kRanks> kNothing{};
    std::array<const std::int32_t*, kMaxSuits + 1> rows_;
};

// Neighbouring ranks that share two suits, as one sequence of pairs instead of sets.
void join_pairs(RankCounts counts, RankCounts shared, const Weights& weights, const SetCosts& set_cost,
                Shedding& found) {
    for (RankCounts starts = at_least(shared, 2); starts;) {
        const int start = start_of(starts);
        int length = 1;
        while (count_at(shared, start + length) >= 2) ++length;  // ends in time: nothing is above the ten
        int apart = 0, left = 0, freed = 0;
        for (int place = start; place <= start + length; ++place) {
            const int count = count_at(counts, place);
            apart += set_cost(count, place);
            left += set_cost(count - 2, place);
            freed += count == 2;
        }
        const int joined = weights.pairs[std::min(length + 1, 4) - 2] + weights.sequence_rank * (start + length);
        if (left + joined < apart) {
            found.cost += left + joined - apart;
            found.groups += 1 - freed;
        }
        starts = starts >> (start + length) * kCountBits << (start + length) * kCountBits;
    }
}

using Suits = std::array<unsigned, kMaxSuits>;

Shedding sets_cost(const Suits& suits, const Weights& weights, const SetCosts& set_cost) {
    RankCounts counts = 0, shared = 0;
    for (const unsigned suit : suits) {
        counts += kSuitCounts[suit];
        shared += kSuitCounts[suit & suit >> 1];
    }
    Shedding found{.groups = sum_of(at_least(counts, 1) >> (kCountBits - 1))};
    for (int place = 0; place < kRanks; ++place) found.cost += set_cost(count_at(counts, place), place);
    if (at_least(shared, 2)) join_pairs(counts, shared, weights, set_cost, found);
    return found;
}

// Every choice of suits whose runs are kept together; the rest goes into sets.
Shedding numbers_cost(const Suits& suits, const Weights& weights) {
    unsigned with_runs = 0;
    for (int suit = 0; suit < kMaxSuits; ++suit)
        if (kRunRanks[suits[suit]]) with_runs |= 1u << suit;
    const SetCosts set_cost(weights);
    Shedding best = sets_cost(suits, weights, set_cost);
    for (unsigned kept = with_runs; kept; kept = (kept - 1) & with_runs) {
        Suits rest = suits;
        Shedding runs;
        for (unsigned left = kept; left; left &= left - 1) {
            const int suit = std::countr_zero(left);
            const Shedding here = run_cost(kRunRanks[suits[suit]], weights);
            runs.cost += here.cost;
            runs.groups += here.groups;
            rest[suit] &= ~unsigned{kRunRanks[suits[suit]]};
        }
        const Shedding sets = sets_cost(rest, weights, set_cost);
        if (sets.cost + runs.cost < best.cost) best = {sets.cost + runs.cost, sets.groups + runs.groups};
    }
    return best;
}

void add_courts(unsigned courts, const Weights& weights, Shedding& found) {
    for (int place = 0; place < 3; ++place)
        if (courts >> place & 1) {
            found.cost += weights.single[kRanks + place];
            ++found.groups;
        }
    const int held = kSuitCount[courts];
    if (held == 2) found.cost += weights.two_courts;
    if (held == 3) found.cost += weights.three_courts;
}

}  // namespace

Shedding shedding(Cards hand, const Weights& weights) {
    Suits suits;
    for (int suit = 0; suit < kMaxSuits; ++suit) suits[suit] = suit_of(hand, suit);
    Shedding found = numbers_cost(suits, weights);
    add_courts(courts_of(hand), weights, found);
    return found;
}

}  // namespace haggis
