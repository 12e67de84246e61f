#include "generator/perft.hpp"

#include "generator/plays.hpp"

namespace haggis {
namespace {

std::uint64_t count_actions(const Round& round, const Rules& rules) {
    if (round.phase == Phase::give) return static_cast<std::uint64_t>(rules.players - 1);
    const int plays = count_plays(round.hands[round.turn], round.top, rules);
    return static_cast<std::uint64_t>(plays + !round.leading());
}

template <class Visit>
void each_next_round(const Round& round, const Rules& rules, Visit&& visit) {
    const auto next = [&](auto&& step) {
        Round copy = round;
        step(copy);
        visit(copy);
    };
    if (round.phase == Phase::give) {
        for (unsigned seats = give_choices(round, rules); seats; seats &= seats - 1)
            next([&](Round& copy) { apply_give(copy, rules, std::countr_zero(seats)); });
        return;
    }
    PlayList plays;
    list_plays(round.hands[round.turn], round.top, rules, plays);
    for (const std::uint64_t word : plays) next([&](Round& copy) { apply_play(copy, rules, {word}); });
    if (!round.leading()) next([&](Round& copy) { apply_pass(copy, rules); });
}

}  // namespace

std::uint64_t perft(const Round& round, const Rules& rules, int depth, const std::atomic<bool>& stop) {
    if (depth == 0 || round.over() || stop.load(std::memory_order_relaxed)) return 1;
    if (depth == 1) return count_actions(round, rules);
    std::uint64_t leaves = 0;
    each_next_round(round, rules, [&](const Round& next) { leaves += perft(next, rules, depth - 1, stop); });
    return leaves;
}

std::vector<PerftBranch> perft_divide(const Round& round, const Rules& rules, int depth,
                                      const std::atomic<bool>& stop) {
    std::vector<PerftBranch> branches;
    if (depth < 1) return branches;
    for (const Action& action : legal_actions(round, rules)) {
        Round next = round;
        apply(next, rules, action);
        branches.push_back({action, perft(next, rules, depth - 1, stop)});
    }
    return branches;
}

std::vector<Action> legal_actions(const Round& round, const Rules& rules) {
    std::vector<Action> actions;
    if (round.over()) return actions;
    if (round.phase == Phase::give) {
        for (unsigned seats = give_choices(round, rules); seats; seats &= seats - 1)
            actions.push_back(Action::give(round.turn, std::countr_zero(seats)));
        return actions;
    }
    PlayList plays;
    list_plays(round.hands[round.turn], round.top, rules, plays);
    for (const std::uint64_t word : plays) actions.push_back(Action::of(round.turn, Play{word}));
    if (!round.leading()) actions.push_back(Action::pass(round.turn));
    return actions;
}

}  // namespace haggis
