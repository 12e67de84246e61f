#include "search/rollout.hpp"

#include <algorithm>

#include "evaluation/evaluation.hpp"
#include "rules/deal.hpp"

namespace haggis {
namespace {

constexpr double kPatience = 0.85;          // how much the end counts, with every step on the way there
constexpr int kWorlds = 2;                  // hands that are thought possible at each decision
constexpr std::size_t kMostCandidates = 8;  // at each decision

Outcome outcome_of(const SearchContext& context, const Leaf& leaf) {
    return {.worth = context.equity.worth(leaf.points, leaf.open)[context.seat],
            .points = context.equity.lead(leaf.points, context.seat),
            .first_out = leaf.first_out[context.seat]};
}

double worth_of(const SearchContext& context, const Round& round, int seat) {
    const Leaf leaf = look_at(round, context.rules, context.network, 0);
    return context.equity.worth(leaf.points, leaf.open)[seat];
}

// The best plays by the evaluation; a pass is always among them.
void find_candidates(const SearchContext& context, const Round& round, Candidates& room) {
    evaluate(round, context.rules, tuned_weights(context.rules.players), Width::all, room);
    sort_best_first(room);
    if (room.size() <= kMostCandidates) return;
    const auto pass = std::ranges::find_if(room, &Candidate::is_pass);
    if (pass >= room.begin() + kMostCandidates && pass != room.end()) room[kMostCandidates - 1] = *pass;
    room.resize(kMostCandidates);
}

bool goes_out(const Round& round, Play play) { return play.word && play.cards() == round.hands[round.turn]; }

Play best_play(const SearchContext& context, const Round& round, const Candidates& room, Rng& rng) {
    if (room.size() == 1) return room[0].play;
    std::array<double, kMostCandidates> worth{};
    for (int i = 0; i < kWorlds; ++i) {
        const Round world = redeal_unseen(round, context.rules, round.turn, rng);
        for (std::size_t k = 0; k < room.size(); ++k) {
            Round next = world;
            play_or_pass(next, context.rules, room[k].play);
            worth[k] += worth_of(context, next, round.turn);
        }
    }
    return room[std::ranges::max_element(worth.begin(), worth.begin() + room.size()) - worth.begin()].play;
}

void step(const SearchContext& context, Round& round, Rng& rng) {
    if (round.phase == Phase::give) return apply_give(round, context.rules, best_give(round, context.rules));
    thread_local Candidates room;
    find_candidates(context, round, room);
    const auto out = std::ranges::find_if(room, [&](const Candidate& each) { return goes_out(round, each.play); });
    play_or_pass(round, context.rules, out == room.end() ? best_play(context, round, room, rng) : out->play);
}

}  // namespace

Outcome look(const SearchContext& context, const Round& round) {
    return outcome_of(context, look_at(round, context.rules, context.network, context.settings.exact));
}

Outcome roll_out(const SearchContext& context, Round round, Rng& rng) {
    Outcome outcome;
    double rest = 1;
    while (!round.over()) {
        outcome.add(outcome_of(context, look_at(round, context.rules, context.network, 0)), rest * (1 - kPatience));
        rest *= kPatience;
        step(context, round, rng);
    }
    outcome.add(outcome_of(context, look_at(round, context.rules, context.network, 0)), rest);
    return outcome;
}

}  // namespace haggis
