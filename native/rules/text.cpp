#include "rules/text.hpp"

#include <string_view>

namespace haggis {
namespace {

constexpr std::string_view kRankLetters = "..23456789TJQK";
constexpr std::string_view kSuitLetters = "roygb";
constexpr std::array<std::string_view, 7> kBombNames{"", "rainbow", "JQ", "JK", "QK", "JQK", "suited"};

}  // namespace

std::string text_of(Cards cards) {
    std::string text;
    for (Cards rest = cards & kAllCards; rest; rest &= rest - 1) {
        const int bit = index_of(rest);
        if (!text.empty()) text += ' ';
        if (bit >= kCourtBit) {
            text += kRankLetters[kJack + bit - kCourtBit];
        } else {
            text += kRankLetters[rank_of_bit(bit)];
            text += kSuitLetters[suit_of_bit(bit)];
        }
    }
    return text;
}

std::string text_of(Reading reading) {
    if (reading.none()) return "nothing";
    if (reading.is_bomb()) return "bomb:" + std::string(kBombNames[static_cast<std::size_t>(reading.bomb()) % 7]);
    return std::to_string(reading.multiplicity()) + "x" + std::to_string(reading.length()) + ":" +
           kRankLetters[reading.rank() <= kKing ? reading.rank() : 0];
}

}  // namespace haggis
