// The solver against a plain minimax, against itself one action later, and against its promises:
// lines of play that score what was said, bounds that hold, answers that never depend on the past.
#include <algorithm>

#include "check.hpp"
#include "endings.hpp"
#include "generator/perft.hpp"
#include "presets.hpp"
#include "rules/scoring.hpp"
#include "rules/text.hpp"
#include "solver/solver.hpp"

using namespace haggis;

namespace {

const std::atomic<bool> kNeverStop = false;

std::string shown(const Round& round) {
    std::string text = text_of(round.top) + " to beat, seat " + std::to_string(round.turn) + ":";
    for (const Cards hand : round.hands) text += " [" + text_of(hand) + "]";
    return text;
}

int difference(const Round& round, const Rules& rules, const SolveResult& who) {
    const Scores scores = score_round(round, rules);
    return scores[who.first].total() - scores[who.second].total();
}

// Nothing clever: every action of every position, the scores at the end.
int minimax(const Round& round, const Rules& rules, const SolveResult& who) {
    if (round.over()) return difference(round, rules, who);
    const bool maximise = round.turn == who.first;
    int best = 0;
    bool first = true;
    for (const Action& action : legal_actions(round, rules)) {
        Round next = round;
        apply(next, rules, action);
        const int value = minimax(next, rules, who);
        if (first || (maximise ? value > best : value < best)) best = value;
        first = false;
    }
    return best;
}

// Presets, and presets with options of other presets.
std::vector<Rules> many_rules() {
    std::vector<Rules> all = samples::presets();
    for (Rules rules : samples::presets()) {
        rules.points = Points::flat;
        rules.haggis = rules.haggis == HaggisTo::final_trick ? HaggisTo::first_out : HaggisTo::final_trick;
        rules.leftovers = rules.leftovers == LeftoversTo::last_out ? LeftoversTo::nobody : LeftoversTo::last_out;
        rules.bet_wins = rules.bet_wins == BetWins::out ? BetWins::points : BetWins::out;
        all.push_back(rules);
    }
    return all;
}

Round ending_of(const Rules& rules, int most_cards, Rng& rng) {
    Round round = endings::on_lead(rules, 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(most_cards))), rng);
    endings::place_bets(round, rules, rng);
    for (auto steps = rng.below(4); steps > 0; --steps) {
        Round next = round;
        random_step(next, rules, rng);
        if (next.over() || !objection_to_solving(next, rules).empty()) break;
        round = next;
    }
    return round;
}

void equals_minimax(check::Tally& tally) {
    Solver solver;
    std::uint64_t stream = 0;
    for (const Rules& rules : many_rules())
        for (int i = 0; i < 100; ++i) {
            Rng rng(71, stream++);
            const Round round = ending_of(rules, i % 10 ? 3 : 4, rng);
            const SolveResult result = solver.solve(round, rules, {}, kNeverStop);
            CHECK(tally, result.solved && result.lower == minimax(round, rules, result), shown(round));
        }
}

// The third has gone out on a trick that is still open: both rivals may beat it or let it stand.
void the_third_owns_the_trick(check::Tally& tally) {
    Solver solver;
    std::uint64_t stream = 0;
    for (const Rules& rules : many_rules())
        for (int i = 0; rules.players == 3 && i < 60; ++i) {
            Rng rng(79, stream++);
            Round round = endings::on_lead(rules, 2 + i % 2, rng);
            endings::place_bets(round, rules, rng);
            const int third = round.out[0];
            round.owner = static_cast<std::int8_t>(third);
            round.top = i % 5 ? Reading::of(1 + i % 2, 1, 2 + i % 9) : Reading::of(Bomb::rainbow);
            round.runner_up = static_cast<std::int8_t>(i % 3 ? (third + i % 3) % 3 : kNobody);
            round.trick_worth = static_cast<std::int16_t>(i % 7);
            round.turn = static_cast<std::int8_t>((third + 1) % 3);
            if (!objection_to_solving(round, rules).empty()) continue;
            if (i % 4 == 0) apply_pass(round, rules);
            const SolveResult result = solver.solve(round, rules, {}, kNeverStop);
            CHECK(tally, result.solved && result.lower == minimax(round, rules, result), shown(round));
        }
}

bool line_keeps_its_word(const Round& round, const Rules& rules, const SolveResult& result) {
    Round after = round;
    for (const Action& action : result.line) {
        if (!objection(after, rules, action).empty()) return false;
        apply(after, rules, action);
    }
    return after.over() && result.line.front() == result.action && difference(after, rules, result) == result.lower;
}

// The value is the best of the values one action later: that carries the proof from endings
// that minimax can check to larger ones.
void agrees_with_itself(check::Tally& tally) {
    Solver solver;
    std::uint64_t stream = 0;
    for (const Rules& rules : many_rules())
        for (int i = 0; i < 4; ++i) {
            Rng rng(72, stream++);
            const Round round = ending_of(rules, 6, rng);
            const SolveResult result = solver.solve(round, rules, {}, kNeverStop);
            CHECK(tally, line_keeps_its_word(round, rules, result), shown(round));
            const bool maximise = round.turn == result.first;
            int best = maximise ? -100'000 : 100'000;
            for (const Action& action : legal_actions(round, rules)) {
                Round next = round;
                apply(next, rules, action);
                const int value =
                    next.over() ? difference(next, rules, result) : solver.solve(next, rules, {}, kNeverStop).lower;
                best = maximise ? std::max(best, value) : std::min(best, value);
            }
            CHECK(tally, result.solved && best == result.lower, shown(round));
        }
}

bool same(const SolveResult& a, const SolveResult& b) {
    return a.solved == b.solved && a.lower == b.lower && a.upper == b.upper && a.line == b.line &&
           a.action == b.action && a.nodes == b.nodes;
}

void the_past_does_not_matter(check::Tally& tally) {
    Solver busy;
    for (int i = 0; i < 600; ++i) {
        const Rules rules = i % 7 == 0 ? duel_rules() : standard_rules(2);
        Rng rng(73, static_cast<std::uint64_t>(i));
        const Round round = endings::on_lead(rules, 2 + i % 6, rng);
        const SolveResult result = busy.solve(round, rules, {}, kNeverStop);
        if (i % 20 == 7) CHECK(tally, same(result, solve(round, rules, {}, kNeverStop)), shown(round));
    }
}

void a_small_table_is_exact_too(check::Tally& tally) {
    Solver small(0), large;
    for (int i = 0; i < 20; ++i) {
        Rng rng(74, static_cast<std::uint64_t>(i));
        const Round round = endings::on_lead(standard_rules(2), 7, rng);
        const SolveResult one = small.solve(round, standard_rules(2), {}, kNeverStop);
        const SolveResult other = large.solve(round, standard_rules(2), {}, kNeverStop);
        CHECK(tally, one.solved && one.lower == other.lower, shown(round));
    }
}

void suits_do_not_matter(check::Tally& tally) {
    const Rules rules = standard_rules(2);
    for (int i = 0; i < 20; ++i) {
        Rng rng(75, static_cast<std::uint64_t>(i));
        Round round = endings::on_lead(rules, 6, rng);
        const SolveResult result = solve(round, rules, {.line = false}, kNeverStop);
        Cards turned = round.hands[0] & kCourts;
        for (int suit = 0; suit < 4; ++suit)
            turned |= Cards{suit_of(round.hands[0], suit)} << ((suit + 1) % 4 * kRanks);
        round.hands[0] = turned;
        CHECK(tally, solve(round, rules, {.line = false}, kNeverStop).lower == result.lower, shown(round));
    }
}

void limits_are_kept(check::Tally& tally) {
    Solver solver;
    int unsolved = 0;
    for (int i = 0; i < 30; ++i) {
        const Rules rules = rogers_2024_rules(2);
        Rng rng(76, static_cast<std::uint64_t>(i));
        Round round = endings::on_lead(rules, 7, rng);
        endings::place_bets(round, rules, rng);
        const SolveResult whole = solver.solve(round, rules, {}, kNeverStop);
        for (const std::uint64_t nodes : {1, 10, 100, 1000}) {
            const SolveLimits limits{.nodes = nodes};
            const SolveResult part = solver.solve(round, rules, limits, kNeverStop);
            unsolved += !part.solved;
            CHECK(tally, part.lower <= whole.lower && whole.upper <= part.upper, shown(round));
            CHECK(tally, part.solved == (part.lower == part.upper && part.has_action), shown(round));
            CHECK(tally, part.nodes <= nodes, std::to_string(part.nodes));
            CHECK(tally, same(part, solve(round, rules, limits, kNeverStop)), shown(round));
            if (part.has_action) CHECK(tally, objection(round, rules, part.action).empty(), shown(round));
        }
    }
    CHECK(tally, unsolved > 30, std::to_string(unsolved));
}

void a_stop_is_obeyed(check::Tally& tally) {
    Rng rng(77);
    const Round round = deal_round(standard_rules(2), 0, rng);
    const std::atomic<bool> stop = true;
    CHECK(tally, !solve(round, standard_rules(2), {}, stop).solved, "");
    CHECK(tally, !solve(round, standard_rules(2), {.millis = 20}, kNeverStop).solved, "");
}

// Who bombs and goes out on it says, with three players, who captures the trick: also as the very
// last decision of the round.
void the_last_give(check::Tally& tally) {
    Rules rules = standard_rules(3);
    Round round;
    round.hands = {Cards{0}, Cards{3} << kCourtBit, card(3, 0) | card(5, 0)};
    round.cards_left = {0, 2, 2};
    round.out = {0, kNobody, kNobody};
    round.out_count = 1;
    round.turn = 1;
    apply_play(round, rules, Play::of(round.hands[1], Reading::of(Bomb::jq)));
    const SolveResult result = solve(round, rules, {}, kNeverStop);
    CHECK(tally, round.phase == Phase::give && result.solved, "");
    // Seat 1 has 10 for two cards; the bomb's 5 points go to seat 0, who is no rival.
    CHECK(tally, result.first == 1 && result.second == 2 && result.lower == 10, std::to_string(result.lower));
    CHECK(tally, result.action == Action::give(1, 0), "");
}

void refuses_what_is_not_defined(check::Tally& tally) {
    Rng rng(78);
    const Rules rules = standard_rules(3);
    const Round fresh = deal_round(rules, 0, rng);
    CHECK(tally, objection_to_solving(fresh, rules).find("three") != std::string::npos, "");
    Round over = fresh;
    play_out(over, rules, Style::random, rng);
    CHECK(tally, !objection_to_solving(over, rules).empty(), "");
    Round bombed = endings::on_lead(rules, 3, rng);
    bombed.top = Reading::of(Bomb::jq);
    bombed.owner = bombed.out[0];
    CHECK(tally, objection_to_solving(bombed, rules).find("bomb") != std::string::npos, "");
    CHECK(tally, objection_to_solving(bombed, tournament_rules()).empty(), "");
}

}  // namespace

int main() {
    return check::run({
        {"equals minimax", equals_minimax},
        {"the third owns the trick", the_third_owns_the_trick},
        {"agrees with itself", agrees_with_itself},
        {"the past does not matter", the_past_does_not_matter},
        {"a small table is exact too", a_small_table_is_exact_too},
        {"suits do not matter", suits_do_not_matter},
        {"limits are kept", limits_are_kept},
        {"a stop is obeyed", a_stop_is_obeyed},
        {"the last give", the_last_give},
        {"refuses what is not defined", refuses_what_is_not_defined},
    });
}
