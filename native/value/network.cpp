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

// sum += the rows of the neurons that fire, each times how much. No branch: nothing foretells which fire.
HAGGIS_WIDE void add_fired(float* sum, const float* table, const std::int16_t* hidden, int count) {
    constexpr int kRegisters = kSecondLayer / 8;
    Floats part[kRegisters];
    for (int i = 0; i < kRegisters; ++i) part[i] = reinterpret_cast<const Floats*>(sum)[i];
    for (int k = 0; k < count; ++k) {
        const float fired = hidden[k] > 0 ? hidden[k] : 0;
        const auto* row = reinterpret_cast<const Floats*>(table + static_cast<std::ptrdiff_t>(k) * kSecondLayer);
        for (int i = 0; i < kRegisters; ++i) part[i] += fired * row[i];
    }
    for (int i = 0; i < kRegisters; ++i) reinterpret_cast<Floats*>(sum)[i] = part[i];
}

float float_of(std::uint16_t half) {
    const std::uint32_t sign = std::uint32_t{half} >> 15 << 31, rest = half & 0x7fffu;
    if (rest >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | (rest & 0x3ffu) << 13);  // inf, nan
    // Shifted into place, the exponent is 112 too small; a product also mends the smallest numbers.
    return std::bit_cast<float>(sign | rest << 13) * 0x1p112f;
}

constexpr std::array<char, 8> kMagic{'h', 'a', 'g', 'g', 'i', 's', 'v', '1'};
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
    const std::size_t hidden = head.hidden, outputs = 2 * std::size_t{head.players};
    const std::size_t numbers =
        (head.features + 1) * hidden + (hidden + 1) * kSecondLayer + (kSecondLayer + 1) * outputs;
    if (reader.left() != 2 * numbers) objection = reader.left() < 2 * numbers ? "it is cut off" : "it is too long";
    if (!objection.empty()) return network;
    network.players_ = static_cast<int>(head.players);
    network.hidden_ = static_cast<int>(head.hidden);
    const std::vector<float> first = reader.floats(head.features * hidden), first_bias = reader.floats(hidden);
    network.second_ = reader.floats(hidden * kSecondLayer);
    network.second_bias_ = reader.floats(kSecondLayer);
    network.heads_ = reader.floats(kSecondLayer * outputs);
    network.heads_bias_ = reader.floats(outputs);
    if (!all_finite(first) || !all_finite(first_bias) || !all_finite(network.second_) ||
        !all_finite(network.second_bias_) || !all_finite(network.heads_) || !all_finite(network.heads_bias_))
        objection = "it holds something that is not a number";
    else if (!network.round_first(first, first_bias))
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
    for (float& weight : second_) weight /= steps;
    return true;
}

Network::Heads Network::run(const Features& features) const {
    alignas(32) std::array<std::int16_t, kMostHidden> hidden;
    std::ranges::copy(first_bias_, hidden.begin());
    add_rows(hidden.data(), first_.data(), features.list.data(), features.count, hidden_);
    alignas(32) std::array<float, kSecondLayer> second;
    std::ranges::copy(second_bias_, second.begin());
    add_fired(second.data(), second_.data(), hidden.data(), hidden_);
    Heads heads{};
    const int outputs = 2 * players_;
    std::ranges::copy(heads_bias_, heads.begin());
    for (int k = 0; k < kSecondLayer; ++k)
        if (second[k] > 0)
            for (int i = 0; i < outputs; ++i) heads[i] += second[k] * heads_[k * outputs + i];
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
