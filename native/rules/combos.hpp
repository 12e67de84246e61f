// Readings and plays, the recogniser and the comparer (docs/spec/rules.md, section 2).
//
// A reading fits sixteen bits, a play (cards and reading) one 64-bit word, so that a list of
// plays is a plain array and two plays are equal when their words are.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "rules/cards.hpp"
#include "rules/rules.hpp"

namespace haggis {

inline constexpr int kJack = 11;
inline constexpr int kKing = 13;

// Lowest to highest.
enum class Bomb : std::uint8_t { none, rainbow, jq, jk, qk, jqk, suited };

// bits 0-3 rank, 4-7 length, 8-11 multiplicity, 12-14 bomb. Bombs have nothing else set.
struct Reading {
    std::uint16_t code = 0;

    static constexpr Reading of(int multiplicity, int length, int rank) {
        return {static_cast<std::uint16_t>(multiplicity << 8 | length << 4 | rank)};
    }
    static constexpr Reading of(Bomb bomb) { return {static_cast<std::uint16_t>(static_cast<int>(bomb) << 12)}; }

    constexpr int rank() const { return code & 15; }
    constexpr int length() const { return code >> 4 & 15; }
    constexpr int multiplicity() const { return code >> 8 & 15; }
    constexpr int shape() const { return code >> 4; }
    constexpr Bomb bomb() const { return static_cast<Bomb>(code >> 12); }
    constexpr bool is_bomb() const { return code >> 12 != 0; }
    constexpr bool none() const { return code == 0; }  // nothing on the table: a lead

    // How many cards a combination with this reading has.
    constexpr int size() const {
        constexpr std::array<std::uint8_t, 8> kBombs{0, 4, 2, 2, 2, 3, 4, 0};
        return is_bomb() ? kBombs[code >> 12] : multiplicity() * length();
    }
    constexpr bool operator==(const Reading&) const = default;
};

// Same shape and higher rank, a bomb on a non-bomb, or a higher bomb on a bomb.
constexpr bool beats(Reading higher, Reading lower) {
    return higher.bomb() > lower.bomb() || (higher.shape() == lower.shape() && higher.rank() > lower.rank());
}

struct Play {
    std::uint64_t word = 0;

    static constexpr Play of(Cards cards, Reading reading) {
        return {cards | std::uint64_t{reading.code} << kCardBits};
    }
    constexpr Cards cards() const { return word & kAllCards; }
    constexpr Reading reading() const { return {static_cast<std::uint16_t>(word >> kCardBits)}; }
    constexpr auto operator<=>(const Play&) const = default;
};

// How many ranks a sequence has at least: three in a run of singles, two otherwise.
constexpr int shortest_run(int multiplicity) { return multiplicity == 1 ? 3 : 2; }

// At most five sequence shapes (one for each multiplicity) of four ranks each, a set and a bomb.
struct Readings {
    std::array<Reading, 32> list{};
    int count = 0;

    void add(Reading reading) { list[count++] = reading; }
    bool contains(Reading reading) const;
    const Reading* begin() const { return list.data(); }
    const Reading* end() const { return list.data() + count; }
};

// Every reading of exactly these cards, each once; empty if they are no combination.
// Written from the rule itself, apart from the generator in plays.hpp, so that each checks
// the other.
Readings readings_of(Cards cards, const Rules& rules);

}  // namespace haggis
