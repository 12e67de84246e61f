#include "search/tree.hpp"

#include <algorithm>
#include <cmath>

#include "search/world_playout.hpp"
#include "simulation/playout.hpp"

namespace haggis {
namespace {

constexpr double kCPuct = 25;           // points that an untried answer may be worth more
constexpr double kOpponentCPuct = 300;  // with an opponent model: the higher, the less experience moves them
constexpr double kTemperature = 250;    // hundredths of a point: how flat the evaluation's priors are
constexpr double kLeastPrior = 0.01;    // before they are made to add up to one

// Plays that differ only in suits share their experience.
std::uint32_t name_of(Play play) {
    return play.word ? std::uint32_t{play.reading().code} << 3 | courts_of(play.cards()) : 0;
}

}  // namespace

Tree::Tree(const Rules& rules, const Policies& policies, const Equity& equity, const SearchSettings& settings)
    : rules_(rules), policies_(policies), equity_(equity), settings_(settings), nodes_(1) {}

void Tree::visit(Round round, Rng& rng) {
    path_.clear();
    if (settings_.tree) descend(round);
    play_out(round, rng);
    learn(round);
}

// Down the tree to the first history that has not been seen; it is remembered from now on.
void Tree::descend(Round& round) {
    int at = 0;
    while (!round.over()) {
        if (round.phase == Phase::give) {
            apply_give(round, rules_, best_give(round, rules_));
            continue;
        }
        propose(round);
        const Answer& answer = answers_[choose(nodes_[at], c_puct_of(round.turn))];
        const int edge = edge_to(nodes_[at], answer.name);
        path_.push_back({at, edge, round.turn});
        play_or_pass(round, rules_, answer.play);
        Edge& way = nodes_[at].edges[edge];
        if (way.visits == 0) return;
        if (way.child < 0) {
            way.child = static_cast<std::int32_t>(nodes_.size());
            nodes_.emplace_back();
        }
        at = nodes_[at].edges[edge].child;
    }
}

// The best answers by the evaluation or the opponent model, one of each name, with priors that add up to one.
void Tree::propose(const Round& round) {
    const OpponentModel* model = policies_.model_of(round.turn);
    const double temperature = model ? model->temperature : kTemperature;
    const Width width = settings_.wide ? Width::all : Width::few;
    evaluate(round, rules_, model ? model->weights : policies_.weights, width, room_);
    sort_best_first(room_);
    answers_.clear();
    const int best = room_[0].value;
    double sum = 0;
    for (const Candidate& candidate : room_) {
        if (static_cast<int>(answers_.size()) >= settings_.breadth) break;
        const std::uint32_t name = name_of(candidate.play);
        if (std::ranges::find(answers_, name, &Answer::name) != answers_.end()) continue;
        const double prior = steady_exp((candidate.value - best) / temperature) + kLeastPrior;
        answers_.push_back({candidate.play, name, prior});
        sum += prior;
    }
    for (Answer& answer : answers_) answer.prior /= sum;
}

double Tree::c_puct_of(int seat) const { return policies_.model_of(seat) ? kOpponentCPuct : kCPuct; }

// The answer with the best mean worth plus what c_puct grants it.
std::size_t Tree::choose(Node& node, double c_puct) {
    ++node.visits;
    const double mean = node.visits > 1 ? node.worth / (node.visits - 1) : 0;
    const double reach = c_puct * std::sqrt(static_cast<double>(node.visits));
    std::size_t best = 0;
    double best_promise = -1e18;
    for (std::size_t i = 0; i < answers_.size(); ++i) {
        const auto edge = std::ranges::find(node.edges, answers_[i].name, &Edge::name);
        const int visits = edge == node.edges.end() ? 0 : edge->visits;
        const double worth = visits ? edge->worth / visits : mean;
        const double promise = worth + reach * answers_[i].prior / (1 + visits);
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

void Tree::play_out(Round& round, Rng& rng) {
    if (!settings_.random_playouts) return play_out_world(round, rules_, policies_, settings_.exact, rng, room_);
    while (!round.over() && !finish_exactly(round, rules_, settings_.exact)) random_step(round, rules_, rng);
}

void Tree::learn(const Round& round) {
    const Totals points = totals_of(score_round(round, rules_));
    const auto worth = equity_.worth(points);
    for (const Step& step : path_) {
        Node& node = nodes_[step.node];
        node.worth += worth[step.seat];
        ++node.edges[step.edge].visits;
        node.edges[step.edge].worth += worth[step.seat];
    }
    ++tally_.visits;
    for (int seat = 0; seat < rules_.players; ++seat) tally_.worth[seat] += worth[seat];
    const int root = policies_.seat;
    tally_.squares += worth[root] * worth[root];
    tally_.first_out += round.out[0] == root;
    tally_.points += ahead(points, rules_.players, root);
}

}  // namespace haggis
