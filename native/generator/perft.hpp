// Counting the ways a round can go: plays, passes and gives (docs/spec/rules.md, section 3), no bets; a
// finished round is one leaf. The last step is counted without being made.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "rules/actions.hpp"

namespace haggis {

struct PerftBranch {
    Action action;
    std::uint64_t leaves;
};

// Stops early, with a meaningless count, once `stop` is set.
std::uint64_t perft(const Round& round, const Rules& rules, int depth, const std::atomic<bool>& stop);

// The same count split by the first action, for finding a disagreement.
std::vector<PerftBranch> perft_divide(const Round& round, const Rules& rules, int depth, const std::atomic<bool>& stop);

// Every legal play, pass or give, in generator order, a pass last.
std::vector<Action> legal_actions(const Round& round, const Rules& rules);

}  // namespace haggis
