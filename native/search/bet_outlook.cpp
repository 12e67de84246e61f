#include "search/bet_outlook.hpp"

namespace haggis {
namespace {

// What the points of a leaf are worth to the seat with so much more for the bet: to her if it is won, else to who
// gets it.
double worth_with(const Leaf& leaf, const Round& round, const Rules& rules, const Equity& equity, int seat, int amount,
                  bool won) {
    SeatPoints points = leaf.points;
    if (won) points[seat] += amount;
    for (int other = 0; !won && other < rules.players; ++other)
        for (int first = 0; first < rules.players; ++first)
            if (shares_lost_bet(round, rules, seat, other, first)) points[other] += amount * leaf.first_out[first];
    return equity.worth(points, leaf.open)[seat];
}

class Sums {
public:
    void add(double chance, double gained, double lost) {
        won_ += chance;
        gained_ += chance * gained;
        not_won_ += 1 - chance;
        lost_ += (1 - chance) * lost;
    }
    // What happens in no world adds the plain amount: it may happen nevertheless.
    BetOutlook outlook(int amount) const {
        return {.chance = won_ / (won_ + not_won_),
                .if_won = won_ > 0 ? gained_ / won_ : amount,
                .if_lost = not_won_ > 0 ? lost_ / not_won_ : -amount};
    }

private:
    double won_ = 0, gained_ = 0, not_won_ = 0, lost_ = 0;
};

}  // namespace

std::vector<BetOutlook> bet_outlook(const Knowledge& known, const Match& match, std::span<const int> bets,
                                    const Network& network, int worlds, std::uint64_t seed) {
    const Worlds possible(known);
    const Equity equity(match);
    std::vector<Sums> sums(bets.size());
    for (int number = 0; number < worlds; ++number) {
        Round round = possible.sample(seed, number);
        const Leaf without = look_at(round, known.rules, network, 0);
        const double worth = equity.worth(without.points, without.open)[known.seat];
        for (std::size_t i = 0; i < bets.size(); ++i) {
            round.bets[known.seat] = bets[i];
            const double chance = bet_chance(without, round, known.rules, known.seat);
            const auto gain = [&](bool won) {
                return worth_with(without, round, known.rules, equity, known.seat, bets[i], won) - worth;
            };
            sums[i].add(chance, gain(true), gain(false));
        }
    }
    std::vector<BetOutlook> outlooks;
    for (std::size_t i = 0; i < bets.size(); ++i) outlooks.push_back(sums[i].outlook(bets[i]));
    return outlooks;
}

}  // namespace haggis
