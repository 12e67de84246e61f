// What a hand can answer a combination with, found once for many questions.
#pragma once

#include <algorithm>
#include <array>
#include <functional>

#include "evaluation/partition.hpp"
#include "generator/hand.hpp"
#include "rules/combos.hpp"

namespace haggis {

// Bombs apart. Court cards only stand for ranks up to ten here: what they reach above is rare.
enum class Answer : std::uint8_t { none, with_courts, with_numbers };

class Answers {
public:
    explicit Answers(Cards hand) : courts_(courts_of(hand)), court_count_(kSuitCount[courts_]) {
        for (int suit = 0; suit < kMaxSuits; ++suit) {
            suits_[suit] = suit_of(hand, suit);
            counts_ += kSuitCounts[suits_[suit]];
            ranks_ |= suits_[suit];
        }
    }

    RankCounts counts() const { return counts_; }

    // The best answer to a combination of that shape whose highest rank is at `place` (0 is the two).
    Answer to(int multiplicity, int length, int place) const {
        if (length > 1) return multiplicity == 1 ? to_run(length, place) : to_sequence(multiplicity, length, place);
        return multiplicity == 1 ? to_single(place) : to_set(multiplicity, place);
    }
    Answer to(Reading top) const {
        return top.is_bomb() ? Answer::none : to(top.multiplicity(), top.length(), top.rank() - kLowRank);
    }
    Answer to(const Group& group) const {
        if (group.kind >= GroupKind::pairs2) return to(2, group.length, group.place);
        if (group.kind >= GroupKind::run3) return to(1, group.length, group.place);
        return to(static_cast<int>(group.kind) + 1, 1, group.place);
    }

private:
    std::array<unsigned, kMaxSuits> suits_{};
    RankCounts counts_ = 0;
    unsigned ranks_ = 0;
    unsigned courts_;
    int court_count_;

    Answer to_single(int place) const {
        if (place < kRanks && ranks_ >> (place + 1)) return Answer::with_numbers;
        return courts_ >> std::max(0, place - kRanks + 1) ? Answer::with_courts : Answer::none;
    }

    Answer to_set(int size, int place) const {
        Answer best = Answer::none;
        for (int higher = place + 1; higher < kRanks; ++higher)
            best = std::max(best, filled(count_at(counts_, higher), size));
        return best;
    }

    Answer to_run(int length, int place) const {
        Answer best = Answer::none;
        for (int end = place + 1; end < kRanks; ++end)
            for (const unsigned suit : suits_) best = std::max(best, filled(held(suit, end, length), length));
        return best;
    }

    // The suits that hold most of each window fill it; court cards fill the rest.
    Answer to_sequence(int multiplicity, int length, int place) const {
        Answer best = Answer::none;
        for (int end = place + 1; end < kRanks; ++end) {
            std::array<int, kMaxSuits> rows;
            for (int suit = 0; suit < kMaxSuits; ++suit) rows[suit] = held(suits_[suit], end, length);
            std::ranges::sort(rows, std::ranges::greater());
            int cards = 0;
            for (int row = 0; row < std::min(multiplicity, kMaxSuits); ++row) cards += rows[row];
            best = std::max(best, filled(cards, multiplicity * length));
        }
        return best;
    }

    static int held(unsigned suit, int end, int length) {
        return kSuitCount[suit >> (end - length + 1) & ((1u << length) - 1)];
    }
    Answer filled(int cards, int size) const {
        if (cards >= size) return Answer::with_numbers;
        return cards > 0 && cards + court_count_ >= size ? Answer::with_courts : Answer::none;
    }
};

}  // namespace haggis
