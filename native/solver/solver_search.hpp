// The search of the solver: "can the side to decide win at least so much?", asked again and again
// with a better number until the answers meet (MTD(f): alpha-beta with an empty window and memory).
// The first number is a guess; then the steps widen until the value lies between two answers.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "solver/ending.hpp"
#include "solver/proof_table.hpp"
#include "solver/solver.hpp"

namespace haggis {

inline constexpr int kNoMove = 0xffff;
inline constexpr int kPassMove = 0xfffe;
inline constexpr int kGiveMove = 0xfff0;  // and the side it goes to

// What is proven about a position for the side to decide. `move` reaches `lower`.
struct Proof {
    int lower, upper;
    int move = kNoMove;
};

class SolverSearch {
public:
    SolverSearch(EndingRules& game, ProofTable& table, const SolveLimits& limits, const std::atomic<bool>& stop);

    // Until the value is pinned down or the limits are reached.
    Proof prove(const Ending& ending, int first_guess);
    // A move that wins at least so much, where one exists and the limits allow to find it.
    int move_to_reach(const Ending& ending, int goal);

    std::uint64_t nodes() const { return nodes_; }

private:
    using Clock = std::chrono::steady_clock;

    struct Candidate {
        int promise;
        std::uint16_t move;
    };
    struct Answer {
        int value;  // fail-soft: at least it, if not below what was asked; else at most it
        int move;
    };

    EndingRules& game_;
    ProofTable& table_;
    const SolveLimits& limits_;
    const std::atomic<bool>& stop_;
    Clock::time_point deadline_;
    std::uint64_t nodes_ = 0;
    bool halted_ = false;
    std::vector<Candidate> candidates_;  // of all open positions, the deepest last

    Step step(const Ending& ending, int move);
    int reach(const Ending& ending, int goal);
    Answer try_all(const Ending& ending, int goal, int known_move);
    int value_of(const Ending& ending, int move, int goal);
    void remember(const ProofKey& key, Answer answer, int goal, std::uint64_t spent);
    ProofKey key_of(const Ending& ending) const;

    void list_candidates(const Ending& ending);
    int promise_of(const Ending& ending, const Option& option) const;
    Candidate take_best(std::size_t from);
    void praise(const Ending& ending, int move);
    void count_node();
    bool time_to_halt() const;
};

}  // namespace haggis
