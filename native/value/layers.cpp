#include "value/layers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>

namespace haggis {
namespace {

// Wider registers where the machine has them. Sanitizers can't run before a clone is chosen.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define HAGGIS_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define HAGGIS_WIDE
#endif

// Sixteen whole numbers and eight floats, as wide as a register of today; the compiler parts them elsewhere.
using Wholes [[gnu::vector_size(32), gnu::aligned(2), gnu::may_alias]] = std::int16_t;
using Floats [[gnu::vector_size(32), gnu::aligned(4), gnu::may_alias]] = float;

template <int registers>
[[gnu::always_inline]] inline void add_stretch(std::int16_t* sum, const std::int16_t* table, const std::uint16_t* list,
                                               int count, int width) {
    Wholes part[registers];
    for (int i = 0; i < registers; ++i) part[i] = reinterpret_cast<const Wholes*>(sum)[i];
    for (int k = 0; k < count; ++k) {
        const auto* row = reinterpret_cast<const Wholes*>(table + static_cast<std::ptrdiff_t>(list[k]) * width);
        for (int i = 0; i < registers; ++i) part[i] += row[i];
    }
    for (int i = 0; i < registers; ++i) reinterpret_cast<Wholes*>(sum)[i] = part[i];
}

// sum += the rows of the features. As much of a row as the registers hold is read at a time.
HAGGIS_WIDE void add_rows(std::int16_t* sum, const std::int16_t* table, const std::uint16_t* list, int count,
                          int width) {
    constexpr int kWideStretch = 4 * kHiddenBlock;
    int at = 0;
    for (; at + kWideStretch <= width; at += kWideStretch) add_stretch<8>(sum + at, table + at, list, count, width);
    for (; at < width; at += kHiddenBlock) add_stretch<2>(sum + at, table + at, list, count, width);
}

// The numbers of those that fire; nothing foretells which, so there is no branch.
template <class Input>
[[gnu::always_inline]] inline int list_fired(const Input* inputs, int count, std::uint16_t* fired) {
    int found = 0;
    for (int k = 0; k < count; ++k) {
        fired[found] = static_cast<std::uint16_t>(k);
        found += inputs[k] > 0;
    }
    return found;
}

template <int registers, class Input>
[[gnu::always_inline]] inline void fire_stretch(float* sum, const float* table, const Input* inputs,
                                                const std::uint16_t* fired, int count, int width) {
    Floats part[registers];
    for (int i = 0; i < registers; ++i) part[i] = reinterpret_cast<const Floats*>(sum)[i];
    for (int k = 0; k < count; ++k) {
        const float input = inputs[fired[k]];
        const auto* row = reinterpret_cast<const Floats*>(table + static_cast<std::ptrdiff_t>(fired[k]) * width);
        for (int i = 0; i < registers; ++i) part[i] += input * row[i];
    }
    for (int i = 0; i < registers; ++i) reinterpret_cast<Floats*>(sum)[i] = part[i];
}

// sum += the rows of the neurons that fire, each times how much.
template <class Input>
[[gnu::always_inline]] inline void add_fired(float* sum, const float* table, const Input* inputs, int count,
                                             int width) {
    std::array<std::uint16_t, kMostHidden> fired;
    const int firing = list_fired(inputs, count, fired.data());
    int at = 0;
    for (; at + 2 * kDenseBlock <= width; at += 2 * kDenseBlock)
        fire_stretch<8>(sum + at, table + at, inputs, fired.data(), firing, width);
    for (; at < width; at += kDenseBlock) fire_stretch<4>(sum + at, table + at, inputs, fired.data(), firing, width);
}
HAGGIS_WIDE void add_fired_wholes(float* sum, const float* table, const std::int16_t* inputs, int count, int width) {
    add_fired(sum, table, inputs, count, width);
}
HAGGIS_WIDE void add_fired_floats(float* sum, const float* table, const float* inputs, int count, int width) {
    add_fired(sum, table, inputs, count, width);
}

float float_of(std::uint16_t half) {
    const std::uint32_t sign = std::uint32_t{half} >> 15 << 31, rest = half & 0x7fffu;
    if (rest >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | (rest & 0x3ffu) << 13);  // inf, nan
    // Shifted into place, the exponent is 112 too small; a product also mends the smallest numbers.
    return std::bit_cast<float>(sign | rest << 13) * 0x1p112f;
}

bool all_finite(const std::vector<float>& numbers) {
    return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
}

// The largest sum that a neuron of the first layer can come to, whatever features are there; at least one.
float largest_sum(const std::vector<float>& first, const std::vector<float>& bias, int most_features) {
    float largest = 1;
    std::vector<float> column(first.size() / bias.size());
    const std::size_t most = std::min<std::size_t>(static_cast<std::size_t>(most_features), column.size());
    for (std::size_t neuron = 0; neuron < bias.size(); ++neuron) {
        for (std::size_t i = 0; i < column.size(); ++i) column[i] = std::abs(first[i * bias.size() + neuron]);
        std::ranges::nth_element(column, column.begin() + static_cast<std::ptrdiff_t>(most - 1), std::greater());
        largest = std::max(largest, std::accumulate(column.begin(), column.begin() + most, std::abs(bias[neuron])));
    }
    return largest;
}

// What a dense layer has summed up, its bias at first.
struct alignas(32) DenseSums : std::array<float, kWidestDense> {};

float* with_bias(DenseSums& sums, const std::vector<float>& bias) {
    std::ranges::copy(bias, sums.begin());
    return sums.data();
}

std::size_t bytes_in(const LayerSizes& sizes) {
    const std::size_t a_row = sizes.first_in_bytes ? 2 + sizes.hidden : 2 * sizes.hidden;
    std::size_t inputs = sizes.hidden, count = sizes.features * a_row + 2 * sizes.hidden;
    for (const std::size_t outputs : sizes.dense) {
        count += 2 * (inputs + 1) * outputs;
        inputs = outputs;
    }
    return count + 2 * (inputs + 1) * sizes.outputs;
}

// Takes numbers from the front of a file that is known to be long enough.
class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::vector<float> floats(std::size_t count) {
        std::vector<float> found(count);
        for (std::size_t i = 0; i < count; ++i) {
            std::uint16_t half = 0;
            std::memcpy(&half, &bytes_[2 * i], 2);
            found[i] = float_of(half);
        }
        bytes_ = bytes_.subspan(2 * count);
        return found;
    }
    // Rows of bytes, with signs, in steps of their own.
    std::vector<float> rows_of_bytes(std::size_t rows, std::size_t width) {
        const std::vector<float> steps = floats(rows);
        std::vector<float> found(rows * width);
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = steps[i / width] * static_cast<float>(static_cast<std::int8_t>(bytes_[i]));
        bytes_ = bytes_.subspan(found.size());
        return found;
    }

private:
    std::span<const std::uint8_t> bytes_;
};

}  // namespace

std::string Layers::read(std::span<const std::uint8_t> bytes, const LayerSizes& sizes, int most_features) {
    if (!sizes.hidden || sizes.hidden > kMostHidden || sizes.hidden % kHiddenBlock)
        return "its first layer has a bad width";
    if (const std::size_t size = bytes_in(sizes); bytes.size() != size)
        return bytes.size() < size ? "it is cut off" : "it is too long";
    Reader reader(bytes);
    const auto layer = [&](std::size_t from, std::size_t to) {
        Layer read{.weights = reader.floats(from * to), .bias = {}};
        read.bias = reader.floats(to);
        return read;
    };
    Layer first;
    first.weights = sizes.first_in_bytes ? reader.rows_of_bytes(sizes.features, sizes.hidden)
                                         : reader.floats(std::size_t{sizes.features} * sizes.hidden);
    first.bias = reader.floats(sizes.hidden);
    std::size_t inputs = sizes.hidden;
    for (const std::size_t outputs : sizes.dense) {
        dense_.push_back(layer(inputs, outputs));
        inputs = outputs;
    }
    heads_ = layer(inputs, sizes.outputs);
    const auto finite = [](const Layer& each) { return all_finite(each.weights) && all_finite(each.bias); };
    if (!finite(first) || !finite(heads_) || !std::ranges::all_of(dense_, finite))
        return "it holds something that is not a number";
    if (!round_first(first.weights, first.bias, most_features)) return "the numbers of its first layer are too large";
    return {};
}

// The first layer in whole numbers: the finest steps in which no sum of as many features as there can be overflows.
bool Layers::round_first(const std::vector<float>& first, const std::vector<float>& bias, int most_features) {
    const float most = static_cast<float>(std::numeric_limits<std::int16_t>::max() - most_features);
    const float largest = largest_sum(first, bias, most_features);
    if (largest >= most) return false;
    float steps = 1;
    while (2 * steps * largest < most) steps *= 2;
    const auto rounded = [steps](float number) { return static_cast<std::int16_t>(std::lrint(number * steps)); };
    std::ranges::transform(first, std::back_inserter(first_), rounded);
    std::ranges::transform(bias, std::back_inserter(first_bias_), rounded);
    for (float& weight : dense_[0].weights) weight /= steps;
    return true;
}

void Layers::start(HiddenSums& sums) const { std::ranges::copy(first_bias_, sums.begin()); }

void Layers::add(std::span<const std::uint16_t> features, HiddenSums& sums) const {
    add_rows(sums.data(), first_.data(), features.data(), static_cast<int>(features.size()), hidden());
}

void Layers::finish(const HiddenSums& hidden_sums, std::span<float> outputs) const {
    std::array<DenseSums, 2> sums;
    int inputs = static_cast<int>(dense_[0].bias.size());
    add_fired_wholes(with_bias(sums[0], dense_[0].bias), dense_[0].weights.data(), hidden_sums.data(), hidden(),
                     inputs);
    for (std::size_t i = 1; i < dense_.size(); ++i) {
        const int width = static_cast<int>(dense_[i].bias.size());
        add_fired_floats(with_bias(sums[i % 2], dense_[i].bias), dense_[i].weights.data(), sums[(i + 1) % 2].data(),
                         inputs, width);
        inputs = width;
    }
    const DenseSums& last = sums[(dense_.size() + 1) % 2];
    std::ranges::copy(heads_.bias, outputs.begin());
    const std::size_t count = heads_.bias.size();
    for (int k = 0; k < inputs; ++k)
        if (last[k] > 0)
            for (std::size_t i = 0; i < count; ++i)
                outputs[i] += last[k] * heads_.weights[static_cast<std::size_t>(k) * count + i];
}

}  // namespace haggis
