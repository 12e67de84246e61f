#include "learning/weights_match.hpp"

#include "evaluation/evaluation.hpp"
#include "rules/deal.hpp"
#include "rules/scoring.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

double one_seating(Round round, const Rules& rules, const Weights& first, const Weights& second, int seat, Rng& rng,
                   Candidates& room) {
    while (!round.over()) evaluation_step(round, rules, round.turn == seat ? first : second, rng, room);
    return ahead(totals_of(score_round(round, rules)), rules.players, seat);
}

}  // namespace

void match_weights(const Rules& rules, const Weights& first, const Weights& second, std::uint64_t seed,
                   std::span<double> differences, int threads, const std::atomic<bool>& stop) {
    share_out(differences.size(), threads, stop, [&](std::size_t i) {
        Candidates room;
        Rng rng(seed, i);
        const Round round = deal_round(rules, static_cast<int>(i) % rules.players, rng);
        double sum = 0;
        for (int seat = 0; seat < rules.players; ++seat)
            sum += one_seating(round, rules, first, second, seat, rng, room);
        differences[i] = sum / rules.players;
    });
}

}  // namespace haggis
