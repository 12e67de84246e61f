#include "simulation/playout_policy.hpp"

#include <algorithm>

#include "generator/plays.hpp"

namespace haggis {
namespace {

constexpr int kDanger = 3;        // an opponent with so few cards may go out at any time
constexpr int kShortHand = 6;     // with so few cards of my own I want the lead
constexpr int kLargestOneGo = 9;  // hands above this size are hardly ever one combination

// Where every play of a decision is listed. On the stack: nothing is allocated.
struct Room {
    std::array<std::uint64_t, kMaxPlays + 4> words;
    std::uint64_t* end = words.data();

    Room(Cards hand, Reading top, const Rules& rules) { end = list_plays(hand, top, rules, words.data()); }
};

int fewest_cards_of_an_opponent(const Round& round, const Rules& rules) {
    int fewest = 99;
    for (int seat = 0; seat < rules.players; ++seat)
        if (seat != round.turn && round.holds_cards(seat)) fewest = std::min<int>(fewest, round.cards_left[seat]);
    return fewest;
}

int most_cards_of_an_opponent(const Round& round, const Rules& rules) {
    int most = 0;
    for (int seat = 0; seat < rules.players; ++seat)
        if (seat != round.turn) most = std::max<int>(most, round.cards_left[seat]);
    return most;
}

// The whole hand as one combination that beats the table.
std::optional<Play> go_out_at_once(const Round& round, const Rules& rules) {
    if (round.cards_left[round.turn] > kLargestOneGo) return std::nullopt;
    const Cards hand = round.hands[round.turn];
    std::optional<Play> best;
    for (const Reading reading : readings_of(hand, rules))
        if (round.leading() || beats(reading, round.top))
            if (!best || reading.code > best->reading().code) best = Play::of(hand, reading);
    return best;
}

// The play with the highest value; ties and near ties are decided by the noise.
template <class Value>
std::optional<Play> best_of(const Room& room, Rng& rng, Value&& value) {
    std::optional<Play> best;
    int best_value = -1000;
    std::uint64_t noise = 0;
    for (const std::uint64_t* word = room.words.data(); word != room.end; ++word) {
        if (!noise) noise = rng.next();
        const int its = value(Play{*word}) + static_cast<int>(noise & 3);
        noise >>= 2;
        if (its > best_value) {
            best_value = its;
            best = Play{*word};
        }
    }
    return best;
}

// Long shapes first, then low ranks. What nobody can follow is worth keeping the lead with.
std::optional<Play> lead(const Round& round, const Rules& rules, Rng& rng) {
    const Cards numbers = round.hands[round.turn] & kNumbers;
    const int most = most_cards_of_an_opponent(round, rules);
    const bool danger = fewest_cards_of_an_opponent(round, rules) <= kDanger;
    const Room room(numbers ? numbers : round.hands[round.turn], Reading{}, rules);
    return best_of(room, rng, [&](Play play) {
        const Reading reading = play.reading();
        if (reading.is_bomb()) return -100;
        const int size = reading.size();
        int value = 10 * size - 2 * reading.rank();
        if (size > most) value += 40;
        if (danger && size == 1) value += 4 * reading.rank() - 40;
        return value;
    });
}

// Would the play take cards out of a larger set of the same rank?
bool breaks_a_set(Cards numbers, Play play) {
    const Cards rest = numbers & ~play.cards();
    const Reading reading = play.reading();
    return reading.length() == 1 && reading.rank() <= kTen && (rest & column(reading.rank()));
}

bool breaks_a_run(Cards numbers, Play play) {
    const Reading reading = play.reading();
    if (reading.length() != 1 || reading.rank() > kTen) return false;
    const Cards cards = play.cards() & kNumbers;
    const Cards low_edge = column(kLowRank);
    const Cards high_edge = column(kTen);
    const Cards below = (cards & ~low_edge) >> 1 & numbers;
    const Cards above = (cards & ~high_edge) << 1 & numbers;
    const Cards two_below = (below & ~low_edge) >> 1 & numbers;
    const Cards two_above = (above & ~high_edge) << 1 & numbers;
    return two_below || two_above || (below && (above >> 2 & below));
}

std::optional<Play> follow_with_numbers(const Round& round, const Rules& rules, bool matters, Rng& rng) {
    const Cards numbers = round.hands[round.turn] & kNumbers;
    const Room room(numbers, round.top, rules);
    const auto cost = [&](Play play) {
        if (play.reading().is_bomb()) return 500;
        int cost = 3 * play.reading().rank();
        if (breaks_a_set(numbers, play)) cost += 20;
        if (breaks_a_run(numbers, play)) cost += 20;
        return cost;
    };
    const auto best = best_of(room, rng, [&](Play play) { return -cost(play); });
    if (!best || cost(*best) >= 500) return std::nullopt;
    return matters || cost(*best) < 40 ? best : std::nullopt;
}

// The fewest and cheapest court cards.
std::optional<Play> follow_with_courts(const Round& round, const Rules& rules, Rng& rng) {
    const Room room(round.hands[round.turn], round.top, rules);
    const auto best = best_of(room, rng, [](Play play) {
        if (play.reading().is_bomb()) return -500;
        return -(20 * kCourtPoints[courts_of(play.cards())] / 2 + 2 * play.reading().rank());
    });
    return best && !best->reading().is_bomb() ? best : std::nullopt;
}

// The lowest bomb: a bomb gives the trick away, so it is for the lead, not for the points.
std::optional<Play> bomb(const Round& round, const Rules& rules) {
    const Room room(round.hands[round.turn], round.top, rules);
    std::optional<Play> lowest_bomb;
    for (const std::uint64_t* word = room.words.data(); word != room.end; ++word) {
        const Play play{*word};
        if (play.reading().is_bomb() && (!lowest_bomb || play.reading().code < lowest_bomb->reading().code))
            lowest_bomb = play;
    }
    return lowest_bomb;
}

std::optional<Play> follow(const Round& round, const Rules& rules, Rng& rng) {
    const int mine = round.cards_left[round.turn];
    const bool danger = fewest_cards_of_an_opponent(round, rules) <= kDanger;
    const bool matters = danger || mine <= kShortHand || round.trick_worth >= 4;
    if (auto play = follow_with_numbers(round, rules, matters, rng)) return play;
    if (!matters || !(round.hands[round.turn] & kCourts)) {
        return danger ? bomb(round, rules) : std::nullopt;
    }
    if (auto play = follow_with_courts(round, rules, rng)) return play;
    return danger || mine <= kShortHand ? bomb(round, rules) : std::nullopt;
}

}  // namespace

std::optional<Play> sensible_play(const Round& round, const Rules& rules, Rng& rng) {
    if (auto play = go_out_at_once(round, rules)) return play;
    return round.leading() ? lead(round, rules, rng) : follow(round, rules, rng);
}

int sensible_give(const Round& round, const Rules& rules, Rng& rng) {
    int best = kNobody;
    for (unsigned seats = give_choices(round, rules); seats; seats &= seats - 1) {
        const int seat = std::countr_zero(seats);
        const auto behind = [&](int who) { return round.captured[who] + round.hand_score[who]; };
        if (best == kNobody || behind(seat) < behind(best) || (behind(seat) == behind(best) && rng.below(2)))
            best = seat;
    }
    return best;
}

void sensible_step(Round& round, const Rules& rules, Rng& rng) {
    if (round.phase == Phase::give) return apply_give(round, rules, sensible_give(round, rules, rng));
    if (const auto play = sensible_play(round, rules, rng)) return apply_play(round, rules, *play);
    apply_pass(round, rules);
}

}  // namespace haggis
