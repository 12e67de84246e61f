// The options of a ruleset (docs/spec/rules.md, section 6).
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string_view>
#include <vector>

#include "bindings/checks.hpp"

namespace haggis {
namespace {

constexpr std::array<std::string_view, 3> kCourtsNames{"lower", "number", "wild"};
constexpr std::array<std::string_view, 3> kSetsNames{"any", "suits", "none"};
constexpr std::array<std::string_view, 2> kBetWinsNames{"out", "points"};
constexpr std::array<std::string_view, 2> kLostBetNames{"sharers", "first-out"};
constexpr std::array<std::string_view, 2> kBombedTrickNames{"chosen", "runner-up"};
constexpr std::array<std::string_view, 3> kHaggisNames{"first-out", "final-trick", "nobody"};
constexpr std::array<std::string_view, 3> kLeftoversNames{"first-out", "last-out", "nobody"};
constexpr std::array<std::string_view, 2> kPointsNames{"standard", "flat"};

// Names stand in the order of their enum.
template <class Option, std::size_t size>
Option chosen(const std::array<std::string_view, size>& names, const char* option, const std::string& name) {
    for (std::size_t i = 0; i < size; ++i)
        if (names[i] == name) return static_cast<Option>(i);
    std::string known;
    for (const std::string_view one : names) known += (known.empty() ? "" : " or ") + std::string(one);
    throw bad_rules(std::string(option) + " can be " + known);
}

void set_bets(Rules& rules, const std::vector<nb::int_>& amounts) {
    if (amounts.size() > kMaxBets)
        throw bad_rules("the fast engine knows at most " + std::to_string(kMaxBets) + " amounts to bet");
    rules.bets = {};
    rules.bet_count = 0;
    for (const nb::int_& amount : amounts)
        rules.bets[rules.bet_count++] = static_cast<std::int32_t>(whole(amount, "a bet", 1, kMaxBetAmount));
}

void make_rules(Rules* self, nb::int_ players, const std::string& courts, const std::string& sets,
                const std::vector<nb::int_>& bets, const std::string& bet_wins, const std::string& lost_bet,
                const std::string& bombed_trick, const std::string& haggis, const std::string& leftovers,
                const std::string& points) {
    Rules rules;
    rules.players = static_cast<std::uint8_t>(whole(players, "the number of players", 2, 3));
    rules.courts = chosen<Courts>(kCourtsNames, "courts", courts);
    rules.sets = chosen<Sets>(kSetsNames, "sets", sets);
    set_bets(rules, bets);
    rules.bet_wins = chosen<BetWins>(kBetWinsNames, "bet_wins", bet_wins);
    rules.lost_bet = chosen<LostBet>(kLostBetNames, "lost_bet", lost_bet);
    rules.bombed_trick = chosen<BombedTrick>(kBombedTrickNames, "bombed_trick", bombed_trick);
    rules.haggis = chosen<HaggisTo>(kHaggisNames, "haggis", haggis);
    rules.leftovers = chosen<LeftoversTo>(kLeftoversNames, "leftovers", leftovers);
    rules.points = chosen<Points>(kPointsNames, "points", points);
    new (self) Rules(rules);
}

template <class Option, std::size_t size>
std::string name_of(const std::array<std::string_view, size>& names, Option option) {
    return std::string(names[static_cast<std::size_t>(option)]);
}

nb::dict options_of(const Rules& rules) {
    nb::dict options;
    options["players"] = static_cast<int>(rules.players);
    options["courts"] = name_of(kCourtsNames, rules.courts);
    options["sets"] = name_of(kSetsNames, rules.sets);
    options["bets"] = std::vector<int>(rules.bets.begin(), rules.bets.begin() + rules.bet_count);
    options["bet_wins"] = name_of(kBetWinsNames, rules.bet_wins);
    options["lost_bet"] = name_of(kLostBetNames, rules.lost_bet);
    options["bombed_trick"] = name_of(kBombedTrickNames, rules.bombed_trick);
    options["haggis"] = name_of(kHaggisNames, rules.haggis);
    options["leftovers"] = name_of(kLeftoversNames, rules.leftovers);
    options["points"] = name_of(kPointsNames, rules.points);
    return options;
}

}  // namespace

void bind_rules(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Rules>(module, "Rules", "The options that matter inside a round.")
        .def("__init__", &make_rules, nb::kw_only(), "players"_a = 2, "courts"_a = "lower", "sets"_a = "any",
             "bets"_a = std::vector<int>{15, 30}, "bet_wins"_a = "out", "lost_bet"_a = "sharers",
             "bombed_trick"_a = "chosen", "haggis"_a = "first-out", "leftovers"_a = "first-out",
             "points"_a = "standard")
        .def_prop_ro("players", [](const Rules& rules) { return static_cast<int>(rules.players); })
        .def("options", &options_of, nb::sig("def options(self) -> dict[str, int | str | list[int]]"),
             "Every option by name; `Rules(**rules.options())` is the same.")
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));
}

}  // namespace haggis
