// The exact solver: the best play of an ending when every card is known (docs/spec/rules.md, sections 3 and 4).
//
// Two rivals play for the difference of their whole round scores: hands, cards and bets, what was
// scored before included. With two players they are the two; with three, the two who are left
// when the first has gone out, each wanting her own total less the other's, whatever the third
// gets. Bets already placed count; nobody places a new one. Not defined, and refused: three
// players holding cards, and a choice that belongs to the third (to whom her bomb's trick goes).
//
// Every answer is proven: either the value with the action that reaches it, or, when the limits
// were too tight, bounds between which the value lies.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rules/actions.hpp"

namespace haggis {

struct SolveLimits {
    std::uint64_t nodes = 0;  // positions looked at; 0: no limit. The same limit, the same answer
    std::int64_t millis = 0;  // 0: no limit
    bool line = true;         // also the actions of both sides to the end
};

struct SolveResult {
    bool solved = false;
    // The two rivals, lower seat first. All values are the first one's points less the second's.
    int first = 0, second = 1;
    int lower = 0, upper = 0;  // proven; equal when solved
    bool has_action = false;   // one that reaches the value, or the bound proven for its player
    Action action;
    std::vector<Action> line;  // best play of both, to the end of the round unless cut short
    std::uint64_t nodes = 0;
};

// Empty if the position can be solved, otherwise a sentence that says why it is not defined.
std::string objection_to_solving(const Round& round, const Rules& rules);

// Keeps its memory from one ending to the next: make one and ask it thousands of times. An answer
// does not depend on what was asked before. Not for two threads at once.
class Solver {
public:
    static constexpr std::size_t kDefaultBytes = std::size_t{256} << 20;

    explicit Solver(std::size_t most_bytes = kDefaultBytes);  // for proofs, and as much for hands
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    // The position must make sense (position.hpp) and have no objection above. Gives up, with what
    // it has proven, once `stop` is set.
    SolveResult solve(const Round& round, const Rules& rules, const SolveLimits& limits, const std::atomic<bool>& stop);

private:
    struct Memory;
    class Inquiry;
    std::unique_ptr<Memory> memory_;
};

// For a single question.
SolveResult solve(const Round& round, const Rules& rules, const SolveLimits& limits, const std::atomic<bool>& stop);

}  // namespace haggis
