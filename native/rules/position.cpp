#include "rules/position.hpp"

#include "rules/text.hpp"

namespace haggis {
namespace {

constexpr int kMostPoints = 1000;  // no seat ever scores so much in a round, bets apart

std::string seat_name(int seat) { return "seat " + std::to_string(seat); }
bool is_seat(int seat, const Rules& rules) { return seat >= 0 && seat < rules.players; }

std::string objection_to_cards(const Round& round, const Rules& rules) {
    Cards seen = round.haggis;
    if (round.haggis & ~all_number_cards(rules.suits()))
        return "the haggis can't hold " + text_of(round.haggis & ~all_number_cards(rules.suits()));
    if (count_cards(round.haggis) > rules.haggis_size())
        return "the haggis has at most " + std::to_string(rules.haggis_size()) + " cards";
    for (int seat = 0; seat < rules.players; ++seat) {
        const Cards hand = round.hands[seat];
        if (std::string reason = objection_to_hand(hand, rules); !reason.empty())
            return seat_name(seat) + ": " + reason;
        if (const Cards twice = hand & kNumbers & seen) return text_of(twice) + " is there twice";
        seen |= hand & kNumbers;
        if (round.cards_left[seat] != count_cards(hand)) return "the cards left are miscounted";
    }
    return {};
}

std::string objection_to_out(const Round& round, const Rules& rules) {
    unsigned out = 0;
    for (int i = 0; i < round.out_count; ++i) {
        if (!is_seat(round.out[i], rules) || (out >> round.out[i] & 1))
            return "the seats that are out must be different seats of the table";
        out |= 1u << round.out[i];
    }
    for (int seat = 0; seat < rules.players; ++seat)
        if (round.holds_cards(seat) == static_cast<bool>(out >> seat & 1))
            return seat_name(seat) +
                   (round.holds_cards(seat) ? " is out but holds cards" : " holds no cards but is not out");
    return round.out_count == rules.players ? "somebody must still hold cards" : "";
}

std::string objection_to_points(const Round& round, const Rules& rules) {
    const auto wrong = [](int points) { return points < 0 || points > kMostPoints; };
    bool bad = wrong(round.trick_worth);
    for (int seat = 0; seat < rules.players; ++seat)
        bad = bad || wrong(round.captured[seat]) || wrong(round.hand_score[seat]);
    if (bad) return "points must be between 0 and " + std::to_string(kMostPoints);
    for (int seat = 0; seat < rules.players; ++seat)
        if (round.bets[seat] != kNoBet && round.bets[seat] != 0 && !rules.offers(round.bets[seat]))
            return std::to_string(round.bets[seat]) + " is not one of the amounts to bet";
    return {};
}

std::string objection_to_trick(const Round& round, const Rules& rules) {
    if (std::string reason = objection_to_reading(round.top, rules); !reason.empty()) return reason;
    if (round.leading()) {
        const bool fresh = round.owner == kNobody && round.runner_up == kNobody && !round.passes;
        return fresh ? "" : "nothing is on the table, so nobody can own the trick or have passed";
    }
    if (!is_seat(round.owner, rules)) return "the combination on the table needs an owner";
    if (round.runner_up != kNobody && (!is_seat(round.runner_up, rules) || round.runner_up == round.owner))
        return "the second-highest combination belongs to another seat of the table";
    return {};
}

// Everybody who still holds cards, the owner of the trick apart.
int rivals(const Round& round, const Rules& rules) {
    return rules.players - round.out_count - round.holds_cards(round.owner);
}

std::string objection_to_playing(const Round& round, const Rules& rules) {
    if (round.ended(rules)) return "the round has ended: there is nobody to play against";
    if (!round.holds_cards(round.turn)) return seat_name(round.turn) + " is to play but is out";
    if (round.leading()) return {};
    if (round.turn == round.owner) return "nobody can play on her own combination";
    return round.passes >= rivals(round, rules) ? "everybody has passed: the trick is over" : "";
}

std::string objection_to_giving(const Round& round, const Rules& rules) {
    if (rules.players == 2 || rules.bombed_trick == BombedTrick::runner_up)
        return "in these rules nobody chooses who captures a bombed trick";
    return round.top.is_bomb() && round.turn == round.owner ? ""
                                                            : "only the winner of a bombed trick says who captures it";
}

std::string objection_to_phase(const Round& round, const Rules& rules) {
    if (!is_seat(round.turn, rules)) return "the turn must be a seat of the table";
    if (round.phase == Phase::play) return objection_to_playing(round, rules);
    if (round.phase == Phase::give) return objection_to_giving(round, rules);
    if (!round.ended(rules)) return "the round can't be over while two players hold cards";
    return is_seat(round.final_trick, rules) ? "" : "somebody must have captured the final trick";
}

bool set_exists(Reading reading, const Rules& rules) {
    const int highest = reading.multiplicity() == 1 ? kKing : kTen;
    return reading.multiplicity() >= 1 && reading.multiplicity() <= rules.largest_set() && reading.rank() >= kLowRank &&
           reading.rank() <= highest;
}

bool sequence_exists(Reading reading, const Rules& rules) {
    const int multiplicity = reading.multiplicity();
    if (multiplicity < 1 || multiplicity > rules.suits()) return false;
    if (reading.length() < shortest_run(multiplicity)) return false;
    if (reading.rank() > kKing || reading.rank() - reading.length() + 1 < kLowRank) return false;
    const int above = reading.rank() - kTen;
    if (above <= 0) return true;
    if (rules.courts == Courts::wild || above >= reading.length()) return false;
    return above * multiplicity <= 3 && (rules.courts == Courts::lower || multiplicity == 1);
}

}  // namespace

std::string objection_to_hand(Cards hand, const Rules& rules) {
    if (const Cards foreign = hand & ~(all_number_cards(rules.suits()) | kCourts))
        return foreign & kAllCards
                   ? text_of(foreign) + " is not in play with " + std::to_string(rules.players) + " players"
                   : "there is no such card";
    return count_cards(hand & kNumbers) > kDealt ? "a hand holds at most " + std::to_string(kDealt) + " number cards"
                                                 : "";
}

std::string objection_to_reading(Reading reading, const Rules& rules) {
    if (reading.none()) return {};
    bool exists = false;
    if (reading.is_bomb())
        exists = reading.bomb() <= Bomb::suited && reading == Reading::of(reading.bomb());
    else
        exists = reading.length() == 1 ? set_exists(reading, rules) : sequence_exists(reading, rules);
    return exists ? "" : "there is no combination " + text_of(reading) + " in these rules";
}

std::string objection_to_position(const Round& round, const Rules& rules) {
    for (const auto look :
         {objection_to_cards, objection_to_out, objection_to_points, objection_to_trick, objection_to_phase})
        if (std::string reason = look(round, rules); !reason.empty()) return reason;
    if (round.has_played >> rules.players) return "only the seats of the table can have played";
    return {};
}

}  // namespace haggis
