// The value network: what a whole state of a round is worth to each seat.
//
// A sparse first layer, three dense ones, and two heads: the lead in points that is still to come, and who
// goes out first. The first layer is summed up in whole numbers; the rest computes with 32-bit floats in a fixed order
// and without fused operations, so every machine gets the same bits. Its file holds 16-bit floats.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "value/features.hpp"

namespace haggis {

inline constexpr int kMostHidden = 512;
inline constexpr int kHiddenBlock = 32;  // the first layer's width is a multiple of it
inline constexpr std::array kDenseLayers{64, 64, 32};
inline constexpr float kLeadScale = 100;  // points for one unit of the head

struct Value {
    std::array<float, kMaxPlayers> lead{};       // by seat: points to come, less the mean of the others'
    std::array<float, kMaxPlayers> first_out{};  // by seat: the chance to go out first
};

class Network {
public:
    // Reads a network; what is wrong with the bytes, if anything, goes into `objection`.
    static Network read(std::span<const std::uint8_t> bytes, std::string& objection);

    int players() const { return players_; }
    int hidden() const { return hidden_; }

    // The value of a round in which somebody is to play.
    Value value(const Round& round, const Rules& rules) const;

private:
    int players_ = 0;
    int hidden_ = 0;
    std::vector<std::int16_t> first_, first_bias_;  // features x hidden
    struct Layer {
        std::vector<float> weights, bias;  // inputs x outputs
    };
    std::array<Layer, kDenseLayers.size()> dense_;
    Layer heads_;  // leads, then logits of going out first

    // False if their sums are too large for whole numbers.
    bool round_first(const std::vector<float>& first, const std::vector<float>& bias);
    // What a dense layer has summed up, its bias at first.
    struct alignas(32) Sums : std::array<float, std::ranges::max(kDenseLayers)> {};
    static float* with_bias(Sums& sums, const Layer& layer);
    using Heads = std::array<float, 2 * kMaxPlayers>;
    Heads run(const Features& features) const;
    Value by_seat(const Heads& heads, int turn) const;
};

}  // namespace haggis
