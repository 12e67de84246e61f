#include "outlook.hpp"

#include "finish.hpp"
#include "scoring.hpp"
#include "workers.hpp"

namespace haggis {
namespace {

// One world played out: who was first, and what it is worth with each bet.
struct Ending {
    bool played = false;
    bool first = false;
    std::vector<double> worth;
};

double worth_with(Round round, const Rules& rules, const Equity& equity, int seat, int bet) {
    round.bets[seat] = bet;
    const Scores scores = score_round(round, rules);
    Totals points{};
    for (int other = 0; other < rules.players; ++other) points[other] = scores[other].total();
    return equity.worth(points)[seat];
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
        ending.first = round.out[0] == known.seat;
        ending.worth.push_back(worth_with(round, known.rules, equity, known.seat, already));
        for (const int bet : bets) ending.worth.push_back(worth_with(round, known.rules, equity, known.seat, bet));
    });

    Outlook outlook;
    outlook.worth_first.resize(bets.size() + 1);
    outlook.worth_other.resize(bets.size() + 1);
    for (const Ending& ending : endings) {
        if (!ending.played) continue;
        ++outlook.worlds;
        outlook.first += ending.first;
        auto& sums = ending.first ? outlook.worth_first : outlook.worth_other;
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += ending.worth[i];
    }
    return outlook;
}

}  // namespace haggis
