#include "value/features.hpp"

#include <algorithm>

#include "value/answers.hpp"

namespace haggis {
namespace {

// The suits in which a hand holds a rank, as bits.
unsigned suits_with(Cards hand, int rank) {
    unsigned suits = 0;
    for (int suit = 0; suit < kMaxSuits; ++suit)
        if (hand & card(rank, suit)) suits |= 1u << suit;
    return suits;
}

// 3-5-7-9, each in a suit of its own, none of which is among `used`.
bool parts_of_rainbow(Cards hand, int rank, unsigned used) {
    for (unsigned suits = suits_with(hand, rank) & ~used; suits; suits &= suits - 1)
        if (rank == 9 || parts_of_rainbow(hand, rank + 2, used | (suits & (~suits + 1)))) return true;
    return false;
}

class Finder {
public:
    Finder(const Round& round, const Rules& rules, Features& out)
        : round_(round), rules_(rules), map_(feature_map(rules.players)), out_(out),
          answers_{Answers(hand(0)), Answers(hand(1)), Answers(rules.players > 2 ? hand(2) : 0)} {}

    void find() {
        for (int who = 0; who < rules_.players; ++who)
            if (hand(who)) find_hand(who);
        if (!round_.leading()) find_trick();
        find_stakes();
        add_options(rules_, map_.options, out_);
    }

private:
    const Round& round_;
    const Rules& rules_;
    const FeatureMap& map_;
    Features& out_;
    std::array<Answers, kMaxPlayers> answers_;

    int seat(int who) const { return (round_.turn + who) % rules_.players; }
    int who(int seat) const { return (seat - round_.turn + rules_.players) % rules_.players; }
    Cards hand(int who) const { return round_.hands[seat(who)]; }

    void find_hand(int who) {
        const Cards cards = hand(who);
        for (Cards left = cards; left; left &= left - 1) out_.add(map_.cards + who * kCardBits + index_of(left));
        for (int place = 0; place < kRanks; ++place)
            if (const int count = count_at(answers_[who].counts(), place))
                out_.add(map_.counts + (who * kRanks + place) * kMaxSuits + count - 1);
        find_groups(who, cards);
        out_.add(map_.hand_size + who * kHandSizes + round_.cards_left[seat(who)]);
        if (holds_rainbow_bomb(cards)) out_.add(map_.bombs + 2 * who);
        if (holds_suited_bomb(cards)) out_.add(map_.bombs + 2 * who + 1);
    }

    Answer best_answer(int who, const Group& group) const {
        Answer best = Answer::none;
        for (int other = 0; other < rules_.players; ++other)
            if (other != who) best = std::max(best, answers_[other].to(group));
        return best;
    }

    void find_groups(int who, Cards cards) {
        const Partition parts = partition(cards, tuned_weights(rules_.players));
        int beaten = 0;
        for (const Group& group : parts) {
            const Answer answer = best_answer(who, group);
            beaten += answer != Answer::none;
            const int kind = who * kGroupKinds + static_cast<int>(group.kind);
            out_.add(map_.groups + (kind * kPlaces + group.place) * kAnswers + static_cast<int>(answer));
        }
        out_.add(map_.group_count + who * kHandSizes + parts.count);
        out_.add(map_.beaten_count + who * kHandSizes + beaten);
    }

    void find_trick() {
        const int place = round_.top.is_bomb() ? 0 : round_.top.rank() - kLowRank + 1;
        out_.add(map_.top + kind_of(round_.top) * (kPlaces + 1) + place);
        const int owner = who(round_.owner);
        out_.add(map_.top_owner + owner);
        out_.add(map_.passes + round_.passes);
        for (int other = 0; other < rules_.players; ++other)
            if (other != owner)
                out_.add(map_.answer + kAnswers * other + static_cast<int>(answers_[other].to(round_.top)));
    }

    void find_stakes() {
        out_.add(map_.trick_worth + std::min<int>(round_.trick_worth, kWorths - 1));
        out_.add(map_.haggis_worth + std::min(rules_.worth(round_.haggis), kWorths - 1));
        out_.add(map_.first_out + (round_.out_count ? who(round_.out[0]) : rules_.players));
    }
};

}  // namespace

int kind_of(Reading top) {
    if (top.is_bomb()) return 11 + static_cast<int>(top.bomb());
    if (top.length() == 1) return std::min(top.multiplicity(), 5) - 1;
    if (top.multiplicity() == 1) return 5 + std::min(top.length(), 6) - 3;
    if (top.multiplicity() == 2) return top.length() == 2 ? 9 : 10;
    return 11;
}

bool holds_suited_bomb(Cards hand) {
    for (int suit = 0; suit < kMaxSuits; ++suit)
        if ((suit_of(hand, suit) & kOddRanks) == kOddRanks) return true;
    return false;
}

bool holds_rainbow_bomb(Cards hand) { return parts_of_rainbow(hand, 3, 0); }

void find_features(const Round& round, const Rules& rules, Features& out) {
    out.count = 0;
    Finder(round, rules, out).find();
}

}  // namespace haggis
