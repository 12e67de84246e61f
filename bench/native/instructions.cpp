// Fixed work to count instructions of: `instructions WORK TIMES`. See bench/instructions.py.
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <vector>

#include "generator/plays.hpp"
#include "rules/deal.hpp"
#include "simulation/playout.hpp"

using namespace haggis;

namespace {

std::uint64_t leads(int times, bool list) {
    const Rules rules = standard_rules(2);
    PlayList plays;
    std::uint64_t total = 0;
    for (int i = 0; i < times; ++i) {
        Rng rng(2010, static_cast<std::uint64_t>(i));
        const Cards hand = deal_round(rules, 0, rng).hands[0];
        if (list) list_plays(hand, Reading{}, rules, plays);
        total += static_cast<std::uint64_t>(list ? plays.size() : count_plays(hand, Reading{}, rules));
    }
    return total;
}

std::uint64_t rounds(int times, int players, Style style) {
    const std::atomic<bool> never = false;
    std::vector<PlayoutResult> results(static_cast<std::size_t>(times));
    play_rounds(standard_rules(players), style, 2010, 0, results, 1, never);
    std::uint64_t actions = 0;
    for (const PlayoutResult& result : results) actions += static_cast<std::uint64_t>(result.actions);
    return actions;
}

std::uint64_t work(std::string_view name, int times) {
    if (name == "list") return leads(times, true);
    if (name == "count") return leads(times, false);
    if (name == "random-2") return rounds(times, 2, Style::random);
    if (name == "random-3") return rounds(times, 3, Style::random);
    if (name == "sensible-2") return rounds(times, 2, Style::sensible);
    return rounds(times, 3, Style::sensible);
}

}  // namespace

int main(int, char** argv) { std::cout << work(argv[1], std::atoi(argv[2])) << "\n"; }
