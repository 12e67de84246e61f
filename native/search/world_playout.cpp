#include "search/world_playout.hpp"

#include <numeric>

#include "solver/solver.hpp"

namespace haggis {
namespace {

constexpr std::size_t kSolverBytes = std::size_t{16} << 20;
constexpr std::uint64_t kMostNodes = 20'000;  // so that no single ending holds a search up

int cards_held(const Round& round) { return std::accumulate(round.cards_left.begin(), round.cards_left.end(), 0); }

bool between_few(const Round& round, const Rules& rules, int most_cards) {
    return cards_held(round) <= most_cards && rules.players - round.out_count <= 2;
}

void step(Round& round, const Rules& rules, const Policies& policies, Rng& rng, Candidates& room) {
    if (const OpponentModel* model = policies.model_of(round.turn)) return model_step(round, rules, *model, rng, room);
    evaluation_step(round, rules, policies.weights, rng, room);
}

}  // namespace

bool finish_exactly(Round& round, const Rules& rules, int most_cards) {
    if (!between_few(round, rules, most_cards) || !objection_to_solving(round, rules).empty()) return false;
    // Its answers don't depend on what it was asked before, so one for each thread is enough.
    thread_local Solver solver(kSolverBytes);
    static const std::atomic<bool> never{false};
    const SolveResult found = solver.solve(round, rules, {.nodes = kMostNodes}, never);
    Round end = round;
    for (const Action& action : found.line) apply(end, rules, action);
    if (end.over()) round = end;
    return end.over();
}

void play_out_world(Round& round, const Rules& rules, const Policies& policies, int most_cards, Rng& rng,
                    Candidates& room) {
    while (!round.over() && !finish_exactly(round, rules, most_cards)) {
        // What was too hard is tried again only when it has become easier.
        if (between_few(round, rules, most_cards)) most_cards = cards_held(round) - 2;
        step(round, rules, policies, rng, room);
    }
}

}  // namespace haggis
