// Dealing (docs/spec/rules.md, section 1): 14 number cards each, the rest is the haggis.
#pragma once

#include "rules/round.hpp"
#include "support/rng.hpp"

namespace haggis {

Round deal_round(const Rules& rules, int lead, Rng& rng);

// The same round with the cards that `seat` can't see dealt anew: any world is as likely as the next.
Round redeal_unseen(const Round& round, const Rules& rules, int seat, Rng& rng);

}  // namespace haggis
