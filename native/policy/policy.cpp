#include "policy/policy.hpp"

#include <algorithm>
#include <cstring>

namespace haggis {
namespace {

constexpr std::array<char, 8> kMagic{'h', 'a', 'g', 'g', 'i', 's', 'p', '1'};
constexpr std::array<std::uint32_t, 2> kPolicyLayers{64, 32};
struct Head {
    std::array<char, 8> magic;
    std::uint32_t players, features, hidden, styles;
};

std::string objection_to(const Head& head) {
    if (head.magic != kMagic) return "it is no policy network of this version";
    if (head.players < 2 || head.players > kMaxPlayers) return "it is for another number of players";
    if (static_cast<int>(head.features) != view_feature_map(static_cast<int>(head.players)).size)
        return "it was trained with other features";
    if (head.styles != kPolicyStyles) return "it was trained with other styles";
    return {};
}

// What was done as one of the candidates. Of plays that differ only in suits for which the hand doesn't care, one
// stands for all.
Candidate found_among(const Candidates& room, const Action& done) {
    const auto find = [&](auto&& same) {
        const auto found =
            std::ranges::find_if(room, [&](const Candidate& each) { return same(each.play, done.play); });
        return found == room.end() ? nullptr : &*found;
    };
    const Candidate* found = find([](Play a, Play b) { return a == b; });
    if (!found)
        found = find([](Play a, Play b) {
            return a.reading().code == b.reading().code && courts_of(a.cards()) == courts_of(b.cards());
        });
    return found ? *found : Candidate{done.play, std::ranges::min_element(room, {}, &Candidate::value)->value};
}

}  // namespace

Policy Policy::read(std::span<const std::uint8_t> bytes, std::string& objection) {
    Head head{};
    Policy policy;
    objection = "it is cut off";
    if (bytes.size() < sizeof head) return policy;
    std::memcpy(&head, bytes.data(), sizeof head);
    objection = objection_to(head);
    if (!objection.empty()) return policy;
    policy.players_ = static_cast<int>(head.players);
    const LayerSizes sizes{.features = head.features,
                           .hidden = head.hidden,
                           .outputs = head.styles,
                           .dense = {kPolicyLayers.begin(), kPolicyLayers.end()},
                           .first_in_bytes = true};
    objection = policy.layers_.read(bytes.subspan(sizeof head), sizes, kMostViewFeatures);
    return policy;
}

std::vector<Logits> Policy::logits(const Round& round, const Rules& rules, const History& history,
                                   std::span<const Candidate> actions) const {
    const Viewpoint viewpoint(round, rules, history);
    ViewFeatures features;
    viewpoint.shared(features);
    HiddenSums shared;
    layers_.start(shared);
    layers_.add({features.begin(), features.end()}, shared);
    const int best = std::ranges::max_element(actions, {}, &Candidate::value)->value;
    std::vector<Logits> found(actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i) {
        features.count = 0;
        viewpoint.of_action(actions[i], best, features);
        HiddenSums sums;
        std::copy_n(shared.begin(), layers_.hidden(), sums.begin());
        layers_.add({features.begin(), features.end()}, sums);
        layers_.finish(sums, found[i]);
    }
    return found;
}

void likely_actions(const Round& round, const Rules& rules, int most, Candidates& out) {
    evaluate(round, rules, tuned_weights(rules.players), Width::all, out);
    if (const Candidate* last = going_out(out, round.hands[round.turn]))
        out = {Candidate{*last}};
    else
        keep_best(out, most);
}

Candidates done_among_likely(const Action& done, const Round& round, const Rules& rules, int most) {
    Candidates room;
    evaluate(round, rules, tuned_weights(rules.players), Width::all, room);
    Candidates found{found_among(room, done)};
    const Cards hand = round.hands[round.turn];
    if (done.play.cards() == hand) return found;
    if (const Candidate* last = going_out(room, hand)) return {found[0], *last};
    keep_best(room, most);
    for (const Candidate& each : room)
        if (each.play != found[0].play) found.push_back(each);
    return found;
}

}  // namespace haggis
