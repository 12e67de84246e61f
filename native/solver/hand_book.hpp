// Hands as the solver sees them, each with its plays (docs/spec/rules.md, section 2).
//
// Suits only matter inside one hand: a combination on the table is beaten by its shape and rank,
// never by its suits. So two hands whose suits hold the same ranks, in another order, are the
// same hand, and two plays with the same reading that leave the same hand are the same play.
// The book keeps every hand once, under its suits in falling order, and lists the plays of a hand
// the first time somebody asks: an ending of 10 cards has at most 1,024 hands, and meets each of
// them thousands of times.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "generator/plays.hpp"

namespace haggis {

// The suits in falling order of what they hold.
Cards sorted_by_suit(Cards hand);

// Shapes numbered without gaps: sets of 1 to 8, sequences, and all bombs as one shape, the last.
inline constexpr int kBombShape = 34;
inline constexpr int kShapes = kBombShape + 1;
inline constexpr int kNoShape = kShapes;  // no hand of 17 cards has such a play
int shape_number(Reading reading);

struct BookHand;

// One play of a hand: its reading, and the hand that is left.
struct Option {
    BookHand* rest;
    Reading reading;
    std::int16_t order;         // how promising at first sight, higher first
    std::uint32_t temperature;  // how often, in this search, nothing better was needed
};

struct BookHand {
    Cards cards = 0;            // sorted by suit
    std::uint64_t hash = 0;     // of the cards: the same whenever and wherever it is met
    Option* options = nullptr;  // by shape, then rank; none until asked for
    std::uint32_t id = 0;
    std::uint32_t search = 0;  // the search that the temperature belongs to
    std::uint32_t pass_heat = 0;
    std::int16_t worth = 0;
    std::uint8_t size = 0;
    std::array<std::uint16_t, kShapes + 1> first{};  // where each shape begins; the end of all

    int count() const { return first[kShapes]; }
};

// The options that beat a reading: of its shape the higher ones, and bombs.
struct Replies {
    int begin = 0, end = 0;  // of its shape
    int bombs_begin = 0, bombs_end = 0;

    int size() const { return end - begin + bombs_end - bombs_begin; }
    int at(int index) const { return index < end - begin ? begin + index : bombs_begin + index - (end - begin); }
};
Replies replies_to(const BookHand& hand, Reading top);
bool can_beat(const BookHand& hand, Reading top);

class HandBook {
public:
    static constexpr std::size_t kBytesAHand = 1024;  // about, with its options

    explicit HandBook(std::size_t most_bytes) : most_hands_(most_bytes / kBytesAHand) {}

    // Makes ready for a search: forgets everything if the rules are others or the book is thick.
    void open(const Rules& rules);

    // The hand with its options listed and cooled down for this search.
    BookHand& listed(Cards hand);
    void list(BookHand& hand) {
        if (!hand.options || hand.search != search_) prepare(hand);
    }
    std::size_t size() const { return count_; }

private:
    static constexpr std::size_t kHandsAPage = 1024;
    static constexpr std::size_t kOptionsAPage = std::size_t{1} << 16;

    std::size_t most_hands_;
    Rules rules_;
    std::uint32_t search_ = 0;
    std::size_t count_ = 0;
    std::size_t options_left_ = 0;
    Option* next_option_ = nullptr;
    std::vector<std::unique_ptr<BookHand[]>> pages_;
    std::vector<std::unique_ptr<Option[]>> option_pages_;
    std::vector<BookHand*> index_;  // open addressing, a power of two
    std::vector<std::uint64_t> words_;
    PlayList plays_;

    void forget();
    void grow_index();
    BookHand& find(Cards sorted);
    BookHand& add(Cards sorted);
    void prepare(BookHand& hand);
    void write_options(BookHand& hand);
    void sort_plays(const BookHand& hand);
    Option* room_for(std::size_t count);
};

}  // namespace haggis
