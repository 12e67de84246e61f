#include "shedding.hpp"

#include <algorithm>

#include "hand.hpp"

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

Shedding run_cost(unsigned ranks, const Taste& taste) {
    Shedding found;
    while (ranks) {
        const int start = std::countr_zero(ranks);
        const int length = std::countr_one(ranks >> start);
        found.cost += taste.run[std::min(length, 7) - 3] + taste.sequence_rank * (start + length);
        ++found.groups;
        ranks &= ~(((1u << length) - 1) << start);
    }
    return found;
}

int set_cost(int count, int place, const Taste& taste) {
    switch (count) {
        case 0: return 0;
        case 1: return taste.single[place];
        case 2: return taste.pair[place];
        case 3: return taste.three[place];
        default: return taste.four[place];
    }
}

// Neighbouring ranks that share two suits, as one sequence of pairs instead of sets.
void join_pairs(RankCounts counts, RankCounts shared, const Taste& taste, Shedding& found) {
    for (int place = 0; place < kRanks - 1;) {
        int length = 1;
        int apart = set_cost(count_at(counts, place), place, taste);
        int left = set_cost(count_at(counts, place) - 2, place, taste);
        int freed = count_at(counts, place) == 2;
        while (place + length < kRanks && count_at(shared, place + length - 1) >= 2) {
            const int at = place + length++;
            apart += set_cost(count_at(counts, at), at, taste);
            left += set_cost(count_at(counts, at) - 2, at, taste);
            freed += count_at(counts, at) == 2;
        }
        if (length > 1) {
            const int joined = taste.pairs[std::min(length, 4) - 2] + taste.sequence_rank * (place + length - 1);
            if (left + joined < apart) {
                found.cost += left + joined - apart;
                found.groups += 1 - freed;
            }
        }
        place += length;
    }
}

using Suits = std::array<unsigned, kMaxSuits>;

Shedding sets_cost(const Suits& suits, const Taste& taste) {
    RankCounts counts = 0, shared = 0;
    for (const unsigned suit : suits) {
        counts += kSuitCounts[suit];
        shared += kSuitCounts[suit & suit >> 1];
    }
    Shedding found;
    for (int place = 0; place < kRanks; ++place) {
        const int count = count_at(counts, place);
        if (!count) continue;
        found.cost += set_cost(count, place, taste);
        ++found.groups;
    }
    if (at_least(shared, 2)) join_pairs(counts, shared, taste, found);
    return found;
}

// Every choice of suits whose runs are kept together; the rest goes into sets.
Shedding numbers_cost(const Suits& suits, const Taste& taste) {
    unsigned with_runs = 0;
    for (int suit = 0; suit < kMaxSuits; ++suit)
        if (kRunRanks[suits[suit]]) with_runs |= 1u << suit;
    Shedding best = sets_cost(suits, taste);
    for (unsigned kept = with_runs; kept; kept = (kept - 1) & with_runs) {
        Suits rest = suits;
        Shedding runs;
        for (unsigned left = kept; left; left &= left - 1) {
            const int suit = std::countr_zero(left);
            const Shedding here = run_cost(kRunRanks[suits[suit]], taste);
            runs.cost += here.cost;
            runs.groups += here.groups;
            rest[suit] &= ~unsigned{kRunRanks[suits[suit]]};
        }
        const Shedding sets = sets_cost(rest, taste);
        if (sets.cost + runs.cost < best.cost)
            best = {sets.cost + runs.cost, sets.groups + runs.groups};
    }
    return best;
}

void add_courts(unsigned courts, const Taste& taste, Shedding& found) {
    for (int place = 0; place < 3; ++place)
        if (courts >> place & 1) {
            found.cost += taste.single[kRanks + place];
            ++found.groups;
        }
    const int held = kSuitCount[courts];
    if (held == 2) found.cost += taste.two_courts;
    if (held == 3) found.cost += taste.three_courts;
}

}  // namespace

Shedding shedding(Cards hand, const Taste& taste) {
    Suits suits;
    for (int suit = 0; suit < kMaxSuits; ++suit) suits[suit] = suit_of(hand, suit);
    Shedding found = numbers_cost(suits, taste);
    add_courts(courts_of(hand), taste, found);
    return found;
}

}  // namespace haggis
