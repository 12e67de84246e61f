#include "value/network.hpp"

#include <algorithm>
#include <cstring>

#include "support/steady_exp.hpp"

namespace haggis {
namespace {

constexpr std::array<char, 8> kMagic{'h', 'a', 'g', 'g', 'i', 's', 'v', '2'};
struct Head {
    std::array<char, 8> magic;
    std::uint32_t players, features, hidden;
};

std::string objection_to(const Head& head) {
    if (head.magic != kMagic) return "it is no value network of this version";
    if (head.players < 2 || head.players > kMaxPlayers) return "it is for another number of players";
    if (static_cast<int>(head.features) != feature_map(static_cast<int>(head.players)).size)
        return "it was trained with other features";
    return {};
}

}  // namespace

Network Network::read(std::span<const std::uint8_t> bytes, std::string& objection) {
    Head head{};
    Network network;
    objection = "it is cut off";
    if (bytes.size() < sizeof head) return network;
    std::memcpy(&head, bytes.data(), sizeof head);
    objection = objection_to(head);
    if (!objection.empty()) return network;
    network.players_ = static_cast<int>(head.players);
    const LayerSizes sizes{.features = head.features,
                           .hidden = head.hidden,
                           .outputs = 2 * head.players,
                           .dense = {kDenseLayers.begin(), kDenseLayers.end()}};
    objection = network.layers_.read(bytes.subspan(sizeof head), sizes, kMostFeatures);
    return network;
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
    HiddenSums sums;
    layers_.start(sums);
    layers_.add({features.begin(), features.end()}, sums);
    Heads heads{};
    layers_.finish(sums, heads);
    return by_seat(heads, round.turn);
}

}  // namespace haggis
