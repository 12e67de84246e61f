// The benchmark's signature: counts that must not change unless the rules or the policy do.
#include <cstdlib>

#include "check.hpp"
#include "simulation/bench.hpp"

int main() {
    constexpr std::uint64_t kSignature = 0xb271782d74741d7c;
    const std::atomic<bool> never = false;
    check::Tally tally;
    const std::uint64_t found = haggis::bench_signature(never);
    CHECK(tally, found == kSignature, "now " + std::to_string(found));
    CHECK(tally, haggis::bench_signature(never) == found, "the same again");
    return tally.report("bench signature");
}
