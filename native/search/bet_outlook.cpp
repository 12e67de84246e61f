#include "search/bet_outlook.hpp"

#include "rules/scoring.hpp"
#include "search/finish.hpp"
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
    Totals points{};
    for (int other = 0; other < rules.players; ++other) points[other] = scores[other].total();
    return {bet_won(round, rules, scores, seat), equity.worth(points)[seat]};
}

}  // namespace

Outlook look_ahead(const Knowledge& known, const Match& match, const Taste& taste, std::span<const int> bets,
                   const OutlookSettings& settings, const std::atomic<bool>& stop) {
    const Worlds worlds(known);
    const Equity equity(match);
    const auto drawn = worlds.sample_many(settings.worlds, {settings.trust, taste}, settings.seed,
                                          [&] { return stop.load(std::memory_order_relaxed); });
    std::vector<Ending> endings(drawn.size());
    share_out(drawn.size(), settings.threads, stop, [&](std::size_t i) {
        Candidates room;
        Rng rng(settings.seed + 1, i);
        Round round = drawn[i];
        const int already = round.bets[known.seat];
        finish(round, known.rules, {taste}, kExactCards, rng, room);
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
