// The layers of a small network: a sparse first one, dense ones, and a last one that says something.
//
// The first layer is summed up in whole numbers; the rest computes with 32-bit floats in a fixed order and without
// fused operations, so every machine gets the same bits. Files hold 16-bit floats; the first layer may be in bytes,
// after a float for each of its rows that says what a step is worth.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace haggis {

inline constexpr int kMostHidden = 512;
inline constexpr int kHiddenBlock = 32;  // the first layer's width is a multiple of it
inline constexpr int kDenseBlock = 32;   // and so are those of the dense ones
inline constexpr int kWidestDense = 64;

struct LayerSizes {
    std::uint32_t features = 0, hidden = 0, outputs = 0;
    std::vector<std::uint32_t> dense;  // widths
    bool first_in_bytes = false;
};

// What the first layer has summed up.
struct alignas(32) HiddenSums : std::array<std::int16_t, kMostHidden> {};

class Layers {
public:
    // Reads them; what is wrong with the bytes, if anything, is the answer. No more than so many features are ever set.
    std::string read(std::span<const std::uint8_t> bytes, const LayerSizes& sizes, int most_features);

    int hidden() const { return static_cast<int>(first_bias_.size()); }

    // The first layer, some features at a time; then the others.
    void start(HiddenSums& sums) const;
    void add(std::span<const std::uint16_t> features, HiddenSums& sums) const;
    void finish(const HiddenSums& sums, std::span<float> outputs) const;

private:
    std::vector<std::int16_t> first_, first_bias_;  // features x hidden
    struct Layer {
        std::vector<float> weights, bias;  // inputs x outputs
    };
    std::vector<Layer> dense_;
    Layer heads_;

    // False if their sums are too large for whole numbers.
    bool round_first(const std::vector<float>& first, const std::vector<float>& bias, int most_features);
};

}  // namespace haggis
