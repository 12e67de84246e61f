#include "search/bet_outlook.hpp"

#include "rules/scoring.hpp"
#include "search/world_playout.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

struct BetEnding {
    bool won = false;
    double worth = 0;
};

// One world played out.
struct Ending {
    bool played = false;
    double worth = 0;  // without another bet
    std::vector<BetEnding> bets;
};

BetEnding settle(Round round, const Rules& rules, const Equity& equity, int seat, int bet) {
    round.bets[seat] = bet;
    const Scores scores = score_round(round, rules);
    return {bet_won(round, rules, scores, seat), equity.worth(totals_of(scores))[seat]};
}

}  // namespace

Outlook look_ahead(const Knowledge& known, const Match& match, std::span<const int> bets,
                   const SearchSettings& settings, std::uint64_t seed, const std::atomic<bool>& stop) {
    const Weights& weights = tuned_weights(known.rules.players);
    const Worlds worlds(known);
    const Equity equity(match, settings.equity);
    const auto drawn = worlds.sample_many(settings.worlds, {settings.inference, weights}, seed,
                                          [&] { return stop.load(std::memory_order_relaxed); });
    std::vector<Ending> endings(drawn.size());
    share_out(drawn.size(), settings.threads, stop, [&](std::size_t i) {
        Candidates room;
        Rng rng(seed + 1, i);
        Round round = drawn[i];
        const int already = round.bets[known.seat];
        play_out_world(round, known.rules, {weights}, settings.exact, rng, room);
        Ending& ending = endings[i];
        ending.played = true;
        ending.worth = settle(round, known.rules, equity, known.seat, already).worth;
        for (const int bet : bets) ending.bets.push_back(settle(round, known.rules, equity, known.seat, bet));
    });

    Outlook outlook;
    outlook.bets.resize(bets.size());
    for (const Ending& ending : endings) {
        if (!ending.played) continue;
        ++outlook.worlds;
        for (std::size_t i = 0; i < bets.size(); ++i) {
            const auto& [won, worth] = ending.bets[i];
            outlook.bets[i].won += won;
            (won ? outlook.bets[i].gained : outlook.bets[i].lost) += worth - ending.worth;
        }
    }
    return outlook;
}

}  // namespace haggis
