// A quick evaluation of what to do: every candidate with a value, in hundredths of a point.
//
// It looks at what the hand costs to shed after the play (shedding.hpp), what lies on the
// table, and how many cards the others hold: nothing a seat may not know. Its best candidate
// alone makes a decent player; search uses it for playouts, for the order of candidates, and to
// guess from what somebody did what she holds.
#pragma once

#include <vector>

#include "evaluation/weights.hpp"
#include "rules/actions.hpp"
#include "support/rng.hpp"

namespace haggis {

// A play, or a pass (no cards).
struct Candidate {
    Play play;
    std::int32_t value = 0;

    bool is_pass() const { return play.word == 0; }
};

// `few` looks at whole groups only, for playouts; `all` looks at every play, but at one only of
// those that differ in nothing but suits which the hand doesn't care about.
enum class Width : std::uint8_t { few, all };

// Filled again and again: whoever evaluates often keeps one.
using Candidates = std::vector<Candidate>;

inline Action action_of(int seat, const Candidate& candidate) {
    return candidate.is_pass() ? Action::pass(seat) : Action::of(seat, candidate.play);
}

void sort_best_first(Candidates& candidates);

// The best so many, the best first, and the pass, which comes last if it is none of them.
void keep_best(Candidates& candidates, int most);

// The best candidate that plays the whole hand, if there is one.
const Candidate* going_out(const Candidates& candidates, Cards hand);

// The highest value; there must be a candidate.
int best_value(const Candidates& candidates);

// Makes the play, or passes (a play without cards).
void play_or_pass(Round& round, const Rules& rules, Play play);

// Values every candidate of the player to act; the phase must be play.
void evaluate(const Round& round, const Rules& rules, const Weights& weights, Width width, Candidates& out);

// The value of one play, or of passing (a play without cards).
int evaluate_play(const Round& round, const Rules& rules, const Weights& weights, Play play);

// To whom a bombed trick does the least harm: the opponent who is furthest behind.
int best_give(const Round& round, const Rules& rules);

// The best candidate, with the weights's noise; one action of a playout.
void evaluation_step(Round& round, const Rules& rules, const Weights& weights, Rng& rng, Candidates& room);

}  // namespace haggis
