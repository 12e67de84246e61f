// What the seats have shown by their play: on what they passed, and what they led.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/actions.hpp"
#include "value/features.hpp"

namespace haggis {

inline constexpr int kShapes = 12;  // that are told apart, bombs aside
inline constexpr int kBombs = 6;
inline constexpr int kTops = kShapes * kPlaces + kBombs;

// A combination by its shape and its highest rank, as one of kTops numbers.
inline int number_of(Reading top) {
    return top.is_bomb() ? kShapes * kPlaces + static_cast<int>(top.bomb()) - 1
                         : kind_of(top) * kPlaces + top.rank() - kLowRank;
}

// A set of combinations.
class TopSet {
public:
    void add(Reading top) {
        const auto number = static_cast<std::size_t>(number_of(top));
        places_[number / kPlaces] |= static_cast<std::uint16_t>(1u << (number % kPlaces));
    }
    // Whether one of this shape is there whose highest rank is at `place` (0 is the two) or below.
    bool holds_up_to(int shape, int place) const {
        return (places_[static_cast<std::size_t>(shape)] & ((2u << place) - 1)) != 0;
    }
    template <class Each>
    void each(Each&& each) const {
        for (std::size_t shape = 0; shape < places_.size(); ++shape)
            for (unsigned left = places_[shape]; left; left &= left - 1)
                each(static_cast<int>(shape) * kPlaces + std::countr_zero(left));
    }

private:
    std::array<std::uint16_t, kShapes + 1> places_{};  // the last: bombs
};

struct History {
    std::array<TopSet, kMaxPlayers> passed, led;

    // To be told of every action before it is applied.
    void note(const Round& before, const Action& action) {
        const auto seat = static_cast<std::size_t>(action.seat);
        if (action.kind == Action::Kind::pass) passed[seat].add(before.top);
        if (action.kind == Action::Kind::play && before.leading()) led[seat].add(action.play.reading());
    }
};

}  // namespace haggis
