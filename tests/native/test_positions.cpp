// Positions from outside: random changes to real ones. Each is refused in words, or everything
// can be done with it. Run under the sanitizers, this shows that nothing gets past the checks.
#include <cstdlib>

#include "check.hpp"
#include "generator/perft.hpp"
#include "learning/observation.hpp"
#include "rules/deal.hpp"
#include "rules/position.hpp"
#include "samples.hpp"
#include "simulation/playout.hpp"
#include "solver/solver.hpp"

using namespace haggis;

namespace {

const std::atomic<bool> kNeverStop = false;

int small(Rng& rng) { return static_cast<int>(rng.below(8)) - 2; }

void flip_a_card(Cards& cards, Rng& rng) { cards ^= Cards{1} << rng.below(64); }

// One random change; most make no sense.
void disturb(Round& round, const Rules& rules, Rng& rng) {
    const auto seat = rng.below(kMaxPlayers);
    switch (rng.below(15)) {
        case 0: flip_a_card(round.hands[seat], rng); break;
        case 1: flip_a_card(round.haggis, rng); break;
        case 2: round.bets[seat] = small(rng) * 15; break;
        case 3: round.captured[seat] = static_cast<std::int16_t>(rng.next()); break;
        case 4: round.hand_score[seat] = static_cast<std::int16_t>(rng.next()); break;
        case 5: round.trick_worth = static_cast<std::int16_t>(small(rng)); break;
        case 6: round.top.code = static_cast<std::uint16_t>(rng.next()); break;
        case 7: round.out[seat] = static_cast<std::int8_t>(small(rng)); break;
        case 8: round.out_count = static_cast<std::uint8_t>(rng.below(4)); break;
        case 9: round.has_played = static_cast<std::uint8_t>(rng.below(16)); break;
        case 10: round.turn = static_cast<std::int8_t>(small(rng)); break;
        case 11: round.owner = static_cast<std::int8_t>(small(rng)); break;
        case 12: round.runner_up = static_cast<std::int8_t>(small(rng)); break;
        case 13: round.passes = static_cast<std::uint8_t>(rng.below(4)); break;
        case 14: round.phase = static_cast<Phase>(rng.below(3)); break;
    }
    for (int i = 0; i < rules.players; ++i)
        round.cards_left[i] = static_cast<std::uint8_t>(count_cards(round.hands[i] & kAllCards));
}

void use(const Round& round, const Rules& rules, Rng& rng, check::Tally& tally) {
    std::array<float, kObservation> row{};
    observe({.round = round}, rules, row.data());
    legal_actions(round, rules);
    CHECK(tally, perft(round, rules, 1, kNeverStop) > 0, "perft");
    for (const Style style : {Style::random, Style::sensible}) {
        Round copy = round;
        play_out(copy, rules, style, rng);
        CHECK(tally, copy.over(), "played out");
        score_round(copy, rules);
    }
    if (!objection_to_solving(round, rules).empty()) return;
    const SolveResult result = solve(round, rules, {.nodes = 100}, kNeverStop);
    CHECK(tally, result.lower <= result.upper, "bounds");
    if (result.has_action) CHECK(tally, objection(round, rules, result.action).empty(), "the solver's action");
}

void disturbed(check::Tally& tally) {
    int refused = 0, used = 0;
    for (const Rules& rules : samples::presets())
        for (int game = 0; game < 3000; ++game) {
            Rng rng(77, static_cast<std::uint64_t>(game));
            Round round = deal_round(rules, 0, rng);
            for (int steps = static_cast<int>(rng.below(40)); steps > 0 && !round.over(); --steps)
                random_step(round, rules, rng);
            CHECK(tally, objection_to_position(round, rules).empty(), objection_to_position(round, rules));
            for (int changes = 1 + static_cast<int>(rng.below(3)); changes > 0; --changes) disturb(round, rules, rng);
            const bool fine = objection_to_position(round, rules).empty();
            ++(fine ? used : refused);
            if (fine) use(round, rules, rng, tally);
        }
    CHECK(tally, refused > 5000 && used > 3000,
          std::to_string(refused) + " refused, " + std::to_string(used) + " used");
}

}  // namespace

int main() {
    check::Tally tally;
    disturbed(tally);
    return tally.report("disturbed positions");
}
