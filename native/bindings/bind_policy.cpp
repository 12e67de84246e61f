// The policy network: reading it, asking it, and decisions to learn from.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bound_round.hpp"
#include "bindings/wire_action.hpp"
#include "learning/policy_play.hpp"
#include "search/worlds.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

constexpr std::int64_t kMostRounds = 1'000'000;
constexpr std::int64_t kMostCandidates = 1000;
constexpr std::int64_t kMostNodes = 1'000'000;

void make_policy(Policy* self, const nb::bytes& data) {
    std::string objection;
    Policy policy = Policy::read({static_cast<const std::uint8_t*>(data.data()), data.size()}, objection);
    if (!objection.empty()) throw bad_request(objection);
    new (self) Policy(std::move(policy));
}

// The actions that the seat that is asked may think of.
Candidates thought_of(const Round& now, const Knowledge& known, nb::int_ candidates) {
    if (now.over() || now.turn != known.seat) throw illegal("another seat is asked, not this one");
    if (now.phase != Phase::play) throw illegal("somebody must be about to play");
    Candidates room;
    likely_actions(now, known.rules,
                   static_cast<int>(whole(candidates, "the number of candidates", 1, kMostCandidates)), room);
    return room;
}

// For each action what every style thinks of it.
std::vector<std::pair<WireAction, std::vector<float>>> bound_logits(const Policy& self, const Knowledge& known,
                                                                    nb::int_ candidates) {
    check_players(self, known.rules);
    const Round now = round_now(known);
    const Candidates room = thought_of(now, known, candidates);
    const std::vector<Logits> logits = self.logits(now, known.rules, history_of(known), room);
    std::vector<std::pair<WireAction, std::vector<float>>> found;
    for (std::size_t i = 0; i < room.size(); ++i) {
        found.emplace_back(wire_of(action_of(now.turn, room[i])), std::vector(logits[i].begin(), logits[i].end()));
    }
    return found;
}

using FeatureRow = std::vector<std::uint16_t>;

// What all actions share, and then those of each.
std::pair<FeatureRow, std::vector<FeatureRow>> view_features(const Knowledge& known, nb::int_ candidates) {
    const Round now = round_now(known);
    const Candidates room = thought_of(now, known, candidates);
    const History history = history_of(known);
    const Viewpoint viewpoint(now, known.rules, history);
    ViewFeatures row;
    viewpoint.shared(row);
    std::pair<FeatureRow, std::vector<FeatureRow>> found{{row.begin(), row.end()}, {}};
    for (const Candidate& each : room) {
        row.count = 0;
        viewpoint.of_action(each, best_value(room), row);
        found.second.emplace_back(row.begin(), row.end());
    }
    return found;
}

// How many features there are, and where those of single cards begin: of a hand, and of what is unseen.
nb::tuple view_feature_places(nb::int_ players) {
    const ViewFeatureMap& map =
        view_feature_map(static_cast<int>(whole(players, "the number of players", 2, kMaxPlayers)));
    return nb::make_tuple(map.size, map.cards, map.unseen);
}

nb::tuple bound_policy_play(const std::vector<Rules>& rulesets, const Network& network, const Policy* policy,
                            nb::int_ rounds, nb::int_ seed, nb::int_ first, nb::int_ nodes, nb::int_ candidates,
                            nb::int_ threads) {
    if (rulesets.empty()) throw bad_request("there must be a ruleset");
    for (const Rules& rules : rulesets) {
        check_players(network, rules);
        if (policy) check_players(*policy, rules);
    }
    const PolicyPlaySettings settings{
        .nodes = static_cast<int>(whole(nodes, "the number of nodes", 1, kMostNodes)),
        .candidates = static_cast<int>(whole(candidates, "the number of candidates", 1, kMostCandidates))};
    const auto count = static_cast<std::size_t>(whole(rounds, "the number of rounds", 1, kMostRounds));
    const auto start = seed_of(seed), number = seed_of(first);
    const int workers = thread_count(threads);
    std::vector<PolicyRows> found;
    interruptible([&](const std::atomic<bool>& stop) {
        found = policy_play(rulesets, network, policy, settings, start, number, count, workers, stop);
    });
    return nb::make_tuple(joined(found, &PolicyRows::shared), joined(found, &PolicyRows::shared_sizes),
                          joined(found, &PolicyRows::features), joined(found, &PolicyRows::sizes),
                          joined(found, &PolicyRows::actions), joined(found, &PolicyRows::styles),
                          joined(found, &PolicyRows::targets));
}

}  // namespace

void bind_policy(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Policy>(module, "Policy", "What players of some styles are likely to do, by what they know.")
        .def("__init__", &make_policy, "data"_a)
        .def_prop_ro("players", &Policy::players)
        .def("logits", &bound_logits, "known"_a, "candidates"_a,
             "The likely actions of the seat that is asked, each with what every style thinks of it.");
    module.def("view_features", &view_features, "known"_a, "candidates"_a,
               "What a policy is told: what all likely actions share, then the features of each.");
    module.def("view_feature_places", &view_feature_places, "players"_a,
               "How many features there are, and where those of the cards of a hand and of unseen cards begin.");
    module.def("policy_play", &bound_policy_play, "rulesets"_a, "network"_a, "policy"_a.none(), nb::kw_only(),
               "rounds"_a, "seed"_a, "first"_a, "nodes"_a, "candidates"_a, "threads"_a,
               "Decisions of players of all styles: shared features, how many each decision has, features of actions, "
               "how many each action has, how many actions each decision has, styles, and how likely each action ought "
               "to be.");
}

}  // namespace haggis
