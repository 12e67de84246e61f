// A round: positions in and out, legal actions, perft (docs/spec/rules.md, section 3).
#include <nanobind/operators.h>
#include <nanobind/stl/vector.h>

#include "bindings/bound_round.hpp"
#include "bindings/wire_action.hpp"
#include "generator/perft.hpp"
#include "generator/plays.hpp"
#include "rules/actions.hpp"
#include "rules/deal.hpp"

namespace haggis {
namespace {

constexpr std::array<const char*, 3> kPhaseNames{"play", "give", "over"};
constexpr int kDeepest = 255;  // no round has so many actions

using Numbers = std::vector<nb::int_>;

void one_for_each_seat(const Numbers& numbers, const Rules& rules, const char* name) {
    if (numbers.size() != rules.players)
        throw bad_deal(std::string(name) + " must be given for each of the " + std::to_string(rules.players) +
                       " seats");
}

std::int8_t seat_or_nobody(nb::int_ value, const Rules& rules, const char* name) {
    return static_cast<std::int8_t>(whole(value, name, kNobody, rules.players - 1));
}

void set_hands(Round& round, const Rules& rules, const Numbers& hands, nb::int_ haggis) {
    one_for_each_seat(hands, rules, "a hand");
    for (int seat = 0; seat < rules.players; ++seat) {
        round.hands[seat] = hand_of(hands[static_cast<std::size_t>(seat)], rules);
        round.cards_left[seat] = static_cast<std::uint8_t>(count_cards(round.hands[seat]));
    }
    round.haggis = cards_of(haggis, "the haggis");
}

void set_points(Round& round, const Rules& rules, const Numbers& captured, const Numbers& hand_score,
                const Numbers& bets) {
    one_for_each_seat(captured, rules, "captured points");
    one_for_each_seat(hand_score, rules, "points for hands");
    one_for_each_seat(bets, rules, "a bet");
    for (std::size_t seat = 0; seat < rules.players; ++seat) {
        round.captured[seat] = static_cast<std::int16_t>(whole(captured[seat], "captured points", 0, 1000));
        round.hand_score[seat] = static_cast<std::int16_t>(whole(hand_score[seat], "points for hands", 0, 1000));
        round.bets[seat] = static_cast<std::int32_t>(whole(bets[seat], "a bet", kNoBet, kMaxBetAmount));
    }
}

void set_out(Round& round, const Rules& rules, const Numbers& out) {
    if (out.size() >= rules.players) throw bad_deal("somebody must still hold cards");
    for (const nb::int_& seat : out) round.out[round.out_count++] = static_cast<std::int8_t>(seat_of(seat, rules));
}

Phase phase_of(const std::string& name) {
    for (std::size_t i = 0; i < kPhaseNames.size(); ++i)
        if (name == kPhaseNames[i]) return static_cast<Phase>(i);
    throw bad_request("a phase is 'play', 'give' or 'over'");
}

BoundRound start(const Rules& rules, const Numbers& hands, nb::int_ lead) {
    one_for_each_seat(hands, rules, "a hand");
    std::array<Cards, kMaxPlayers> numbers{};
    Cards dealt = 0;
    for (int seat = 0; seat < rules.players; ++seat) {
        numbers[seat] = hand_of(hands[static_cast<std::size_t>(seat)], rules);
        if (numbers[seat] & kCourts) throw bad_deal("court cards are not dealt: everybody has them");
        if (count_cards(numbers[seat]) != kDealt) throw bad_deal("everybody is dealt 14 number cards");
        if (numbers[seat] & dealt) throw bad_deal("a card was dealt twice");
        dealt |= numbers[seat];
    }
    const Cards haggis = all_number_cards(rules.suits()) & ~dealt;
    return {rules, start_round(rules, numbers, haggis, seat_of(lead, rules))};
}

BoundRound position(const Rules& rules, const Numbers& hands, nb::int_ haggis, nb::int_ turn, const std::string& phase,
                    nb::int_ top, nb::int_ owner, nb::int_ runner_up, nb::int_ passes, nb::int_ trick_worth,
                    const Numbers& captured, const Numbers& hand_score, const Numbers& bets, const Numbers& out,
                    nb::int_ has_played, nb::int_ final_trick) {
    Round round;
    set_hands(round, rules, hands, haggis);
    set_points(round, rules, captured, hand_score, bets);
    set_out(round, rules, out);
    round.turn = static_cast<std::int8_t>(seat_of(turn, rules));
    round.phase = phase_of(phase);
    round.top = reading_of(top, rules);
    round.owner = seat_or_nobody(owner, rules, "the owner of the trick");
    round.runner_up = seat_or_nobody(runner_up, rules, "the runner-up");
    round.passes = static_cast<std::uint8_t>(whole(passes, "passes", 0, 2));
    round.trick_worth = static_cast<std::int16_t>(whole(trick_worth, "the trick's points", 0, 1000));
    round.has_played = static_cast<std::uint8_t>(whole(has_played, "the seats that have played", 0, 7));
    round.final_trick = seat_or_nobody(final_trick, rules, "who captured the final trick");
    if (const std::string reason = objection_to_position(round, rules); !reason.empty()) throw bad_deal(reason);
    return {rules, round};
}

template <class Values>
std::vector<std::int64_t> first_of(const Values& values, int count) {
    return {values.begin(), values.begin() + count};
}

// Everything, under the names that `position` takes.
nb::dict state_of(const BoundRound& self) {
    const Round& round = self.round;
    const int players = self.rules.players;
    nb::dict state;
    state["hands"] = first_of(round.hands, players);
    state["haggis"] = round.haggis;
    state["turn"] = static_cast<int>(round.turn);
    state["phase"] = kPhaseNames[static_cast<std::size_t>(round.phase)];
    state["top"] = static_cast<int>(round.top.code);
    state["owner"] = static_cast<int>(round.owner);
    state["runner_up"] = static_cast<int>(round.runner_up);
    state["passes"] = static_cast<int>(round.passes);
    state["trick_worth"] = static_cast<int>(round.trick_worth);
    state["captured"] = first_of(round.captured, players);
    state["hand_score"] = first_of(round.hand_score, players);
    state["bets"] = first_of(round.bets, players);
    state["out"] = first_of(round.out, round.out_count);
    state["has_played"] = static_cast<int>(round.has_played);
    state["final_trick"] = static_cast<int>(round.final_trick);
    return state;
}

BoundRound after(const BoundRound& self, const Action& action) {
    if (const std::string reason = objection(self.round, self.rules, action); !reason.empty()) throw illegal(reason);
    BoundRound next = self;
    apply(next.round, next.rules, action);
    return next;
}

BoundRound play(const BoundRound& self, nb::int_ cards, nb::int_ reading) {
    const Play play = Play::of(cards_of(cards, "a play"), reading_of(reading, self.rules));
    return after(self, Action::of(self.round.turn, play));
}

BoundRound pass(const BoundRound& self) { return after(self, Action::pass(self.round.turn)); }

BoundRound give(const BoundRound& self, nb::int_ to) {
    return after(self, Action::give(self.round.turn, seat_of(to, self.rules)));
}

BoundRound bet(const BoundRound& self, nb::int_ seat, nb::int_ amount) {
    const auto points = static_cast<int>(whole(amount, "a bet", 0, kMaxBetAmount));
    return after(self, Action::bet(seat_of(seat, self.rules), points));
}

Words plays(const BoundRound& self) {
    PlayList list;
    if (self.round.phase == Phase::play)
        list_plays(self.round.hands[self.round.turn], self.round.top, self.rules, list);
    return words_array(list.begin(), list.end());
}

std::vector<std::tuple<int, int, int>> scores(const BoundRound& self) {
    if (!self.round.over()) throw bad_request("the round is not over: it has no scores yet");
    const Scores all = score_round(self.round, self.rules);
    std::vector<std::tuple<int, int, int>> result;
    for (std::size_t seat = 0; seat < self.rules.players; ++seat)
        result.emplace_back(all[seat].hand, all[seat].cards, all[seat].bets);
    return result;
}

std::uint64_t count_leaves(const BoundRound& self, nb::int_ depth) {
    const auto deep = static_cast<int>(whole(depth, "the depth", 0, kDeepest));
    std::uint64_t leaves = 0;
    interruptible([&](const std::atomic<bool>& stop) { leaves = perft(self.round, self.rules, deep, stop); });
    return leaves;
}

// (kind, word or seat, leaves) of each action.
std::vector<std::tuple<std::string, nb::int_, std::uint64_t>> divide(const BoundRound& self, nb::int_ depth) {
    const auto deep = static_cast<int>(whole(depth, "the depth", 1, kDeepest));
    std::vector<PerftBranch> branches;
    interruptible([&](const std::atomic<bool>& stop) { branches = perft_divide(self.round, self.rules, deep, stop); });
    std::vector<std::tuple<std::string, nb::int_, std::uint64_t>> result;
    for (const PerftBranch& branch : branches) {
        const auto [kind, seat, value] = wire_of(branch.action);
        result.emplace_back(kind, value, branch.leaves);
    }
    return result;
}

BoundRound deal(const Rules& rules, nb::int_ lead, nb::int_ seed, nb::int_ stream) {
    Rng rng(seed_of(seed), seed_of(stream));
    return {rules, deal_round(rules, seat_of(lead, rules), rng)};
}

constexpr auto kPositionSignature =
    "def position(rules: Rules, hands: collections.abc.Sequence[int], haggis: int, turn: int, "
    "phase: str, top: int, owner: int, runner_up: int, passes: int, trick_worth: int, "
    "captured: collections.abc.Sequence[int], hand_score: collections.abc.Sequence[int], "
    "bets: collections.abc.Sequence[int], out: collections.abc.Sequence[int], has_played: int, "
    "final_trick: int) -> Round";

}  // namespace

void bind_round(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<BoundRound>(module, "Round", "One round; actions return the next one.")
        .def_static("start", &start, "rules"_a, "hands"_a, "lead"_a,
                    "A fresh round from the number cards dealt to each seat.")
        .def_static("deal", &deal, "rules"_a, "lead"_a, "seed"_a, "stream"_a = 0, "A random deal.")
        .def_static("position", &position, "rules"_a, "hands"_a, "haggis"_a, "turn"_a, "phase"_a, "top"_a, "owner"_a,
                    "runner_up"_a, "passes"_a, "trick_worth"_a, "captured"_a, "hand_score"_a, "bets"_a, "out"_a,
                    "has_played"_a, "final_trick"_a, nb::sig(kPositionSignature),
                    "Any position that makes sense, field by field.")
        .def("state", &state_of, nb::sig("def state(self) -> dict[str, typing.Any]"),
             "`Round.position(rules, **round.state())` is the same round.")
        .def_ro("rules", &BoundRound::rules)
        .def_prop_ro("hands", [](const BoundRound& self) { return first_of(self.round.hands, self.rules.players); })
        .def_prop_ro("turn", [](const BoundRound& self) { return static_cast<int>(self.round.turn); })
        .def_prop_ro("top", [](const BoundRound& self) { return static_cast<int>(self.round.top.code); })
        .def_prop_ro("phase",
                     [](const BoundRound& self) { return kPhaseNames[static_cast<std::size_t>(self.round.phase)]; })
        .def_prop_ro("over", [](const BoundRound& self) { return self.round.over(); })
        .def("play", &play, "cards"_a, "reading"_a)
        .def("pass_turn", &pass)
        .def("give", &give, "to"_a)
        .def("bet", &bet, "seat"_a, "amount"_a)
        .def("plays", &plays, "Every legal play of the seat to act, a word each.")
        .def("scores", &scores, "(hand, cards, bets) of each seat, once the round is over.")
        .def("perft", &count_leaves, "depth"_a)
        .def("divide", &divide, "depth"_a, "The perft of each action: (kind, word or seat, leaves).")
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));
}

}  // namespace haggis
