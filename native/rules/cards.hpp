// Cards as bits of one 64-bit word (docs/spec/rules.md, section 1).
//
// Number cards: bit = suit * 9 + (rank - 2), suits r o y g b = 0..4, ranks 2..10.
// Court cards of a hand: J = bit 45, Q = bit 46, K = bit 47. Every player owns one of each,
// so a court bit only has a meaning inside one hand or one play.
// The sixteen bits above are free; a Play keeps its reading there.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace haggis {

using Cards = std::uint64_t;

inline constexpr int kRanks = 9;  // number ranks, 2..10
inline constexpr int kLowRank = 2;
inline constexpr int kTen = 10;
inline constexpr int kMaxSuits = 5;
inline constexpr int kMaxPlayers = 3;
inline constexpr int kDealt = 14;     // number cards dealt to each player
inline constexpr int kCourtBit = 45;  // J; Q and K follow
inline constexpr int kCardBits = 48;

inline constexpr unsigned kSuitMask = (1u << kRanks) - 1;
inline constexpr Cards kNumbers = (Cards{1} << kCourtBit) - 1;
inline constexpr Cards kCourts = Cards{7} << kCourtBit;
inline constexpr Cards kAllCards = (Cards{1} << kCardBits) - 1;

// The five cards of rank 2; shifted by rank - 2 it is the column of any number rank.
inline constexpr Cards kTwos = 1 | Cards{1} << 9 | Cards{1} << 18 | Cards{1} << 27 | Cards{1} << 36;

constexpr Cards card(int rank, int suit) { return Cards{1} << (suit * kRanks + rank - kLowRank); }
constexpr Cards court(int rank) { return Cards{1} << (kCourtBit + rank - kTen - 1); }
constexpr Cards column(int rank) { return kTwos << (rank - kLowRank); }
constexpr Cards suit_cards(int suit) { return Cards{kSuitMask} << (suit * kRanks); }

// The ranks held in one suit: bit 0 is the two, bit 8 the ten.
constexpr unsigned suit_of(Cards cards, int suit) {
    return static_cast<unsigned>(cards >> (suit * kRanks)) & kSuitMask;
}
// The court cards held: bit 0 is the J, bit 1 the Q, bit 2 the K.
constexpr unsigned courts_of(Cards cards) { return static_cast<unsigned>(cards >> kCourtBit) & 7u; }

constexpr Cards all_number_cards(int suits) { return (Cards{1} << (suits * kRanks)) - 1; }
constexpr int rank_of_bit(int bit) { return bit % kRanks + kLowRank; }
constexpr int suit_of_bit(int bit) { return bit / kRanks; }

constexpr Cards lowest(Cards cards) { return cards & (~cards + 1); }
constexpr int index_of(Cards one) { return std::countr_zero(one); }

// Bits set among up to nine. A table, because portable x86-64 has no popcount instruction.
inline constexpr auto kSuitCount = [] {
    std::array<std::uint8_t, 512> count{};
    for (unsigned mask = 1; mask < 512; ++mask) count[mask] = count[mask >> 1] + (mask & 1);
    return count;
}();

constexpr int count_cards(Cards cards) {
    int total = kSuitCount[courts_of(cards)];
    for (int suit = 0; suit < kMaxSuits; ++suit) total += kSuitCount[suit_of(cards, suit)];
    return total;
}

// 3, 5, 7 and 9 are worth a point; J 2, Q 3, K 5.
inline constexpr Cards kOddCards = column(3) | column(5) | column(7) | column(9);
inline constexpr unsigned kOddRanks = 0b010101010;  // 3, 5, 7, 9 inside one suit
inline constexpr std::array<std::uint8_t, 8> kCourtPoints{0, 2, 3, 5, 5, 7, 8, 10};

constexpr int points_of(Cards cards) { return count_cards(cards & kOddCards) + kCourtPoints[courts_of(cards)]; }

}  // namespace haggis
