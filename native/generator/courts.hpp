// Which court cards to add to a combination (docs/spec/rules.md, section 2).
#pragma once

#include <array>
#include <cstdint>

#include "rules/cards.hpp"

namespace haggis {

// The ways to take `size` court cards out of those held: at most three.
struct CourtChoices {
    std::array<Cards, 3> cards{};
    std::uint8_t count = 0;
};

// kCourtChoices[held][size]
inline constexpr auto kCourtChoices = [] {
    std::array<std::array<CourtChoices, 4>, 8> table{};
    for (unsigned held = 0; held < 8; ++held)
        for (unsigned part = 0; part < 8; ++part)
            if ((part & ~held) == 0) {
                CourtChoices& choices = table[held][kSuitCount[part]];
                choices.cards[choices.count++] = Cards{part} << kCourtBit;
            }
    return table;
}();

}  // namespace haggis
