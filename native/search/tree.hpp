// The tree under one candidate of the root: who would answer what, learnt over many worlds.
//
// Nodes are public histories, so what somebody does can't depend on cards she doesn't see. In
// each world only the plays of the real hand are considered; the judge, or the habit of the others,
// proposes them and gives them their first weight (PUCT), the results of playouts correct it. Every
// seat wants its own worth.
#pragma once

#include <vector>

#include "rules/scoring.hpp"
#include "search/equity.hpp"
#include "search/finish.hpp"

namespace haggis {

struct TreeSettings {
    bool tree = true;           // false: playouts only
    bool random_playouts = false;
    int exact = kExactCards;    // cards held by two from which on endings are solved; 0: never
    Width width = Width::few;   // of the judge's proposals
    int breadth = 8;            // answers considered at a node
    double curiosity = 25;      // points that an untried answer may be worth more
    double heat = 250;          // hundredths of a point: how flat the judge's weights are
    const Habit* habit = nullptr;   // the others act by it, in the tree and in playouts; none: as the judge does
    double their_curiosity = 300;   // with a habit: the higher, the less experience makes them leave it
};

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
    Tree(const Rules& rules, const Taste& taste, const Equity& equity, const TreeSettings& settings, int seat);

    // One more world: `round` stands right after the root candidate was played.
    void visit(Round round, Rng& rng);

    const Tally& tally() const { return tally_; }

private:
    struct Edge {
        std::uint32_t name;      // reading and court cards; 0 is a pass
        std::int32_t visits = 0;
        std::int32_t child = -1;
        double worth = 0;        // summed, for the seat that acts
    };
    struct Node {
        std::vector<Edge> edges;
        std::int32_t visits = 0;
        double worth = 0;
    };
    struct Answer {
        Play play;
        std::uint32_t name;
        double weight;
    };

    const Rules& rules_;
    Manners manners_;
    const Equity& equity_;
    const TreeSettings& settings_;
    int seat_;
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
    std::size_t choose(Node& node, double curiosity);
    double curiosity_of(int seat) const;
    static int edge_to(Node& node, std::uint32_t name);
    void play_out(Round& round, Rng& rng);
    void learn(const Round& round);
};

}  // namespace haggis
