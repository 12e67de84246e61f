// The plays of a hand: all of them, how many, or the n-th (docs/spec/rules.md, sections 2 and 3).
//
// `top` is the combination to beat, or none on lead. Passing is not a play. Every (cards,
// reading) appears exactly once. A hand holds at most 14 number and 3 court cards; whoever
// takes hands from outside checks that first.
//
// Counting is much cheaper than listing: a tally adds up the plays of each rank, grid and kind
// of bomb from tables. A uniformly random play is an index drawn below the total; only the rank
// or the grid it falls into is then listed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "generator/grids.hpp"
#include "generator/hand.hpp"
#include "rules/combos.hpp"

namespace haggis {

// No hand of 14 number cards and three court cards has so many plays on lead: an ordinary one has
// about 900, the richest that climbing searches find (tests/native repeats one) 7,166.
inline constexpr int kMaxPlays = 16384;

class PlayList {
public:
    PlayList() : words_(std::make_unique_for_overwrite<std::uint64_t[]>(kMaxPlays + 4)) {}

    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Play operator[](int index) const { return {words_[index]}; }
    const std::uint64_t* words() const { return words_.get(); }
    const std::uint64_t* begin() const { return words_.get(); }
    const std::uint64_t* end() const { return words_.get() + size_; }

    std::uint64_t* room() { return words_.get(); }
    void close(const std::uint64_t* end) { size_ = static_cast<int>(end - words_.get()); }

private:
    std::unique_ptr<std::uint64_t[]> words_;
    int size_ = 0;
};

// Lists into room for kMaxPlays + 4 words; returns the end.
std::uint64_t* list_plays(Cards hand, Reading top, const Rules& rules, std::uint64_t* out);
void list_plays(Cards hand, Reading top, const Rules& rules, PlayList& list);

int count_plays(Cards hand, Reading top, const Rules& rules);

// Counts once, then gives any of the plays by its number.
class PlayTally {
public:
    PlayTally(Cards hand, Reading top, const Rules& rules);
    int total() const { return total_; }
    Play pick(int index) const;

private:
    // 31 sets of rows with 36 windows each, as many again with a blank row or above ten.
    static constexpr int kMaxGrids = 3072;

    Hand hand_;
    Reading top_;
    const Rules& rules_;
    int sets_ = 0;
    int bombs_ = 0;
    int runs_ = 0;  // on lead: sequences within one suit
    int total_ = 0;
    int grid_count_ = 0;
    std::array<Grid, kMaxGrids> grids_;
    std::array<std::uint16_t, kMaxGrids> plays_;

    void add(const Grid& grid);
};

}  // namespace haggis
