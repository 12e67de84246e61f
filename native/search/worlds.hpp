// What a seat knows, and deals that agree with it (haggis.rules.view is the Python reading).
//
// The unseen number cards may lie in any other hand or in the haggis. Without inference every
// such deal is equally likely. With it, deals are weighed by how likely what the others did is in
// them: who passes on a low single probably has nothing to play there.
#pragma once

#include <atomic>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "evaluation/opponent_model.hpp"
#include "rules/actions.hpp"

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

// What to make of what the others did.
struct Inference {
    int strength = 0;  // how far what was done is believed, for bets and for the evaluation; 0: not at all
    const Weights& weights;
    const OpponentModel* opponent_model = nullptr;  // none: plays are compared with the evaluation's best, for two only
};

class Worlds {
public:
    explicit Worlds(const Knowledge& known);

    // The round as it stands; the hidden hands are filled with any of the unseen cards.
    const Round& now() const { return now_; }
    Cards unseen() const { return unseen_; }

    // One deal, each as likely as the next, as the round that stands now.
    Round sample(Rng& rng) const;

    // `count` rounds, drawn from a larger sample in proportion to how likely what the others did is
    // in them. Fewer, but never none, if told to hurry.
    std::vector<Round> sample_many(
        int count, const Inference& inference, std::uint64_t seed,
        const std::function<bool()>& hurry = [] { return false; }) const;

    // What the history tells of the hands: by how much, as a logarithm (nats), it makes the true ones
    // likelier than chance does, estimated with `count` deals (few of them flatter it). Less than 0: it
    // misleads. Means nothing once stopped.
    double insight(const Round& truth, int count, const Inference& inference, std::uint64_t seed,
                   const std::atomic<bool>& stop) const;

    // Whether it is the round that stands now, with hands that agree with what is known.
    bool allows(const Round& truth) const;

private:
    Knowledge known_;
    Round now_;
    Cards unseen_ = 0;
    std::array<Cards, kMaxPlayers> played_{};  // number cards each seat has played

    Round begin(const Round& world) const;
    bool tells_me(const Action& action, const Inference& inference) const;
    double likelihood(const Round& world, const Inference& inference, Candidates& room) const;
};

}  // namespace haggis
