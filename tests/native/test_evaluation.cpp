// What a hand costs to shed, counted by hand; and a signature, so that no change goes unnoticed.
#include "check.hpp"
#include "evaluation/shedding.hpp"
#include "parse.hpp"
#include "rules/deal.hpp"
#include "rules/text.hpp"
#include "support/rng.hpp"

using namespace haggis;

namespace {

// Costs by which every way to part a hand can be told from the others.
Weights plain() {
    Weights weights;
    weights.single.fill(1000);
    weights.pair.fill(600);
    weights.three.fill(500);
    weights.four.fill(400);
    weights.run.fill(300);
    weights.pairs.fill(350);
    weights.two_courts = -100;
    weights.three_courts = -250;
    return weights;
}

void counted_by_hand(check::Tally& tally) {
    const auto costs = [&](const char* hand, int cost, int groups, const Weights& weights = plain()) {
        const Shedding found = shedding(*parse_cards(hand), weights);
        CHECK(tally, found.cost == cost, hand + (" costs " + std::to_string(found.cost)));
        CHECK(tally, found.groups == groups, hand + (" is " + std::to_string(found.groups) + " groups"));
    };
    costs("2r", 1000, 1);
    costs("Tr To", 600, 1);
    costs("2r 2o 2y", 500, 1);
    costs("2r 2o 2y 2g 2b", 400, 1);
    costs("3r 4r 5r", 300, 1);
    costs("3r 4r 5r 7o", 1300, 2);
    costs("2r 3r 4r 6o 7o 8o", 600, 2);
    costs("3r 3o 4r 4o", 350, 1);
    costs("6r 6o 7r 7y", 1200, 2);                // pairs, but not of the same two suits
    costs("6r 6o 6y 7r 7o", 1100, 2);             // joined pairs would leave a single
    costs("6r 6o 7r 7o 8r 8o 9r 9o", 350, 1);     // rather than two runs
    costs("2r 2o 3r 3o 9r 9o Tr To", 700, 2);     // pairs at both ends
    costs("3r 4r 5r 3o 4o 5o 3y 4y 5y", 650, 2);  // a run and joined pairs, rather than three sets
    costs("J", 1000, 1);
    costs("J Q", 1900, 2);
    costs("2r J Q K", 3750, 4);
    Weights no_runs = plain();
    no_runs.run.fill(5000);
    costs("3r 4r 5r", 3000, 3, no_runs);
}

// It changes when the weights are tuned anew: then look at docs/strength.md too.
void signature(check::Tally& tally) {
    std::uint64_t sum = 0;
    for (int players = 2; players <= 3; ++players)
        for (std::uint64_t seed = 0; seed < 1000; ++seed) {
            Rng rng(seed);
            const Round round = deal_round(standard_rules(players), 0, rng);
            const Cards hand = round.hands[0] & ~(rng.next() & rng.next());  // a part of a hand
            const Shedding found = shedding(hand, tuned_weights(players));
            sum = sum * 0x100000001b3u + static_cast<std::uint64_t>(found.cost * 32 + found.groups);
        }
    CHECK(tally, sum == 4474921732319007519u, std::to_string(sum));
}

}  // namespace

int main() {
    return check::run({
        {"counted by hand", counted_by_hand},
        {"signature", signature},
    });
}
