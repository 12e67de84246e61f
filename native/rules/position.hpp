// Is this a position that a round could reach? (docs/spec/rules.md, sections 1 to 3.)
//
// Positions come from outside: from a record, a study, a test, a mistake. All the code
// that gets them afterwards trusts them, so they are looked at once, here, apart from reading them.
#pragma once

#include <string>

#include "rules/round.hpp"

namespace haggis {

// Empty if the position makes sense, otherwise a sentence that says what is wrong with it.
std::string objection_to_position(const Round& round, const Rules& rules);

// The same for a hand alone, and for a reading to beat (none is fine: a lead).
std::string objection_to_hand(Cards hand, const Rules& rules);
std::string objection_to_reading(Reading reading, const Rules& rules);

}  // namespace haggis
