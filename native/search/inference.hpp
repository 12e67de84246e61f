// Which worlds are likely, by what the others did in them.
//
// By the rules every world that agrees with what a seat knows is as likely as the next. But whoever passed can
// seldom beat the table, and whoever led a single seldom had a run. So each world is weighed by the chance that the
// others would have done in it what they did, by the policy: softly, for nobody plays just like that, and in one of
// some styles. Worlds are then drawn by their weights.
#pragma once

#include <functional>
#include <vector>

#include "policy/policy.hpp"
#include "search/worlds.hpp"

namespace haggis {

// The chance of all that the others have done, if the hands are as in this world.
double likelihood(const Knowledge& known, const Round& world, const Policy& policy);

class LikelyWorlds {
public:
    LikelyWorlds(const Knowledge& known, const Policy& policy, std::uint64_t seed)
        : known_(known), policy_(policy), seed_(seed), worlds_(known) {}

    const Round& now() const { return worlds_.now(); }

    // Weighs so many worlds, fewer if the time is up; until then all are equally likely.
    void weigh(int count, int threads, const std::function<bool()>& out_of_time);

    // World number `number`: any that the rules allow, or one of those that were weighed.
    Round sample(int number) const;

    // Two numbers for which this is the same have the same hands: likely worlds come again and again.
    int drawn(int number) const;

private:
    const Knowledge& known_;
    const Policy& policy_;
    std::uint64_t seed_;
    Worlds worlds_;
    std::vector<Round> weighed_;
    std::vector<double> sums_;  // of the weights of the worlds up to each of them

    bool others_acted() const;
};

}  // namespace haggis
