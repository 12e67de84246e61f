#include "solver/proof_table.hpp"

#include <algorithm>
#include <utility>

namespace haggis {

void ProofTable::new_search() {
    size_ = kSmallest;
    used_ = 0;
    if (entries_.size() < size_) entries_.resize(size_);
    if (++search_ == 0) {
        for (std::size_t i = 0; i < written_; ++i) entries_[i].search = 0;
        written_ = 0;
        search_ = 1;
    }
    written_ = std::max(written_, size_);
}

const ProofEntry* ProofTable::find(const ProofKey& key) const {
    const ProofEntry* bucket = &entries_[bucket_of(key.hash)];
    for (std::size_t i = 0; i < kBucket; ++i)
        if (bucket[i].search == search_ && bucket[i].is(key)) return &bucket[i];
    return nullptr;
}

ProofEntry& ProofTable::place_for(const ProofKey& key) {
    if (4 * used_ > 3 * size_ && size_ < most_) grow();
    ProofEntry* bucket = &entries_[bucket_of(key.hash)];
    for (std::size_t i = 0; i < kBucket; ++i) {
        if (bucket[i].search != search_) {
            ++used_;
            return write(bucket[i], key);
        }
        if (bucket[i].is(key)) return bucket[i];
    }
    // The costlier of the two moves to the front and stays; the other makes room.
    if (bucket[1].effort > bucket[0].effort) std::swap(bucket[0], bucket[1]);
    return write(bucket[1], key);
}

ProofEntry& ProofTable::write(ProofEntry& entry, const ProofKey& key) const {
    entry = {.hands = key.hands, .rest = key.rest, .hash = key.hash, .search = search_};
    return entry;
}

void ProofTable::grow() {
    if (entries_.size() < 2 * size_) entries_.resize(2 * size_);
    for (std::size_t bucket = 0; bucket < size_; bucket += kBucket) move_up(bucket);
    size_ *= 2;
    written_ = std::max(written_, size_);
}

// Entries whose hash has the next bit set belong into the new half. It holds nothing of this
// search yet, and their bucket there is filled from one old bucket alone.
void ProofTable::move_up(std::size_t bucket) {
    ProofEntry* low = &entries_[bucket];
    ProofEntry* high = &entries_[bucket + size_];
    std::size_t kept = 0, moved = 0;
    for (std::size_t i = 0; i < kBucket; ++i) {
        const ProofEntry entry = low[i];
        low[i].search = 0;
        if (entry.search != search_) continue;
        const bool up = (entry.hash * kBucket & size_) != 0;
        (up ? high[moved++] : low[kept++]) = entry;
    }
    for (; moved < kBucket; ++moved) high[moved].search = 0;
}

}  // namespace haggis
