// What a seat knows, and deals that agree with it (haggis.rules.view is the Python reading).
//
// The unseen number cards may lie in any other hand or in the haggis; every such deal is as likely
// as the next.
#pragma once

#include <string>
#include <vector>

#include "policy/history.hpp"
#include "rules/actions.hpp"
#include "support/rng.hpp"

namespace haggis {

struct Knowledge {
    Rules rules;
    int seat = 0;     // who knows it
    int lead = 0;     // of the round
    Cards dealt = 0;  // the number cards that this seat was dealt
    std::vector<Action> history;
};

// Empty if the history is one that this seat could have seen, otherwise what is wrong with it.
std::string objection(const Knowledge& known);

// The round as it stands; the hidden hands are filled with any of the unseen cards.
Round round_now(const Knowledge& known);

// What everybody has shown so far.
History history_of(const Knowledge& known);

class Worlds {
public:
    explicit Worlds(const Knowledge& known) : rules_(known.rules), seat_(known.seat), now_(round_now(known)) {}

    const Round& now() const { return now_; }

    // World number `number` of a seed: the round as it stands, with the unseen cards dealt anew.
    Round sample(std::uint64_t seed, int number) const;

private:
    Rules rules_;
    int seat_;
    Round now_;
};

}  // namespace haggis
