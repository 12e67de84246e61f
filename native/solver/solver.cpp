#include "solver/solver.hpp"

#include <utility>

#include "rules/scoring.hpp"
#include "simulation/playout_policy.hpp"
#include "solver/solver_search.hpp"

namespace haggis {
namespace {

bool third_decides(const Round& round, const Rules& rules) {
    if (rules.players == 2 || rules.bombed_trick != BombedTrick::chosen) return false;
    return !round.leading() && round.top.is_bomb() && round.owner == round.out[0];
}

// How the round would end between two sensible players: where to begin asking.
int sensible_difference(Round round, const Rules& rules, int first, int second) {
    Rng rng(1);
    while (!round.over()) sensible_step(round, rules, rng);
    const Scores scores = score_round(round, rules);
    return scores[first].total() - scores[second].total();
}

// The play behind an option: any of its twins.
Play play_of(const Round& round, const Rules& rules, const Option& option, PlayList& plays) {
    const Cards hand = round.hands[round.turn];
    list_plays(hand, round.top, rules, plays);
    for (const std::uint64_t word : plays) {
        const Play play{word};
        if (play.reading() == option.reading && sorted_by_suit(hand & ~play.cards()) == option.rest->cards) return play;
    }
    return {};  // every option stands for at least one play
}

}  // namespace

struct Solver::Memory {
    HandBook book;
    ProofTable table;
    PlayList plays;
    explicit Memory(std::size_t bytes) : book(bytes), table(bytes / sizeof(ProofEntry)) {}
};

// Answers one question, and follows the best play to the end.
class Solver::Inquiry {
public:
    Inquiry(const Round& round, const Rules& rules, Memory& memory, const SolveLimits& limits,
            const std::atomic<bool>& stop)
        : round_(round), rules_(rules), limits_(limits), plays_(memory.plays), game_(round, rules, memory.book),
          search_(game_, memory.table, limits, stop) {
        result_.first = game_.seat_of(0);
        result_.second = game_.seat_of(1);
    }

    SolveResult answer() {
        const Ending ending = game_.start(round_);
        const int guess = sensible_difference(round_, rules_, result_.first, result_.second);
        const Proof proof = search_.prove(ending, for_side(ending.side, guess - game_.scored(round_)));
        tell_bounds(ending.side, proof);
        if (proof.move != kNoMove) {
            result_.action = action_of(round_, ending, proof.move);
            result_.has_action = true;
        }
        if (result_.solved && limits_.line) follow_best_play();
        result_.nodes = search_.nodes();
        return std::move(result_);
    }

private:
    const Round& round_;
    const Rules& rules_;
    const SolveLimits& limits_;
    PlayList& plays_;
    EndingRules game_;
    SolverSearch search_;
    SolveResult result_;

    static int for_side(int side, int value) { return side == 0 ? value : -value; }

    void tell_bounds(int side, const Proof& proof) {
        const int scored = game_.scored(round_);
        result_.lower = scored + (side == 0 ? proof.lower : -proof.upper);
        result_.upper = scored + (side == 0 ? proof.upper : -proof.lower);
        result_.solved = result_.lower == result_.upper && proof.move != kNoMove;
    }

    Action action_of(const Round& round, const Ending& ending, int move) {
        if (move == kPassMove) return Action::pass(round.turn);
        if (ending.giving) return Action::give(round.turn, game_.seat_of(move - kGiveMove));
        return Action::of(round.turn, play_of(round, rules_, ending.hand[ending.side]->options[move], plays_));
    }

    // On the real round, so that also a pass that nothing can replace and a trick given to the
    // third, both of which the search takes for granted, become actions.
    void follow_best_play() {
        Action action = result_.action;
        for (Round round = round_;;) {
            result_.line.push_back(action);
            apply(round, rules_, action);
            if (round.over()) return;
            const Ending ending = game_.start(round);
            const int goal = for_side(ending.side, result_.lower - game_.scored(round));
            const int move = search_.move_to_reach(ending, goal);
            if (move == kNoMove) return;
            action = action_of(round, ending, move);
        }
    }
};

std::string objection_to_solving(const Round& round, const Rules& rules) {
    if (round.over()) return "the round is over: there is nothing left to play";
    if (rules.players == 3 && round.out_count == 0)
        return "with three players the solver begins when one is out: two can play against each "
               "other, three can't be said to";
    if (third_decides(round, rules))
        return "seat " + std::to_string(round.owner) +
               " is out and may yet say who captures her bomb's trick: that is not a matter "
               "between the two players left";
    return {};
}

Solver::Solver(std::size_t most_bytes) : memory_(std::make_unique<Memory>(most_bytes)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

SolveResult Solver::solve(const Round& round, const Rules& rules, const SolveLimits& limits,
                          const std::atomic<bool>& stop) {
    memory_->book.open(rules);
    memory_->table.new_search();
    return Inquiry(round, rules, *memory_, limits, stop).answer();
}

SolveResult solve(const Round& round, const Rules& rules, const SolveLimits& limits, const std::atomic<bool>& stop) {
    return Solver().solve(round, rules, limits, stop);
}

}  // namespace haggis
