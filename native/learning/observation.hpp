// What the seat to act may know, as a row of numbers of fixed length, for learning.
//
// Seats are counted from the one to act: 0 is herself, 1 the player on her left. With two players
// the third seat's numbers stay 0. Nothing in a row depends on a card that the seat can't see: the
// tests swap hidden cards and demand the same row.
#pragma once

#include <array>
#include <string_view>

#include "rules/actions.hpp"

namespace haggis {

// A round together with what everybody has seen of it but the future doesn't need.
struct WatchedRound {
    Round round;
    std::array<Cards, kMaxPlayers> played{};  // what each seat has played in the round
    Cards on_table = 0;                       // the cards of the combination to beat

    bool operator==(const WatchedRound&) const = default;
};

// Does a legal action.
void apply(WatchedRound& table, const Rules& rules, const Action& action);

struct Field {
    std::string_view name;
    int size;
    int start = 0;
};

// Cards are 0 or 1 for each bit of cards.hpp; everything else is a plain number.
inline constexpr auto kFields = [] {
    std::array fields{
        Field{"hand", kCardBits},                  // own cards
        Field{"unseen", kCourtBit},                // number cards in other hands or in the haggis
        Field{"played", kMaxPlayers * kCardBits},  // by each seat
        Field{"table", kCardBits},                 // the combination to beat
        Field{"reading", 4},                       // its multiplicity, length, rank; a bomb's place
        Field{"owner", kMaxPlayers},               // 1 for the seat that played it
        Field{"runner_up", kMaxPlayers},           // 1 for the owner of the one below it
        Field{"courts", 3 * kMaxPlayers},          // J, Q, K that each seat still holds
        Field{"counts", kMaxPlayers},              // cards that each seat holds
        Field{"captured", kMaxPlayers},            // points of the tricks won so far
        Field{"hand_score", kMaxPlayers},          // points for going out
        Field{"out", kMaxPlayers},                 // 1 for the first seat out, 2 for the second
        Field{"bet_said", kMaxPlayers},            // 1 where a bet, or "no bet", was said
        Field{"bet", kMaxPlayers},                 // its amount
        Field{"trick", 1},                         // points on the table
        Field{"passes", 1},                        // in succession
        Field{"leading", 1},
        Field{"giving", 1},  // a bombed trick is to be given away
        Field{"may_bet", 1},
    };
    int start = 0;
    for (Field& field : fields) {
        field.start = start;
        start += field.size;
    }
    return fields;
}();
inline constexpr int kObservation = kFields.back().start + kFields.back().size;

// Writes kObservation numbers.
void observe(const WatchedRound& table, const Rules& rules, float* row);

}  // namespace haggis
