// The round by hand: bombed tricks, bets, and positions that can't be.

#include "check.hpp"
#include "parse.hpp"
#include "presets.hpp"
#include "rules/position.hpp"
#include "rules/scoring.hpp"
#include "rules/text.hpp"
#include "samples.hpp"

using namespace haggis;

namespace {

Cards cards(const char* text) { return *parse_cards(text); }

// A position in the middle of a round: these hands, this leader, everybody has played before.
Round leading(const Rules& rules, std::array<const char*, 3> hands, int lead) {
    Round round;
    for (int seat = 0; seat < rules.players; ++seat) {
        round.hands[seat] = cards(hands[static_cast<std::size_t>(seat)]);
        round.cards_left[seat] = static_cast<std::uint8_t>(count_cards(round.hands[seat]));
    }
    round.has_played = static_cast<std::uint8_t>((1u << rules.players) - 1);
    round.turn = static_cast<std::int8_t>(lead);
    return round;
}

void play(Round& round, const Rules& rules, const char* text, const char* reading) {
    apply_play(round, rules, Play::of(cards(text), *parse_reading(reading)));
}

void bombed_tricks(check::Tally& tally) {
    const Rules chosen = standard_rules(3);
    const Rules runner_up = tournament_rules();
    const std::array<const char*, 3> hands{"2r 4o 4y", "J Q 2o 2y", "2g 6r 6o"};

    // Led bomb: the winner chooses, or the seat on her right gets it.
    Round round = leading(chosen, hands, 1);
    play(round, chosen, "J Q", "bomb:JQ");
    apply_pass(round, chosen);
    apply_pass(round, chosen);
    CHECK(tally, round.phase == Phase::give && round.turn == 1, "");
    CHECK(tally, give_choices(round, chosen) == 0b101, "");
    apply_give(round, chosen, 2);
    CHECK(tally, round.captured[2] == 5 && round.turn == 1 && round.leading(), "");

    round = leading(runner_up, hands, 1);
    play(round, runner_up, "J Q", "bomb:JQ");
    apply_pass(round, runner_up);
    apply_pass(round, runner_up);
    CHECK(tally, round.captured[0] == 5 && round.phase == Phase::play, "the seat before the bomber's");

    // On another's single the runner-up is its owner, wherever she sits.
    round = leading(runner_up, hands, 2);
    play(round, runner_up, "2g", "1x1:2");
    apply_pass(round, runner_up);
    play(round, runner_up, "J Q", "bomb:JQ");
    apply_pass(round, runner_up);
    apply_pass(round, runner_up);
    CHECK(tally, round.captured[2] == 5 && round.turn == 1, "");
}

void going_out(check::Tally& tally) {
    const Rules rules = standard_rules(3);
    Round round = leading(rules, {"3r", "2o 2y 4r 5o", "9g 9r"}, 0);
    play(round, rules, "3r", "1x1:3");
    CHECK(tally, round.hand_score[0] == 20, "four cards in the largest hand");
    CHECK(tally, round.turn == 1 && !round.over(), "");
    apply_pass(round, rules);
    apply_pass(round, rules);
    CHECK(tally, round.captured[0] == 1 && round.turn == 1, "the winner is out: her left leads");
    play(round, rules, "2o 2y", "2x1:2");
    play(round, rules, "9g 9r", "2x1:9");
    CHECK(tally, round.over() && round.out[1] == 2 && round.hand_score[2] == 10, "");
    const Scores scores = score_round(round, rules);
    CHECK(tally, scores[0].cards == 1 + 1, "her 3, and the 5 left in seat 1's hand");
    CHECK(tally, scores[2].cards == 2, "the nines");
}

// The rulebook's example: A and B bet 15, C none.
void lost_bets(check::Tally& tally) {
    const Rules rules = standard_rules(3);
    const auto bets_when_first_is = [&](int first) {
        Round round = leading(rules, {"2r", "2o", "2y"}, 0);
        round.bets = {15, 15, kNoBet};
        round.out = {static_cast<std::int8_t>(first), static_cast<std::int8_t>((first + 1) % 3), kNobody};
        round.out_count = 2;
        round.final_trick = round.out[1];
        const Scores scores = score_round(round, rules);
        return std::array<int, 3>{scores[0].bets, scores[1].bets, scores[2].bets};
    };
    CHECK(tally, (bets_when_first_is(0) == std::array<int, 3>{30, 0, 15}), "");
    CHECK(tally, (bets_when_first_is(2) == std::array<int, 3>{0, 0, 30}), "");
}

// Everything a random round passes through is accepted.
void real_positions_pass(check::Tally& tally) {
    for (const Rules& rules : samples::presets())
        for (std::uint64_t game = 0; game < 30; ++game) {
            Rng rng(5, game);
            Round round = deal_round(rules, 0, rng);
            for (;;) {
                const std::string reason = objection_to_position(round, rules);
                CHECK(tally, reason.empty(), reason);
                if (round.over()) break;
                const PlayTally plays(round.hands[round.turn], round.top, rules);
                if (round.phase == Phase::give)
                    apply_give(round, rules, std::countr_zero(give_choices(round, rules)));
                else if (plays.total() && (round.leading() || rng.below(2)))
                    apply_play(round, rules,
                               plays.pick(static_cast<int>(rng.below(static_cast<std::uint32_t>(plays.total())))));
                else
                    apply_pass(round, rules);
            }
        }
}

void impossible_positions_fail(check::Tally& tally) {
    const Rules rules = standard_rules(2);
    Rng rng(6);
    const Round good = deal_round(rules, 0, rng);
    CHECK(tally, objection_to_position(good, rules).empty(), "");
    const auto refused = [&](auto&& spoil) {
        Round bad = good;
        spoil(bad);
        CHECK(tally, !objection_to_position(bad, rules).empty(), "");
    };
    refused([](Round& bad) { bad.haggis |= lowest(bad.hands[0]); });
    refused([](Round& bad) { bad.hands[0] |= lowest(bad.hands[1]); });
    refused([](Round& bad) { bad.hands[1] |= card(2, 4); });
    refused([](Round& bad) { bad.cards_left[0] = 3; });
    refused([](Round& bad) { bad.turn = 2; });
    refused([](Round& bad) { bad.turn = -1; });
    refused([](Round& bad) { bad.top = Reading::of(9, 1, 4); });
    refused([](Round& bad) { bad.top = Reading{0xffff}; });
    refused([](Round& bad) { bad.owner = 1; });
    refused([](Round& bad) { bad.passes = 1; });
    refused([](Round& bad) { bad.phase = Phase::over; });
    refused([](Round& bad) { bad.phase = Phase::give; });
    refused([](Round& bad) { bad.bets[0] = 20; });
    refused([](Round& bad) { bad.captured[1] = -1; });
    refused([](Round& bad) { bad.out = {0, kNobody, kNobody}, bad.out_count = 1; });
    refused([](Round& bad) { bad.hands[0] = 0, bad.cards_left[0] = 0; });
    refused([](Round& bad) { bad.has_played = 4; });
}

}  // namespace

int main() {
    return check::run({
        {"bombed tricks", bombed_tricks},
        {"going out", going_out},
        {"lost bets", lost_bets},
        {"real positions pass", real_positions_pass},
        {"impossible positions fail", impossible_positions_fail},
    });
}
