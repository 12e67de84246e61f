// Sequences as grids of suits by ranks (RULES.md, section 2, "Sequence" and the courts option).
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

#include "combos.hpp"
#include "hand.hpp"

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

constexpr int shortest_run(int multiplicity) { return multiplicity == 1 ? 3 : 2; }

// Hands the visitor every grid that this hand can fill, each once.
class GridFinder {
public:
    GridFinder(const Hand& hand, const Rules& rules)
        : hand_(hand), suits_(rules.suits()), courts_(rules.courts) {}

    template <class Visit>
    void on_lead(int first, Visit&& visit) const {
        unsigned alive = 1;  // sets of rows that can fill two ranks; the empty set can
        std::array<RankCounts, 32> counts{};
        for (unsigned rows = 1; rows < (1u << suits_); ++rows) {
            const unsigned rest = rows & (rows - 1);
            counts[rows] = counts[rest] + hand_.counts[std::countr_zero(rows)];
            if (!(alive >> rest & 1)) continue;
            if (lengths_up_to_ten(rows, counts[rows], first, visit)) alive |= 1u << rows;
        }
        above_ten(first, suits_, counts, 0, 0, visit);
    }

    // Only this shape, and only ranks above `floor`.
    template <class Visit>
    void following(int multiplicity, int length, int floor, Visit&& visit) const {
        std::array<RankCounts, 32> counts{};
        std::array<RankCounts, 32> sums{};
        std::array<RankCounts, kMaxSuits> suit_sums{};
        for (int s = 0; s < suits_; ++s) suit_sums[s] = window_counts_or_none(s, length);
        for (unsigned rows = 1; rows < (1u << suits_); ++rows) {
            const unsigned rest = rows & (rows - 1);
            const int suit = std::countr_zero(rows);
            counts[rows] = counts[rest] + hand_.counts[suit];
            sums[rows] = sums[rest] + suit_sums[suit];
            const int row_count = kSuitCount[rows];
            if (length > kRanks || row_count > multiplicity || row_count < multiplicity - 1)
                continue;
            one_length(rows, sums[rows], multiplicity, length, floor, visit);
        }
        if (length > 1) above_ten(multiplicity, multiplicity, counts, length, floor, visit);
    }

private:
    const Hand& hand_;
    int suits_;
    Courts courts_;

    RankCounts window_counts_or_none(int suit, int length) const {
        return length <= kRanks ? window_counts(hand_.counts[suit], length) : 0;
    }

    template <class Visit>
    bool lengths_up_to_ten(unsigned rows, RankCounts counts, int first, Visit&& visit) const {
        const int row_count = kSuitCount[rows];
        const int courts = hand_.court_count;
        RankCounts sums = counts;
        bool any = false;
        for (int length = 2; length <= kRanks; ++length) {
            sums += counts >> ((length - 1) * kCountBits);
            const int places = row_count * length;
            const int need = places > courts ? places - courts : 1;
            RankCounts windows = at_least(sums, need) & window_starts(length);
            if (!windows) break;
            any = true;
            const bool plain = row_count >= first && length >= shortest_run(row_count);
            const bool blank = row_count < suits_ && length <= courts && row_count + 1 >= first;
            if (!plain && !blank) continue;
            for (; windows; windows &= windows - 1) {
                const int start = start_of(windows);
                const int held = count_at(sums, start);
                if (plain) give(rows, start, length, held, 0, row_count, false, visit);
                if (blank && places - held + length <= courts)
                    give(rows, start, length, held, 0, row_count + 1, true, visit);
            }
        }
        return any;
    }

    template <class Visit>
    void one_length(unsigned rows, RankCounts sums, int multiplicity, int length, int floor,
                    Visit&& visit) const {
        const int row_count = kSuitCount[rows];
        const bool blank = row_count < multiplicity;
        const int courts = hand_.court_count - (blank ? length : 0);
        if (courts < 0) return;
        const int places = row_count * length;
        const int need = places > courts ? places - courts : 1;
        RankCounts windows = at_least(sums, need) & window_starts(length);
        const int lowest_start = floor - length;  // a window's rank is start + length + 1
        if (lowest_start > kRanks - length) return;
        if (lowest_start > 0) windows &= ~((RankCounts{1} << (lowest_start * kCountBits)) - 1);
        for (; windows; windows &= windows - 1) {
            const int start = start_of(windows);
            give(rows, start, length, count_at(sums, start), 0, multiplicity, blank, visit);
        }
    }

    // Grids that end above ten: the ranks below form a window that ends at ten.
    template <class Visit>
    void above_ten(int first, int last, const std::array<RankCounts, 32>& counts, int only_length,
                   int floor, Visit&& visit) const {
        if (courts_ == Courts::wild || hand_.court_count == 0) return;
        for (unsigned rows = 1; rows < (1u << suits_); ++rows) {
            const int row_count = kSuitCount[rows];
            if (row_count > 3 || row_count > last || row_count + 1 < first) continue;
            for (int blank = 0; blank <= 1; ++blank) {
                const int multiplicity = row_count + blank;
                if (multiplicity < first || multiplicity > last) continue;
                for (int above = 1; above * multiplicity <= hand_.court_count; ++above)
                    ends_above(rows, counts[rows], multiplicity, above, only_length, floor, visit);
            }
        }
    }

    template <class Visit>
    void ends_above(unsigned rows, RankCounts counts, int multiplicity, int above, int only_length,
                    int floor, Visit&& visit) const {
        if (kTen + above <= floor || !above_allowed(multiplicity, above)) return;
        const int row_count = kSuitCount[rows];
        const bool blank = row_count < multiplicity;
        int held = 0;
        for (int ranks = 1; ranks <= kRanks; ++ranks) {
            held += count_at(counts, kRanks - ranks);
            const int needed = row_count * ranks - held + above * multiplicity + (blank ? ranks : 0);
            if (needed > hand_.court_count) break;
            const int length = ranks + above;
            if (held == 0 || length < shortest_run(multiplicity)) continue;
            if (only_length && length != only_length) continue;
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
        const bool number = courts_ == Courts::number;
        int base = kSuitCount[rows] * ranks - held + (blank ? ranks : 0);
        if (!number) base += above * multiplicity;
        const int rank = start + ranks + above + kLowRank - 1;
        visit(Grid{.held = hand_.cards & grid_cards(rows, start, ranks),
                   .code = Reading::of(multiplicity, ranks + above, rank).code,
                   .rows = static_cast<std::uint8_t>(rows),
                   .count = static_cast<std::uint8_t>(held),
                   .base = static_cast<std::uint8_t>(base),
                   .forced = static_cast<std::uint8_t>(number ? (1u << above) - 1 : 0),
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
