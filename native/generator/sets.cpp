#include "generator/sets.hpp"

#include <algorithm>

#include "generator/courts.hpp"

namespace haggis {
namespace {

constexpr int kMultiplicityBit = kCardBits + 8;
constexpr std::uint64_t kOneMore = std::uint64_t{1} << kMultiplicityBit;

constexpr int choose(int n, int k) {
    if (k > n) return 0;
    int result = 1;
    for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return result;
}

// kOfSize[cards of the rank][court cards][size]: a set needs at least one number card, and a
// court card can't be a single of a rank not its own.
constexpr auto kOfSize = [] {
    std::array<std::array<std::array<std::uint8_t, 9>, 4>, kMaxSuits + 1> table{};
    for (int cards = 0; cards <= kMaxSuits; ++cards)
        for (int courts = 0; courts < 4; ++courts)
            for (int size = 1; size <= 8; ++size)
                table[cards][courts][size] =
                    static_cast<std::uint8_t>(choose(cards + courts, size) - choose(courts, size));
    for (int cards = 0; cards <= kMaxSuits; ++cards)
        for (int courts = 0; courts < 4; ++courts) table[cards][courts][1] = static_cast<std::uint8_t>(cards);
    return table;
}();

// kUpToSize[largest][cards][courts]
constexpr auto kUpToSize = [] {
    std::array<std::array<std::array<std::uint8_t, 4>, kMaxSuits + 1>, 9> table{};
    for (int largest = 1; largest <= 8; ++largest)
        for (int cards = 0; cards <= kMaxSuits; ++cards)
            for (int courts = 0; courts < 4; ++courts)
                for (int size = 1; size <= largest; ++size)
                    table[largest][cards][courts] += kOfSize[cards][courts][size];
    return table;
}();

// Subsets as words to add: the cards, and one to the multiplicity for each of them.
struct Subsets {
    std::array<std::uint64_t, 32> words;
    int count = 1;

    explicit Subsets(Cards cards) {
        words[0] = 0;
        for (; cards; cards &= cards - 1) {
            const std::uint64_t more = lowest(cards) + kOneMore;
            for (int i = 0; i < count; ++i) words[count + i] = words[i] + more;
            count *= 2;
        }
    }
};

constexpr int size_in(std::uint64_t word) { return static_cast<int>(word >> kMultiplicityBit) & 15; }

std::uint64_t* list_court_singles(unsigned courts, int floor, std::uint64_t* out) {
    for (int rank = std::max(floor, kTen) + 1; rank <= kKing; ++rank)
        if (courts >> (rank - kJack) & 1) *out++ = Play::of(court(rank), Reading::of(1, 1, rank)).word;
    return out;
}

int count_court_singles(unsigned courts, int floor) {
    return kSuitCount[floor > kTen ? courts >> (floor - kTen) : courts];
}

}  // namespace

int count_sets(const Hand& hand, const Rules& rules) {
    const auto& ways = kUpToSize[rules.largest_set()];
    const RankCounts ranks = hand.all_suits();
    int total = hand.court_count;
    for (int rank = 0; rank < kRanks; ++rank) total += ways[count_at(ranks, rank)][hand.court_count];
    return total;
}

std::uint64_t* list_sets(const Hand& hand, const Rules& rules, std::uint64_t* out) {
    const int largest = rules.largest_set();
    const Subsets courts(hand.cards & kCourts);
    for (int rank = kLowRank; rank <= kTen; ++rank) {
        const Subsets numbers(hand.cards & column(rank));
        const std::uint64_t reading = std::uint64_t{Reading::of(0, 1, rank).code} << kCardBits;
        for (int i = 1; i < numbers.count; ++i)
            for (int j = 0; j < courts.count; ++j) {
                const std::uint64_t word = numbers.words[i] + courts.words[j] + reading;
                *out = word;
                out += size_in(word) <= largest;
            }
    }
    return list_court_singles(hand.courts, kTen, out);
}

int count_sets_above(const Hand& hand, const Rules& rules, int size, int floor) {
    int total = size == 1 ? count_court_singles(hand.courts, floor) : 0;
    if (size > rules.largest_set()) return total;
    const RankCounts ranks = hand.all_suits();
    for (int rank = floor + 1; rank <= kTen; ++rank)
        total += kOfSize[count_at(ranks, rank - kLowRank)][hand.court_count][size];
    return total;
}

std::uint64_t* list_sets_above(const Hand& hand, const Rules& rules, int size, int floor, std::uint64_t* out) {
    if (size <= rules.largest_set()) {
        const Subsets courts(size == 1 ? 0 : hand.cards & kCourts);
        for (int rank = floor + 1; rank <= kTen; ++rank) {
            const Subsets numbers(hand.cards & column(rank));
            const std::uint64_t reading = std::uint64_t{Reading::of(0, 1, rank).code} << kCardBits;
            for (int i = 1; i < numbers.count; ++i)
                for (int j = 0; j < courts.count; ++j) {
                    const std::uint64_t word = numbers.words[i] + courts.words[j] + reading;
                    *out = word;
                    out += size_in(word) == size;
                }
        }
    }
    return size == 1 ? list_court_singles(hand.courts, floor, out) : out;
}

}  // namespace haggis
