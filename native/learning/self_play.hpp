// Rounds that a network plays against itself, as rows to learn from.
//
// Everybody looks one step ahead (lookahead.hpp), or without a network acts by the evaluation. Now and then
// somebody strays, so that positions are seen that nobody would choose. What a position is worth is told by
// how the round went on: the network's own values behind it and the outcome, mixed as lambda says.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "value/lookahead.hpp"

namespace haggis {

struct SelfPlaySettings {
    int worlds = 8;  // for each decision
    int candidates = 20;
    double temperature = 1;  // points: how freely those almost as good are chosen
    double stray = 0.04;     // how often any candidate is taken
    double lambda = 1;       // 1: only the outcome counts
};

// Positions of one round, from the seat to act. Targets are as the network's heads give them.
struct TrainingRows {
    std::vector<std::uint16_t> features;
    std::vector<std::uint16_t> sizes;     // how many of the features belong to each position
    std::vector<float> leads;             // players numbers a position, in units of kLeadScale
    std::vector<std::uint8_t> first_out;  // who goes out first, counted from the seat to act
};

// Round `i` is played by the i-th of the rulesets, in turn; the same seed gives the same rows.
std::vector<TrainingRows> self_play(std::span<const Rules> rulesets, const Network* network,
                                    const SelfPlaySettings& settings, std::uint64_t seed, std::uint64_t first,
                                    std::size_t rounds, int threads, const std::atomic<bool>& stop);

}  // namespace haggis
