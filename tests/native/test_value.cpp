// What the networks are told: every feature in its place, once; partitions are what shedding counts.
#include <algorithm>
#include <set>

#include "check.hpp"
#include "evaluation/partition.hpp"
#include "evaluation/shedding.hpp"
#include "parse.hpp"
#include "policy/policy.hpp"
#include "presets.hpp"
#include "rules/deal.hpp"
#include "simulation/playout.hpp"
#include "value/answers.hpp"
#include "value/features.hpp"
#include "value/lookahead.hpp"

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

// The same, with what everybody has shown: any of the likely actions is chosen.
template <class See>
void each_random_round(const Rules& rules, int rounds, See&& see) {
    for (int number = 0; number < rounds; ++number) {
        Rng rng(12, static_cast<std::uint64_t>(number));
        History history;
        Round round = deal_round(rules, number % rules.players, rng);
        while (!round.over()) {
            Action action = Action::give(round.turn, best_give(round, rules));
            if (round.phase == Phase::play) {
                see(round, history);
                const std::vector<Action> actions = candidate_actions(round, rules, 1000);
                action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
            }
            history.note(round, action);
            apply(round, rules, action);
        }
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

// Of all actions of random rounds, with what the others have shown.
void view_features_are_in_bounds_and_different(check::Tally& tally) {
    for (const Rules& rules : {standard_rules(2), standard_rules(3), duel_rules(), tournament_rules()})
        each_random_round(rules, 60, [&](const Round& round, const History& history) {
            const Viewpoint viewpoint(round, rules, history);
            Candidates room;
            likely_actions(round, rules, 1000, room);
            for (const Candidate& each : room) {
                ViewFeatures features;
                viewpoint.shared(features);
                viewpoint.of_action(each, best_value(room), features);
                const std::set<int> different(features.begin(), features.end());
                CHECK(tally, static_cast<int>(different.size()) == features.count, "a feature stands twice");
                CHECK(tally, *different.rbegin() < view_feature_map(rules.players).size, "a feature is out of bounds");
            }
        });
}

void history_tells_what_was_passed_and_led(check::Tally& tally) {
    TopSet passed;
    const auto pair_of_sevens = Reading::of(2, 1, 7);
    passed.add(pair_of_sevens);
    passed.add(Reading::of(Bomb::jqk));
    const int pairs = kind_of(pair_of_sevens), seven = 7 - kLowRank;
    CHECK(tally, passed.holds_up_to(pairs, seven) && passed.holds_up_to(pairs, seven + 1), "up to the seven");
    CHECK(tally, !passed.holds_up_to(pairs, seven - 1) && !passed.holds_up_to(pairs + 1, seven), "and nothing else");
    std::set<int> all;
    passed.each([&](int top) { all.insert(top); });
    CHECK(tally, all == (std::set{number_of(pair_of_sevens), number_of(Reading::of(Bomb::jqk))}), "each of them");
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
        {"view features are in bounds and different", view_features_are_in_bounds_and_different},
        {"history tells what was passed and led", history_tells_what_was_passed_and_led},
        {"partitions are what shedding counts", partitions_are_what_shedding_counts},
        {"answers counted by hand", answers_counted_by_hand},
    });
}
