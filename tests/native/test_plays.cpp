// The generator against the recogniser: what is listed is what the rule allows, each once.
#include <algorithm>

#include "check.hpp"
#include "parse.hpp"
#include "rules/text.hpp"
#include "samples.hpp"

using namespace haggis;

namespace {

// Every subset of the hand, read by the recogniser.
std::vector<std::uint64_t> by_recogniser(Cards hand, Reading top, const Rules& rules) {
    std::vector<std::uint64_t> plays;
    for (Cards cards = hand; cards; cards = (cards - 1) & hand)
        for (const Reading reading : readings_of(cards, rules))
            if (top.none() || beats(reading, top)) plays.push_back(Play::of(cards, reading).word);
    std::sort(plays.begin(), plays.end());
    return plays;
}

std::vector<std::uint64_t> by_generator(Cards hand, Reading top, const Rules& rules) {
    PlayList list;
    list_plays(hand, top, rules, list);
    std::vector<std::uint64_t> plays(list.begin(), list.end());
    std::sort(plays.begin(), plays.end());
    return plays;
}

void compare(check::Tally& tally, Cards hand, Reading top, const Rules& rules) {
    const std::string note = text_of(hand) + " on " + text_of(top);
    const auto plays = by_generator(hand, top, rules);
    CHECK(tally, plays == by_recogniser(hand, top, rules), note);
    CHECK(tally, std::adjacent_find(plays.begin(), plays.end()) == plays.end(), note);
    const PlayTally counted(hand, top, rules);
    CHECK(tally, counted.total() == static_cast<int>(plays.size()), note);
    CHECK(tally, count_plays(hand, top, rules) == counted.total(), note);
    std::vector<std::uint64_t> picked;
    for (int i = 0; i < counted.total(); ++i) picked.push_back(counted.pick(i).word);
    std::sort(picked.begin(), picked.end());
    CHECK(tally, picked == plays, note);
}

// A hand on lead, then on some of the combinations another hand could have led.
void lead_and_follow(check::Tally& tally, Cards hand, const Rules& rules, Rng& rng) {
    compare(tally, hand, Reading{}, rules);
    const PlayTally tops(samples::crowded_cards(rules, 12, rng) | kCourts, Reading{}, rules);
    for (int i = 0; i < 12; ++i) {
        const auto index = rng.below(static_cast<std::uint32_t>(tops.total()));
        compare(tally, hand, tops.pick(static_cast<int>(index)).reading(), rules);
    }
}

void against_recogniser(check::Tally& tally) {
    Rng rng(1);
    for (const Rules& rules : samples::combination_options())
        for (int i = 0; i < 12; ++i) {
            const int size = 1 + static_cast<int>(rng.below(9));
            lead_and_follow(tally, samples::number_cards(rules, size, rng) | samples::courts(rng), rules, rng);
            lead_and_follow(tally, samples::crowded_cards(rules, size, rng) | kCourts, rules, rng);
        }
}

// Following is leading, filtered: true for full hands too, where subsets are too many.
void follow_is_filtered_lead(check::Tally& tally) {
    Rng rng(2);
    PlayList list;
    for (const Rules& rules : samples::combination_options())
        for (int i = 0; i < 40; ++i) {
            const Cards hand = samples::number_cards(rules, kDealt, rng) | samples::courts(rng);
            const PlayTally tops(samples::number_cards(rules, kDealt, rng) | kCourts, Reading{}, rules);
            const auto index = rng.below(static_cast<std::uint32_t>(tops.total()));
            const Reading top = tops.pick(static_cast<int>(index)).reading();
            list_plays(hand, Reading{}, rules, list);
            const auto above = std::count_if(list.begin(), list.end(),
                                             [&](std::uint64_t word) { return beats(Play{word}.reading(), top); });
            CHECK(tally, above == count_plays(hand, top, rules), text_of(hand) + " on " + text_of(top));
        }
}

// Swap cards as long as the plays grow: even the richest hands stay far below the room we have.
void richest_hand(check::Tally& tally) {
    Rng rng(3);
    for (const int players : {2, 3}) {
        const Rules rules = standard_rules(players);
        int richest = 0;
        for (int start = 0; start < 6; ++start) {
            Cards hand = samples::crowded_cards(rules, kDealt, rng) | kCourts;
            int plays = count_plays(hand, Reading{}, rules);
            for (bool better = true; better;) {
                better = false;
                for (Cards out = hand & kNumbers; out && !better; out &= out - 1)
                    for (Cards in = all_number_cards(rules.suits()) & ~hand; in; in &= in - 1) {
                        const Cards swapped = (hand ^ lowest(out)) | lowest(in);
                        const int now = count_plays(swapped, Reading{}, rules);
                        if (now <= plays) continue;
                        hand = swapped, plays = now, better = true;
                        break;
                    }
            }
            richest = std::max(richest, plays);
        }
        std::cout << "richest hand found for " << players << " players: " << richest << " plays\n";
        CHECK(tally, richest < kMaxPlays / 2, std::to_string(richest));
    }
}

// By hand: 3r 3o J on lead. Singles 3 (3r, 3o, J). Pairs 3: 3r 3o, 3r J, 3o J. One set of
// three. No run, as no suit has two cards, and no bomb: 7.
// With K in place of the other 3: 3r J K gives singles 3, pairs 2, set of three 1, runs of
// rank 4 and 5 (rank 3 would start at 1), and the bomb JK: 9.
void counted_by_hand(check::Tally& tally) {
    const Rules rules = standard_rules(2);
    const auto count = [&](const char* text) { return count_plays(*parse_cards(text), Reading{}, rules); };
    CHECK(tally, count("3r 3o J") == 7, "");
    CHECK(tally, count("3r J K") == 9, "");
    CHECK(tally, count("J Q K") == 7, "three singles, four bombs");
    CHECK(tally, count("Tr To J Q") == 4 + 5 + 4 + 1 + 6 + 2 + 1,
          "singles, pairs, threes, a four, runs to T, J and Q in each suit, 9-T and T-J in pairs, JQ");
}

}  // namespace

int main() {
    return check::run({
        {"generator and recogniser", against_recogniser},
        {"following", follow_is_filtered_lead},
        {"richest hand", richest_hand},
        {"counted by hand", counted_by_hand},
    });
}
