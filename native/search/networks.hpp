// What a search asks.
#pragma once

#include "policy/policy.hpp"
#include "value/network.hpp"

namespace haggis {

struct Networks {
    const Network& value;
    const Policy& policy;
};

}  // namespace haggis
