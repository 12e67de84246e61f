// Many rounds stepped side by side, for learning.
//
// Each table has a seat to act, an observation of what that seat may know, and a list of its legal
// actions. `step` does one action at every table; a table whose round ends shows the scores as
// rewards and has a fresh deal at once. Round n of table i is dealt from the seed, i and n alone.
//
// The arrays are the batch's own memory and are overwritten by the next step. The list of
// actions is ragged: table i owns words[offsets[i]] to words[offsets[i + 1]].
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "learning/observation.hpp"
#include "rules/action_words.hpp"

namespace haggis {

class Batch {
public:
    // With `bets`, the seat to act may also bet before her first card; she then acts again.
    Batch(const Rules& rules, std::size_t size, std::uint64_t seed, bool bets, int threads);

    // Fresh deals at every table, as if just made with this seed.
    void reset(std::uint64_t seed);

    // Puts a chosen round on one table.
    void place(std::size_t table, const WatchedRound& chosen);

    // Empty if choices[i] is the number of an action in the list of table i, for every i;
    // otherwise what is wrong.
    std::string objection(std::span<const std::int64_t> choices) const;

    // One action at every table; the choices must be sound.
    void step(std::span<const std::int64_t> choices);

    const Rules& rules() const { return rules_; }
    std::size_t size() const { return tables_.size(); }
    const WatchedRound& table(std::size_t index) const { return tables_[index]; }

    const float* observations() const { return observations_.data(); }  // size x kObservation
    const std::int8_t* seats() const { return seats_.data(); }          // who is to act
    const std::int64_t* offsets() const { return offsets_.data(); }     // size + 1
    const std::shared_ptr<std::uint64_t[]>& words() const { return words_; }
    const std::int32_t* rewards() const { return rewards_.data(); }  // size x players
    const bool* finished() const { return finished_.get(); }         // in the last step
    const std::int64_t* rounds() const { return rounds_.data(); }    // finished at each table

private:
    Rules rules_;
    std::uint64_t seed_;
    bool bets_;
    int threads_;
    std::vector<WatchedRound> tables_;
    std::vector<float> observations_;
    std::vector<std::int8_t> seats_;
    std::vector<std::int32_t> counts_;  // actions at each table
    std::vector<std::int64_t> offsets_;
    std::vector<std::int32_t> rewards_;
    std::vector<std::int64_t> rounds_;
    std::unique_ptr<bool[]> finished_;
    // Replaced, never resized: whoever still looks at an old list keeps it alive.
    std::shared_ptr<std::uint64_t[]> words_;
    std::size_t room_ = 0;

    void deal(std::size_t index);
    void act(std::size_t index, std::int64_t choice);
    void show(std::size_t index);
    void list_actions();
    int count_actions(const Round& round) const;
    void write_actions(std::size_t index);

    template <class Work>
    void each_table(Work&& work);
};

}  // namespace haggis
