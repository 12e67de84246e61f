#include "evaluation/shedding.hpp"

#include "evaluation/parting.hpp"

namespace haggis {
namespace {

Shedding sets_cost(const Suits& suits, const PartCosts& costs) {
    const Sets sets(suits);
    Shedding found{.groups = sum_of(at_least(sets.counts, 1) >> (kCountBits - 1))};
    for (int place = 0; place < kRanks; ++place) found.cost += costs.set(count_at(sets.counts, place), place);
    if (at_least(sets.shared, 2))
        each_pairs(sets, costs, [&](int, int, int replaced, int saved) {
            found.cost -= saved;
            found.groups += 1 - replaced;
        });
    return found;
}

// The runs of one suit, kept together.
Shedding runs_cost(unsigned ranks, const PartCosts& costs) {
    Shedding found;
    each_run(kRunRanks[ranks], [&](int start, int length) {
        found.cost += costs.run(start, length);
        ++found.groups;
    });
    return found;
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

// Tries every choice of suits whose runs are kept together; the rest goes into sets.
Shedding shedding(Cards hand, const Weights& weights) {
    const Suits suits = suits_of(hand);
    const PartCosts costs(weights);
    unsigned with_runs = 0;
    for (int suit = 0; suit < kMaxSuits; ++suit)
        if (kRunRanks[suits[suit]]) with_runs |= 1u << suit;
    Shedding best = sets_cost(suits, costs);
    for (unsigned kept = with_runs; kept; kept = (kept - 1) & with_runs) {
        Shedding found = sets_cost(without_runs(suits, kept), costs);
        for (unsigned left = kept; left; left &= left - 1) {
            const Shedding runs = runs_cost(suits[std::countr_zero(left)], costs);
            found.cost += runs.cost;
            found.groups += runs.groups;
        }
        if (found.cost < best.cost) {
            best = found;
            best.kept = kept;
        }
    }
    add_courts(courts_of(hand), weights, best);
    return best;
}

}  // namespace haggis
