// Search and worlds: fair, consistent, the same with any number of threads.

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>

#include "check.hpp"
#include "evaluation/evaluation.hpp"
#include "learning/weights_match.hpp"
#include "rules/deal.hpp"
#include "samples.hpp"
#include "search/bet_outlook.hpp"
#include "search/inference.hpp"
#include "search/leaf.hpp"
#include "search/search.hpp"
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
            const Worlds worlds(known);
            for (int number = 0; number < 20; ++number) {
                const Round world = worlds.sample(seed, number);
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

constexpr std::uint32_t kHidden = 32;

// The bytes of a file.
class File {
public:
    explicit File(std::string magic, std::initializer_list<std::uint32_t> head) : bytes_(std::move(magic)) {
        for (const std::uint32_t number : head) bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    // Small random numbers: nobody's opinion, but always the same. Sixteen-bit floats between 1/16 and 1/8, with either
    // sign, or with other bits less.
    void add_floats(std::uint32_t count, std::uint32_t exponent = 0x2c00) {
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto half = static_cast<std::uint16_t>(exponent | rng_.below(0x400) | (rng_.below(2) << 15));
            bytes_.append(reinterpret_cast<const char*>(&half), sizeof half);
        }
    }
    void add_layers(std::initializer_list<std::uint32_t> widths) {
        for (auto width = widths.begin(); width + 1 < widths.end(); ++width) add_floats((width[0] + 1) * width[1]);
    }
    void add_bytes(std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) bytes_.push_back(static_cast<char>(rng_.below(256)));
    }
    std::span<const std::uint8_t> bytes() const {
        return {reinterpret_cast<const std::uint8_t*>(bytes_.data()), bytes_.size()};
    }

private:
    std::string bytes_;
    Rng rng_{7};
};

Network some_network(int players) {
    const auto seats = static_cast<std::uint32_t>(players);
    const auto features = static_cast<std::uint32_t>(feature_map(players).size);
    File file("haggisv2", {seats, features, kHidden});
    file.add_layers({features, kHidden, 64, 64, 32, 2 * seats});
    std::string objection;
    return Network::read(file.bytes(), objection);
}

Policy some_policy(int players) {
    constexpr std::uint32_t kThousandth = 0x1400;
    const auto features = static_cast<std::uint32_t>(view_feature_map(players).size);
    File file("haggisp1", {static_cast<std::uint32_t>(players), features, kHidden, kPolicyStyles});
    file.add_floats(features, kThousandth);
    file.add_bytes(features * kHidden);
    file.add_floats(kHidden);
    file.add_layers({kHidden, 64, 32, kPolicyStyles});
    std::string objection;
    return Policy::read(file.bytes(), objection);
}

bool never() { return false; }

// Each is drawn as often as its weight says.
void likely_worlds_are_drawn_more_often(check::Tally& tally) {
    constexpr int kWeighed = 40, kDrawn = 4000;
    for (const Rules& rules : samples::presets()) {
        const Story story = tell(rules, 3, 7);
        const Knowledge known = story.known(0);
        const Policy policy = some_policy(rules.players);
        LikelyWorlds worlds(known, policy, 9);
        worlds.weigh(kWeighed, 2, never);
        std::array<double, kWeighed> chances{};
        std::array<Round, kWeighed> possible;
        double sum = 0;
        for (int i = 0; i < kWeighed; ++i) {
            possible[i] = Worlds(known).sample(9, i);
            sum += chances[i] = likelihood(known, possible[i], policy);
            CHECK(tally, chances[i] > 0 && chances[i] <= 1, std::to_string(chances[i]));
        }
        CHECK(tally, *std::ranges::max_element(chances) > 1.5 * *std::ranges::min_element(chances), "they differ");
        std::array<int, kWeighed> drawn{};
        for (int number = 0; number < kDrawn; ++number)
            for (int i = 0; i < kWeighed; ++i) drawn[i] += worlds.sample(number) == possible[i];
        for (int i = 0; i < kWeighed; ++i)
            CHECK(tally, std::abs(drawn[i] - kDrawn * chances[i] / sum) < 5, std::to_string(drawn[i]));
    }
}

// Nobody has done anything that would tell, or nothing is to be weighed, or there was no time for more than one.
void without_weights_all_worlds_are_alike(check::Tally& tally) {
    const Policy policy = some_policy(2);
    const auto same_as_any = [&](int actions, int seat, int count) {
        const Knowledge known = tell(standard_rules(2), 3, actions).known(seat);
        LikelyWorlds worlds(known, policy, 9);
        worlds.weigh(count, 1, never);
        bool same = true;
        for (int number = 0; number < 20; ++number)
            same = same && worlds.sample(number) == Worlds(known).sample(9, number);
        return same;
    };
    CHECK(tally, same_as_any(0, 0, 50) && same_as_any(0, 1, 50), "");
    CHECK(tally, same_as_any(5, 0, 0) && !same_as_any(5, 0, 50), "");
    const Knowledge known = tell(standard_rules(2), 3, 5).known(0);
    LikelyWorlds worlds(known, policy, 9);
    worlds.weigh(50, 1, [] { return true; });
    CHECK(tally, worlds.sample(0) == worlds.sample(1) && worlds.sample(1) == Worlds(known).sample(9, 0), "");
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
            const Network network = some_network(rules.players);
            const Policy policy = some_policy(rules.players);
            SearchSettings settings{.nodes = 100, .equity = seed % 2 == 1};
            const auto search_with = [&](int threads) {
                settings.threads = threads;
                return search(story.known(story.now.turn), match, settings, {network, policy}, seed, stop);
            };
            const Choices alone = search_with(1);
            CHECK(tally, !alone.empty(), "");
            CHECK(tally, objection(story.now, rules, alone.front().action).empty(), "");
            CHECK(tally, same(alone, search_with(2)), "");
            CHECK(tally, same(alone, search_with(3)), "");
        }
}

// Who was given up early comes where its points put it; those with looks only come last.
void whoever_was_played_out_is_ranked_by_worth(check::Tally& tally) {
    const std::atomic<bool> stop{false};
    const Network network = some_network(2);
    const Policy policy = some_policy(2);
    int given_up = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Story story = tell(standard_rules(2), seed, 6);
        const Match match{.players = 2, .target = 250};
        const Choices found = search(story.known(story.now.turn), match, {.nodes = 600}, {network, policy}, seed, stop);
        const int fewest = std::min_element(found.begin(), found.end(), [](const Choice& a, const Choice& b) {
                               return a.visits < b.visits;
                           })->visits;
        const auto looked_at =
            std::find_if(found.begin(), found.end(), [&](const Choice& each) { return each.visits == fewest; });
        CHECK(tally, std::all_of(looked_at, found.end(), [&](const Choice& each) { return each.visits == fewest; }),
              "");
        for (auto each = found.begin() + 1; each < looked_at; ++each) {
            given_up += each->visits < found.front().visits;
            CHECK(tally, each == found.begin() + 1 || each->worth <= (each - 1)->worth, "");
        }
    }
    CHECK(tally, given_up >= 20, std::to_string(given_up));
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

void a_higher_bet_gains_and_loses_more(check::Tally& tally) {
    const Story story = tell(standard_rules(2), 3, 0);
    const std::array<int, 2> bets{15, 30};
    const Match match{.players = 2, .target = 250};
    const auto outlook = bet_outlook(story.known(0), match, bets, some_network(2), 100, 0);
    CHECK(tally, outlook.size() == 2, "");
    const BetOutlook low = outlook[0], high = outlook[1];
    CHECK(tally, low.chance == high.chance && low.chance > 0 && low.chance < 1, "who goes out first wins either");
    CHECK(tally, high.if_won > low.if_won && low.if_won > 0, "a higher bet gains more where it is won");
    CHECK(tally, high.if_lost < low.if_lost && low.if_lost < 0, "and loses more where it is lost");
}

void a_higher_bet_on_points_is_won_less_often(check::Tally& tally) {
    Rules rules = standard_rules(2);
    rules.bet_wins = BetWins::points;
    const Story story = tell(rules, 3, 0);
    const std::array<int, 3> bets{1, 30, 1000};
    const Match match{.players = 2, .target = 250};
    const auto outlook = bet_outlook(story.known(0), match, bets, some_network(2), 100, 0);
    CHECK(tally, outlook[0].chance > outlook[1].chance && outlook[1].chance > 0, "");
    CHECK(tally, outlook[2].chance < 1e-6, "nobody scores a thousand");
}

// Whatever the network thinks, an expected bet is paid by nobody and lost by nobody twice.
void expected_bets_are_between_lost_and_won(check::Tally& tally) {
    for (const Rules& rules : samples::presets()) {
        const Network network = some_network(rules.players);
        Story story = tell(rules, 5, 0);
        const Leaf without = look_at(story.now, rules, network, 0);
        story.now.bets[0] = 30;
        const Leaf with = look_at(story.now, rules, network, 0);
        const double chance = with.bet_chances[0];
        CHECK(tally, chance >= 0 && chance <= 1, "");
        CHECK(tally, std::abs(with.points[0] - without.points[0] - 30 * chance) < 1e-9, "");
        for (int seat = 1; seat < rules.players; ++seat) {
            const double gained = with.points[seat] - without.points[seat];
            // Chances are floats: they add up to one but for their rounding.
            CHECK(tally, gained >= 0 && gained <= 30 * (1 - chance) + 1e-5, std::to_string(gained - 30 * (1 - chance)));
        }
    }
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
        {"likely worlds are drawn more often", likely_worlds_are_drawn_more_often},
        {"without weights all worlds are alike", without_weights_all_worlds_are_alike},
        {"threads change nothing", threads_change_nothing},
        {"whoever was played out is ranked by worth", whoever_was_played_out_is_ranked_by_worth},
        {"an evaluation against itself is even", an_evaluation_against_itself_is_even},
        {"small endings are finished exactly", small_endings_are_finished_exactly},
        {"a higher bet gains and loses more", a_higher_bet_gains_and_loses_more},
        {"a higher bet on points is won less often", a_higher_bet_on_points_is_won_less_often},
        {"expected bets are between lost and won", expected_bets_are_between_lost_and_won},
        {"equity adds up", equity_adds_up},
    });
}
