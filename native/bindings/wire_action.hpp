// Actions as Python holds them: kind, seat, and a play's word, the amount of a bet or the receiver of a give.
#pragma once

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bindings/checks.hpp"
#include "rules/actions.hpp"

namespace haggis {

using WireAction = std::tuple<std::string, nb::int_, nb::int_>;

Action action_of(const WireAction& wire, const Rules& rules);
WireAction wire_of(const Action& action);

}  // namespace haggis
