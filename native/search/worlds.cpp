#include "search/worlds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluation/shedding.hpp"
#include "rules/deal.hpp"
#include "support/steady_exp.hpp"

namespace haggis {
namespace {

constexpr int kOversample = 4;  // deals looked at for each one kept
// No single surprise makes a deal impossible.
constexpr double kLeastLikely = 0.018;  // against the evaluation's best
constexpr double kLeastChance = 0.0025;
// Who bets holds a hand that is cheap to shed. Fitted to when `strong` bets with two players: each
// point that the hand costs more than a fine one makes the bet 4 % less likely.
constexpr int kFineHand = 3000;
constexpr double kDoubt = 0.0004;  // for each hundredth of a point, at the usual strength
constexpr double kUsualStrength = 300;
constexpr int kBlock = 64;  // deals drawn between looks at the clock

Cards take_lowest(Cards& from, int count) {
    Cards taken = 0;
    for (; count > 0; --count) {
        taken |= lowest(from);
        from &= from - 1;
    }
    return taken;
}

std::array<Cards, kMaxPlayers> played_numbers(const Knowledge& known) {
    std::array<Cards, kMaxPlayers> played{};
    for (const Action& action : known.history)
        if (action.kind == Action::Kind::play) played[action.seat] |= action.play.cards() & kNumbers;
    return played;
}

// Some deal that agrees with the history: the unseen cards from the lowest on.
Round any_deal(const Knowledge& known, const std::array<Cards, kMaxPlayers>& played, Cards unseen) {
    std::array<Cards, kMaxPlayers> hands{};
    for (int seat = 0; seat < known.rules.players; ++seat)
        hands[seat] =
            seat == known.seat ? known.dealt : played[seat] | take_lowest(unseen, kDealt - count_cards(played[seat]));
    return start_round(known.rules, hands, unseen, known.lead);
}

Cards unseen_cards(const Knowledge& known, const std::array<Cards, kMaxPlayers>& played) {
    Cards seen = known.dealt;
    for (const Cards cards : played) seen |= cards;
    return all_number_cards(known.rules.suits()) & ~seen;
}

// Whether the action says something about the hand of whoever did it. A comparison with the
// evaluation's best misleads with three players (docs/strength.md): without a model only a bet tells there.
bool tells(const Action& action, const Rules& rules, const Inference& inference) {
    if (inference.strength == 0) return false;
    if (action.kind == Action::Kind::bet) return action.amount > 0;
    return action.kind != Action::Kind::give && (inference.opponent_model || rules.players == 2);
}

double likelihood_of_bet(Cards hand, const Inference& inference) {
    const int dear = std::max(0, shedding(hand, inference.weights).cost - kFineHand);
    return steady_exp(-kDoubt * dear * inference.strength / kUsualStrength);
}

// Against the evaluation's best.
double likelihood_by_evaluation(const Round& round, const Rules& rules, Play play, const Inference& inference,
                                Candidates& room) {
    evaluate(round, rules, inference.weights, Width::few, room);
    const int did = evaluate_play(round, rules, inference.weights, play);
    return steady_exp(std::min(0.0, static_cast<double>(did - best_value(room)) * inference.strength / 100000.0));
}

// How likely it is to do this with such a hand; by the evaluation, only in comparison with its best.
double likelihood_of(const Round& round, const Rules& rules, const Action& action, const Inference& inference,
                     Candidates& room) {
    if (action.kind == Action::Kind::bet)
        return std::max(kLeastLikely, likelihood_of_bet(round.hands[action.seat], inference));
    if (inference.opponent_model)
        return std::max(kLeastChance, chance_of(round, rules, *inference.opponent_model, action.play, room));
    return std::max(kLeastLikely, likelihood_by_evaluation(round, rules, action.play, inference, room));
}

}  // namespace

std::string objection(const Knowledge& known) {
    if (count_cards(known.dealt) != kDealt || (known.dealt & ~all_number_cards(known.rules.suits())))
        return "the seat must know the 14 number cards that it was dealt";
    const auto played = played_numbers(known);
    for (int seat = 0; seat < known.rules.players; ++seat)
        if (seat != known.seat && (count_cards(played[seat]) > kDealt || (played[seat] & known.dealt)))
            return "the history has a card that its player can't have held";
    Round round = any_deal(known, played, unseen_cards(known, played));
    for (const Action& action : known.history) {
        const std::string refused = objection(round, known.rules, action);
        if (!refused.empty()) return refused;
        apply(round, known.rules, action);
    }
    return {};
}

Worlds::Worlds(const Knowledge& known) : known_(known), played_(played_numbers(known)) {
    unseen_ = unseen_cards(known, played_);
    now_ = any_deal(known, played_, unseen_);
    for (const Action& action : known.history) apply(now_, known.rules, action);
}

Round Worlds::sample(Rng& rng) const { return redeal_unseen(now_, known_.rules, known_.seat, rng); }

// The round as it was dealt in this world.
Round Worlds::begin(const Round& world) const {
    std::array<Cards, kMaxPlayers> hands{};
    for (int seat = 0; seat < known_.rules.players; ++seat)
        hands[seat] = seat == known_.seat ? known_.dealt : (world.hands[seat] & kNumbers) | played_[seat];
    return start_round(known_.rules, hands, world.haggis, known_.lead);
}

bool Worlds::tells_me(const Action& action, const Inference& inference) const {
    return action.seat != known_.seat && tells(action, known_.rules, inference);
}

// How likely the others are to have done what they did. They act about a hundred times in a round at
// most: even if each time were the least likely, the product is not too small for a double.
double Worlds::likelihood(const Round& world, const Inference& inference, Candidates& room) const {
    Round round = begin(world);
    double product = 1;
    for (const Action& action : known_.history) {
        if (tells_me(action, inference)) product *= likelihood_of(round, known_.rules, action, inference, room);
        apply(round, known_.rules, action);
    }
    return product;
}

bool Worlds::allows(const Round& truth) const {
    Round agreed = truth;
    Cards hidden = truth.haggis;
    for (int seat = 0; seat < known_.rules.players; ++seat) {
        agreed.hands[seat] = now_.hands[seat];
        if (seat == known_.seat ? truth.hands[seat] != now_.hands[seat]
                                : (truth.hands[seat] & kCourts) != (now_.hands[seat] & kCourts))
            return false;
        if (seat != known_.seat) hidden |= truth.hands[seat] & kNumbers;
    }
    agreed.haggis = now_.haggis;
    return agreed == now_ && hidden == unseen_;
}

double Worlds::insight(const Round& truth, int count, const Inference& inference, std::uint64_t seed,
                       const std::atomic<bool>& stop) const {
    Candidates room;
    double sum = 0;
    for (int i = 0; i < count && !stop.load(std::memory_order_relaxed); ++i) {
        Rng rng(seed, static_cast<std::uint64_t>(i));
        sum += likelihood(sample(rng), inference, room);
    }
    return std::log(likelihood(truth, inference, room) * count / sum);
}

std::vector<Round> Worlds::sample_many(int count, const Inference& inference, std::uint64_t seed,
                                       const std::function<bool()>& hurry) const {
    const bool infer =
        std::ranges::any_of(known_.history, [&](const Action& action) { return tells_me(action, inference); });
    const int most = infer ? count * kOversample : count;
    Candidates room;
    std::vector<Round> worlds;
    std::vector<double> weights;
    for (int i = 0; i < most; ++i) {
        if (i > 0 && i % kBlock == 0 && hurry()) break;
        Rng rng(seed, static_cast<std::uint64_t>(i));
        worlds.push_back(sample(rng));
        if (infer) weights.push_back(likelihood(worlds.back(), inference, room));
    }
    if (!infer) return worlds;
    count = std::min(count, static_cast<int>(worlds.size()));
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);

    // Systematic resampling: evenly spaced pointers into the weights, then a shuffle so that the
    // first few worlds are as varied as all of them.
    std::vector<Round> kept;
    kept.reserve(static_cast<std::size_t>(count));
    double reached = weights[0];
    std::size_t at = 0;
    for (int i = 0; i < count; ++i) {
        const double pointer = (i + 0.5) * sum / count;
        while (reached < pointer && at + 1 < weights.size()) reached += weights[++at];
        kept.push_back(worlds[at]);
    }
    Rng rng(seed, ~std::uint64_t{0});
    for (int i = count - 1; i > 0; --i) std::swap(kept[i], kept[rng.below(static_cast<std::uint32_t>(i + 1))]);
    return kept;
}

}  // namespace haggis
