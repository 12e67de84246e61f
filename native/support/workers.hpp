// Sharing independent pieces of work among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace haggis {

inline constexpr int kMostThreads = 256;

// Calls work(i) for every i below `count`, in any order, until done or stopped. The calling
// thread works too. Small pieces are handed out several at a time.
template <std::size_t kChunk = 16, class Work>
void share_out(std::size_t count, int threads, const std::atomic<bool>& stop, Work&& work) {
    std::atomic<std::size_t> next{0};
    const auto worker = [&] {
        while (!stop.load(std::memory_order_relaxed)) {
            const std::size_t first = next.fetch_add(kChunk, std::memory_order_relaxed);
            if (first >= count) return;
            for (std::size_t i = first; i < std::min(first + kChunk, count); ++i) work(i);
        }
    };
    const std::size_t useful = (count + kChunk - 1) / kChunk;
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < std::min<std::size_t>(static_cast<std::size_t>(threads), useful); ++i)
        helpers.emplace_back(worker);
    worker();
}

}  // namespace haggis
