// A whole state of a round, all hands known, as a sparse row of features: what the value network is told.
//
// Seats are counted from the one to act: 0 is herself, 1 the player on her left. Only the features of
// single cards depend on suits, so suits can be exchanged in a row that is already made.
#pragma once

#include <array>
#include <cstdint>

#include "evaluation/partition.hpp"
#include "rules/round.hpp"

namespace haggis {

inline constexpr int kAnswers = 3;  // how the others can answer a group
inline constexpr int kPlaces = 12;  // ranks, 2 .. K
inline constexpr int kHandSizes = kDealt + 4;
inline constexpr int kTopKinds = 18;  // shapes on the table that are told apart
inline constexpr int kWorths = 16;    // points on the table or in the haggis; the last: as many or more
inline constexpr int kOptionFeatures = 11;

// Where each sort of feature starts. The first seven are kept for each seat, one after the other.
struct FeatureMap {
    int cards, counts, groups, group_count, beaten_count, hand_size, bombs;
    int top, top_owner, answer, trick_worth, passes, haggis_worth, first_out, options;
    int size;

    explicit constexpr FeatureMap(int players) {
        int next = 0;
        const auto take = [&](int count) {
            const int start = next;
            next += count;
            return start;
        };
        cards = take(players * kCardBits);
        counts = take(players * kRanks * kMaxSuits);
        groups = take(players * kGroupKinds * kPlaces * kAnswers);
        group_count = take(players * kHandSizes);
        beaten_count = take(players * kHandSizes);
        hand_size = take(players * kHandSizes);
        bombs = take(players * 2);
        top = take(kTopKinds * (kPlaces + 1));
        top_owner = take(players);
        answer = take(players * kAnswers);
        trick_worth = take(kWorths);
        passes = take(kMaxPlayers);
        haggis_worth = take(kWorths);
        first_out = take(players + 1);
        options = take(kOptionFeatures);
        size = next;
    }
};

inline constexpr FeatureMap kFeatures2{2}, kFeatures3{3};
constexpr const FeatureMap& feature_map(int players) { return players == 2 ? kFeatures2 : kFeatures3; }

// Three full hands have 17 cards, 9 counts, 17 groups and 5 others each; the table has less than 25.
inline constexpr int kMostFeatures = 3 * 48 + 25;

// The features that are set, no more than so many.
template <int most>
struct FeatureList {
    std::array<std::uint16_t, most> list;
    int count = 0;

    void add(int feature) { list[count++] = static_cast<std::uint16_t>(feature); }
    const std::uint16_t* begin() const { return list.data(); }
    const std::uint16_t* end() const { return list.data() + count; }
};
using Features = FeatureList<kMostFeatures>;

// Sets by size (0 to 4), runs by length (5 to 8), sequences of pairs (9, 10), larger ones (11), bombs.
int kind_of(Reading top);

bool holds_rainbow_bomb(Cards hand);
bool holds_suited_bomb(Cards hand);

// One feature for each value of an option but the first, from `next` on.
template <int most>
void add_options(const Rules& rules, int next, FeatureList<most>& out) {
    const auto choice = [&](auto value, int values) {
        if (static_cast<int>(value)) out.add(next + static_cast<int>(value) - 1);
        next += values - 1;
    };
    choice(rules.courts, 3);
    choice(rules.sets, 3);
    choice(rules.haggis, 3);
    choice(rules.leftovers, 3);
    choice(rules.bombed_trick, 2);
    choice(rules.points, 2);
    choice(rules.bet_wins, 2);
}

// The features of a round in which somebody is to play.
void find_features(const Round& round, const Rules& rules, Features& out);

}  // namespace haggis
