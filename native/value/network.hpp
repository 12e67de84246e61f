// The value network: what a whole state of a round is worth to each seat.
//
// Three dense layers and two heads: the lead in points that is still to come, and who goes out first.
#pragma once

#include <array>
#include <span>
#include <string>

#include "value/features.hpp"
#include "value/layers.hpp"

namespace haggis {

inline constexpr std::array<std::uint32_t, 3> kDenseLayers{64, 64, 32};
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
    int hidden() const { return layers_.hidden(); }

    // The value of a round in which somebody is to play.
    Value value(const Round& round, const Rules& rules) const;

private:
    int players_ = 0;
    Layers layers_;

    using Heads = std::array<float, 2 * kMaxPlayers>;  // leads, then logits of going out first
    Value by_seat(const Heads& heads, int turn) const;
};

}  // namespace haggis
