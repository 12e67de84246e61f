// Cards and readings from their text (docs/spec/rules.md, sections 1 and 2).
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "rules/combos.hpp"

namespace haggis {

inline constexpr std::string_view kRankLetters = "..23456789TJQK";
inline constexpr std::string_view kSuitLetters = "roygb";
inline constexpr std::array<std::string_view, 7> kBombNames{"", "rainbow", "JQ", "JK", "QK", "JQK", "suited"};

inline std::optional<int> parse_rank(char letter) {
    const auto at = kRankLetters.find(letter, kLowRank);
    return at == std::string_view::npos ? std::nullopt : std::optional<int>(static_cast<int>(at));
}

inline std::optional<Cards> parse_card(std::string_view word) {
    if (word.empty() || word.size() > 2) return std::nullopt;
    const auto rank = parse_rank(word[0]);
    if (!rank) return std::nullopt;
    if (*rank > kTen) return word.size() == 1 ? std::optional<Cards>(court(*rank)) : std::nullopt;
    const auto suit = word.size() == 2 ? kSuitLetters.find(word[1]) : std::string_view::npos;
    if (suit == std::string_view::npos) return std::nullopt;
    return card(*rank, static_cast<int>(suit));
}

inline std::optional<Reading> parse_bomb(std::string_view name) {
    for (std::size_t i = 1; i < kBombNames.size(); ++i)
        if (name == kBombNames[i]) return Reading::of(static_cast<Bomb>(i));
    return std::nullopt;
}

// One or two digits, without a leading zero, at most 12 (no combination is longer).
inline std::optional<int> parse_small(std::string_view digits) {
    if (digits.empty() || digits.size() > 2 || digits[0] == '0') return std::nullopt;
    int value = 0;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9') return std::nullopt;
        value = value * 10 + (digit - '0');
    }
    return value <= 12 ? std::optional<int>(value) : std::nullopt;
}

// Nothing if the text is not cards, or a card is named twice.
inline std::optional<Cards> parse_cards(std::string_view text) {
    Cards cards = 0;
    while (!text.empty()) {
        if (text[0] == ' ') {
            text.remove_prefix(1);
            continue;
        }
        const auto end = text.find(' ');
        const auto one = parse_card(text.substr(0, end));
        if (!one || (cards & *one)) return std::nullopt;
        cards |= *one;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end);
    }
    return cards;
}

// Nothing if it is not a reading's form.
inline std::optional<Reading> parse_reading(std::string_view text) {
    if (text.starts_with("bomb:")) return parse_bomb(text.substr(5));
    const auto cross = text.find('x');
    const auto colon = text.find(':');
    if (cross == std::string_view::npos || colon == std::string_view::npos || colon < cross) return std::nullopt;
    const auto multiplicity = parse_small(text.substr(0, cross));
    const auto length = parse_small(text.substr(cross + 1, colon - cross - 1));
    const auto rank_text = text.substr(colon + 1);
    if (!multiplicity || !length || rank_text.size() != 1) return std::nullopt;
    const auto rank = parse_rank(rank_text[0]);
    if (!rank || *multiplicity > 8) return std::nullopt;
    return Reading::of(*multiplicity, *length, *rank);
}

}  // namespace haggis
