// The text forms of cards, readings and bombs (docs/spec/rules.md, sections 1 and 2).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/combos.hpp"

namespace haggis {

std::string text_of(Cards cards);      // "3r 5y J"
std::string text_of(Reading reading);  // "1x3:9", "bomb:JQ"
std::string text_of(Play play);        // "3r 4r J as 1x3:5"

// Nothing if the text is not cards, a card is named twice, or it is not a reading's form.
std::optional<Cards> parse_cards(std::string_view text);
std::optional<Reading> parse_reading(std::string_view text);

}  // namespace haggis
