// The batch: the same whatever the number of threads, equal to rounds played one by one, and fair:
// an observation doesn't depend on cards that the seat can't see.
#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "check.hpp"
#include "generator/perft.hpp"
#include "learning/batch.hpp"
#include "rules/scoring.hpp"
#include "samples.hpp"

using namespace haggis;

namespace {

std::vector<std::int64_t> random_choices(const Batch& batch, Rng& rng) {
    std::vector<std::int64_t> choices;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const auto actions = static_cast<std::uint32_t>(batch.offsets()[i + 1] - batch.offsets()[i]);
        choices.push_back(rng.below(actions));
    }
    return choices;
}

bool same(const Batch& a, const Batch& b) {
    const std::size_t size = a.size();
    const auto equal = [](const auto* x, const auto* y, std::size_t count) {
        return std::memcmp(x, y, count * sizeof *x) == 0;
    };
    return equal(a.offsets(), b.offsets(), size + 1) && equal(a.seats(), b.seats(), size) &&
           equal(a.observations(), b.observations(), size * kObservation) &&
           equal(a.rewards(), b.rewards(), size * a.rules().players) && equal(a.finished(), b.finished(), size) &&
           equal(a.rounds(), b.rounds(), size) &&
           equal(a.words().get(), b.words().get(), static_cast<std::size_t>(a.offsets()[size]));
}

void threads_do_not_matter(check::Tally& tally) {
    for (const Rules& rules : samples::presets()) {
        Batch one(rules, 100, 7, true, 1), four(rules, 100, 7, true, 4);
        Rng rng(1);
        for (int i = 0; i < 80; ++i) {
            CHECK(tally, same(one, four), "step " + std::to_string(i));
            const auto choices = random_choices(one, rng);
            one.step(choices);
            four.step(choices);
        }
        CHECK(tally, one.rounds()[0] > 0, "rounds end");
    }
}

void tables_do_not_depend_on_the_size(check::Tally& tally) {
    const Batch few(standard_rules(3), 3, 5, false, 1), many(standard_rules(3), 40, 5, false, 1);
    for (std::size_t i = 0; i < 3; ++i) CHECK(tally, few.table(i) == many.table(i), "");
}

// Every listed action is legal, none is missing or doubled, and rewards are the scores.
void equals_single_rounds(check::Tally& tally) {
    for (const Rules& rules : samples::presets())
        for (const bool bets : {false, true}) {
            Batch batch(rules, 30, 11, bets, 2);
            Rng rng(2);
            for (int step = 0; step < 80; ++step) {
                const auto choices = random_choices(batch, rng);
                std::vector<WatchedRound> after;
                for (std::size_t i = 0; i < batch.size(); ++i) {
                    const Round& round = batch.table(i).round;
                    const auto* begin = batch.words().get() + batch.offsets()[i];
                    const auto* end = batch.words().get() + batch.offsets()[i + 1];
                    const auto legal = legal_actions(round, rules);
                    const bool offers = bets && round.phase == Phase::play && may_bet(round, rules, round.turn);
                    CHECK(tally, end - begin == static_cast<long>(legal.size()) + offers * rules.bet_count, "count");
                    for (std::size_t k = 0; k < legal.size(); ++k)
                        CHECK(tally, action_of(begin[k], round.turn) == legal[k], "action");
                    for (const auto* word = begin + legal.size(); word < end; ++word)
                        CHECK(tally, objection(round, rules, action_of(*word, round.turn)).empty(), "bet");
                    after.push_back(batch.table(i));
                    apply(after.back(), rules, action_of(begin[choices[i]], round.turn));
                }
                CHECK(tally, batch.objection(choices).empty(), "sound choices");
                batch.step(choices);
                for (std::size_t i = 0; i < batch.size(); ++i) {
                    CHECK(tally, batch.finished()[i] == after[i].round.over(), "finished");
                    if (!after[i].round.over()) {
                        CHECK(tally, batch.table(i) == after[i], "table");
                        continue;
                    }
                    const Scores scores = score_round(after[i].round, rules);
                    for (int seat = 0; seat < rules.players; ++seat)
                        CHECK(tally,
                              batch.rewards()[i * rules.players + static_cast<std::size_t>(seat)] ==
                                  scores[seat].total(),
                              "reward");
                }
            }
        }
}

void wrong_choices_are_named(check::Tally& tally) {
    Batch batch(standard_rules(2), 3, 1, false, 1);
    std::vector<std::int64_t> choices{0, 0, 0};
    CHECK(tally, batch.objection(choices).empty(), "");
    choices[1] = batch.offsets()[2] - batch.offsets()[1];
    CHECK(tally, batch.objection(choices).starts_with("table 1 has the actions 0 to"), batch.objection(choices));
    choices[1] = -1;
    CHECK(tally, !batch.objection(choices).empty(), "");
    choices.resize(2);
    CHECK(tally, !batch.objection(choices).empty(), "");
}

// Deals the number cards that the seat to act can't see in another way; counts stay.
WatchedRound reshuffled(const WatchedRound& table, const Rules& rules, Rng& rng) {
    WatchedRound other = table;
    std::vector<Cards> hidden;
    const auto collect = [&](Cards cards) {
        for (; cards; cards &= cards - 1) hidden.push_back(lowest(cards));
    };
    for (int seat = 0; seat < rules.players; ++seat)
        if (seat != table.round.turn) collect(table.round.hands[seat] & kNumbers);
    collect(table.round.haggis);
    const auto draw = [&](Cards& place) {
        const int count = count_cards(place & kNumbers);
        place &= ~kNumbers;
        for (int i = 0; i < count; ++i) {
            std::swap(hidden[rng.below(static_cast<std::uint32_t>(hidden.size()))], hidden.back());
            place |= hidden.back();
            hidden.pop_back();
        }
    };
    for (int seat = 0; seat < rules.players; ++seat)
        if (seat != table.round.turn) draw(other.round.hands[seat]);
    draw(other.round.haggis);
    return other;
}

void fair(check::Tally& tally) {
    for (const Rules& rules : samples::presets()) {
        Batch batch(rules, 20, 3, true, 1);
        Rng rng(3);
        int moved = 0;
        for (int step = 0; step < 100; ++step) {
            for (std::size_t i = 0; i < batch.size(); ++i) {
                const WatchedRound other = reshuffled(batch.table(i), rules, rng);
                moved += !(other == batch.table(i));
                std::array<float, kObservation> row{};
                observe(other, rules, row.data());
                CHECK(tally, std::ranges::equal(row, std::span(batch.observations() + i * kObservation, kObservation)),
                      "");
            }
            batch.step(random_choices(batch, rng));
        }
        CHECK(tally, moved > 1500, "cards were really moved: " + std::to_string(moved));
    }
}

// An old list of actions outlives a new, longer one.
void old_lists_stay_alive(check::Tally& tally) {
    Batch batch(standard_rules(2), 2, 3, false, 1);
    const auto old = batch.words();
    const std::uint64_t first = old[0];
    Rng rng(3);
    for (int i = 0; i < 2000; ++i) batch.step(random_choices(batch, rng));
    CHECK(tally, old == batch.words() || old[0] == first, "");
}

}  // namespace

int main() {
    return check::run({
        {"threads do not matter", threads_do_not_matter},
        {"tables do not depend on the size", tables_do_not_depend_on_the_size},
        {"equals single rounds", equals_single_rounds},
        {"wrong choices are named", wrong_choices_are_named},
        {"fair", fair},
        {"old lists stay alive", old_lists_stay_alive},
    });
}
