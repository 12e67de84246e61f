#include "generator/grids.hpp"

#include "generator/courts.hpp"

namespace haggis {
namespace {

constexpr int choose(int n, int k) {
    int result = 1;
    for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return k > n ? 0 : result;
}

// kWays[held][base][courts]: leave out 0, 1, 2... of the held cards and take base, base + 1,
// base + 2... of the court cards.
constexpr auto kWays = [] {
    std::array<std::array<std::array<std::uint16_t, 4>, 4>, kDealt + 1> table{};
    for (int held = 0; held <= kDealt; ++held)
        for (int base = 0; base < 4; ++base)
            for (int courts = base; courts < 4; ++courts)
                for (int out = 0; base + out <= courts; ++out)
                    table[held][base][courts] +=
                        static_cast<std::uint16_t>(choose(held, out) * choose(courts, base + out));
    return table;
}();

// With more than three ranks no row can be emptied by three court cards.
bool row_may_empty(const Grid& grid) { return !grid.blank && grid.ranks <= 3; }

// The plays in which one row keeps no number card. Two empty rows would need four court cards.
int ways_with_an_empty_row(const Grid& grid, const Hand& hand, int courts) {
    int ways = 0;
    const unsigned window = ((1u << grid.ranks) - 1) << grid.start;
    for (unsigned rows = grid.rows; rows; rows &= rows - 1) {
        const int row = kSuitCount[hand.suit[std::countr_zero(rows)] & window];
        if (grid.base + row <= courts) ways += kWays[grid.count - row][grid.base + row][courts];
    }
    return ways;
}

class Writer {
public:
    Writer(const Grid& grid, const Hand& hand, std::uint64_t* out)
        : out_(out), choices_(kCourtChoices[hand.courts & ~grid.forced]), rows_(grid.rows) {
        word_ = std::uint64_t{grid.code} << kCardBits | Cards{grid.forced} << kCourtBit;
    }
    std::uint64_t* end() const { return out_; }

    // Plays `kept` without `out` of the candidates, in every way.
    template <bool check>
    void leave_out(Cards kept, Cards candidates, int out, int courts) {
        if (out == 0) return put<check>(kept, courts);
        for (; candidates; candidates &= candidates - 1)
            leave_out<check>(kept ^ lowest(candidates), candidates & (candidates - 1), out - 1, courts);
    }

private:
    std::uint64_t* out_;
    const std::array<CourtChoices, 4>& choices_;
    std::uint64_t word_;
    unsigned rows_;

    bool every_row_kept(Cards kept) const {
        for (unsigned rows = rows_; rows; rows &= rows - 1)
            if (!suit_of(kept, std::countr_zero(rows))) return false;
        return true;
    }

    // Three words are always written and the end moved by the true number: cheaper than a loop.
    template <bool check>
    void put(Cards kept, int courts) {
        if (check && !every_row_kept(kept)) return;
        const CourtChoices& choices = choices_[courts];
        for (int i = 0; i < 3; ++i) out_[i] = word_ | kept | choices.cards[i];
        out_ += choices.count;
    }
};

}  // namespace

int count_grid(const Grid& grid, const Hand& hand) {
    const int courts = kSuitCount[hand.courts & ~unsigned{grid.forced}];
    const int ways = kWays[grid.count][grid.base][courts];
    return row_may_empty(grid) ? ways - ways_with_an_empty_row(grid, hand, courts) : ways;
}

std::uint64_t* list_grid(const Grid& grid, const Hand& hand, std::uint64_t* out) {
    const int courts = kSuitCount[hand.courts & ~unsigned{grid.forced}];
    Writer writer(grid, hand, out);
    for (int left = 0; grid.base + left <= courts; ++left) {
        if (row_may_empty(grid))
            writer.leave_out<true>(grid.held, grid.held, left, grid.base + left);
        else
            writer.leave_out<false>(grid.held, grid.held, left, grid.base + left);
    }
    return writer.end();
}

}  // namespace haggis
