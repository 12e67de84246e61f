#include "generator/bombs.hpp"

namespace haggis {
namespace {

struct CourtBomb {
    Bomb bomb;
    unsigned courts;
};
constexpr std::array<CourtBomb, 4> kCourtBombs{
    {{Bomb::jq, 0b011}, {Bomb::jk, 0b101}, {Bomb::qk, 0b110}, {Bomb::jqk, 0b111}}};

// Which suits hold the 3, the 5, the 7 and the 9.
struct OddColumns {
    std::array<unsigned, 4> suits{};

    explicit OddColumns(const Hand& hand) {
        for (int suit = 0; suit < kMaxSuits; ++suit)
            for (int i = 0; i < 4; ++i) suits[i] |= (hand.suit[suit] >> (2 * i + 1) & 1) << suit;
    }
};

bool holds_every_odd_rank(const Hand& hand) {
    const unsigned ranks = hand.suit[0] | hand.suit[1] | hand.suit[2] | hand.suit[3] | hand.suit[4];
    return (ranks & kOddRanks) == kOddRanks;
}

unsigned lowest_suit(unsigned suits) { return suits & (~suits + 1); }

int count_rainbows(const Hand& hand) {
    const OddColumns odd(hand);
    int total = 0;
    for (unsigned threes = odd.suits[0]; threes; threes &= threes - 1) {
        const unsigned three = lowest_suit(threes);
        for (unsigned fives = odd.suits[1] & ~three; fives; fives &= fives - 1) {
            const unsigned used = three | lowest_suit(fives);
            const unsigned sevens = odd.suits[2] & ~used;
            const unsigned nines = odd.suits[3] & ~used;
            total += kSuitCount[sevens] * kSuitCount[nines] - kSuitCount[sevens & nines];
        }
    }
    return total;
}

Cards card_in(int rank, unsigned suit) { return card(rank, std::countr_zero(suit)); }

std::uint64_t* list_rainbows(const Hand& hand, std::uint64_t* out) {
    const OddColumns odd(hand);
    for (unsigned threes = odd.suits[0]; threes; threes &= threes - 1) {
        const unsigned three = lowest_suit(threes);
        for (unsigned fives = odd.suits[1] & ~three; fives; fives &= fives - 1) {
            const unsigned five = lowest_suit(fives);
            for (unsigned sevens = odd.suits[2] & ~(three | five); sevens; sevens &= sevens - 1) {
                const unsigned seven = lowest_suit(sevens);
                const Cards cards = card_in(3, three) | card_in(5, five) | card_in(7, seven);
                unsigned nines = odd.suits[3] & ~(three | five | seven);
                for (; nines; nines &= nines - 1)
                    *out++ = Play::of(cards | card_in(9, lowest_suit(nines)), Reading::of(Bomb::rainbow)).word;
            }
        }
    }
    return out;
}

int count_suited(const Hand& hand) {
    int total = 0;
    for (const unsigned suit : hand.suit) total += (suit & kOddRanks) == kOddRanks;
    return total;
}

std::uint64_t* list_suited(const Hand& hand, std::uint64_t* out) {
    for (int suit = 0; suit < kMaxSuits; ++suit)
        if ((hand.suit[suit] & kOddRanks) == kOddRanks)
            *out++ = Play::of(suit_cards(suit) & kOddCards, Reading::of(Bomb::suited)).word;
    return out;
}

bool holds(const Hand& hand, const CourtBomb& bomb) { return (hand.courts & bomb.courts) == bomb.courts; }

}  // namespace

int count_bombs_above(const Hand& hand, Bomb floor) {
    int total = 0;
    for (const CourtBomb& bomb : kCourtBombs) total += bomb.bomb > floor && holds(hand, bomb);
    if (!holds_every_odd_rank(hand) || floor == Bomb::suited) return total;
    return total + count_suited(hand) + (floor == Bomb::none ? count_rainbows(hand) : 0);
}

std::uint64_t* list_bombs_above(const Hand& hand, Bomb floor, std::uint64_t* out) {
    for (const CourtBomb& bomb : kCourtBombs)
        if (bomb.bomb > floor && holds(hand, bomb))
            *out++ = Play::of(Cards{bomb.courts} << kCourtBit, Reading::of(bomb.bomb)).word;
    if (!holds_every_odd_rank(hand) || floor == Bomb::suited) return out;
    if (floor == Bomb::none) out = list_rainbows(hand, out);
    return list_suited(hand, out);
}

}  // namespace haggis
