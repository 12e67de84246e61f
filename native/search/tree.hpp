// The tree under one candidate of the root: who would answer what, learnt over many worlds.
//
// Nodes are public histories, so what somebody does can't depend on cards she doesn't see. In
// each world only the plays of the real hand are considered; the evaluation, or the opponent model
// for the others, proposes them and gives them their prior (PUCT), the results of playouts correct
// it. Every seat wants its own worth.
#pragma once

#include <vector>

#include "rules/scoring.hpp"
#include "search/equity.hpp"
#include "search/settings.hpp"
#include "search/world_playout.hpp"

namespace haggis {

// What playouts said of one candidate.
struct Tally {
    int visits = 0;
    std::array<double, kMaxPlayers> worth{};
    double squares = 0;  // of the root seat's worth
    int first_out = 0;   // times the root seat went out first
    double points = 0;   // the root seat's lead in points, without equity
};

class Tree {
public:
    Tree(const Rules& rules, const Policies& policies, const Equity& equity, const SearchSettings& settings);

    // One more world: `round` stands right after the root candidate was played.
    void visit(Round round, Rng& rng);

    const Tally& tally() const { return tally_; }

private:
    struct Edge {
        std::uint32_t name;  // reading and court cards; 0 is a pass
        std::int32_t visits = 0;
        std::int32_t child = -1;
        double worth = 0;  // summed, for the seat that acts
    };
    struct Node {
        std::vector<Edge> edges;
        std::int32_t visits = 0;
        double worth = 0;
    };
    struct Answer {
        Play play;
        std::uint32_t name;
        double prior;
    };

    const Rules& rules_;
    const Policies& policies_;  // its seat is the root's
    const Equity& equity_;
    const SearchSettings& settings_;
    Tally tally_;
    std::vector<Node> nodes_;
    Candidates room_;
    std::vector<Answer> answers_;
    struct Step {
        int node, edge, seat;
    };
    std::vector<Step> path_;

    void descend(Round& round);
    void propose(const Round& round);
    std::size_t choose(Node& node, double c_puct);
    double c_puct_of(int seat) const;
    static int edge_to(Node& node, std::uint32_t name);
    void play_out(Round& round, Rng& rng);
    void learn(const Round& round);
};

}  // namespace haggis
