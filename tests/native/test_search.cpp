// Search, worlds and the opponent model: fair, consistent, the same with any number of threads.

#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "evaluation/shedding.hpp"
#include "learning/weights_match.hpp"
#include "rules/deal.hpp"
#include "samples.hpp"
#include "search/bet_outlook.hpp"
#include "search/search.hpp"
#include "search/world_playout.hpp"
#include "simulation/playout.hpp"
#include "solver/solver.hpp"

using namespace haggis;

namespace {

// A round after some random actions, with its history.
struct Story {
    Rules rules;
    Round now;
    std::array<Cards, kMaxPlayers> dealt{};
    int lead = 0;
    std::vector<Action> history;

    Knowledge known(int seat) const { return {rules, seat, lead, dealt[seat], history}; }
};

Story tell(const Rules& rules, std::uint64_t seed, int actions) {
    Rng rng(seed);
    Story story;
    story.rules = rules;
    story.now = deal_round(rules, static_cast<int>(seed % rules.players), rng);
    for (int seat = 0; seat < rules.players; ++seat) story.dealt[seat] = story.now.hands[seat] & kNumbers;
    story.lead = story.now.turn;
    Candidates room;
    for (int i = 0; i < actions && !story.now.over(); ++i) {
        Action action;
        if (story.now.phase == Phase::give) {
            action = Action::give(story.now.turn, best_give(story.now, rules));
        } else {
            evaluate(story.now, rules, tuned_weights(rules.players), Width::all, room);
            const Candidate& chosen = room[rng.below(static_cast<std::uint32_t>(room.size()))];
            action = chosen.is_pass() ? Action::pass(story.now.turn) : Action::of(story.now.turn, chosen.play);
        }
        apply(story.now, rules, action);
        story.history.push_back(action);
    }
    return story;
}

void worlds_agree_with_what_is_known(check::Tally& tally) {
    for (const Rules& rules : samples::presets())
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            const Story story = tell(rules, seed, static_cast<int>(3 * seed));
            const int seat = static_cast<int>(seed) % rules.players;
            const Knowledge known = story.known(seat);
            CHECK(tally, objection(known).empty(), "");
            for (const Round& world :
                 Worlds(known).sample_many(20, {seed % 2 ? 300 : 0, tuned_weights(rules.players)}, seed)) {
                CHECK(tally, world.hands[seat] == story.now.hands[seat], "");
                Cards seen = world.haggis;
                for (int other = 0; other < rules.players; ++other) {
                    CHECK(tally, count_cards(world.hands[other]) == story.now.cards_left[other], "");
                    CHECK(tally, (world.hands[other] & kCourts) == (story.now.hands[other] & kCourts), "");
                    CHECK(tally, !(seen & world.hands[other] & kNumbers), "");
                    seen |= world.hands[other] & kNumbers;
                }
            }
        }
}

// The mean cost of what an opponent may hold.
double cost_in(const std::vector<Round>& worlds, int seat) {
    double sum = 0;
    for (const Round& world : worlds) sum += shedding(world.hands[seat], tuned_weights(2)).cost;
    return sum / static_cast<double>(worlds.size());
}

void a_bet_tells_of_a_fine_hand(check::Tally& tally) {
    Story story = tell(standard_rules(2), 4, 0);
    const int better = story.lead;
    story.history.push_back(Action::bet(better, 30));
    const Worlds worlds(story.known(1 - better));
    const double believed = cost_in(worlds.sample_many(500, {300, tuned_weights(2)}, 1), better);
    const double blind = cost_in(worlds.sample_many(500, {0, tuned_weights(2)}, 1), better);
    CHECK(tally, believed < blind - 300, "");
}

void chances_add_up_and_are_kept(check::Tally& tally) {
    constexpr int kDraws = 4000;
    for (const int players : {2, 3})
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const Story story = tell(standard_rules(players), seed, static_cast<int>(5 * seed));
            if (story.now.phase != Phase::play) continue;
            const OpponentModel& model = fitted_opponent_model(players);
            Candidates room, few;
            evaluate(story.now, story.rules, model.weights, Width::few, few);
            std::vector<Round> after;
            for (int i = 0; i < kDraws; ++i) {
                Round round = story.now;
                Rng rng(seed, static_cast<std::uint64_t>(i));
                model_step(round, story.rules, model, rng, room);
                after.push_back(round);
            }
            double sum = 0;
            for (const Candidate& candidate : few) {
                const double chance = chance_of(story.now, story.rules, model, candidate.play, room);
                sum += chance;
                Round round = story.now;
                apply(round, story.rules,
                      candidate.is_pass() ? Action::pass(round.turn) : Action::of(round.turn, candidate.play));
                const double seen = static_cast<double>(std::ranges::count(after, round)) / kDraws;
                CHECK(tally, std::abs(seen - chance) < 0.04, "");
            }
            CHECK(tally, std::abs(sum - 1) < 1e-9, "");
        }
}

// A round in which everybody acts by the model, up to a number of actions.
Story modelled_story(const Rules& rules, std::uint64_t seed, int actions) {
    Story story = tell(rules, seed, 0);
    Candidates room;
    for (int i = 0; i < actions && story.now.phase == Phase::play; ++i) {
        Rng rng(seed, static_cast<std::uint64_t>(i));
        Round after = story.now;
        model_step(after, rules, fitted_opponent_model(rules.players), rng, room);
        const int turn = story.now.turn;
        const Cards played = story.now.hands[turn] & ~after.hands[turn];
        const Action action = played ? Action::of(turn, Play::of(played, after.top)) : Action::pass(turn);
        story.now = after;
        story.history.push_back(action);
    }
    return story;
}

// The share of the others' hidden cards that the worlds place where they are.
double placed_rightly(const std::vector<Round>& worlds, const Round& truth, int seat) {
    double right = 0, all = 0;
    for (const Round& world : worlds)
        for (int other = 0; other < kMaxPlayers; ++other)
            if (other != seat) {
                right += count_cards(world.hands[other] & truth.hands[other] & kNumbers);
                all += count_cards(truth.hands[other] & kNumbers);
            }
    return right / all;
}

void the_opponent_model_tells_of_the_hands(check::Tally& tally) {
    const Rules rules = standard_rules(3);
    double read = 0, blind = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Story story = modelled_story(rules, seed, 20);
        const int seat = story.now.turn;
        const Worlds worlds(story.known(seat));
        const auto placed = [&](int strength, std::uint64_t draw) {
            return placed_rightly(worlds.sample_many(100, {strength, tuned_weights(3), &fitted_opponent_model(3)},
                                                     draw),
                                  story.now, seat);
        };
        read += placed(300, seed);
        blind += placed(0, seed);
    }
    CHECK(tally, read > blind + 20 * 0.03, "");
}

using Choices = std::vector<Choice>;

bool same(const Choices& one, const Choices& other) {
    if (one.size() != other.size()) return false;
    for (std::size_t i = 0; i < one.size(); ++i) {
        const Choice &a = one[i], &b = other[i];
        if (!(a.action == b.action) || a.visits != b.visits || a.worth != b.worth) return false;
    }
    return true;
}

void threads_change_nothing(check::Tally& tally) {
    const std::atomic<bool> stop{false};
    for (const Rules& rules : samples::presets())
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            const Story story = tell(rules, seed + 10, static_cast<int>(4 * seed));
            if (story.now.over()) continue;
            const Match match{.players = rules.players, .totals = {100, 60, 30}, .target = 250};
            SearchSettings settings{.nodes = 400, .opponent_model = seed % 2 == 1};
            const auto search_with = [&](int threads) {
                settings.threads = threads;
                return search(story.known(story.now.turn), match, settings, seed, stop);
            };
            const Choices alone = search_with(1);
            CHECK(tally, !alone.empty(), "");
            CHECK(tally, objection(story.now, rules, alone.front().action).empty(), "");
            CHECK(tally, same(alone, search_with(2)), "");
            CHECK(tally, same(alone, search_with(3)), "");
        }
}

void an_evaluation_against_itself_is_even(check::Tally& tally) {
    const std::atomic<bool> stop{false};
    Weights weights = tuned_weights(2);
    weights.noise = 0;
    std::vector<double> differences(64);
    match_weights(standard_rules(2), weights, weights, 5, differences, 2, stop);
    for (const double difference : differences) CHECK(tally, difference == 0, "");
}

// A small ending is played as the solver would; anything larger is left as it was.
void small_endings_are_finished_exactly(check::Tally& tally) {
    const std::atomic<bool> stop{false};
    constexpr int kExactCards = SearchSettings{}.exact;
    int finished = 0;
    for (const Rules& rules : samples::presets())
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            const Story story = tell(rules, seed, 14 + static_cast<int>(seed % 12));
            if (story.now.over()) continue;
            Round end = story.now;
            if (!finish_exactly(end, rules, kExactCards)) {
                CHECK(tally, end == story.now, "");
                continue;
            }
            ++finished;
            int held = 0;
            for (const int count : story.now.cards_left) held += count;
            CHECK(tally, end.over() && held <= kExactCards, "");
            const SolveResult best = solve(story.now, rules, {}, stop);
            const Scores scores = score_round(end, rules);
            CHECK(tally, scores[best.first].total() - scores[best.second].total() == best.lower, "");
        }
    CHECK(tally, finished >= 20, "");
}

void outlook_counts_every_world(check::Tally& tally) {
    const std::atomic<bool> stop{false};
    const Story story = tell(standard_rules(2), 3, 0);
    const std::array<int, 2> bets{15, 30};
    const Match match{.players = 2, .target = 250};
    const Outlook outlook = look_ahead(story.known(0), match, bets, {.threads = 2, .worlds = 100}, 0, stop);
    CHECK(tally, outlook.worlds == 100, "");
    CHECK(tally, outlook.bets.size() == 2, "");
    const BetOutlook low = outlook.bets[0], high = outlook.bets[1];
    CHECK(tally, low.won == high.won && low.won > 0 && low.won < 100, "who goes out first wins either");
    CHECK(tally, high.gained > low.gained && low.gained > 0, "a higher bet gains more where it is won");
    CHECK(tally, high.lost < low.lost && low.lost < 0, "and loses more where it is lost");
}

void a_higher_bet_on_points_is_won_less_often(check::Tally& tally) {
    const std::atomic<bool> stop{false};
    Rules rules = standard_rules(2);
    rules.bet_wins = BetWins::points;
    const Story story = tell(rules, 3, 0);
    const std::array<int, 3> bets{1, 30, 1000};
    const Match match{.players = 2, .target = 250};
    const Outlook outlook = look_ahead(story.known(0), match, bets, {.worlds = 100}, 0, stop);
    CHECK(tally, outlook.bets[0].won > outlook.bets[1].won && outlook.bets[1].won > 0, "");
    CHECK(tally, outlook.bets[2].won == 0 && outlook.bets[2].gained == 0, "nobody scores a thousand");
}

void equity_adds_up(check::Tally& tally) {
    const Equity equity({.players = 3, .totals = {200, 120, 90}, .target = 250});
    const auto chance = equity.chances({210, 130, 95});
    CHECK(tally, chance[0] > chance[1] && chance[1] > chance[2], "");
    CHECK(tally, chance[0] + chance[1] + chance[2] > 0.999 && chance[0] + chance[1] + chance[2] < 1.001, "");
    CHECK(tally, equity.chances({255, 130, 95})[0] == 1, "");
    CHECK(tally, equity.chances({255, 255, 95})[0] < 0.51, "");
}

}  // namespace

int main() {
    return check::run({
        {"worlds agree with what is known", worlds_agree_with_what_is_known},
        {"a bet tells of a fine hand", a_bet_tells_of_a_fine_hand},
        {"chances add up and are kept", chances_add_up_and_are_kept},
        {"the opponent model tells of the hands", the_opponent_model_tells_of_the_hands},
        {"threads change nothing", threads_change_nothing},
        {"an evaluation against itself is even", an_evaluation_against_itself_is_even},
        {"small endings are finished exactly", small_endings_are_finished_exactly},
        {"outlook counts every world", outlook_counts_every_world},
        {"a higher bet on points is won less often", a_higher_bet_on_points_is_won_less_often},
        {"equity adds up", equity_adds_up},
    });
}
