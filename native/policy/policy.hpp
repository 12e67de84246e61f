// A network of what a seat knows: how likely players of some styles are to do each thing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "policy/view_features.hpp"
#include "value/layers.hpp"

namespace haggis {

// Who is foretold. The search comes first: it is what rounds are played out by.
enum class PolicyStyle : std::uint8_t { search, lookahead, evaluation, careless };
inline constexpr std::size_t kPolicyStyles = 4;
using Logits = std::array<float, kPolicyStyles>;

class Policy {
public:
    // Reads a file; what is wrong with it, if anything, is said in `objection`.
    static Policy read(std::span<const std::uint8_t> bytes, std::string& objection);

    int players() const { return players_; }

    // For each of these actions of the seat to act, with their values by the evaluation, what each style thinks of it.
    std::vector<Logits> logits(const Round& round, const Rules& rules, const History& history,
                               std::span<const Candidate> actions) const;

private:
    int players_ = 0;
    Layers layers_;
};

// The actions that are thought of, the best by the evaluation first: so many, and a pass. Who can go out thinks of
// that alone.
void likely_actions(const Round& round, const Rules& rules, int most, Candidates& out);

// What was done, and then what else was thought of.
Candidates done_among_likely(const Action& done, const Round& round, const Rules& rules, int most);

}  // namespace haggis
