// Sequences whose number cards all lie in one suit (docs/spec/rules.md, section 2): every run, and the
// pairs whose second suit is made of court cards alone.
//
// What court cards can make of some number cards of one suit depends only on the lowest and the
// highest of them, how many they are, and which court cards are held. So the answers are a
// table: for each such profile, the words (court cards and reading) to add to the number cards.
#pragma once

#include <cstdint>

#include "generator/hand.hpp"
#include "rules/combos.hpp"

namespace haggis {

// All of them, for a lead.
int count_runs(const Hand& hand, const Rules& rules);
std::uint64_t* list_runs(const Hand& hand, const Rules& rules, std::uint64_t* out);
Play pick_run(const Hand& hand, const Rules& rules, int index);

}  // namespace haggis
