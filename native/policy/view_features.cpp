#include "policy/view_features.hpp"

#include <algorithm>

namespace haggis {
namespace {

// Hundredths of a point.
constexpr std::array<int, kGaps - 2> kGapSteps{0,   10,  25,  50,  75,  100, 130,  160,  200,  250,  300,
                                               350, 400, 500, 600, 700, 850, 1000, 1250, 1500, 2000, 3000};

Cards unseen_by(const Round& round, const Rules& rules) {
    Cards cards = round.haggis;
    for (int seat = 0; seat < rules.players; ++seat)
        if (seat != round.turn) cards |= round.hands[seat];
    return cards & kNumbers;
}

Cards courts_against(const Round& round, const Rules& rules) {
    Cards cards = 0;
    for (int seat = 0; seat < rules.players; ++seat)
        if (seat != round.turn) cards |= round.hands[seat] & kCourts;
    return cards;
}

// As kind_of numbers the shapes.
int shape_of(const Group& group) {
    const int kind = static_cast<int>(group.kind);
    return group.kind <= GroupKind::four ? kind : kind + 1;
}

template <int most>
void add_counts(RankCounts counts, int start, FeatureList<most>& out) {
    for (int place = 0; place < kRanks; ++place)
        if (const int count = count_at(counts, place)) out.add(start + place * kMaxSuits + count - 1);
}

template <int most>
void add_cards(Cards cards, int start, FeatureList<most>& out) {
    for (; cards; cards &= cards - 1) out.add(start + index_of(cards));
}

}  // namespace

Viewpoint::Viewpoint(const Round& round, const Rules& rules, const History& history)
    : round_(round), rules_(rules), history_(history), map_(view_feature_map(rules.players)),
      hand_(round.hands[round.turn]), unseen_(unseen_by(round, rules)),
      others_(unseen_ | courts_against(round, rules)) {}

// Whether that one passed on such a combination, or a lower one of this shape.
bool Viewpoint::shown_by(int who, int shape, int place) const {
    return history_.passed[static_cast<std::size_t>(seat(who))].holds_up_to(shape, place);
}

bool Viewpoint::shown_by_all(int shape, int place) const {
    for (int who = 1; who < rules_.players; ++who)
        if (round_.cards_left[seat(who)] && !shown_by(who, shape, place)) return false;
    return true;
}

void Viewpoint::of_other(int who, ViewFeatures& out) const {
    int start = map_.others + (who - 1) * ViewFeatureMap::kOfOther;
    for (unsigned courts = courts_of(round_.hands[seat(who)]); courts; courts &= courts - 1)
        out.add(start + std::countr_zero(courts));
    start += 3;
    out.add(start + round_.cards_left[seat(who)]);
    start += kHandSizes;
    history_.passed[static_cast<std::size_t>(seat(who))].each([&](int top) { out.add(start + top); });
    start += kTops;
    history_.led[static_cast<std::size_t>(seat(who))].each([&](int top) { out.add(start + top); });
}

void Viewpoint::shared(ViewFeatures& out) const {
    add_cards(unseen_, map_.unseen, out);
    add_counts(others_.counts(), map_.unseen_counts, out);
    for (int who = 1; who < rules_.players; ++who) of_other(who, out);
    const auto who = [&](int seat) { return (seat - round_.turn + rules_.players) % rules_.players; };
    if (!round_.leading()) {
        out.add(map_.top + number_of(round_.top));
        out.add(map_.owner + who(round_.owner));
        out.add(map_.passes + round_.passes);
    }
    out.add(map_.trick_worth + std::min<int>(round_.trick_worth, kWorths - 1));
    out.add(map_.first_out + (round_.out_count ? who(round_.out[0]) : rules_.players));
    add_options(rules_, map_.options, out);
}

void Viewpoint::of_hand(Cards rest, ViewFeatures& out) const {
    add_cards(rest, map_.cards, out);
    RankCounts counts = 0;
    for (int suit = 0; suit < kMaxSuits; ++suit) counts += kSuitCounts[suit_of(rest, suit)];
    add_counts(counts, map_.counts, out);
    const Partition parts = partition(rest, tuned_weights(rules_.players));
    int beaten = 0, shown = 0;
    for (const Group& group : parts) {
        const Answer answer = others_.to(group);
        beaten += answer != Answer::none;
        shown += answer != Answer::none && shown_by_all(shape_of(group), group.place);
        out.add(map_.groups + (static_cast<int>(group.kind) * kPlaces + group.place) * kAnswers +
                static_cast<int>(answer));
    }
    out.add(map_.group_count + parts.count);
    out.add(map_.beaten_count + beaten);
    out.add(map_.shown_count + shown);
    out.add(map_.hand_size + count_cards(rest));
    if (holds_rainbow_bomb(rest)) out.add(map_.bombs);
    if (holds_suited_bomb(rest)) out.add(map_.bombs + 1);
}

void Viewpoint::of_play(Play play, ViewFeatures& out) const {
    const Reading reading = play.reading();
    const int number = number_of(reading);
    out.add(map_.play + number);
    out.add(map_.play_answer + static_cast<int>(others_.to(reading)));
    for (unsigned courts = courts_of(play.cards()); courts; courts &= courts - 1)
        out.add(map_.play_courts + std::countr_zero(courts));
    if (reading.is_bomb()) return;
    for (int who = 1; who < rules_.players; ++who)
        if (shown_by(who, number / kPlaces, number % kPlaces)) out.add(map_.play_shown + who - 1);
}

void Viewpoint::of_action(const Candidate& action, int best, ViewFeatures& out) const {
    of_hand(hand_ & ~action.play.cards(), out);
    if (!action.is_pass()) of_play(action.play, out);
    out.add(map_.play_size + std::min(count_cards(action.play.cards()), kPlaySizes - 1));
    const auto step = std::ranges::upper_bound(kGapSteps, best - action.value) - kGapSteps.begin();
    out.add(map_.gap + static_cast<int>(step));
}

}  // namespace haggis
