// A round as Python holds it: together with its rules.
#pragma once

#include "bindings/checks.hpp"
#include "rules/round.hpp"

namespace haggis {

struct BoundRound {
    Rules rules;
    Round round;

    bool operator==(const BoundRound&) const = default;
};

}  // namespace haggis
