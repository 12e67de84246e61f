#include "solver/solver_search.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace haggis {
namespace {

constexpr int kInfinity = 1 << 28;
constexpr std::uint64_t kLookUpEvery = 1024;  // nodes between two looks at the clock

constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

// All that the combination on the table means to the side that may beat it: which of her options
// do. (The third's combination never changes during a search, so it needs no room here.)
std::uint64_t code_of_top(const Ending& ending) {
    if (ending.leading()) return 0x7fff;
    const Replies replies = replies_to(*ending.hand[ending.side], ending.top);
    const bool higher = replies.begin < replies.end;
    return static_cast<std::uint64_t>(higher ? replies.begin : replies.bombs_begin);
}

// What to ask next. From the second question on, steps away from the last answer, each twice as
// wide as the one before; once the value lies between two answers, smaller steps or halves.
class Questions {
public:
    explicit Questions(int first_guess) : guess_(first_guess) {}

    int next(const Proof& proof) {
        if (!asked_) return guess_;
        const int goal = too_much_ ? proof.upper - step_ : proof.lower + step_;
        step_ *= 2;
        if (goal > proof.lower && goal <= proof.upper) return goal;
        return proof.lower + (proof.upper - proof.lower + 1) / 2;
    }
    void answered(bool too_much) {
        if (asked_ && too_much != too_much_) step_ = kFirstStep / 2;
        asked_ = true;
        too_much_ = too_much;
    }

private:
    static constexpr int kFirstStep = 4;

    int guess_;
    int step_ = kFirstStep;
    bool asked_ = false, too_much_ = false;
};

// Nothing is twice as good for having been good twice as often.
int warmth(std::uint32_t temperature) { return 10 * static_cast<int>(std::bit_width(temperature)); }

constexpr int kUnbeatable = 45;  // what winning the trick for sure adds to the promise of a play
constexpr int kPassing = -100;   // first try to win the trick

}  // namespace

SolverSearch::SolverSearch(EndingRules& game, ProofTable& table, const SolveLimits& limits,
                           const std::atomic<bool>& stop)
    : game_(game), table_(table), limits_(limits), stop_(stop) {
    if (limits.millis > 0) deadline_ = Clock::now() + std::chrono::milliseconds(limits.millis);
}

Proof SolverSearch::prove(const Ending& ending, int first_guess) {
    Proof proof{-kInfinity, kInfinity};
    Questions questions(first_guess);
    while (proof.lower < proof.upper) {
        const int goal = questions.next(proof);
        const Answer answer = try_all(ending, goal, proof.move);
        if (halted_) break;
        if (answer.value < goal)
            proof.upper = answer.value;
        else
            proof = {answer.value, proof.upper, answer.move};
        questions.answered(answer.value < goal);
    }
    const Bounds bounds = game_.bounds(ending);
    return {std::max(proof.lower, bounds.lower), std::min(proof.upper, bounds.upper), proof.move};
}

int SolverSearch::move_to_reach(const Ending& ending, int goal) {
    const Answer answer = try_all(ending, goal, kNoMove);
    return halted_ || answer.value < goal ? kNoMove : answer.move;
}

// At least `goal` if it can be reached, at most something below it if it can't.
int SolverSearch::reach(const Ending& ending, int goal) {
    const Bounds bounds = game_.bounds(ending);
    if (bounds.upper < goal) return bounds.upper;
    if (bounds.lower >= goal) return bounds.lower;
    const ProofKey key = key_of(ending);
    int known_move = kNoMove;
    if (const ProofEntry* known = table_.find(key)) {
        if (known->lower >= goal) return known->lower;
        if (known->upper < goal) return known->upper;
        known_move = known->move;
    }
    const std::uint64_t before = nodes_;
    const Answer answer = try_all(ending, goal, known_move);
    if (!halted_) remember(key, answer, goal, nodes_ - before);
    return answer.value;
}

SolverSearch::Answer SolverSearch::try_all(const Ending& ending, int goal, int known_move) {
    Answer best{-kInfinity, kNoMove};
    count_node();
    if (halted_) return best;
    const auto settles = [&](int move) {
        const int value = value_of(ending, move, goal);
        if (halted_) return true;
        if (value > best.value) best = {value, move};
        if (value >= goal) praise(ending, move);
        return value >= goal;
    };
    if (known_move != kNoMove && settles(known_move)) return best;
    const std::size_t from = candidates_.size();
    list_candidates(ending);
    while (candidates_.size() > from) {
        const Candidate candidate = take_best(from);
        if (candidate.move != known_move && settles(candidate.move)) break;
    }
    candidates_.resize(from);
    return best;
}

int SolverSearch::value_of(const Ending& ending, int move, int goal) {
    const Step taken = step(ending, move);
    if (taken.over) return taken.gain;
    if (taken.next.side == ending.side) return taken.gain + reach(taken.next, goal - taken.gain);
    return taken.gain - reach(taken.next, taken.gain - goal + 1);
}

Step SolverSearch::step(const Ending& ending, int move) {
    if (move == kPassMove) return game_.pass(ending);
    if (ending.giving) return game_.give(ending, move - kGiveMove);
    return game_.play(ending, ending.hand[ending.side]->options[move]);
}

void SolverSearch::remember(const ProofKey& key, Answer answer, int goal, std::uint64_t spent) {
    const ProofEntry* known = table_.find(key);
    Proof proof{-kInfinity, kInfinity};
    if (known) proof = {known->lower, known->upper, known->move};
    ProofEntry& entry = table_.place_for(key);
    if (answer.value >= goal) {
        entry.lower = answer.value;
        entry.upper = proof.upper;
        entry.move = static_cast<std::uint16_t>(answer.move);
    } else {
        entry.lower = proof.lower;
        entry.upper = answer.value;
        entry.move = static_cast<std::uint16_t>(proof.move == kNoMove ? answer.move : proof.move);
    }
    entry.effort = static_cast<std::uint8_t>(std::max(int{entry.effort}, static_cast<int>(std::bit_width(spent))));
}

ProofKey SolverSearch::key_of(const Ending& ending) const {
    const BookHand& mine = *ending.hand[ending.side];
    const BookHand& hers = *ending.hand[ending.other()];
    const auto bit = [](bool value, int place) { return std::uint64_t{value} << place; };
    const std::uint64_t flags = code_of_top(ending) | bit(ending.top.is_bomb(), 15) | bit(ending.side == 1, 16) |
                                bit(ending.owner == kThird, 17) | bit(ending.passed, 18) |
                                bit(ending.bomb_to == kThird, 19) | bit(ending.giving, 20);
    const auto number = [](int value) { return std::uint64_t{static_cast<std::uint16_t>(value)}; };
    ProofKey key;
    key.hands = std::uint64_t{mine.id} | std::uint64_t{hers.id} << 21 | flags << 42;
    key.rest = number(ending.worth) | number(ending.need[0]) << 16 | number(ending.need[1]) << 32 |
               number(ending.need[2]) << 48;
    const std::uint64_t hands = mine.hash ^ std::rotl(hers.hash, 31);
    key.hash = static_cast<std::uint32_t>(mixed(hands ^ mixed(key.rest ^ flags << 40)));
    return key;
}

void SolverSearch::list_candidates(const Ending& ending) {
    if (ending.giving) {
        candidates_.push_back({0, static_cast<std::uint16_t>(kGiveMove + kThird)});
        candidates_.push_back({0, static_cast<std::uint16_t>(kGiveMove + ending.other())});
        return;
    }
    const BookHand& hand = *ending.hand[ending.side];
    const Replies replies = replies_to(hand, ending.top);
    for (int i = 0; i < replies.size(); ++i) {
        const int index = replies.at(i);
        candidates_.push_back({promise_of(ending, hand.options[index]), static_cast<std::uint16_t>(index)});
    }
    if (!ending.leading())
        candidates_.push_back({kPassing + warmth(hand.pass_heat), static_cast<std::uint16_t>(kPassMove)});
}

int SolverSearch::promise_of(const Ending& ending, const Option& option) const {
    if (option.rest->size == 0) return kInfinity;
    const bool unbeatable = !can_beat(*ending.hand[ending.other()], option.reading);
    return option.order + warmth(option.temperature) + (unbeatable ? kUnbeatable : 0);
}

// The most promising one that is left.
SolverSearch::Candidate SolverSearch::take_best(std::size_t from) {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < candidates_.size(); ++i)
        if (candidates_[i].promise > candidates_[best].promise) best = i;
    const Candidate taken = candidates_[best];
    candidates_[best] = candidates_.back();
    candidates_.pop_back();
    return taken;
}

// It was enough; try it early the next time this hand is held, whatever the other one holds.
void SolverSearch::praise(const Ending& ending, int move) {
    if (ending.giving) return;
    BookHand& hand = *ending.hand[ending.side];
    ++(move == kPassMove ? hand.pass_heat : hand.options[move].temperature);
}

void SolverSearch::count_node() {
    if (limits_.nodes > 0 && nodes_ == limits_.nodes) halted_ = true;
    if (nodes_ % kLookUpEvery == 0 && time_to_halt()) halted_ = true;
    if (!halted_) ++nodes_;
}

bool SolverSearch::time_to_halt() const {
    if (stop_.load(std::memory_order_relaxed)) return true;
    return limits_.millis > 0 && Clock::now() >= deadline_;
}

}  // namespace haggis
