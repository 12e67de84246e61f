#include "solver/hand_book.hpp"

#include <algorithm>
#include <utility>

namespace haggis {
namespace {

// kShapeNumber[multiplicity << 4 | length]
constexpr auto kShapeNumber = [] {
    std::array<std::uint8_t, 256> table{};
    table.fill(kNoShape);
    std::uint8_t number = 0;
    for (int multiplicity = 1; multiplicity <= 8; ++multiplicity) table[multiplicity << 4 | 1] = number++;
    constexpr std::array<int, kMaxSuits + 1> kLongest{0, 12, 8, 5, 4, 3};
    for (int multiplicity = 1; multiplicity <= kMaxSuits; ++multiplicity)
        for (int length = shortest_run(multiplicity); length <= kLongest[multiplicity]; ++length)
            table[multiplicity << 4 | length] = number++;
    return table;
}();
static_assert(kShapeNumber[5 << 4 | 3] + 1 == kBombShape);

constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// Rank within a shape; bombs rank among themselves.
int height(Reading reading) { return reading.is_bomb() ? static_cast<int>(reading.bomb()) : reading.rank(); }

// Shed many cards, low ones, and keep court cards and bombs for later.
int first_sight(Reading reading, unsigned courts) {
    const int bomb = reading.is_bomb() ? 100 : 0;
    return 40 * reading.size() - reading.rank() - 16 * kCourtPoints[courts] - bomb;
}

// The word of a play with its cards replaced by the hand that is left.
std::uint64_t left_after(const BookHand& hand, Play play) {
    return Play::of(sorted_by_suit(hand.cards & ~play.cards()), play.reading()).word;
}

// Shape, then rank, then the hand that is left: an order that never depends on earlier searches.
bool comes_before(std::uint64_t one, std::uint64_t other) {
    const Reading a = Play{one}.reading(), b = Play{other}.reading();
    const auto place = [](Reading reading) { return shape_number(reading) << 4 | height(reading); };
    return place(a) != place(b) ? place(a) < place(b) : one < other;
}

}  // namespace

Cards sorted_by_suit(Cards hand) {
    std::array<unsigned, kMaxSuits> suits;
    for (int suit = 0; suit < kMaxSuits; ++suit) suits[suit] = suit_of(hand, suit);
    const auto higher_first = [&](int i, int j) {
        const unsigned high = std::max(suits[i], suits[j]), low = std::min(suits[i], suits[j]);
        suits[i] = high;
        suits[j] = low;
    };
    // The shortest sorting network for five.
    for (const auto& [i, j] : {std::pair{0, 3}, {1, 4}, {0, 2}, {1, 3}, {0, 1}, {2, 4}, {1, 2}, {3, 4}, {2, 3}})
        higher_first(i, j);
    Cards sorted = hand & kCourts;
    for (int suit = 0; suit < kMaxSuits; ++suit) sorted |= Cards{suits[suit]} << (suit * kRanks);
    return sorted;
}

int shape_number(Reading reading) { return reading.is_bomb() ? kBombShape : kShapeNumber[reading.shape() & 255]; }

Replies replies_to(const BookHand& hand, Reading top) {
    if (top.none()) return {0, hand.count(), 0, 0};
    Replies replies{0, 0, hand.first[kBombShape], hand.first[kShapes]};
    if (top.is_bomb()) {
        while (replies.bombs_begin < replies.bombs_end && !beats(hand.options[replies.bombs_begin].reading, top))
            ++replies.bombs_begin;
        return replies;
    }
    const int shape = shape_number(top);
    if (shape == kNoShape) return replies;
    replies.begin = hand.first[shape];
    replies.end = hand.first[shape + 1];
    while (replies.begin < replies.end && hand.options[replies.begin].reading.rank() <= top.rank()) ++replies.begin;
    return replies;
}

bool can_beat(const BookHand& hand, Reading top) {
    const int bombs_end = hand.first[kShapes];
    if (hand.first[kBombShape] < bombs_end && (!top.is_bomb() || beats(hand.options[bombs_end - 1].reading, top)))
        return true;
    const int shape = shape_number(top);
    if (top.is_bomb() || shape == kNoShape) return false;
    const int end = hand.first[shape + 1];
    return hand.first[shape] < end && hand.options[end - 1].reading.rank() > top.rank();
}

void HandBook::open(const Rules& rules) {
    if (!(rules == rules_) || count_ > most_hands_ || index_.empty() || search_ == UINT32_MAX) {
        forget();
        rules_ = rules;
    }
    ++search_;
}

void HandBook::forget() {
    search_ = 0;
    count_ = options_left_ = 0;
    next_option_ = nullptr;
    pages_.clear();
    option_pages_.clear();
    index_.assign(1024, nullptr);
}

BookHand& HandBook::listed(Cards hand) {
    BookHand& found = find(sorted_by_suit(hand));
    list(found);
    return found;
}

BookHand& HandBook::find(Cards sorted) {
    const std::size_t mask = index_.size() - 1;
    std::size_t place = mixed(sorted) & mask;
    for (; index_[place]; place = (place + 1) & mask)
        if (index_[place]->cards == sorted) return *index_[place];
    BookHand& hand = add(sorted);
    index_[place] = &hand;
    if (2 * count_ > index_.size()) grow_index();
    return hand;
}

void HandBook::grow_index() {
    std::vector<BookHand*> larger(2 * index_.size(), nullptr);
    for (BookHand* hand : index_) {
        if (!hand) continue;
        std::size_t place = hand->hash & (larger.size() - 1);
        while (larger[place]) place = (place + 1) & (larger.size() - 1);
        larger[place] = hand;
    }
    index_ = std::move(larger);
}

BookHand& HandBook::add(Cards sorted) {
    if (count_ % kHandsAPage == 0) pages_.push_back(std::make_unique<BookHand[]>(kHandsAPage));
    BookHand& hand = pages_.back()[count_ % kHandsAPage];
    hand.cards = sorted;
    hand.hash = mixed(sorted);
    hand.id = static_cast<std::uint32_t>(count_++);
    hand.worth = static_cast<std::int16_t>(rules_.worth(sorted));
    hand.size = static_cast<std::uint8_t>(count_cards(sorted));
    return hand;
}

void HandBook::prepare(BookHand& hand) {
    if (!hand.options) write_options(hand);
    for (int i = 0; i < hand.count(); ++i) hand.options[i].temperature = 0;
    hand.pass_heat = 0;
    hand.search = search_;
}

// Twins have become equal words; each is kept once.
void HandBook::sort_plays(const BookHand& hand) {
    list_plays(hand.cards, Reading{}, rules_, plays_);
    words_.clear();
    for (const std::uint64_t word : plays_) words_.push_back(left_after(hand, Play{word}));
    std::sort(words_.begin(), words_.end(), comes_before);
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
}

void HandBook::write_options(BookHand& hand) {
    sort_plays(hand);
    hand.options = room_for(words_.size());
    int shape = 0;
    std::uint16_t count = 0;
    for (const std::uint64_t word : words_) {
        const Play left{word};
        for (; shape <= shape_number(left.reading()); ++shape) hand.first[shape] = count;
        const unsigned courts = courts_of(hand.cards & ~left.cards());
        hand.options[count++] = {.rest = &find(left.cards()),
                                 .reading = left.reading(),
                                 .order = static_cast<std::int16_t>(first_sight(left.reading(), courts)),
                                 .temperature = 0};
    }
    for (; shape <= kShapes; ++shape) hand.first[shape] = count;
}

Option* HandBook::room_for(std::size_t count) {
    if (!next_option_ || count > options_left_) {
        option_pages_.push_back(std::make_unique_for_overwrite<Option[]>(kOptionsAPage));
        next_option_ = option_pages_.back().get();
        options_left_ = kOptionsAPage;
    }
    options_left_ -= count;
    return std::exchange(next_option_, next_option_ + count);
}

}  // namespace haggis
