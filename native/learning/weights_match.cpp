#include "learning/weights_match.hpp"

#include "evaluation/evaluation.hpp"
#include "rules/deal.hpp"
#include "rules/scoring.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

double one_seating(Round round, const Rules& rules, const Taste& first, const Taste& second, int seat, Rng& rng,
                   Candidates& room) {
    while (!round.over()) judged_step(round, rules, round.turn == seat ? first : second, rng, room);
    const Scores scores = score_round(round, rules);
    double others = 0;
    for (int other = 0; other < rules.players; ++other)
        if (other != seat) others += scores[other].total();
    return scores[seat].total() - others / (rules.players - 1);
}

}  // namespace

void match_tastes(const Rules& rules, const Taste& first, const Taste& second, std::uint64_t seed,
                  std::span<double> differences, int threads, const std::atomic<bool>& stop) {
    share_out(differences.size(), threads, stop, [&](std::size_t i) {
        Candidates room;
        Rng rng(seed, i);
        const Round round = deal_round(rules, static_cast<int>(i) % rules.players, rng);
        double sum = 0;
        for (int seat = 0; seat < rules.players; ++seat) sum += one_seating(round, rules, first, second, seat, rng, room);
        differences[i] = sum / rules.players;
    });
}

}  // namespace haggis
