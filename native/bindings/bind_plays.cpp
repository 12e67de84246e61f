// Plays and readings of cards alone (docs/spec/rules.md, section 2).
//
// Python gets a play as one word: cards in bits 0 to 47, the reading's code above.
#include <nanobind/stl/vector.h>

#include "bindings/checks.hpp"
#include "generator/plays.hpp"

namespace haggis {
namespace {

Words plays(const Rules& rules, nb::int_ hand, nb::int_ top) {
    PlayList list;
    list_plays(hand_of(hand, rules), reading_of(top, rules), rules, list);
    return words_array(list.begin(), list.end());
}

int count(const Rules& rules, nb::int_ hand, nb::int_ top) {
    return count_plays(hand_of(hand, rules), reading_of(top, rules), rules);
}

std::vector<int> readings(const Rules& rules, nb::int_ cards) {
    std::vector<int> codes;
    for (const Reading reading : readings_of(cards_of(cards, "a play"), rules)) codes.push_back(reading.code);
    return codes;
}

}  // namespace

void bind_plays(nb::module_& module) {
    using namespace nb::literals;
    module.def("plays", &plays, "rules"_a, "hand"_a, "top"_a = 0,
               "Every play of a hand that beats the reading `top` (0: on lead), a word each.");
    module.def("count_plays", &count, "rules"_a, "hand"_a, "top"_a = 0, "How many they are.");
    module.def("readings", &readings, "rules"_a, "cards"_a, "The codes of every reading of the cards.");
}

}  // namespace haggis
