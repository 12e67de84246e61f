// Singles and sets (docs/spec/rules.md, section 2, "Set" and the sets option).
#pragma once

#include "generator/hand.hpp"
#include "rules/combos.hpp"

namespace haggis {

// All singles and sets, for a lead.
int count_sets(const Hand& hand, const Rules& rules);
std::uint64_t* list_sets(const Hand& hand, const Rules& rules, std::uint64_t* out);

// Those of one size above a rank, for following.
int count_sets_above(const Hand& hand, const Rules& rules, int size, int floor);
std::uint64_t* list_sets_above(const Hand& hand, const Rules& rules, int size, int floor, std::uint64_t* out);

}  // namespace haggis
