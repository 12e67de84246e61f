// Bombs in a hand (docs/spec/rules.md, section 2, "Bomb"). No wild card in a number bomb.
#pragma once

#include "generator/hand.hpp"
#include "rules/combos.hpp"

namespace haggis {

// Bombs higher than `floor`; Bomb::none for all of them.
int count_bombs_above(const Hand& hand, Bomb floor);
std::uint64_t* list_bombs_above(const Hand& hand, Bomb floor, std::uint64_t* out);

}  // namespace haggis
