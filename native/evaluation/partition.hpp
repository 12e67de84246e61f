// A hand parted into the combinations that it would be shed by: those whose cost shedding.hpp adds up.
#pragma once

#include <array>

#include "evaluation/weights.hpp"
#include "rules/cards.hpp"

namespace haggis {

enum class GroupKind : std::uint8_t { single, pair, three, four, run3, run4, run5, run6, pairs2, pairs3 };
inline constexpr int kGroupKinds = 10;

struct Group {
    GroupKind kind{};         // the last of each sort stands for longer ones, too
    std::uint8_t length = 1;  // of a sequence, in ranks
    std::uint8_t place = 0;   // of its highest rank: 0 is the two, 9 the jack
};

struct Partition {
    std::array<Group, kDealt + 3> groups{};
    int count = 0;

    void add(GroupKind kind, int length, int place) {
        groups[count++] = {kind, static_cast<std::uint8_t>(length), static_cast<std::uint8_t>(place)};
    }
    const Group* begin() const { return groups.data(); }
    const Group* end() const { return groups.data() + count; }
};

Partition partition(Cards hand, const Weights& weights);

}  // namespace haggis
