// Sequences as grids of suits by ranks (docs/spec/rules.md, section 2, "Sequence" and the courts option).
//
// A sequence of multiplicity m is a grid of m suits; its number cards lie in some of them, the
// court cards fill the other places. To list every (cards, reading) exactly once we name a grid
// by the suits that really hold a number card ("rows") and the ranks up to ten it covers:
//
//  - usually there are m rows, and each must keep at least one number card;
//  - a suit made of court cards alone counts as a blank row. With three court cards and at least
//    two ranks there is room for one blank row at most, and then no other row can be empty.
//
// A held card may stay in hand while a court card takes its place: a grid with K held cards that
// needs `base` court cards also gives plays with base + 1, base + 2... and as many cards left out.
// Places above ten need court cards of their own. For `lower` any court cards do (they can always
// be arranged: one place each at J and Q, or several at J); for `number` they are forced: the J,
// then the Q, then the K; `wild` has none.
#pragma once

#include <array>

#include "generator/hand.hpp"
#include "rules/combos.hpp"

namespace haggis {

struct Grid {
    Cards held;           // the number cards of the hand inside the rows and ranks
    std::uint16_t code;   // the reading
    std::uint8_t rows;    // suits, as bits
    std::uint8_t count;   // how many cards `held` has
    std::uint8_t base;    // court cards needed when all of `held` is played, the forced apart
    std::uint8_t forced;  // court cards that must be among them (`number`, above ten)
    std::uint8_t ranks;   // number ranks covered
    std::uint8_t start;   // the lowest of them, 0 is the two
    bool blank;           // a row of court cards alone
};

inline constexpr auto kRowCards = [] {
    std::array<Cards, 32> table{};
    for (unsigned rows = 0; rows < 32; ++rows)
        for (int suit = 0; suit < kMaxSuits; ++suit)
            if (rows >> suit & 1) table[rows] |= Cards{1} << (suit * kRanks);
    return table;
}();

constexpr Cards grid_cards(unsigned rows, int start, int ranks) {
    return kRowCards[rows] * ((1u << ranks) - 1) << start;
}

// The top bits of the windows of so many ranks that end at ten or below.
constexpr RankCounts window_starts(int ranks) {
    return (kOneEach << 6) & ((RankCounts{1} << ((kRanks - ranks + 1) * kCountBits)) - 1);
}

// counts[start] becomes the number of cards in the window of `ranks` ranks from there.
constexpr RankCounts window_counts(RankCounts counts, int ranks) {
    RankCounts sum = counts;
    for (int i = 1; i < ranks; ++i) sum += counts >> (i * kCountBits);
    return sum;
}

// Hands the visitor grids that this hand can fill, each once. A few of them may turn out to
// give no play; none is missing.
class GridFinder {
public:
    GridFinder(const Hand& hand, const Rules& rules) : hand_(hand), suits_(rules.suits()), courts_(rules.courts) {}

    // Every grid with number cards in two suits or more. (Those in one suit: runs.hpp.)
    template <class Visit>
    void on_lead(Visit&& visit) const {
        RowTable rows_table;
        std::array<RankCounts, kMaxSuits> filled2, filled3;
        for (int s = 0; s < suits_; ++s) {
            filled2[s] = at_least(window_counts(hand_.counts[s], 2), 1);
            filled3[s] = at_least(window_counts(hand_.counts[s], 3), 1);
        }
        rows_table[0] = {0, ~RankCounts{0}, ~RankCounts{0}};
        unsigned alive = 1;  // sets of rows that can fill two ranks; only they can grow
        for (unsigned rows = 1; rows < (1u << suits_); ++rows) {
            const unsigned rest = rows & (rows - 1);
            if (!(alive >> rest & 1)) continue;
            const int suit = std::countr_zero(rows);
            const Rows& before = rows_table[rest];
            const Rows now{before.counts + hand_.counts[suit], before.filled2 & filled2[suit],
                           before.filled3 & filled3[suit]};
            rows_table[rows] = now;
            if (rest == 0 ? now.filled2 != 0 : every_length(rows, now, visit)) alive |= 1u << rows;
        }
    }

    // Only this shape, and only ranks above `floor`.
    template <class Visit>
    void following(int multiplicity, int length, int floor, Visit&& visit) const {
        std::array<RankCounts, 32> counts;
        counts[0] = 0;
        const int fewest = multiplicity == 1 ? 1 : multiplicity - 1;
        for (unsigned rows = 1; rows < (1u << suits_); ++rows) {
            counts[rows] = counts[rows & (rows - 1)] + hand_.counts[std::countr_zero(rows)];
            const int row_count = kSuitCount[rows];
            if (row_count > multiplicity || row_count < fewest) continue;
            up_to_ten(rows, counts[rows], multiplicity, length, floor, visit);
            above_ten(rows, counts[rows], multiplicity, length, floor, visit);
        }
    }

private:
    const Hand& hand_;
    int suits_;
    Courts courts_;

    // The cards of a set of rows, and the windows of two and three ranks in which none is empty.
    struct Rows {
        RankCounts counts, filled2, filled3;
    };
    using RowTable = std::array<Rows, 32>;

    // Returns whether two ranks can be filled at all.
    template <class Visit>
    bool every_length(unsigned rows, const Rows& now, Visit&& visit) const {
        const int row_count = kSuitCount[rows];
        const int courts = hand_.court_count;
        const bool jacks = courts_ == Courts::lower && row_count <= courts;  // places at J
        if (jacks && count_at(now.counts, kRanks - 1) == row_count)
            give(rows, kRanks - 1, 1, row_count, 1, row_count, false, visit);
        RankCounts sums = now.counts;
        for (int ranks = 2; ranks <= kRanks; ++ranks) {
            sums += now.counts >> ((ranks - 1) * kCountBits);
            const int places = row_count * ranks;
            RankCounts windows = at_least(sums, places - courts) & window_starts(ranks);
            if (ranks <= 3) windows &= ranks == 2 ? now.filled2 : now.filled3;
            if (!windows) return ranks > 2;
            const bool blank = ranks <= courts && row_count < suits_;
            for (RankCounts rest = windows; rest; rest &= rest - 1) {
                const int start = start_of(rest);
                const int held = count_at(sums, start);
                give(rows, start, ranks, held, 0, row_count, false, visit);
                if (blank && places - held + ranks <= courts)
                    give(rows, start, ranks, held, 0, row_count + 1, true, visit);
                if (jacks && start + ranks == kRanks && places - held + row_count <= courts)
                    give(rows, start, ranks, held, 1, row_count, false, visit);
            }
        }
        return true;
    }

    template <class Visit>
    void up_to_ten(unsigned rows, RankCounts counts, int multiplicity, int length, int floor, Visit&& visit) const {
        const int row_count = kSuitCount[rows];
        const bool blank = row_count < multiplicity;
        const int courts = hand_.court_count - (blank ? length : 0);
        const int lowest_start = floor > length ? floor - length : 0;  // rank = start + length + 1
        if (courts < 0 || lowest_start > kRanks - length) return;
        const int places = row_count * length;
        const int need = places > courts ? places - courts : 1;
        const RankCounts sums = window_counts(counts, length);
        RankCounts windows = at_least(sums, need) & window_starts(length);
        windows &= ~((RankCounts{1} << (lowest_start * kCountBits)) - 1);
        for (; windows; windows &= windows - 1) {
            const int start = start_of(windows);
            give(rows, start, length, count_at(sums, start), 0, multiplicity, blank, visit);
        }
    }

    // Grids that end above ten: their number ranks form a window that ends at ten.
    template <class Visit>
    void above_ten(unsigned rows, RankCounts counts, int multiplicity, int length, int floor, Visit&& visit) const {
        if (courts_ == Courts::wild) return;
        for (int above = 1; above * multiplicity <= hand_.court_count; ++above) {
            const int ranks = length - above;
            if (ranks < 1) return;
            if (kTen + above <= floor || ranks > kRanks || !above_allowed(multiplicity, above)) continue;
            const int row_count = kSuitCount[rows];
            const bool blank = row_count < multiplicity;
            const int held = count_at(window_counts(counts, ranks), kRanks - ranks);
            const int needed = multiplicity * length - held;
            if (held > 0 && needed <= hand_.court_count)
                give(rows, kRanks - ranks, ranks, held, above, multiplicity, blank, visit);
        }
    }

    bool above_allowed(int multiplicity, int above) const {
        if (courts_ == Courts::lower) return true;
        const unsigned forced = (1u << above) - 1;
        return multiplicity == 1 && (hand_.courts & forced) == forced;
    }

    template <class Visit>
    void give(unsigned rows, int start, int ranks, int held, int above, int multiplicity, bool blank,
              Visit&& visit) const {
        const unsigned forced = courts_ == Courts::number ? (1u << above) - 1 : 0;
        const int length = ranks + above;
        const int base = multiplicity * length - held - (forced ? above : 0);
        const int rank = start + length + kLowRank - 1;
        visit(Grid{.held = hand_.cards & grid_cards(rows, start, ranks),
                   .code = Reading::of(multiplicity, length, rank).code,
                   .rows = static_cast<std::uint8_t>(rows),
                   .count = static_cast<std::uint8_t>(held),
                   .base = static_cast<std::uint8_t>(base),
                   .forced = static_cast<std::uint8_t>(forced),
                   .ranks = static_cast<std::uint8_t>(ranks),
                   .start = static_cast<std::uint8_t>(start),
                   .blank = blank});
    }
};

// How many plays a grid gives with these court cards in hand.
int count_grid(const Grid& grid, const Hand& hand);

// Writes them; returns the new end. May write two words past it.
std::uint64_t* list_grid(const Grid& grid, const Hand& hand, std::uint64_t* out);

}  // namespace haggis
