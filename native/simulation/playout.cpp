#include "simulation/playout.hpp"

#include "generator/plays.hpp"
#include "rules/deal.hpp"
#include "simulation/playout_policy.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

// Deals and playouts of one seed use different streams.
constexpr std::uint64_t kPlayoutStreams = 0;
constexpr std::uint64_t kRoundStreams = std::uint64_t{1} << 63;

void random_give(Round& round, const Rules& rules, Rng& rng) {
    unsigned seats = give_choices(round, rules);
    if (rng.below(2)) seats &= seats - 1;
    apply_give(round, rules, std::countr_zero(seats));
}

PlayoutResult finish(Round& round, const Rules& rules, Style style, Rng& rng) {
    PlayoutResult result;
    result.actions = play_out(round, rules, style, rng);
    const Scores scores = score_round(round, rules);
    for (int seat = 0; seat < rules.players; ++seat) result.totals[seat] = scores[seat].total();
    return result;
}

}  // namespace

void random_step(Round& round, const Rules& rules, Rng& rng) {
    if (round.phase == Phase::give) return random_give(round, rules, rng);
    const PlayTally tally(round.hands[round.turn], round.top, rules);
    const int choices = tally.total() + !round.leading();
    const int index = choices == 1 ? 0 : static_cast<int>(rng.below(static_cast<std::uint32_t>(choices)));
    if (index == tally.total()) return apply_pass(round, rules);
    apply_play(round, rules, tally.pick(index));
}

int play_out(Round& round, const Rules& rules, Style style, Rng& rng) {
    int actions = 0;
    for (; !round.over(); ++actions) {
        if (style == Style::random)
            random_step(round, rules, rng);
        else
            sensible_step(round, rules, rng);
    }
    return actions;
}

void play_out_many(const Round& round, const Rules& rules, Style style, std::uint64_t seed, std::uint64_t first,
                   std::span<PlayoutResult> results, int threads, const std::atomic<bool>& stop) {
    share_out(results.size(), threads, stop, [&](std::size_t i) {
        Rng rng(seed, kPlayoutStreams + first + i);
        Round copy = round;
        results[i] = finish(copy, rules, style, rng);
    });
}

void play_rounds(const Rules& rules, Style style, std::uint64_t seed, std::uint64_t first,
                 std::span<PlayoutResult> results, int threads, const std::atomic<bool>& stop) {
    share_out(results.size(), threads, stop, [&](std::size_t i) {
        Rng rng(seed, kRoundStreams + first + i);
        Round round = deal_round(rules, static_cast<int>((first + i) % rules.players), rng);
        results[i] = finish(round, rules, style, rng);
    });
}

}  // namespace haggis
