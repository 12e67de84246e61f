#include "rules/combos.hpp"

#include <algorithm>

namespace haggis {
namespace {

// What the recogniser needs to know about the number cards of a combination.
struct NumberCards {
    int count = 0;
    int suits = 0;
    int low = 99;
    int high = 0;

    explicit NumberCards(Cards cards) {
        for (int suit = 0; suit < kMaxSuits; ++suit) {
            const unsigned mask = suit_of(cards, suit);
            if (!mask) continue;
            ++suits;
            count += kSuitCount[mask];
            low = std::min(low, std::countr_zero(mask) + kLowRank);
            high = std::max(high, static_cast<int>(std::bit_width(mask)) - 1 + kLowRank);
        }
    }
};

Bomb court_bomb(unsigned courts) {
    switch (courts) {
        case 0b011: return Bomb::jq;
        case 0b101: return Bomb::jk;
        case 0b110: return Bomb::qk;
        case 0b111: return Bomb::jqk;
        default: return Bomb::none;
    }
}

Bomb number_bomb(Cards cards, const NumberCards& numbers) {
    if (numbers.count != 4 || (cards & ~kOddCards)) return Bomb::none;
    for (int rank = 3; rank <= 9; rank += 2)
        if (!(cards & column(rank))) return Bomb::none;
    if (numbers.suits == 1) return Bomb::suited;
    return numbers.suits == 4 ? Bomb::rainbow : Bomb::none;
}

// Can these court cards fill `multiplicity` places of every rank above ten up to `rank`?
// Places up to ten take any court card.
bool courts_reach(unsigned courts, int multiplicity, int rank, Courts option) {
    if (rank <= kTen) return true;
    const int above = rank - kTen;
    if (option == Courts::wild) return false;
    if (option == Courts::number) return multiplicity == 1 && (courts & ((1u << above) - 1)) == (1u << above) - 1;
    // `lower`: from the top rank down, the cards that may stand there must cover the places.
    for (int rank_above = above; rank_above >= 1; --rank_above) {
        const int able = kSuitCount[courts >> (rank_above - 1)];
        if (able < multiplicity * (above - rank_above + 1)) return false;
    }
    return true;
}

void add_sequences(Readings& found, const NumberCards& numbers, unsigned courts, const Rules& rules) {
    const int total = numbers.count + kSuitCount[courts];
    for (int multiplicity = 1; multiplicity <= rules.suits(); ++multiplicity) {
        const int length = total / multiplicity;
        if (length * multiplicity != total || length < (multiplicity == 1 ? 3 : 2)) continue;
        if (numbers.suits > multiplicity) continue;
        for (int rank = std::max(numbers.high, length + kLowRank - 1); rank <= kKing; ++rank) {
            if (rank - length + 1 > numbers.low) break;
            if (courts_reach(courts, multiplicity, rank, rules.courts))
                found.add(Reading::of(multiplicity, length, rank));
        }
    }
}

}  // namespace

bool Readings::contains(Reading reading) const {
    for (const Reading candidate : *this)
        if (candidate == reading) return true;
    return false;
}

Readings readings_of(Cards cards, const Rules& rules) {
    Readings found;
    if (cards & ~(all_number_cards(rules.suits()) | kCourts)) return found;
    const unsigned courts = courts_of(cards);
    const NumberCards numbers(cards);
    const int total = numbers.count + kSuitCount[courts];
    if (numbers.count == 0) {
        if (total == 1) found.add(Reading::of(1, 1, kTen + static_cast<int>(std::bit_width(courts))));
        if (total > 1) found.add(Reading::of(court_bomb(courts)));
        return found;
    }
    if (numbers.low == numbers.high && total <= rules.largest_set()) found.add(Reading::of(total, 1, numbers.low));
    add_sequences(found, numbers, courts, rules);
    if (courts == 0)
        if (const Bomb bomb = number_bomb(cards, numbers); bomb != Bomb::none) found.add(Reading::of(bomb));
    return found;
}

}  // namespace haggis
