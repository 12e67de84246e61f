// Playing rounds to their end, by chance or by the sensible policy of playout_policy.hpp.
//
// Playouts place no bets of their own; bets already placed are scored. A random playout takes
// every legal action (each play, the pass, each give) with the same chance.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "rules/scoring.hpp"
#include "support/rng.hpp"

namespace haggis {

enum class Style : std::uint8_t { random, sensible };

// One action; the round must not be over.
void random_step(Round& round, const Rules& rules, Rng& rng);

// To the end. Returns the number of actions made.
int play_out(Round& round, const Rules& rules, Style style, Rng& rng);

struct PlayoutResult {
    std::array<std::int32_t, kMaxPlayers> totals{};  // hand + cards + bets of each seat
    std::int32_t actions = 0;
};

// results[i] is playout number first + i from this position; it depends on the seed and that
// number only. Stops early, leaving zeros, once `stop` is set.
void play_out_many(const Round& round, const Rules& rules, Style style, std::uint64_t seed, std::uint64_t first,
                   std::span<PlayoutResult> results, int threads, const std::atomic<bool>& stop);

// The same from fresh deals: round i is dealt from the seed and i, and led by seat i % players.
void play_rounds(const Rules& rules, Style style, std::uint64_t seed, std::uint64_t first,
                 std::span<PlayoutResult> results, int threads, const std::atomic<bool>& stop);

}  // namespace haggis
