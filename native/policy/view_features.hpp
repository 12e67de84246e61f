// What the seat to act knows, as sparse features: those that all of her actions share, and those of one action.
//
// Only the features of single cards depend on suits, so suits can be exchanged in a row that is already made.
#pragma once

#include "evaluation/evaluation.hpp"
#include "policy/history.hpp"
#include "value/answers.hpp"

namespace haggis {

inline constexpr int kGaps = 24;       // how far an action is behind the evaluation's best
inline constexpr int kPlaySizes = 10;  // cards of a play; 0: a pass; the last: as many or more

struct ViewFeatureMap {
    // Of an action, and of the hand that it leaves.
    int cards, counts, groups, group_count, beaten_count, shown_count, hand_size, bombs;
    int play, play_size, play_courts, play_answer, play_shown, gap;
    // Of the table before it.
    int unseen, unseen_counts, others, top, owner, trick_worth, passes, first_out, options;
    int size;

    // Of each of the others: court cards, cards left, what she passed on, what she led.
    static constexpr int kOfOther = 3 + kHandSizes + 2 * kTops;

    explicit constexpr ViewFeatureMap(int players) {
        int next = 0;
        const auto take = [&](int count) {
            const int start = next;
            next += count;
            return start;
        };
        cards = take(kCardBits);
        counts = take(kRanks * kMaxSuits);
        groups = take(kGroupKinds * kPlaces * kAnswers);
        group_count = take(kHandSizes);
        beaten_count = take(kHandSizes);
        shown_count = take(kHandSizes);
        hand_size = take(kHandSizes);
        bombs = take(2);
        play = take(kTops);
        play_size = take(kPlaySizes);
        play_courts = take(3);
        play_answer = take(kAnswers);
        play_shown = take(players - 1);
        gap = take(kGaps);
        unseen = take(kCardBits);
        unseen_counts = take(kRanks * kMaxSuits);
        others = take((players - 1) * kOfOther);
        top = take(kTops);
        owner = take(players);
        trick_worth = take(kWorths);
        passes = take(kMaxPlayers);
        first_out = take(players + 1);
        options = take(kOptionFeatures);
        size = next;
    }
};

inline constexpr ViewFeatureMap kViewFeatures2{2}, kViewFeatures3{3};
constexpr const ViewFeatureMap& view_feature_map(int players) { return players == 2 ? kViewFeatures2 : kViewFeatures3; }

// A full hand has 17 cards, 9 counts, 17 groups and 6 others; a play less than 10. The table has 45 unseen cards with
// their 9 counts, less than 30 for the trick and the options, and each of the others' history, of 45 at the most.
inline constexpr int kMostViewFeatures = 49 + 10 + 54 + 30 + 2 * (5 + 90);
using ViewFeatures = FeatureList<kMostViewFeatures>;

class Viewpoint {
public:
    Viewpoint(const Round& round, const Rules& rules, const History& history);

    // What all actions share.
    void shared(ViewFeatures& out) const;
    // What one action adds; `best` is the value of the evaluation's best.
    void of_action(const Candidate& action, int best, ViewFeatures& out) const;

private:
    const Round& round_;
    const Rules& rules_;
    const History& history_;
    const ViewFeatureMap& map_;
    Cards hand_, unseen_;
    Answers others_;  // all that may be in another hand

    int seat(int who) const { return (round_.turn + who) % rules_.players; }
    bool shown_by(int who, int shape, int place) const;
    bool shown_by_all(int shape, int place) const;
    void of_other(int who, ViewFeatures& out) const;
    void of_hand(Cards rest, ViewFeatures& out) const;
    void of_play(Play play, ViewFeatures& out) const;
};

}  // namespace haggis
