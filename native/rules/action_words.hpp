// An action of the seat to act as one word, for lists of legal actions.
//
// A play is its own word: it always has cards. Without cards: 0 is a pass, and with the highest
// bit, which no reading uses, a give (the receiver in the low bits) or a bet (the amount there).
#pragma once

#include "rules/actions.hpp"

namespace haggis {

inline constexpr std::uint64_t kPassWord = 0;
inline constexpr std::uint64_t kGiveWord = std::uint64_t{1} << 63;
inline constexpr std::uint64_t kBetWord = kGiveWord | std::uint64_t{1} << 62;

constexpr std::uint64_t word_of(const Action& action) {
    switch (action.kind) {
        case Action::Kind::play: return action.play.word;
        case Action::Kind::pass: return kPassWord;
        case Action::Kind::give: return kGiveWord | static_cast<std::uint64_t>(action.to);
        case Action::Kind::bet: return kBetWord | static_cast<std::uint64_t>(action.amount);
    }
    return kPassWord;
}

// The action that `seat` means by a word that word_of has made.
constexpr Action action_of(std::uint64_t word, int seat) {
    const auto value = static_cast<int>(word & 0xffffffffu);
    if (word == kPassWord) return Action::pass(seat);
    if (!(word & kGiveWord)) return Action::of(seat, Play{word});
    return (word & kBetWord) == kBetWord ? Action::bet(seat, value) : Action::give(seat, value);
}

}  // namespace haggis
