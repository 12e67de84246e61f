// Rounds for a policy to learn from: what players of its styles thought of every action, by what they knew.
//
// Each seat of a round has a style. Those who search do so by the policy before; without one they look ahead.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "policy/policy.hpp"
#include "value/network.hpp"

namespace haggis {

struct PolicyPlaySettings {
    int nodes = 320;           // of a search
    int worlds = 8;            // in which who looks ahead does so
    int candidates = 16;       // actions that are thought of
    double temperature = 1.5;  // points that make an action e times as likely, if she who acts thinks so
    double stray = 0.02;       // how often any candidate is taken
};

// Decisions of one round. What all actions of a decision share, and then the actions one after the other.
struct PolicyRows {
    std::vector<std::uint16_t> shared, shared_sizes;  // features, and how many each decision has
    std::vector<std::uint16_t> features, sizes;       // the same for each action
    std::vector<std::uint16_t> actions;               // how many each decision has
    std::vector<std::uint8_t> styles;                 // whose decision it is
    std::vector<float> targets;                       // how likely each action ought to be
};

// Round `i` is played by the i-th of the rulesets, in turn; the same seed gives the same rows.
std::vector<PolicyRows> policy_play(std::span<const Rules> rulesets, const Network& network, const Policy* policy,
                                    const PolicyPlaySettings& settings, std::uint64_t seed, std::uint64_t first,
                                    std::size_t rounds, int threads, const std::atomic<bool>& stop);

}  // namespace haggis
