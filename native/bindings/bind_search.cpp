// Search, the judge and its taste.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <vector>

#include "bindings/bound_round.hpp"
#include "learning/weights_match.hpp"
#include "search/bet_outlook.hpp"
#include "search/search.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

using WireAction = std::tuple<std::string, nb::int_, nb::int_>;  // kind, seat, and word, amount or seat

constexpr std::int64_t kMostNodes = 1'000'000'000;
constexpr std::int64_t kMostHistory = 1000;
constexpr std::int64_t kMostExactCards = 14;  // beyond, proving is given up too often
constexpr std::int32_t kMostTaste = 1'000'000;  // hundredths of a point

Action action_of(const WireAction& wire, const Rules& rules) {
    const auto& [kind, who, value] = wire;
    const int seat = seat_of(who, rules);
    if (kind == "pass") return Action::pass(seat);
    if (kind == "give") return Action::give(seat, seat_of(value, rules));
    if (kind == "bet") return Action::bet(seat, static_cast<int>(whole(value, "a bet", 0, kMaxBetAmount)));
    if (kind == "play") return Action::of(seat, Play{seed_of(value)});
    throw bad_notation("an action is a play, a pass, a give or a bet");
}

WireAction wire_of(const Action& action) {
    const nb::int_ seat(action.seat);
    switch (action.kind) {
        case Action::Kind::play: return {"play", seat, nb::int_(action.play.word)};
        case Action::Kind::give: return {"give", seat, nb::int_(action.to)};
        case Action::Kind::bet: return {"bet", seat, nb::int_(action.amount)};
        default: return {"pass", seat, nb::int_(0)};
    }
}

void make_knowledge(Knowledge* self, const Rules& rules, nb::int_ seat, nb::int_ lead, nb::int_ dealt,
                    const std::vector<WireAction>& history) {
    if (history.size() > kMostHistory) throw bad_request("no round has so many actions");
    Knowledge known{rules, seat_of(seat, rules), seat_of(lead, rules), cards_of(dealt, "the cards dealt"), {}};
    for (const WireAction& wire : history) known.history.push_back(action_of(wire, rules));
    const std::string refused = objection(known);
    if (!refused.empty()) throw illegal(refused);
    new (self) Knowledge(std::move(known));
}

void check_decision(const BoundRound* bound, std::uint64_t word) {
    if (!bound || bound->round.phase != Phase::play) throw bad_request("somebody must be about to play or pass");
    const Round& round = bound->round;
    const std::string refused =
        objection(round, bound->rules, word ? Action::of(round.turn, Play{word}) : Action::pass(round.turn));
    if (!refused.empty()) throw illegal(refused);
}

const Round& asked(const Knowledge& known, const Worlds& worlds) {
    if (worlds.now().over()) throw illegal("the round is over");
    if (worlds.now().turn != known.seat) throw illegal("another seat is asked, not this one");
    return worlds.now();
}

double positive(double value, const char* name) {
    if (!std::isfinite(value) || value < 0) throw bad_request(std::string(name) + " must be a number from 0 on");
    return value;
}

Match match_of(const Rules& rules, const std::vector<nb::int_>& totals, nb::int_ target, nb::int_ rounds_left,
               bool equity) {
    if (totals.size() != rules.players) throw bad_request("there must be a total for each seat");
    Match match{.players = rules.players};
    for (std::size_t seat = 0; seat < totals.size(); ++seat)
        match.totals[seat] = static_cast<int>(whole(totals[seat], "a total", 0, 100 * kMaxBetAmount));
    match.target = static_cast<int>(whole(target, "the target", 0, kMaxBetAmount));
    match.rounds_left = static_cast<int>(whole(rounds_left, "the rounds left", 0, kMaxBetAmount));
    match.equity = equity;
    return match;
}

using TasteNumbers = std::array<std::int32_t, kTasteSize>;

Taste taste_of(const std::vector<std::int32_t>& numbers) {
    if (numbers.size() != kTasteSize) throw bad_request("a taste has " + std::to_string(kTasteSize) + " numbers");
    for (const std::int32_t number : numbers)
        if (number < -kMostTaste || number > kMostTaste) throw bad_request("a number of a taste is too large");
    TasteNumbers row{};
    std::copy(numbers.begin(), numbers.end(), row.begin());
    return std::bit_cast<Taste>(row);
}

std::vector<std::int32_t> numbers_of(const Taste& taste) {
    const auto row = std::bit_cast<TasteNumbers>(taste);
    return {row.begin(), row.end()};
}

nb::dict dict_of(const Choice& choice) {
    nb::dict dict;
    dict["action"] = wire_of(choice.action);
    dict["visits"] = choice.visits;
    dict["worth"] = choice.worth;
    dict["error"] = choice.error;
    dict["points"] = choice.points;
    dict["first_out"] = choice.first_out;
    return dict;
}

nb::list run_search(const Knowledge& known, const std::vector<nb::int_>& totals, nb::int_ target,
                    nb::int_ rounds_left, nb::int_ nodes, double seconds, nb::int_ seed, nb::int_ threads,
                    nb::int_ candidates, nb::int_ worlds, nb::int_ trust, bool equity, bool tree,
                    bool random_playouts, nb::int_ exact, nb::int_ breadth, bool wide, bool habits,
                    const BoundRound* truth) {
    asked(known, Worlds(known));
    const Match match = match_of(known.rules, totals, target, rounds_left, equity);
    SearchSettings settings;
    settings.nodes = whole(nodes, "the number of nodes", 1, kMostNodes);
    settings.seconds = positive(seconds, "the time to think");
    settings.seed = seed_of(seed);
    settings.threads = thread_count(threads);
    settings.candidates = static_cast<int>(whole(candidates, "the number of candidates", 1, 1000));
    settings.worlds = static_cast<int>(whole(worlds, "the number of worlds", 1, 100'000));
    settings.trust = static_cast<int>(whole(trust, "trust", 0, 1'000'000));
    settings.tree.tree = tree;
    settings.tree.random_playouts = random_playouts;
    settings.tree.exact = static_cast<int>(whole(exact, "the cards of a solved ending", 0, kMostExactCards));
    settings.tree.breadth = static_cast<int>(whole(breadth, "the answers at a node", 1, 1000));
    settings.tree.width = wide ? Width::all : Width::few;
    if (habits) settings.tree.habit = &fitted_habit(known.rules.players);
    if (truth) settings.truth = truth->round;
    SearchResult result;
    interruptible([&](const std::atomic<bool>& stop) {
        result = search(known, match, tuned_taste(known.rules.players), settings, stop);
    });
    nb::list choices;
    for (const Choice& choice : result.choices) choices.append(dict_of(choice));
    return choices;
}

// In how many worlds the bet is won, and what it adds in those and in the others.
using WireBetOutlook = std::tuple<int, double, double>;
// How many worlds, and how it goes with each bet.
using WireOutlook = std::tuple<int, std::vector<WireBetOutlook>>;

WireOutlook run_outlook(const Knowledge& known, const std::vector<nb::int_>& totals, nb::int_ target,
                        nb::int_ rounds_left, bool equity, const std::vector<nb::int_>& bets, nb::int_ worlds,
                        nb::int_ trust, nb::int_ seed, nb::int_ threads) {
    const Match match = match_of(known.rules, totals, target, rounds_left, equity);
    std::vector<int> amounts;
    for (const nb::int_& bet : bets) amounts.push_back(static_cast<int>(whole(bet, "a bet", 0, kMaxBetAmount)));
    OutlookSettings settings;
    settings.worlds = static_cast<int>(whole(worlds, "the number of worlds", 1, 100'000));
    settings.trust = static_cast<int>(whole(trust, "trust", 0, 1'000'000));
    settings.seed = seed_of(seed);
    settings.threads = thread_count(threads);
    Outlook outlook;
    interruptible([&](const std::atomic<bool>& stop) {
        outlook = look_ahead(known, match, tuned_taste(known.rules.players), amounts, settings, stop);
    });
    std::vector<WireBetOutlook> wire;
    for (const auto& [won, gained, lost] : outlook.bets) wire.emplace_back(won, gained, lost);
    return {outlook.worlds, wire};
}

// (action, value in hundredths of a point), the best first.
std::vector<std::tuple<WireAction, std::int32_t>> judgements(const Knowledge& known) {
    const Worlds worlds(known);
    const Round& now = asked(known, worlds);
    std::vector<std::tuple<WireAction, std::int32_t>> found;
    if (now.phase == Phase::give) {
        found.emplace_back(wire_of(Action::give(known.seat, judged_give(now, known.rules))), 0);
        return found;
    }
    Candidates room;
    judge(now, known.rules, tuned_taste(known.rules.players), Width::all, room);
    sort_best_first(room);
    for (const Candidate& candidate : room)
        found.emplace_back(wire_of(candidate.is_pass() ? Action::pass(known.seat) : Action::of(known.seat, candidate.play)),
                           candidate.value);
    return found;
}

// (the taste's numbers, heat)
std::tuple<std::vector<std::int32_t>, std::int32_t> habit_of(nb::int_ players) {
    const Habit& habit = fitted_habit(static_cast<int>(whole(players, "the number of players", 2, 3)));
    return {numbers_of(habit.taste), habit.heat};
}

// For each round, the chance that a habit gives to what was done there: the word of a play, or 0.
std::vector<double> bound_chances(const std::vector<const BoundRound*>& rounds, const std::vector<std::uint64_t>& words,
                                  const std::vector<std::int32_t>& numbers, nb::int_ heat, nb::int_ threads) {
    if (rounds.size() != words.size()) throw bad_request("there must be an action for each round");
    const Habit habit{taste_of(numbers), static_cast<std::int32_t>(whole(heat, "the heat", 1, kMostTaste))};
    for (std::size_t i = 0; i < rounds.size(); ++i) check_decision(rounds[i], words[i]);
    std::vector<double> chances(rounds.size());
    const int workers = thread_count(threads);
    interruptible([&](const std::atomic<bool>& stop) {
        share_out<256>(rounds.size(), workers, stop, [&](std::size_t i) {
            Candidates room;
            chances[i] = chance_of(rounds[i]->round, rounds[i]->rules, habit, Play{words[i]}, room);
        });
    });
    return chances;
}

double bound_insight(const Knowledge& known, const BoundRound& truth, nb::int_ worlds, nb::int_ trust, bool habits,
                     nb::int_ seed) {
    const Worlds possible(known);
    if (!(truth.rules == known.rules) || !possible.allows(truth.round))
        throw illegal("this is another round than the one that is known");
    const Inference inference{static_cast<int>(whole(trust, "trust", 0, 1'000'000)), tuned_taste(known.rules.players),
                              habits ? &fitted_habit(known.rules.players) : nullptr};
    const int count = static_cast<int>(whole(worlds, "the number of worlds", 1, 100'000));
    const auto start = seed_of(seed);
    double nats = 0;
    interruptible([&](const std::atomic<bool>& stop) { nats = possible.insight(truth.round, count, inference, start, stop); });
    return nats;
}

std::vector<double> bound_match(const Rules& rules, const std::vector<std::int32_t>& first,
                                const std::vector<std::int32_t>& second, nb::int_ deals, nb::int_ seed,
                                nb::int_ threads) {
    std::vector<double> differences(static_cast<std::size_t>(whole(deals, "the number of deals", 0, 10'000'000)));
    const Taste one = taste_of(first), two = taste_of(second);
    const auto start = seed_of(seed);
    const int workers = thread_count(threads);
    interruptible([&](const std::atomic<bool>& stop) {
        match_tastes(rules, one, two, start, differences, workers, stop);
    });
    return differences;
}

}  // namespace

void bind_search(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Knowledge>(module, "Knowledge", "What one seat knows of a round.")
        .def("__init__", &make_knowledge, "rules"_a, "seat"_a, "lead"_a, "dealt"_a, "history"_a);
    module.def("search", &run_search, "known"_a, nb::kw_only(), "totals"_a, "target"_a, "rounds_left"_a, "nodes"_a,
               "seconds"_a, "seed"_a, "threads"_a, "candidates"_a, "worlds"_a, "trust"_a, "equity"_a, "tree"_a,
               "random_playouts"_a, "exact"_a, "breadth"_a, "wide"_a, "habits"_a, "truth"_a.none() = nb::none(),
               "What the seat should do: its choices with their estimates, the best first.");
    module.def("outlook", &run_outlook, "known"_a, nb::kw_only(), "totals"_a, "target"_a, "rounds_left"_a, "equity"_a,
               "bets"_a, "worlds"_a, "trust"_a, "seed"_a, "threads"_a,
               "How the round will probably go, with no bet and with each of these.");
    module.def("judgements", &judgements, "known"_a, "Every candidate with the judge's value, the best first.");
    module.def("taste", [](nb::int_ players) { return numbers_of(tuned_taste(static_cast<int>(whole(players, "the number of players", 2, 3)))); },
               "players"_a, "The numbers behind the judge.");
    module.def("habit", &habit_of, "players"_a, "The numbers behind what searching players usually do.");
    module.def("chances", &bound_chances, "rounds"_a, "words"_a, "taste"_a, "heat"_a, "threads"_a = 0,
               "How likely a habit finds each of these decisions.");
    module.def("insight", &bound_insight, "known"_a, "truth"_a, nb::kw_only(), "worlds"_a, "trust"_a, "habits"_a, "seed"_a,
               "What the history tells of the true hands, in nats.");
    module.def("match_tastes", &bound_match, "rules"_a, "first"_a, "second"_a, "deals"_a, "seed"_a, "threads"_a = 1,
               "For each deal, what the first taste scores more a round than the second.");
}

}  // namespace haggis
