#include "value/network.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>

#include "support/steady_exp.hpp"

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

constexpr int kDenseBlock = 32;
static_assert(std::ranges::all_of(kDenseLayers, [](int width) { return width % kDenseBlock == 0; }));

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

constexpr std::array<char, 8> kMagic{'h', 'a', 'g', 'g', 'i', 's', 'v', '2'};
struct Head {
    std::array<char, 8> magic;
    std::uint32_t players, features, hidden;
};

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    bool read(Head& head) {
        if (bytes_.size() < sizeof head) return false;
        std::memcpy(&head, bytes_.data(), sizeof head);
        bytes_ = bytes_.subspan(sizeof head);
        return true;
    }
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
    std::size_t left() const { return bytes_.size(); }

private:
    std::span<const std::uint8_t> bytes_;
};

std::string objection_to(const Head& head) {
    if (head.magic != kMagic) return "it is no value network of this version";
    if (head.players < 2 || head.players > kMaxPlayers) return "it is for another number of players";
    if (static_cast<int>(head.features) != feature_map(static_cast<int>(head.players)).size)
        return "it was trained with other features";
    if (!head.hidden || head.hidden > kMostHidden || head.hidden % kHiddenBlock)
        return "its first layer has a bad width";
    return {};
}

std::size_t numbers_in(const Head& head) {
    std::size_t inputs = head.hidden, count = (head.features + std::size_t{1}) * head.hidden;
    for (const std::size_t outputs : kDenseLayers) {
        count += (inputs + 1) * outputs;
        inputs = outputs;
    }
    return count + (inputs + 1) * 2 * head.players;
}

bool all_finite(const std::vector<float>& numbers) {
    return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
}

// The largest sum that a neuron of the first layer can come to, whatever features are there; at least one.
float largest_sum(const std::vector<float>& first, const std::vector<float>& bias) {
    float largest = 1;
    std::vector<float> column(first.size() / bias.size());
    const std::size_t most = std::min<std::size_t>(kMostFeatures, column.size());
    for (std::size_t neuron = 0; neuron < bias.size(); ++neuron) {
        for (std::size_t i = 0; i < column.size(); ++i) column[i] = std::abs(first[i * bias.size() + neuron]);
        std::ranges::nth_element(column, column.begin() + static_cast<std::ptrdiff_t>(most - 1), std::greater());
        largest = std::max(largest, std::accumulate(column.begin(), column.begin() + most, std::abs(bias[neuron])));
    }
    return largest;
}

}  // namespace

Network Network::read(std::span<const std::uint8_t> bytes, std::string& objection) {
    Reader reader(bytes);
    Head head{};
    Network network;
    objection = reader.read(head) ? objection_to(head) : "it is cut off";
    if (!objection.empty()) return network;
    if (const std::size_t size = 2 * numbers_in(head); reader.left() != size)
        objection = reader.left() < size ? "it is cut off" : "it is too long";
    if (!objection.empty()) return network;
    network.players_ = static_cast<int>(head.players);
    network.hidden_ = static_cast<int>(head.hidden);
    std::size_t inputs = head.hidden;
    const auto layer = [&](std::size_t from, std::size_t to) {
        return Layer{.weights = reader.floats(from * to), .bias = reader.floats(to)};
    };
    const Layer first = layer(head.features, head.hidden);
    for (std::size_t i = 0; i < kDenseLayers.size(); ++i) {
        network.dense_[i] = layer(inputs, kDenseLayers[i]);
        inputs = kDenseLayers[i];
    }
    network.heads_ = layer(inputs, 2 * std::size_t{head.players});
    const auto finite = [](const Layer& each) { return all_finite(each.weights) && all_finite(each.bias); };
    if (!finite(first) || !finite(network.heads_) || !std::ranges::all_of(network.dense_, finite))
        objection = "it holds something that is not a number";
    else if (!network.round_first(first.weights, first.bias))
        objection = "the numbers of its first layer are too large";
    return network;
}

// The first layer in whole numbers: the finest steps in which no sum of as many features as there can be overflows.
bool Network::round_first(const std::vector<float>& first, const std::vector<float>& bias) {
    constexpr float kMost = std::numeric_limits<std::int16_t>::max() - kMostFeatures;
    const float largest = largest_sum(first, bias);
    if (largest >= kMost) return false;
    float steps = 1;
    while (2 * steps * largest < kMost) steps *= 2;
    const auto rounded = [steps](float number) { return static_cast<std::int16_t>(std::lrint(number * steps)); };
    std::ranges::transform(first, std::back_inserter(first_), rounded);
    std::ranges::transform(bias, std::back_inserter(first_bias_), rounded);
    for (float& weight : dense_[0].weights) weight /= steps;
    return true;
}

float* Network::with_bias(Sums& sums, const Layer& layer) {
    std::ranges::copy(layer.bias, sums.begin());
    return sums.data();
}

Network::Heads Network::run(const Features& features) const {
    alignas(32) std::array<std::int16_t, kMostHidden> hidden;
    std::ranges::copy(first_bias_, hidden.begin());
    add_rows(hidden.data(), first_.data(), features.list.data(), features.count, hidden_);
    std::array<Sums, 2> sums;
    add_fired_wholes(with_bias(sums[0], dense_[0]), dense_[0].weights.data(), hidden.data(), hidden_, kDenseLayers[0]);
    for (std::size_t i = 1; i < kDenseLayers.size(); ++i)
        add_fired_floats(with_bias(sums[i % 2], dense_[i]), dense_[i].weights.data(), sums[(i + 1) % 2].data(),
                         kDenseLayers[i - 1], kDenseLayers[i]);
    const Sums& last = sums[(kDenseLayers.size() + 1) % 2];
    Heads heads{};
    const int outputs = 2 * players_;
    std::ranges::copy(heads_.bias, heads.begin());
    for (int k = 0; k < kDenseLayers.back(); ++k)
        if (last[k] > 0)
            for (int i = 0; i < outputs; ++i) heads[i] += last[k] * heads_.weights[k * outputs + i];
    return heads;
}

// Leads add up to nothing; the logits become chances.
Value Network::by_seat(const Heads& heads, int turn) const {
    float mean = 0, most = heads[players_], sum = 0;
    for (int who = 0; who < players_; ++who) {
        mean += heads[who] / static_cast<float>(players_);
        most = std::max(most, heads[players_ + who]);
    }
    Value value;
    for (int who = 0; who < players_; ++who) {
        const int seat = (turn + who) % players_;
        value.lead[seat] = kLeadScale * (heads[who] - mean);
        sum += value.first_out[seat] = static_cast<float>(precise_exp(heads[players_ + who] - most));
    }
    for (float& chance : value.first_out) chance /= sum;
    return value;
}

Value Network::value(const Round& round, const Rules& rules) const {
    Features features;
    find_features(round, rules, features);
    return by_seat(run(features), round.turn);
}

}  // namespace haggis
