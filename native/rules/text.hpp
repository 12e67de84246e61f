// The text forms of cards, readings and bombs (docs/spec/rules.md, sections 1 and 2).
#pragma once

#include <string>

#include "rules/combos.hpp"

namespace haggis {

std::string text_of(Cards cards);      // "3r 5y J"
std::string text_of(Reading reading);  // "1x3:9", "bomb:JQ"

}  // namespace haggis
