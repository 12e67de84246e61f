#include "evaluation/partition.hpp"

#include "evaluation/parting.hpp"
#include "evaluation/shedding.hpp"

namespace haggis {
namespace {

GroupKind run_kind(int length) {
    return static_cast<GroupKind>(static_cast<int>(GroupKind::run3) + std::min(length, 6) - 3);
}

void add_sets(const Suits& suits, const PartCosts& costs, Partition& found) {
    const Sets sets(suits);
    RankCounts counts = sets.counts;
    each_pairs(sets, costs, [&](int start, int length, int, int) {
        found.add(length == 2 ? GroupKind::pairs2 : GroupKind::pairs3, length, start + length - 1);
        for (int place = start; place < start + length; ++place) counts -= RankCounts{2} << (place * kCountBits);
    });
    for (int place = 0; place < kRanks; ++place)
        if (const int count = count_at(counts, place))
            found.add(static_cast<GroupKind>(std::min(count, 4) - 1), 1, place);
}

}  // namespace

Partition partition(Cards hand, const Weights& weights) {
    const Suits suits = suits_of(hand);
    const unsigned kept = shedding(hand, weights).kept;
    Partition found;
    for (unsigned left = kept; left; left &= left - 1)
        each_run(kRunRanks[suits[std::countr_zero(left)]],
                 [&](int start, int length) { found.add(run_kind(length), length, start + length - 1); });
    add_sets(without_runs(suits, kept), PartCosts(weights), found);
    for (int place = 0; place < 3; ++place)
        if (courts_of(hand) >> place & 1) found.add(GroupKind::single, 1, kRanks + place);
    return found;
}

}  // namespace haggis
