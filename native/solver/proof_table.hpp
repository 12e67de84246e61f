// What a search has proven about positions it may meet again by another road.
//
// An entry holds the whole position, not a fingerprint of it: two positions are never taken for
// each other. A search starts in a small corner of the table, which stays in the processor's
// cache, and doubles it as it fills; entries of earlier searches are recognised by their number
// and count as empty, so nothing is cleared between searches. What a search finds depends only on
// that search, never on the ones before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace haggis {

struct ProofKey {
    std::uint64_t hands = 0, rest = 0;  // every bit of the position
    std::uint32_t hash = 0;
};

struct ProofEntry {
    std::uint64_t hands = 0, rest = 0;
    std::uint32_t hash = 0;
    std::int32_t lower = 0, upper = 0;
    std::uint16_t move = 0;   // the best one known
    std::uint8_t effort = 0;  // how much work it saves
    std::uint8_t search = 0;  // 0: never written

    bool is(const ProofKey& key) const { return hands == key.hands && rest == key.rest; }
};
static_assert(sizeof(ProofEntry) == 32);

class ProofTable {
public:
    static constexpr std::size_t kSmallest = 512;  // entries

    explicit ProofTable(std::size_t most_entries) : most_(kSmallest) {
        while (2 * most_ <= most_entries) most_ *= 2;
    }

    void new_search();
    const ProofEntry* find(const ProofKey& key) const;
    // The place for what is known about this position: its own, an empty one, or the cheaper of two.
    ProofEntry& place_for(const ProofKey& key);

private:
    static constexpr std::size_t kBucket = 2;

    std::vector<ProofEntry> entries_;
    std::size_t most_;
    std::size_t size_ = 0;
    std::size_t used_ = 0;
    std::size_t written_ = 0;  // nothing beyond was written since the last clearing
    std::uint8_t search_ = 0;

    std::size_t bucket_of(std::uint32_t hash) const { return hash * kBucket & (size_ - 1); }
    ProofEntry& write(ProofEntry& entry, const ProofKey& key) const;
    void grow();
    void move_up(std::size_t bucket);
};

}  // namespace haggis
