// The value network's input: every feature in its place, once; partitions are what shedding counts.
#include <algorithm>
#include <set>

#include "check.hpp"
#include "evaluation/partition.hpp"
#include "evaluation/shedding.hpp"
#include "parse.hpp"
#include "presets.hpp"
#include "rules/deal.hpp"
#include "simulation/playout.hpp"
#include "value/answers.hpp"
#include "value/features.hpp"

using namespace haggis;

namespace {

template <class See>
void each_random_state(const Rules& rules, int rounds, See&& see) {
    for (int number = 0; number < rounds; ++number) {
        Rng rng(11, static_cast<std::uint64_t>(number));
        for (Round round = deal_round(rules, number % rules.players, rng); !round.over();
             random_step(round, rules, rng))
            if (round.phase == Phase::play) see(round);
    }
}

void features_are_in_bounds_and_different(check::Tally& tally) {
    for (const Rules& rules : {standard_rules(2), standard_rules(3), duel_rules(), tournament_rules()})
        each_random_state(rules, 200, [&](const Round& round) {
            Features features;
            find_features(round, rules, features);
            const std::set<int> different(features.begin(), features.end());
            CHECK(tally, static_cast<int>(different.size()) == features.count, "a feature stands twice");
            CHECK(tally, *different.rbegin() < feature_map(rules.players).size, "a feature is out of bounds");
        });
}

void partitions_are_what_shedding_counts(check::Tally& tally) {
    const Rules rules = standard_rules(3);
    const Weights& weights = tuned_weights(3);
    each_random_state(rules, 200, [&](const Round& round) {
        for (const Cards hand : round.hands)
            CHECK(tally, partition(hand, weights).count == shedding(hand, weights).groups, "groups");
    });
}

void answers_counted_by_hand(check::Tally& tally) {
    const auto answers = [&](const char* hand, int multiplicity, int length, int rank, Answer expected) {
        const Answers held(*parse_cards(hand));
        CHECK(tally, held.to(multiplicity, length, rank - kLowRank) == expected, hand);
    };
    answers("9r", 1, 1, 8, Answer::with_numbers);
    answers("9r", 1, 1, 9, Answer::none);
    answers("2r J", 1, 1, 10, Answer::with_courts);
    answers("2r J", 1, 1, 11, Answer::none);
    answers("2r K", 1, 1, 12, Answer::with_courts);
    answers("9r 9o", 2, 1, 8, Answer::with_numbers);
    answers("9r J", 2, 1, 8, Answer::with_courts);
    answers("9r 9o", 3, 1, 8, Answer::none);
    answers("5r 6r 7r", 1, 3, 6, Answer::with_numbers);
    answers("5r 6o 7r", 1, 3, 6, Answer::none);
    answers("5r 7r J", 1, 3, 6, Answer::with_courts);
    answers("5r 6r 5o 6o", 2, 2, 5, Answer::with_numbers);
    answers("5r 6r 5o Q", 2, 2, 5, Answer::with_courts);
    answers("5r 6r 5o 6o", 2, 2, 6, Answer::none);
}

}  // namespace

int main() {
    return check::run({
        {"features are in bounds and different", features_are_in_bounds_and_different},
        {"partitions are what shedding counts", partitions_are_what_shedding_counts},
        {"answers counted by hand", answers_counted_by_hand},
    });
}
