// The end of a round between two rivals, as the solver plays it (docs/spec/rules.md, sections 3 and 4).
//
// The rivals are the two players, or, with three, the two who are left when the first has gone
// out; who went out then is "the third". An Ending holds only what decides the future: points
// already scored are left out and added at the very end, so that positions reached by different
// roads are one position. Where a bet is won by points the road matters after all: then the
// points still needed for each bet are part of the position.
//
// A pass that nothing else could replace is made at once, so every step leads to a decision or
// to the end of the round.
#pragma once

#include <array>
#include <cstdint>

#include "rules/round.hpp"
#include "solver/hand_book.hpp"

namespace haggis {

inline constexpr int kThird = 2;  // beside the sides 0 and 1

struct Ending {
    std::array<BookHand*, 2> hand{};
    std::array<std::int16_t, 3> need{};  // points to win a bet; 0 once won, or without a bet
    Reading top;                         // to beat; none on lead
    std::int16_t worth = 0;              // of the cards on the table
    std::int8_t side = 0;                // who decides
    std::int8_t owner = 0;               // of the combination on the table
    std::int8_t bomb_to = 0;             // who captures the trick if the bomb on top stands
    bool passed = false;                 // the other rival let the third's combination stand
    bool giving = false;                 // the choice is who captures a bombed trick

    bool leading() const { return top.none(); }
    int other() const { return 1 - side; }
};

// Where an action leads. Points are counted for the side that acted, less the other's.
struct Step {
    Ending next;
    int gain = 0;
    bool over = false;
};

struct Bounds {
    int lower, upper;
};

class EndingRules {
public:
    EndingRules(const Round& round, const Rules& rules, HandBook& book);

    Ending start(const Round& round);      // any position of the same round
    int scored(const Round& round) const;  // what side 0 is ahead already

    Step play(const Ending& ending, const Option& option);
    Step pass(const Ending& ending);
    Step give(const Ending& ending, int to);

    // What the side to decide can still win at most and must win at least.
    Bounds bounds(const Ending& ending) const;

    int seat_of(int side) const { return seats_[side]; }
    int side_of(int seat) const { return seat == seats_[0] ? 0 : seat == seats_[1] ? 1 : kThird; }
    bool has_third() const { return seats_[kThird] != kNobody; }

private:
    const Rules& rules_;
    HandBook& book_;
    std::array<int, 3> seats_{};
    int haggis_ = 0;                // what it is worth
    bool haggis_at_stake_ = false;  // a rival may get it
    bool leftovers_to_goer_ = false;
    int lead_after_third_ = 0;       // who leads if the third's combination stands
    std::array<int, 2> alone_to_{};  // who captures a bomb led by each side, if it stands
    bool by_points_ = false;         // some bet is won by points
    // Bets for side 0 less side 1: by who goes out, and which sides' bets were won by points.
    std::array<std::array<int, 8>, 2> bets_{};

    int bets_if(const Round& round, int goer, unsigned won) const;
    int points_so_far(const Round& round, int seat) const;
    int need(const Round& round, int seat) const;
    bool chosen() const { return has_third() && rules_.bombed_trick == BombedTrick::chosen; }
    bool out_of_reach(const Ending& ending, int side) const;

    Step end_trick(Step step, int side);
    Step captured(Step step, int side, int captor);
    Step go_out(Step step, int side);
    int final_points(const Ending& ending, int goer, int captor) const;
    int final_captor(const Ending& ending, int goer) const;
    int most_for(const Ending& ending, int goer, int left) const;
    Bounds bets_between(const Ending& ending, int goer) const;
};

}  // namespace haggis
