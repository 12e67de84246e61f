// Dealing (docs/spec/rules.md, section 1): 14 number cards each, the rest is the haggis.
#pragma once

#include "rules/round.hpp"
#include "support/rng.hpp"

namespace haggis {

Round deal_round(const Rules& rules, int lead, Rng& rng);

}  // namespace haggis
