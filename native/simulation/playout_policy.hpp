// A fast sensible way to play: what a decent player does without thinking long.
//
// It goes out when it can, sheds long shapes and low ranks first, follows with the cheapest
// number cards that don't break up something better, spends court cards and bombs only when the
// trick matters, and gives a bombed trick to the opponent who is behind. A little seeded noise
// keeps playouts of one position different. It looks at its own hand, the table, and how many
// cards the others hold: nothing a seat may not know.
#pragma once

#include <optional>

#include "rules/actions.hpp"
#include "support/rng.hpp"

namespace haggis {

// What the player to act would do: a play, a pass (no value) ...
std::optional<Play> sensible_play(const Round& round, const Rules& rules, Rng& rng);
// ... or, when a bombed trick is to be given, to whom.
int sensible_give(const Round& round, const Rules& rules, Rng& rng);

void sensible_step(Round& round, const Rules& rules, Rng& rng);

}  // namespace haggis
