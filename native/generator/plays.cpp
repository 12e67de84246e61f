#include "generator/plays.hpp"

#include "generator/bombs.hpp"
#include "generator/runs.hpp"
#include "generator/sets.hpp"

namespace haggis {
namespace {

std::uint64_t* list_sets_for(const Hand& hand, Reading top, const Rules& rules, std::uint64_t* out) {
    if (top.none()) return list_sets(hand, rules, out);
    if (top.is_bomb() || top.length() > 1) return out;
    return list_sets_above(hand, rules, top.multiplicity(), top.rank(), out);
}

int count_sets_for(const Hand& hand, Reading top, const Rules& rules) {
    if (top.none()) return count_sets(hand, rules);
    if (top.is_bomb() || top.length() > 1) return 0;
    return count_sets_above(hand, rules, top.multiplicity(), top.rank());
}

template <class Visit>
void visit_grids(const Hand& hand, Reading top, const Rules& rules, Visit&& visit) {
    const GridFinder finder(hand, rules);
    if (top.none()) return finder.on_lead(visit);
    if (!top.is_bomb() && top.length() > 1) finder.following(top.multiplicity(), top.length(), top.rank(), visit);
}

}  // namespace

std::uint64_t* list_plays(Cards cards, Reading top, const Rules& rules, std::uint64_t* out) {
    const Hand hand(cards);
    out = list_sets_for(hand, top, rules, out);
    if (top.none()) out = list_runs(hand, rules, out);
    visit_grids(hand, top, rules, [&](const Grid& grid) { out = list_grid(grid, hand, out); });
    return list_bombs_above(hand, top.bomb(), out);
}

void list_plays(Cards hand, Reading top, const Rules& rules, PlayList& list) {
    list.close(list_plays(hand, top, rules, list.room()));
}

int count_plays(Cards cards, Reading top, const Rules& rules) {
    const Hand hand(cards);
    int total = count_sets_for(hand, top, rules) + count_bombs_above(hand, top.bomb());
    if (top.none()) total += count_runs(hand, rules);
    visit_grids(hand, top, rules, [&](const Grid& grid) { total += count_grid(grid, hand); });
    return total;
}

PlayTally::PlayTally(Cards cards, Reading top, const Rules& rules) : hand_(cards), top_(top), rules_(rules) {
    sets_ = count_sets_for(hand_, top, rules);
    bombs_ = count_bombs_above(hand_, top.bomb());
    runs_ = top.none() ? count_runs(hand_, rules) : 0;
    total_ = sets_ + bombs_ + runs_;
    visit_grids(hand_, top, rules, [this](const Grid& grid) { add(grid); });
}

void PlayTally::add(const Grid& grid) {
    const int plays = count_grid(grid, hand_);
    grids_[grid_count_] = grid;
    plays_[grid_count_++] = static_cast<std::uint16_t>(plays);
    total_ += plays;
}

Play PlayTally::pick(int index) const {
    std::array<std::uint64_t, 1024> room;
    if (index < sets_) {
        list_sets_for(hand_, top_, rules_, room.data());
        return {room[index]};
    }
    index -= sets_;
    if (index < bombs_) {
        list_bombs_above(hand_, top_.bomb(), room.data());
        return {room[index]};
    }
    index -= bombs_;
    if (index < runs_) return pick_run(hand_, rules_, index);
    index -= runs_;
    int grid = 0;
    for (; index >= plays_[grid]; ++grid) index -= plays_[grid];
    list_grid(grids_[grid], hand_, room.data());
    return {room[index]};
}

}  // namespace haggis
