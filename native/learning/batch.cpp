#include "learning/batch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "generator/plays.hpp"
#include "rules/deal.hpp"
#include "rules/scoring.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

// Room for another table's longest list, so that a batch soon stops growing.
std::size_t generous(std::size_t needed) { return needed + needed / 2 + kMaxPlays; }

bool offers_bets(const Round& round, const Rules& rules, bool bets) {
    return bets && round.phase == Phase::play && may_bet(round, rules, round.turn);
}

}  // namespace

template <class Work>
void Batch::each_table(Work&& work) {
    const std::atomic<bool> never = false;
    share_out(size(), threads_, never, work);
}

Batch::Batch(const Rules& rules, std::size_t size, std::uint64_t seed, bool bets, int threads)
    : rules_(rules), seed_(seed), bets_(bets), threads_(threads), tables_(size), observations_(size * kObservation),
      seats_(size), counts_(size), offsets_(size + 1), rewards_(size * rules.players), rounds_(size),
      finished_(std::make_unique<bool[]>(size)) {
    reset(seed);
}

void Batch::reset(std::uint64_t seed) {
    seed_ = seed;
    std::fill(rewards_.begin(), rewards_.end(), 0);
    std::fill(rounds_.begin(), rounds_.end(), 0);
    std::fill_n(finished_.get(), size(), false);
    each_table([&](std::size_t index) {
        deal(index);
        show(index);
    });
    list_actions();
}

void Batch::place(std::size_t table, const WatchedRound& chosen) {
    tables_[table] = chosen;
    show(table);
    list_actions();
}

void Batch::deal(std::size_t index) {
    const auto number = static_cast<std::uint64_t>(rounds_[index]);
    Rng rng(seed_, static_cast<std::uint64_t>(index) << 32 | number);
    tables_[index] = {.round = deal_round(rules_, static_cast<int>((index + number) % rules_.players), rng)};
}

std::string Batch::objection(std::span<const std::int64_t> choices) const {
    if (choices.size() != size())
        return "there must be one choice for each of the " + std::to_string(size()) + " tables";
    for (std::size_t i = 0; i < size(); ++i) {
        const std::int64_t actions = offsets_[i + 1] - offsets_[i];
        if (choices[i] < 0 || choices[i] >= actions)
            return "table " + std::to_string(i) + " has the actions 0 to " + std::to_string(actions - 1) + ", not " +
                   std::to_string(choices[i]);
    }
    return {};
}

void Batch::step(std::span<const std::int64_t> choices) {
    each_table([&](std::size_t index) {
        act(index, choices[index]);
        show(index);
    });
    list_actions();
}

void Batch::act(std::size_t index, std::int64_t choice) {
    WatchedRound& table = tables_[index];
    const std::uint64_t word = words_[static_cast<std::size_t>(offsets_[index] + choice)];
    apply(table, rules_, action_of(word, table.round.turn));
    std::int32_t* rewards = rewards_.data() + index * rules_.players;
    std::fill_n(rewards, rules_.players, 0);
    finished_[index] = table.round.over();
    if (!table.round.over()) return;
    const Scores scores = score_round(table.round, rules_);
    for (int seat = 0; seat < rules_.players; ++seat) rewards[seat] = scores[seat].total();
    ++rounds_[index];
    deal(index);
}

// What the seat to act sees, and how many actions it has.
void Batch::show(std::size_t index) {
    const WatchedRound& table = tables_[index];
    observe(table, rules_, observations_.data() + index * kObservation);
    seats_[index] = table.round.turn;
    counts_[index] = count_actions(table.round);
}

int Batch::count_actions(const Round& round) const {
    if (round.phase == Phase::give) return rules_.players - 1;
    const int plays = count_plays(round.hands[round.turn], round.top, rules_);
    return plays + !round.leading() + (offers_bets(round, rules_, bets_) ? rules_.bet_count : 0);
}

void Batch::list_actions() {
    for (std::size_t i = 0; i < size(); ++i) offsets_[i + 1] = offsets_[i] + counts_[i];
    const auto needed = static_cast<std::size_t>(offsets_[size()]);
    if (needed > room_) {
        room_ = generous(needed);
        words_ = std::make_shared_for_overwrite<std::uint64_t[]>(room_);
    }
    each_table([&](std::size_t index) { write_actions(index); });
}

// The generator may write a little past its end, so it works on a sheet of its own.
void Batch::write_actions(std::size_t index) {
    const Round& round = tables_[index].round;
    std::uint64_t* out = words_.get() + offsets_[index];
    if (round.phase == Phase::give) {
        for (unsigned seats = give_choices(round, rules_); seats; seats &= seats - 1)
            *out++ = word_of(Action::give(round.turn, std::countr_zero(seats)));
        return;
    }
    std::array<std::uint64_t, kMaxPlays + 4> sheet;
    out = std::copy(sheet.data(), list_plays(round.hands[round.turn], round.top, rules_, sheet.data()), out);
    if (!round.leading()) *out++ = kPassWord;
    if (!offers_bets(round, rules_, bets_)) return;
    for (int i = 0; i < rules_.bet_count; ++i) *out++ = word_of(Action::bet(round.turn, rules_.bets[i]));
}

}  // namespace haggis
