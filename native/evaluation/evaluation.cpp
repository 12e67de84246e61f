#include "evaluation/evaluation.hpp"

#include <algorithm>

#include "evaluation/shedding.hpp"
#include "generator/plays.hpp"

namespace haggis {
namespace {

constexpr int kGoingOut = 1'000'000;  // nothing is better
constexpr int kSmallHand = 5;         // so small that playouts look at every play

// What the player to act sees of the table.
struct Table {
    const Round& round;
    const Rules& rules;
    const Weights& weights;
    Cards hand;
    Shedding before;
    int fewest = 99;  // cards of an opponent who still holds some
    int most = 0;

    Table(const Round& r, const Rules& ru, const Weights& t)
        : round(r), rules(ru), weights(t), hand(r.hands[r.turn]), before(shedding(hand, t)) {
        for (int seat = 0; seat < rules.players; ++seat)
            if (seat != round.turn && round.holds_cards(seat)) {
                fewest = std::min<int>(fewest, round.cards_left[seat]);
                most = std::max<int>(most, round.cards_left[seat]);
            }
    }
};

int pass_value(const Table& table) {
    const Weights& weights = table.weights;
    const int near = table.fewest <= 2 ? 0 : table.fewest <= 5 ? 1 : table.fewest <= 9 ? 2 : 3;
    const int groups = table.before.groups <= 3 ? 0 : table.before.groups <= 6 ? 1 : 2;
    int value = -weights.pass[near][groups] - weights.pass_worth * table.round.trick_worth;
    // With three players somebody behind me may still take the trick away.
    if (table.rules.players - table.round.out_count - 1 > table.round.passes + 1) value -= weights.pass_more;
    return value;
}

int lead_bonus(const Table& table, Reading reading) {
    const Weights& weights = table.weights;
    int value = 0;
    if (reading.size() > table.most) value += weights.over_hands;
    if (reading.size() == 1 && table.fewest <= 2) {
        const int near = table.fewest - 1;
        value += weights.danger_single[near] + weights.danger_rank[near] * (reading.rank() - kLowRank);
    }
    return value;
}

int play_value(const Table& table, Play play) {
    const Weights& weights = table.weights;
    const Cards rest = table.hand & ~play.cards();
    if (!rest) return kGoingOut;
    const Reading reading = play.reading();
    const Shedding after = shedding(rest, weights);
    const int worth = table.round.trick_worth + table.rules.worth(play.cards());
    int value = table.before.cost - after.cost;
    if (reading.is_bomb())
        value -= weights.bomb + weights.bomb_worth * worth;
    else
        value += weights.take_worth * worth - (reading.size() > 1) * weights.wild * kSuitCount[courts_of(play.cards())];
    const bool follows = !table.round.leading();
    const auto& by_rank = follows ? weights.follow_rank : weights.lead_rank;
    value += weights.card * reading.size() + by_rank[std::min(reading.size(), 3) - 1] * reading.rank();
    if (!follows) value += lead_bonus(table, reading);
    if (after.groups == 1) value += weights.one_left[follows];
    if (after.groups == 2) value += weights.two_left[follows];
    return value;
}

// --- every play, without twins -------------------------------------------------------------

// Suits matter only inside one's own hand. Two plays with the same reading that leave the same
// ranks together in suits of other names are one: the name of what is left, suits sorted, and of
// the reading fits one word.
std::uint64_t twin_name(Cards rest, Reading reading) {
    std::array<unsigned, kMaxSuits> suits;
    for (int suit = 0; suit < kMaxSuits; ++suit) suits[suit] = suit_of(rest, suit);
    const auto order = [&](int a, int b) {
        const unsigned low = std::min(suits[a], suits[b]), high = std::max(suits[a], suits[b]);
        suits[a] = low, suits[b] = high;
    };
    order(0, 1), order(3, 4), order(2, 4), order(2, 3), order(1, 4);
    order(0, 3), order(0, 2), order(1, 3), order(1, 2);
    std::uint64_t name = courts_of(rest);
    for (const unsigned suit : suits) name = name << kRanks | suit;
    return name << 16 | reading.code;
}

// The names seen so far: open addressing in a table that is never more than half full.
class Seen {
public:
    explicit Seen(int most) : mask_(std::bit_ceil(static_cast<unsigned>(2 * most + 2)) - 1) {
        std::fill_n(names_.begin(), mask_ + 1, 0);
    }
    bool add(std::uint64_t name) {  // false if it was there
        for (unsigned at = static_cast<unsigned>(name * 0x9e3779b97f4a7c15u >> 40) & mask_;; at = (at + 1) & mask_) {
            if (names_[at] == name) return false;
            if (names_[at]) continue;
            names_[at] = name;
            return true;
        }
    }

private:
    unsigned mask_;
    std::array<std::uint64_t, 2 * kMaxPlays> names_;
};

using PlayRoom = std::array<std::uint64_t, kMaxPlays + 4>;

void evaluate_listed(const Table& table, Cards from, Candidates& out) {
    PlayRoom room;
    const std::uint64_t* end = list_plays(from, table.round.top, table.rules, room.data());
    for (const std::uint64_t* word = room.data(); word != end; ++word)
        out.push_back({Play{*word}, play_value(table, Play{*word})});
}

void evaluate_without_twins(const Table& table, Candidates& out) {
    PlayRoom room;
    const std::uint64_t* end = list_plays(table.hand, table.round.top, table.rules, room.data());
    Seen seen(static_cast<int>(end - room.data()));
    for (const std::uint64_t* word = room.data(); word != end; ++word) {
        const Play play{*word};
        if (seen.add(twin_name(table.hand & ~play.cards(), play.reading())))
            out.push_back({play, play_value(table, play)});
    }
}

// --- whole groups, for playouts ------------------------------------------------------------

void add(const Table& table, Cards cards, Reading reading, Candidates& out) {
    const Play play = Play::of(cards, reading);
    out.push_back({play, play_value(table, play)});
}

void lead_sets(const Table& table, Candidates& out) {
    const int largest = table.rules.largest_set();
    for (int rank = kLowRank; rank <= kTen; ++rank) {
        Cards cards = table.hand & column(rank);
        if (!cards) continue;
        while (count_cards(cards) > largest) cards &= cards - 1;
        add(table, cards, Reading::of(count_cards(cards), 1, rank), out);
    }
}

void lead_runs(const Table& table, Candidates& out) {
    for (int suit = 0; suit < table.rules.suits(); ++suit) {
        unsigned ranks = suit_of(table.hand, suit);
        while (ranks) {
            const int start = std::countr_zero(ranks);
            const int length = std::countr_one(ranks >> start);
            const unsigned part = ((1u << length) - 1) << start;
            if (length >= 3)
                add(table, Cards{part} << (suit * kRanks), Reading::of(1, length, start + length + 1), out);
            ranks &= ~part;
        }
    }
}

void lead_pairs(const Table& table, Candidates& out) {
    for (int low = 0; low < table.rules.suits(); ++low)
        for (int high = low + 1; high < table.rules.suits(); ++high) {
            unsigned ranks = suit_of(table.hand, low) & suit_of(table.hand, high);
            for (ranks &= ranks << 1 | ranks >> 1; ranks;) {
                const int start = std::countr_zero(ranks);
                const int length = std::countr_one(ranks >> start);
                const unsigned part = ((1u << length) - 1) << start;
                if (length >= 2)
                    add(table, Cards{part} << (low * kRanks) | Cards{part} << (high * kRanks),
                        Reading::of(2, length, start + length + 1), out);
                ranks &= ~part;
            }
        }
}

void lead_courts(const Table& table, Candidates& out) {
    for (int rank = kJack; rank <= kKing; ++rank)
        if (table.hand & court(rank)) add(table, court(rank), Reading::of(1, 1, rank), out);
}

// The whole hand at once, if it is one combination.
void lead_everything(const Table& table, Candidates& out) {
    if (table.before.groups > 6 || count_cards(table.hand) > 9) return;
    for (const Reading reading : readings_of(table.hand, table.rules)) add(table, table.hand, reading, out);
}

void evaluate_few_leads(const Table& table, Candidates& out) {
    if (table.round.cards_left[table.round.turn] <= kSmallHand) return evaluate_listed(table, table.hand, out);
    lead_sets(table, out);
    lead_runs(table, out);
    lead_pairs(table, out);
    lead_courts(table, out);
    lead_everything(table, out);
}

// Court cards join a combination only where number cards alone have no answer.
void evaluate_few_follows(const Table& table, Candidates& out) {
    const bool single = table.round.top.size() == 1;
    const bool small = table.round.cards_left[table.round.turn] <= kSmallHand;
    const std::size_t before = out.size();
    if (!single && !small) evaluate_listed(table, table.hand & kNumbers, out);
    if (out.size() == before) evaluate_listed(table, table.hand, out);
}

// By value; ties by the play's word, so that the order never depends on the library's sort.
bool is_better(const Candidate& a, const Candidate& b) {
    return a.value != b.value ? a.value > b.value : a.play.word < b.play.word;
}

}  // namespace

void sort_best_first(Candidates& candidates) { std::ranges::sort(candidates, is_better); }

void keep_best(Candidates& candidates, int most) {
    const auto end = candidates.begin() + std::min<std::ptrdiff_t>(most, std::ssize(candidates));
    std::ranges::partial_sort(candidates, end, is_better);
    const auto pass = std::find_if(end, candidates.end(), [](const Candidate& each) { return each.is_pass(); });
    const bool passes = pass != candidates.end();
    if (passes) *end = *pass;
    candidates.erase(end + passes, candidates.end());
}

const Candidate* going_out(const Candidates& candidates, Cards hand) {
    const Candidate* best = nullptr;
    for (const Candidate& each : candidates)
        if (each.play.cards() == hand && (!best || is_better(each, *best))) best = &each;
    return best;
}

int best_value(const Candidates& candidates) {
    return std::ranges::max_element(candidates, {}, &Candidate::value)->value;
}

void play_or_pass(Round& round, const Rules& rules, Play play) {
    if (play.word)
        apply_play(round, rules, play);
    else
        apply_pass(round, rules);
}

void evaluate(const Round& round, const Rules& rules, const Weights& weights, Width width, Candidates& out) {
    const Table table(round, rules, weights);
    out.clear();
    if (!round.leading()) out.push_back({Play{}, pass_value(table)});
    if (width == Width::all) return evaluate_without_twins(table, out);
    if (round.leading()) return evaluate_few_leads(table, out);
    evaluate_few_follows(table, out);
}

int evaluate_play(const Round& round, const Rules& rules, const Weights& weights, Play play) {
    const Table table(round, rules, weights);
    return play.word ? play_value(table, play) : pass_value(table);
}

int best_give(const Round& round, const Rules& rules) {
    int best = kNobody;
    for (unsigned seats = give_choices(round, rules); seats; seats &= seats - 1) {
        const int seat = std::countr_zero(seats);
        const auto behind = [&](int who) { return round.captured[who] + round.hand_score[who]; };
        if (best == kNobody || behind(seat) < behind(best)) best = seat;
    }
    return best;
}

void evaluation_step(Round& round, const Rules& rules, const Weights& weights, Rng& rng, Candidates& room) {
    if (round.phase == Phase::give) return apply_give(round, rules, best_give(round, rules));
    evaluate(round, rules, weights, Width::few, room);
    const Candidate* best = nullptr;
    int best_value = 0;
    std::uint64_t bits = 0;
    for (const Candidate& candidate : room) {
        if (!bits) bits = rng.next();
        const int its = candidate.value + weights.noise * static_cast<int>(bits & 15) / 8;
        bits >>= 4;
        if (!best || its > best_value) {
            best = &candidate;
            best_value = its;
        }
    }
    play_or_pass(round, rules, best->play);
}

}  // namespace haggis
