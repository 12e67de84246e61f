// What a seat knows, and what to make of it: search, evaluation, the outlook of bets.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <tuple>
#include <vector>

#include "bindings/bound_round.hpp"
#include "bindings/wire_action.hpp"
#include "evaluation/evaluation.hpp"
#include "search/bet_outlook.hpp"
#include "search/inference.hpp"
#include "search/search.hpp"
#include "search/standard_error.hpp"
#include "search/trials.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

constexpr std::int64_t kMostHistory = 1000;
constexpr std::int64_t kMostWorlds = 100'000;

void make_knowledge(Knowledge* self, const Rules& rules, nb::int_ seat, nb::int_ lead, nb::int_ dealt,
                    const std::vector<WireAction>& history) {
    if (history.size() > kMostHistory) throw bad_request("no round has so many actions");
    Knowledge known{rules, seat_of(seat, rules), seat_of(lead, rules), cards_of(dealt, "the cards dealt"), {}};
    for (const WireAction& wire : history) known.history.push_back(action_of(wire, rules));
    const std::string refused = objection(known);
    if (!refused.empty()) throw illegal(refused);
    new (self) Knowledge(std::move(known));
}

const Round& asked(const Knowledge& known, const Worlds& worlds) {
    if (worlds.now().over()) throw illegal("the round is over");
    if (worlds.now().turn != known.seat) throw illegal("another seat is asked, not this one");
    return worlds.now();
}

// The true round must be the one that the seat knows: what is legal in the one is then legal in the other.
const Round* true_round(const BoundRound* truth, const Knowledge& known, const Round& now) {
    if (!truth) return nullptr;
    const Round& round = truth->round;
    if (truth->rules != known.rules || round.turn != now.turn || round.phase != now.phase ||
        round.top.code != now.top.code || round.cards_left != now.cards_left ||
        round.hands[known.seat] != now.hands[known.seat])
        throw bad_request("the true round is another than the one that the seat knows");
    return &round;
}

Match match_of(const Rules& rules, const std::vector<nb::int_>& totals, nb::int_ target, nb::int_ rounds_left) {
    if (totals.size() != rules.players) throw bad_request("there must be a total for each seat");
    Match match{.players = rules.players};
    for (std::size_t seat = 0; seat < totals.size(); ++seat)
        match.totals[seat] = static_cast<int>(whole(totals[seat], "a total", 0, 100 * kMaxBetAmount));
    match.target = static_cast<int>(whole(target, "the target", 0, kMaxBetAmount));
    match.rounds_left = static_cast<int>(whole(rounds_left, "the rounds left", 0, kMaxBetAmount));
    return match;
}

SearchSettings on_this_machine(SearchSettings settings) {
    settings.threads = worker_count(settings.threads);
    return settings;
}

nb::dict dict_of(const Choice& choice) {
    nb::dict dict;
    dict["action"] = wire_of(choice.action);
    dict["worth"] = choice.worth;
    dict["error"] = choice.error;
    dict["points"] = choice.points;
    dict["first_out"] = choice.first_out;
    return dict;
}

// A flag by which another thread ends a search early.
struct Stop {
    std::atomic<bool> asked = false;
};

nb::list run_search(const Knowledge& known, const SearchSettings& settings, const Network& network,
                    const Policy& policy, nb::int_ seed, const std::vector<nb::int_>& totals, nb::int_ target,
                    nb::int_ rounds_left, const BoundRound* truth, Stop* stop) {
    const Worlds worlds(known);
    const Round* true_hands = true_round(truth, known, asked(known, worlds));
    check_players(network, known.rules);
    check_players(policy, known.rules);
    const Match match = match_of(known.rules, totals, target, rounds_left);
    const auto start = seed_of(seed);
    std::vector<Choice> found;
    Stop unused;
    interruptible((stop ? stop : &unused)->asked, [&](const std::atomic<bool>& asked_to_stop) {
        found = search(known, match, on_this_machine(settings), {network, policy}, start, asked_to_stop, true_hands);
    });
    nb::list choices;
    for (const Choice& choice : found) choices.append(dict_of(choice));
    return choices;
}

std::vector<Action> legal_actions_of(const Round& now, const Rules& rules, const std::vector<WireAction>& wires) {
    std::vector<Action> actions;
    for (const WireAction& wire : wires) {
        actions.push_back(action_of(wire, rules));
        if (const std::string refused = objection(now, rules, actions.back()); !refused.empty()) throw illegal(refused);
    }
    return actions;
}

using Tried = std::tuple<std::vector<double>, std::vector<int>, double, double>;

// For each action its worth visit by visit, in which world each was, its mean lead in points, and how often the seat
// goes out first.
std::vector<Tried> run_trials(const Knowledge& known, const SearchSettings& settings, const Network& network,
                              const Policy& policy, nb::int_ seed, const std::vector<WireAction>& wires,
                              const std::vector<nb::int_>& totals, nb::int_ target, nb::int_ rounds_left) {
    const Worlds worlds(known);
    const auto actions = legal_actions_of(asked(known, worlds), known.rules, wires);
    if (actions.empty()) throw bad_request("there must be an action to try");
    check_players(network, known.rules);
    check_players(policy, known.rules);
    const Match match = match_of(known.rules, totals, target, rounds_left);
    const auto start = seed_of(seed);
    std::vector<Trial> trials;
    interruptible([&](const std::atomic<bool>& stop) {
        trials = try_actions(known, match, settings, {network, policy}, start, actions, stop);
    });
    std::vector<Tried> found;
    for (Trial& trial : trials)
        found.emplace_back(std::move(trial.worth), std::move(trial.worlds), trial.points, trial.first_out);
    return found;
}

double run_standard_error(const std::vector<double>& values, const std::vector<int>& worlds) {
    if (values.size() != worlds.size()) throw bad_request("every value must be of a world");
    return standard_error(values, worlds);
}

double run_likelihood(const Knowledge& known, const Policy& policy, const BoundRound& world) {
    check_players(policy, known.rules);
    return likelihood(known, *true_round(&world, known, Worlds(known).now()), policy);
}

using Expected = std::tuple<std::vector<double>, std::vector<double>>;

std::vector<Expected> expected_by_seat(std::span<const Leaf> leaves, int players) {
    std::vector<Expected> found;
    for (const Leaf& leaf : leaves)
        found.emplace_back(std::vector(leaf.points.begin(), leaf.points.begin() + players),
                           std::vector(leaf.first_out.begin(), leaf.first_out.begin() + players));
    return found;
}

// Points and chances to go out first, by seat: as it stands, then after each action. In the worlds that the seat thinks
// possible, or in the true one.
std::vector<Expected> run_expect(const Knowledge& known, const std::vector<WireAction>& wires, const Network& network,
                                 nb::int_ exact, nb::int_ worlds, nb::int_ seed, const BoundRound* truth) {
    check_players(network, known.rules);
    const Worlds possible(known);
    const auto actions = legal_actions_of(wires.empty() ? possible.now() : asked(known, possible), known.rules, wires);
    const Round* true_hands = true_round(truth, known, possible.now());
    const auto count = static_cast<int>(whole(worlds, "the number of worlds", 1, kMostWorlds));
    const auto most_cards = static_cast<int>(whole(exact, "the cards of a solved ending", 0, kMostExact));
    const auto start = seed_of(seed);
    std::vector<Round> rounds;
    if (true_hands) rounds.push_back(*true_hands);
    while (!true_hands && std::ssize(rounds) < count)
        rounds.push_back(possible.sample(start, static_cast<int>(rounds.size())));
    std::vector<Leaf> found;
    interruptible([&](const std::atomic<bool>& stop) {
        found = expect_after(rounds, known.rules, network, most_cards, actions, stop);
    });
    return expected_by_seat(found, known.rules.players);
}

// The chance to win each bet, and what it adds if it is won and if it is lost.
std::vector<std::tuple<double, double, double>> run_outlook(const Knowledge& known, const std::vector<nb::int_>& bets,
                                                            const Network& network, nb::int_ worlds, nb::int_ seed,
                                                            const std::vector<nb::int_>& totals, nb::int_ target,
                                                            nb::int_ rounds_left) {
    check_players(network, known.rules);
    if (Worlds(known).now().over()) throw illegal("the round is over");
    const Match match = match_of(known.rules, totals, target, rounds_left);
    std::vector<int> amounts;
    for (const nb::int_& bet : bets) amounts.push_back(static_cast<int>(whole(bet, "a bet", 0, kMaxBetAmount)));
    const auto start = seed_of(seed);
    const auto count = static_cast<int>(whole(worlds, "the number of worlds", 1, kMostWorlds));
    std::vector<std::tuple<double, double, double>> found;
    for (const auto& [chance, if_won, if_lost] : bet_outlook(known, match, amounts, network, count, start))
        found.emplace_back(chance, if_won, if_lost);
    return found;
}

// For each seat what its final points of the round are worth for the game, in points of an even game.
std::vector<double> run_worth(const Knowledge& known, const std::vector<nb::int_>& points,
                              const std::vector<nb::int_>& totals, nb::int_ target, nb::int_ rounds_left) {
    const Match match = match_of(known.rules, totals, target, rounds_left);
    if (points.size() != totals.size()) throw bad_request("there must be points for each seat");
    SeatPoints final{};
    for (std::size_t seat = 0; seat < points.size(); ++seat)
        final[seat] = static_cast<double>(whole(points[seat], "points", 0, 100 * kMaxBetAmount));
    const SeatPoints worth = Equity(match).worth(final);
    return {worth.begin(), worth.begin() + known.rules.players};
}

// (action, value in hundredths of a point), the best first.
std::vector<std::tuple<WireAction, std::int32_t>> run_evaluate(const Knowledge& known) {
    const Worlds worlds(known);
    const Round& now = asked(known, worlds);
    std::vector<std::tuple<WireAction, std::int32_t>> found;
    if (now.phase == Phase::give) {
        found.emplace_back(wire_of(Action::give(known.seat, best_give(now, known.rules))), 0);
        return found;
    }
    Candidates room;
    evaluate(now, known.rules, tuned_weights(known.rules.players), Width::all, room);
    sort_best_first(room);
    for (const auto& [play, value] : room)
        found.emplace_back(wire_of(play.word ? Action::of(known.seat, play) : Action::pass(known.seat)), value);
    return found;
}

}  // namespace

void bind_search(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Knowledge>(module, "Knowledge", "What one seat knows of a round.")
        .def("__init__", &make_knowledge, "rules"_a, "seat"_a, "lead"_a, "dealt"_a, "history"_a);
    nb::class_<Stop>(module, "Stop", "Ends a search early, from another thread; it then says what it has found so far.")
        .def(nb::init<>())
        .def("set", [](Stop& self) { self.asked = true; });
    module.def("search", &run_search, "known"_a, "settings"_a, "network"_a, "policy"_a, "seed"_a, nb::kw_only(),
               "totals"_a, "target"_a, "rounds_left"_a, "truth"_a.none() = nb::none(), "stop"_a.none() = nb::none(),
               "What the seat should do: its choices with their estimates, the best first.");
    module.def("trials", &run_trials, "known"_a, "settings"_a, "network"_a, "policy"_a, "seed"_a, "actions"_a,
               nb::kw_only(), "totals"_a, "target"_a, "rounds_left"_a,
               "These actions in the same worlds: worth visit by visit, world by visit, mean lead in points, chance to "
               "go out first.");
    module.def("standard_error", &run_standard_error, "values"_a, "worlds"_a,
               "Of the mean of values; those of one world depend on each other.");
    module.def("likelihood", &run_likelihood, "known"_a, "policy"_a, "world"_a,
               "The chance of all that the others have done, if the hands are as in this world.");
    module.def("expect", &run_expect, "known"_a, "actions"_a, "network"_a, nb::kw_only(), "exact"_a, "worlds"_a,
               "seed"_a, "truth"_a.none() = nb::none(),
               "Points and chances to go out first, by seat: as it stands, then after each action.");
    module.def("outlook", &run_outlook, "known"_a, "bets"_a, "network"_a, "worlds"_a, "seed"_a, nb::kw_only(),
               "totals"_a, "target"_a, "rounds_left"_a,
               "For each bet the chance to win it, and what it adds if it is won and if it is lost.");
    module.def("worth", &run_worth, "known"_a, "points"_a, nb::kw_only(), "totals"_a, "target"_a, "rounds_left"_a,
               "What final points of the round are worth for the game, by seat.");
    module.def("evaluate", &run_evaluate, "known"_a, "Every candidate with its value, the best first.");
}

}  // namespace haggis
