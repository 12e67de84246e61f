// Playouts: the same whatever the number of threads, truly uniform, cards and points conserved.
#include <cmath>
#include <map>

#include "check.hpp"
#include "generator/perft.hpp"
#include "rules/text.hpp"
#include "samples.hpp"
#include "simulation/playout.hpp"
#include "simulation/playout_policy.hpp"

using namespace haggis;

namespace {

const std::atomic<bool> kNeverStop = false;

bool same(const std::vector<PlayoutResult>& a, const std::vector<PlayoutResult>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].totals != b[i].totals || a[i].actions != b[i].actions) return false;
    return a.size() == b.size();
}

void threads_do_not_matter(check::Tally& tally) {
    for (const Rules& rules : samples::presets())
        for (const Style style : {Style::random, Style::sensible}) {
            std::vector<PlayoutResult> one(300), four(300), tail(100);
            play_rounds(rules, style, 9, 0, one, 1, kNeverStop);
            play_rounds(rules, style, 9, 0, four, 4, kNeverStop);
            CHECK(tally, same(one, four), "rounds");
            play_rounds(rules, style, 9, 200, tail, 3, kNeverStop);
            CHECK(tally, same(tail, {one.begin() + 200, one.end()}), "the last hundred alone");
            Rng rng(4);
            const Round round = deal_round(rules, 1, rng);
            play_out_many(round, rules, style, 9, 0, one, 1, kNeverStop);
            play_out_many(round, rules, style, 9, 0, four, 4, kNeverStop);
            CHECK(tally, same(one, four), "playouts of one position");
        }
}

void a_stop_is_obeyed(check::Tally& tally) {
    const std::atomic<bool> stop = true;
    std::vector<PlayoutResult> results(64);
    play_rounds(standard_rules(2), Style::random, 1, 0, results, 2, stop);
    CHECK(tally, results[63].actions == 0, "");
}

// Chi-square of the first action of many playouts against equal chances. With v choices its
// mean is v - 1 and its deviation sqrt(2 (v - 1)); six deviations is beyond chance.
void uniform(check::Tally& tally) {
    const Rules rules = standard_rules(3);
    for (int deal = 0; deal < 30; ++deal) {
        Rng rng(11, static_cast<std::uint64_t>(deal));
        Round round = deal_round(rules, 0, rng);
        for (int i = 0; i < 2 + deal && !round.over(); ++i) random_step(round, rules, rng);
        if (round.over()) continue;
        const auto actions = legal_actions(round, rules);
        const int each = 60;
        const int draws = each * static_cast<int>(actions.size());
        std::map<std::array<std::uint64_t, 3>, int> seen;
        for (int i = 0; i < draws; ++i) {
            Round next = round;
            random_step(next, rules, rng);
            const std::uint64_t rest = std::uint64_t{next.passes} << 8 | std::uint64_t(next.turn + 1);
            ++seen[{next.hands[round.turn], std::uint64_t{next.top.code} << 16 | rest,
                    static_cast<std::uint64_t>(next.captured[0] * 64 + next.captured[1])}];
        }
        double chi_square = each * static_cast<double>(actions.size() - seen.size());
        for (const auto& [key, count] : seen) chi_square += double(count - each) * (count - each) / each;
        const double freedom = static_cast<double>(actions.size()) - 1;
        CHECK(tally, chi_square < freedom + 6 * std::sqrt(2 * freedom) + 6,
              std::to_string(actions.size()) + " choices: " + std::to_string(chi_square));
    }
}

int points_in_play(const Rules& rules) {
    if (rules.points == Points::flat) return rules.suits() * kRanks + 3 * rules.players;
    return rules.players == 2 ? 36 : 50;
}

// Every step of both styles is legal, and no point appears or disappears.
void conserved(check::Tally& tally) {
    for (Rules rules : samples::presets())
        for (const Points points : {Points::standard, Points::flat})
            for (int game = 0; game < 60; ++game) {
                rules.points = points;
                Rng rng(21, static_cast<std::uint64_t>(game));
                Round round = deal_round(rules, game % rules.players, rng);
                while (!round.over()) {
                    const Round before = round;
                    if (game % 2) {
                        random_step(round, rules, rng);
                    } else if (before.phase == Phase::give) {
                        const int to = sensible_give(before, rules, rng);
                        CHECK(tally, objection(before, rules, Action::give(before.turn, to)).empty(), "give");
                        apply_give(round, rules, to);
                    } else if (const auto play = sensible_play(before, rules, rng)) {
                        const std::string reason = objection(before, rules, Action::of(before.turn, *play));
                        CHECK(tally, reason.empty(), reason);
                        apply_play(round, rules, *play);
                    } else {
                        CHECK(tally, objection(before, rules, Action::pass(before.turn)).empty(), "pass");
                        apply_pass(round, rules);
                    }
                    int total = round.trick_worth + rules.worth(round.haggis);
                    for (int seat = 0; seat < rules.players; ++seat) {
                        total += round.captured[seat] + rules.worth(round.hands[seat]);
                        CHECK(tally, round.cards_left[seat] == count_cards(round.hands[seat]), "cards");
                    }
                    CHECK(tally, total == points_in_play(rules), "points");
                }
            }
}

void sensible_beats_random(check::Tally& tally) {
    const Rules rules = standard_rules(2);
    int won = 0;
    for (int i = 0; i < 400; ++i) {
        Rng rng(31, static_cast<std::uint64_t>(i));
        const int sensible = i / 2 % 2;
        Round round = deal_round(rules, i % 2, rng);
        while (!round.over())
            round.turn == sensible ? sensible_step(round, rules, rng) : random_step(round, rules, rng);
        const Scores scores = score_round(round, rules);
        won += scores[sensible].total() > scores[1 - sensible].total();
    }
    CHECK(tally, won > 380, std::to_string(won) + " of 400");
}

}  // namespace

int main() {
    return check::run({
        {"threads do not matter", threads_do_not_matter},
        {"a stop is obeyed", a_stop_is_obeyed},
        {"uniform", uniform},
        {"conserved", conserved},
        {"sensible beats random", sensible_beats_random},
    });
}
