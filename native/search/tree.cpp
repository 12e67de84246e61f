#include "search/tree.hpp"

#include <algorithm>
#include <cmath>

#include "support/steady_exp.hpp"

namespace haggis {
namespace {

constexpr double kCPuct = 25;         // points that an untried answer may be worth more
constexpr double kTemperature = 250;  // hundredths of a point: how flat the evaluation's priors are
constexpr double kPriorPoints = 3;    // the same, of the network's
constexpr double kLeastPrior = 0.01;  // before they are made to add up to one

// Plays that differ only in suits share their experience.
std::uint32_t name_of(Play play) {
    return play.word ? std::uint32_t{play.reading().code} << 3 | courts_of(play.cards()) : 0;
}

SeatPoints worth_at(const SearchContext& context, const Round& round) {
    const Leaf leaf = look_at(round, context.rules, context.network, 0);
    return context.equity.worth(leaf.points, leaf.open);
}

}  // namespace

World world_of(const SearchContext& context, const Round& round) {
    return {round, context.settings.tree ? worth_at(context, round) : SeatPoints{}};
}

void Tree::visit(World world) {
    path_.clear();
    if (context_.settings.tree) descend(world.round);
    learn(look_at(world.round, context_.rules, context_.network, context_.settings.exact), world.baseline);
}

// Down the tree to the first history that has not been seen; it is remembered from now on.
void Tree::descend(Round& round) {
    int at = 0;
    while (!round.over()) {
        if (round.phase == Phase::give) {
            apply_give(round, context_.rules, best_give(round, context_.rules));
            continue;
        }
        const std::vector<Answer>& answers = answers_at(nodes_[at], round);
        const Answer answer = answers[choose(nodes_[at], answers)];
        const int edge = edge_to(nodes_[at], answer.name);
        path_.push_back({at, edge, round.turn});
        play_or_pass(round, context_.rules, answer.play);
        if (nodes_[at].edges[edge].visits == 0) return;
        if (nodes_[at].edges[edge].child < 0) {
            nodes_[at].edges[edge].child = static_cast<std::int32_t>(nodes_.size());
            nodes_.emplace_back();
        }
        at = nodes_[at].edges[edge].child;
    }
}

const std::vector<Tree::Answer>& Tree::answers_at(Node& node, const Round& round) {
    if (round.turn != context_.seat) {
        propose(round, Width::few, answers_);
        return answers_;
    }
    if (node.own.empty()) {
        propose(round, Width::all, node.own);
        ask_network(round, node.own);
    }
    return node.own;
}

// The best answers by the evaluation, one of each name, with priors that add up to one.
void Tree::propose(const Round& round, Width width, std::vector<Answer>& answers) {
    evaluate(round, context_.rules, context_.weights, width, room_);
    sort_best_first(room_);
    answers.clear();
    const int best = room_[0].value;
    for (const Candidate& candidate : room_) {
        if (static_cast<int>(answers.size()) >= context_.settings.breadth) break;
        const std::uint32_t name = name_of(candidate.play);
        if (std::ranges::find(answers, name, &Answer::name) != answers.end()) continue;
        answers.push_back({candidate.play, name, steady_exp((candidate.value - best) / kTemperature) + kLeastPrior});
    }
    share_priors(answers);
}

// Priors by what the network expects after each answer, in this world.
void Tree::ask_network(const Round& round, std::vector<Answer>& answers) const {
    if (answers.size() < 2) return;
    for (Answer& answer : answers) {
        Round next = round;
        play_or_pass(next, context_.rules, answer.play);
        answer.prior = worth_at(context_, next)[round.turn];
    }
    const double best = std::ranges::max(answers, {}, &Answer::prior).prior;
    for (Answer& answer : answers) answer.prior = steady_exp((answer.prior - best) / kPriorPoints) + kLeastPrior;
    share_priors(answers);
}

// Makes them add up to one.
void Tree::share_priors(std::vector<Answer>& answers) {
    double sum = 0;
    for (const Answer& answer : answers) sum += answer.prior;
    for (Answer& answer : answers) answer.prior /= sum;
}

// The answer with the best mean worth plus what PUCT grants it.
std::size_t Tree::choose(Node& node, const std::vector<Answer>& answers) {
    ++node.visits;
    const double mean = node.visits > 1 ? node.worth / (node.visits - 1) : 0;
    const double reach = kCPuct * std::sqrt(static_cast<double>(node.visits));
    std::size_t best = 0;
    double best_promise = -1e18;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto edge = std::ranges::find(node.edges, answers[i].name, &Edge::name);
        const int visits = edge == node.edges.end() ? 0 : edge->visits;
        const double worth = visits ? edge->worth / visits : mean;
        const double promise = worth + reach * answers[i].prior / (1 + visits);
        if (promise > best_promise) {
            best_promise = promise;
            best = i;
        }
    }
    return best;
}

// The number of the edge of that name, which is there from now on.
int Tree::edge_to(Node& node, std::uint32_t name) {
    const auto known = std::ranges::find(node.edges, name, &Edge::name);
    const auto index = known - node.edges.begin();
    if (known == node.edges.end()) node.edges.push_back({name});
    return static_cast<int>(index);
}

void Tree::learn(const Leaf& leaf, const SeatPoints& baseline) {
    const SeatPoints worth = context_.equity.worth(leaf.points, leaf.open);
    for (const Step& step : path_) {
        Node& node = nodes_[step.node];
        Edge& edge = node.edges[step.edge];
        const double gain = worth[step.seat] - baseline[step.seat];
        node.worth += gain;
        edge.worth += gain;
        ++edge.visits;
    }
    const int seat = context_.seat;
    ++tally_.visits;
    tally_.worth += worth[seat];
    tally_.squares += worth[seat] * worth[seat];
    tally_.first_out += leaf.first_out[seat];
    tally_.points += context_.equity.lead(leaf.points, seat);
}

}  // namespace haggis
