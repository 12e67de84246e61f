#include "simulation/bench.hpp"

#include <array>
#include <chrono>
#include <limits>
#include <numeric>
#include <vector>

#include "generator/perft.hpp"
#include "generator/plays.hpp"
#include "rules/deal.hpp"
#include "simulation/playout.hpp"

namespace haggis {
namespace {

constexpr int kHands = 200;
constexpr int kSignatureRounds = 2000;
constexpr int kTimedRounds = 20'000;  // too many for a processor to learn by heart
constexpr int kParts = 50;            // long work is timed in parts of a few milliseconds
constexpr std::uint64_t kSeed = 2010;
constexpr int kPerftDeals = 6;

// The fastest of several runs: other programs only ever make one slower.
template <class Work>
double best_seconds(int effort, const std::atomic<bool>& stop, Work&& work) {
    using Clock = std::chrono::steady_clock;
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < effort && !stop; ++i) {
        const auto start = Clock::now();
        work();
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return best;
}

// The same for long work in parts, each with its own best: a part is short enough to be left alone.
template <class Work>
double best_seconds_of_parts(int effort, const std::atomic<bool>& stop, Work&& work) {
    std::array<double, kParts> best;
    best.fill(std::numeric_limits<double>::infinity());
    for (int i = 0; i < effort && !stop; ++i)
        for (int part = 0; part < kParts && !stop; ++part)
            best[part] = std::min(best[part], best_seconds(1, stop, [&] { work(part); }));
    return std::accumulate(best.begin(), best.end(), 0.0);
}

std::vector<Cards> full_hands() {
    std::vector<Cards> hands;
    const Rules rules = standard_rules(2);
    for (int i = 0; i < kHands; ++i) {
        Rng rng(kSeed, static_cast<std::uint64_t>(i));
        hands.push_back(deal_round(rules, 0, rng).hands[0]);
    }
    return hands;
}

// The same hands with only some of their cards left, whichever they are.
std::vector<Cards> smaller_hands(int cards) {
    std::vector<Cards> hands = full_hands();
    Rng rng(kSeed);
    for (Cards& hand : hands)
        for (int left = count_cards(hand); left > cards; --left) {
            Cards rest = hand;
            for (auto skip = rng.below(static_cast<std::uint32_t>(left)); skip > 0; --skip) rest &= rest - 1;
            hand &= ~lowest(rest);
        }
    return hands;
}

std::uint64_t count_all_leads(const std::vector<Cards>& hands) {
    std::uint64_t plays = 0;
    for (const Cards hand : hands) plays += static_cast<std::uint64_t>(count_plays(hand, Reading{}, standard_rules(2)));
    return plays;
}

std::uint64_t list_all_leads(const std::vector<Cards>& hands, PlayList& list) {
    std::uint64_t plays = 0;
    for (const Cards hand : hands) {
        list_plays(hand, Reading{}, standard_rules(2), list);
        plays += static_cast<std::uint64_t>(list.size());
    }
    return plays;
}

// Positions in the middle of a round, where a few levels stay small.
std::uint64_t perft_of_middles(const std::atomic<bool>& stop) {
    std::uint64_t leaves = 0;
    for (const int players : {2, 3})
        for (int i = 0; i < kPerftDeals; ++i) {
            const Rules rules = standard_rules(players);
            Rng rng(kSeed, static_cast<std::uint64_t>(i));
            Round round = deal_round(rules, 0, rng);
            for (int step = 0; step < 10 && !round.over(); ++step) random_step(round, rules, rng);
            leaves += perft(round, rules, 3, stop);
        }
    return leaves;
}

std::vector<PlayoutResult> rounds(int players, Style style, std::uint64_t first, std::size_t count,
                                  const std::atomic<bool>& stop) {
    std::vector<PlayoutResult> results(count);
    play_rounds(standard_rules(players), style, kSeed, first, results, 1, stop);
    return results;
}

void fold(std::uint64_t& signature, std::uint64_t value) {
    signature = (signature ^ value) * 0x100000001b3u;
    signature ^= signature >> 29;
}

// Fifty million rounds of a simple generator.
double calibrate(int effort, const std::atomic<bool>& stop) {
    volatile std::uint64_t sink = 88172645463325252u;
    return best_seconds_of_parts(effort, stop, [&](int) {
        std::uint64_t value = sink;
        for (int i = 0; i < 50'000'000 / kParts; ++i) {
            value ^= value << 13;
            value ^= value >> 7;
            value ^= value << 17;
        }
        sink = value;
    });
}

double rounds_per_s(int players, Style style, int effort, const std::atomic<bool>& stop) {
    constexpr std::size_t kEach = kTimedRounds / kParts;
    return kTimedRounds / best_seconds_of_parts(effort, stop, [&](int part) {
               rounds(players, style, static_cast<std::uint64_t>(part) * kEach, kEach, stop);
           });
}

}  // namespace

std::uint64_t bench_signature(const std::atomic<bool>& stop) {
    std::uint64_t signature = 0xcbf29ce484222325u;
    PlayList list;
    const auto hands = full_hands();
    fold(signature, list_all_leads(hands, list));
    fold(signature, count_all_leads(hands));
    fold(signature, perft_of_middles(stop));
    for (const int players : {2, 3})
        for (const Style style : {Style::random, Style::sensible})
            for (const PlayoutResult& result : rounds(players, style, 0, kSignatureRounds, stop)) {
                fold(signature, static_cast<std::uint64_t>(result.actions));
                for (const int total : result.totals) fold(signature, static_cast<std::uint64_t>(total));
            }
    return signature;
}

GenerationCost generation_cost(int cards, int effort, const std::atomic<bool>& stop) {
    const auto hands = smaller_hands(cards);
    PlayList list;
    std::uint64_t plays = 0;
    GenerationCost cost;
    cost.list_us = best_seconds(50 * effort, stop, [&] { plays = list_all_leads(hands, list); }) * 1e6 / kHands;
    cost.count_us = best_seconds(50 * effort, stop, [&] { plays = count_all_leads(hands); }) * 1e6 / kHands;
    cost.plays = static_cast<double>(plays) / kHands;
    return cost;
}

BenchReport run_bench(int effort, const std::atomic<bool>& stop) {
    BenchReport report;
    report.signature = bench_signature(stop);
    report.calibration_s = calibrate(effort, stop);
    const auto hands = full_hands();
    PlayList list;
    std::uint64_t plays = 0;
    report.lead_us = best_seconds(20 * effort, stop, [&] { plays = list_all_leads(hands, list); });
    report.lead_us *= 1e6 / kHands;
    report.plays_per_lead = static_cast<double>(plays) / kHands;
    report.count_us = best_seconds(20 * effort, stop, [&] { plays = count_all_leads(hands); });
    report.count_us *= 1e6 / kHands;
    report.random_rounds_per_s = rounds_per_s(2, Style::random, effort, stop);
    report.policy_rounds_per_s = rounds_per_s(2, Style::sensible, effort, stop);
    report.random_rounds_per_s_3p = rounds_per_s(3, Style::random, effort, stop);
    report.policy_rounds_per_s_3p = rounds_per_s(3, Style::sensible, effort, stop);
    std::uint64_t leaves = 0;
    const double seconds = best_seconds(effort, stop, [&] { leaves = perft_of_middles(stop); });
    report.perft_leaves_per_s = static_cast<double>(leaves) / seconds;
    return report;
}

}  // namespace haggis
