#include "evaluation/opponent_model.hpp"

#include <algorithm>

#include "support/steady_exp.hpp"

namespace haggis {
namespace {

// The candidate with the highest value plus a Gumbel number is a draw from the softmax of the
// values. 64 quantiles, in 256ths, are fine enough and need no logarithm.
constexpr int kQuantileBits = 6;
constexpr int kQuantileUnit = 256;
constexpr std::array<std::int16_t, 1 << kQuantileBits> kGumbel{
    -404, -339, -301, -273, -250, -230, -212, -195, -180, -165, -152, -138, -126, -113, -101, -89,
    -78,  -67,  -55,  -44,  -33,  -22,  -11,  0,    10,   21,   32,   43,   54,   65,   77,   88,
    100,  111,  123,  135,  148,  160,  173,  187,  200,  214,  229,  244,  259,  275,  292,  310,
    328,  348,  369,  391,  414,  440,  468,  499,  533,  572,  617,  670,  737,  825,  958,  1241};

}  // namespace

double chance_of(const Round& round, const Rules& rules, const OpponentModel& model, Play play, Candidates& room) {
    evaluate(round, rules, model.weights, Width::few, room);
    // Leads that split a group, and combinations with court cards, are not among the few.
    if (std::ranges::find(room, play.word, [](const Candidate& each) { return each.play.word; }) == room.end())
        room.push_back({play, evaluate_play(round, rules, model.weights, play)});
    const int best = best_value(room);
    double sum = 0, mine = 0;
    for (const Candidate& candidate : room) {
        const double part = steady_exp(static_cast<double>(candidate.value - best) / model.temperature);
        sum += part;
        if (candidate.play.word == play.word) mine += part;  // the few may name a play twice
    }
    return mine / sum;
}

void model_step(Round& round, const Rules& rules, const OpponentModel& model, Rng& rng, Candidates& room) {
    if (round.phase == Phase::give) return apply_give(round, rules, best_give(round, rules));
    evaluate(round, rules, model.weights, Width::few, room);
    std::uint64_t bits = 0;
    int left = 0;
    for (Candidate& candidate : room) {
        if (left < kQuantileBits) bits = rng.next(), left = 64;
        candidate.value += model.temperature * kGumbel[bits % kGumbel.size()] / kQuantileUnit;
        bits >>= kQuantileBits;
        left -= kQuantileBits;
    }
    play_or_pass(round, rules, std::ranges::max_element(room, {}, &Candidate::value)->play);
}

}  // namespace haggis
