// The tree under one candidate of the root: who would answer what, learnt over many worlds.
//
// Nodes are public histories, so what somebody does can't depend on cards she doesn't see. In
// each world only the plays of the real hand are considered. The evaluation proposes them; their prior (PUCT) is its
// value, too, or, for the seat that searches, what the network says of them when a node is new. The leaves (leaf.hpp)
// correct it. Every seat wants its own worth, counted against what its world was worth before: else a play that only
// good hands can make would look good.
#pragma once

#include <vector>

#include "evaluation/evaluation.hpp"
#include "search/leaf.hpp"
#include "search/settings.hpp"

namespace haggis {

// What all trees of a search share.
struct SearchContext {
    const Rules& rules;
    int seat;  // who searches
    const Weights& weights;
    const Network& network;
    const Equity& equity;
    const SearchSettings& settings;
};

// A deal of the unseen cards, and what the network expects of it for each seat.
struct World {
    Round round;
    SeatPoints baseline;
};

World world_of(const SearchContext& context, const Round& round);

// What the leaves said of one candidate.
struct Tally {
    int visits = 0;
    double worth = 0;  // for the seat that searches, as all of these
    double squares = 0;
    double first_out = 0;
    double points = 0;  // its lead, without equity
};

class Tree {
public:
    explicit Tree(const SearchContext& context) : context_(context), nodes_(1) {}

    // One more world: its round stands right after the root candidate was played.
    void visit(World world);

    const Tally& tally() const { return tally_; }

private:
    struct Answer {
        Play play;
        std::uint32_t name;
        double prior;
    };
    struct Edge {
        std::uint32_t name;  // reading and court cards; 0 is a pass
        std::int32_t visits = 0;
        std::int32_t child = -1;
        double worth = 0;  // above the baseline, summed, for the seat that acts
    };
    struct Node {
        std::vector<Edge> edges;
        std::vector<Answer> own;  // the answers of the seat that searches: its hand is the same in every world
        std::int32_t visits = 0;
        double worth = 0;
    };
    struct Step {
        int node, edge, seat;
    };

    const SearchContext& context_;
    Tally tally_;
    std::vector<Node> nodes_;
    Candidates room_;
    std::vector<Answer> answers_;
    std::vector<Step> path_;

    void descend(Round& round);
    const std::vector<Answer>& answers_at(Node& node, const Round& round);
    void propose(const Round& round, Width width, std::vector<Answer>& answers);
    void ask_network(const Round& round, std::vector<Answer>& answers) const;
    static void share_priors(std::vector<Answer>& answers);
    static std::size_t choose(Node& node, const std::vector<Answer>& answers);
    static int edge_to(Node& node, std::uint32_t name);
    void learn(const Leaf& leaf, const SeatPoints& baseline);
};

}  // namespace haggis
