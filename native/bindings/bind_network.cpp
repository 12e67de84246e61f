// The value network: reading it, asking it, and rounds of self-play to learn from.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <numeric>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bound_round.hpp"
#include "bindings/wire_action.hpp"
#include "learning/self_play.hpp"
#include "rules/deal.hpp"
#include "search/worlds.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

constexpr std::int64_t kMostRounds = 1'000'000;
constexpr std::int64_t kMostWorlds = 100'000;
constexpr std::int64_t kMostCandidates = 1000;

void make_network(Network* self, const nb::bytes& data) {
    std::string objection;
    Network network = Network::read({static_cast<const std::uint8_t*>(data.data()), data.size()}, objection);
    if (!objection.empty()) throw bad_request(objection);
    new (self) Network(std::move(network));
}

// The features of a round, then its leads and chances to go out first by seat.
std::vector<std::uint16_t> bound_features(const BoundRound& bound) {
    if (bound.round.phase != Phase::play) throw illegal("somebody must be about to play");
    Features features;
    find_features(bound.round, bound.rules, features);
    return {features.begin(), features.end()};
}

std::pair<std::vector<float>, std::vector<float>> bound_value(const Network& self, const BoundRound& bound) {
    check_players(self, bound.rules);
    if (bound.round.phase != Phase::play) throw illegal("somebody must be about to play");
    const Value value = self.value(bound.round, bound.rules);
    const auto players = static_cast<std::size_t>(self.players());
    return {{value.lead.begin(), value.lead.begin() + players},
            {value.first_out.begin(), value.first_out.begin() + players}};
}

// (action, expected lead), the best first.
std::vector<std::tuple<WireAction, double>> bound_look_ahead(const Network& self, const Knowledge& known,
                                                             nb::int_ worlds, nb::int_ candidates, nb::int_ seed,
                                                             nb::int_ forgotten) {
    check_players(self, known.rules);
    const Worlds possible(known);
    if (possible.now().over() || possible.now().turn != known.seat)
        throw illegal("another seat is asked, not this one");
    const auto count = static_cast<int>(whole(worlds, "the number of worlds", 1, kMostWorlds));
    const auto most = static_cast<int>(whole(candidates, "the number of candidates", 1, kMostCandidates));
    std::vector<Round> drawn;
    Round now = possible.now();
    now.haggis |= cards_of(forgotten, "the cards forgotten") & kNumbers;
    for (int i = 0; i < count; ++i) {
        Rng rng(seed_of(seed), static_cast<std::uint64_t>(i));
        drawn.push_back(redeal_unseen(now, known.rules, known.seat, rng));
    }
    const auto actions = candidate_actions(possible.now(), known.rules, most);
    const auto leads = look_ahead(drawn, known.rules, self, actions);
    std::vector<std::size_t> order(actions.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return leads[a] > leads[b]; });
    std::vector<std::tuple<WireAction, double>> found;
    for (const std::size_t i : order) found.emplace_back(wire_of(actions[i]), leads[i]);
    return found;
}

SelfPlaySettings self_play_settings(nb::int_ worlds, nb::int_ candidates, double temperature, double stray,
                                    double lambda) {
    if (!(temperature >= 0 && temperature <= 1000)) throw bad_request("the temperature must be from 0 to 1000 points");
    if (!(stray >= 0 && stray <= 1)) throw bad_request("how often to stray must be from 0 to 1");
    if (!(lambda >= 0 && lambda <= 1)) throw bad_request("lambda must be from 0 to 1");
    return {.worlds = static_cast<int>(whole(worlds, "the number of worlds", 1, kMostWorlds)),
            .candidates = static_cast<int>(whole(candidates, "the number of candidates", 1, kMostCandidates)),
            .temperature = temperature,
            .stray = stray,
            .lambda = lambda};
}

// Features, sizes, leads and first_out of TrainingRows.
nb::tuple bound_self_play(const std::vector<Rules>& rulesets, const Network* network, nb::int_ rounds, nb::int_ seed,
                          nb::int_ first, nb::int_ worlds, nb::int_ candidates, double temperature, double stray,
                          double lambda, nb::int_ threads) {
    if (rulesets.empty()) throw bad_request("there must be a ruleset");
    for (const Rules& rules : rulesets) {
        if (rules.players != rulesets.front().players) throw bad_request("all rulesets must be for as many players");
        if (network) check_players(*network, rules);
    }
    const SelfPlaySettings settings = self_play_settings(worlds, candidates, temperature, stray, lambda);
    const auto count = static_cast<std::size_t>(whole(rounds, "the number of rounds", 1, kMostRounds));
    const auto start = seed_of(seed), number = seed_of(first);
    const int workers = thread_count(threads);
    std::vector<TrainingRows> found;
    interruptible([&](const std::atomic<bool>& stop) {
        found = self_play(rulesets, network, settings, start, number, count, workers, stop);
    });
    return nb::make_tuple(joined(found, &TrainingRows::features), joined(found, &TrainingRows::sizes),
                          joined(found, &TrainingRows::leads), joined(found, &TrainingRows::first_out));
}

}  // namespace

void bind_network(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Network>(module, "Network", "What a whole state of a round is worth to each seat.")
        .def("__init__", &make_network, "data"_a)
        .def_prop_ro("players", &Network::players)
        .def_prop_ro("hidden", &Network::hidden)
        .def("value", &bound_value, "round"_a, "Leads and chances to go out first, by seat.")
        .def("look_ahead", &bound_look_ahead, "known"_a, "worlds"_a, "candidates"_a, "seed"_a, "forgotten"_a,
             "The actions of the seat that is asked with the lead that is expected after each, the best first. Cards "
             "that were played and are forgotten may be in any hand again.");
    module.def("features", &bound_features, "round"_a, "What the network is told of a round.");
    module.def(
        "feature_count",
        [](nb::int_ players) {
            return feature_map(static_cast<int>(whole(players, "the number of players", 2, kMaxPlayers))).size;
        },
        "players"_a);
    module.def("self_play", &bound_self_play, "rulesets"_a, "network"_a.none(), nb::kw_only(), "rounds"_a, "seed"_a,
               "first"_a, "worlds"_a, "candidates"_a, "temperature"_a, "stray"_a, "lambda_"_a, "threads"_a,
               "Positions of rounds of self-play: features, how many each has, leads and who goes out first.");
}

}  // namespace haggis
