// How errors leave the engine: as the exceptions of haggis.rules, with a sentence.
#pragma once

#include <stdexcept>
#include <string>

namespace haggis {

class Error : public std::runtime_error {
public:
    // The name of the class in haggis.rules.errors.
    Error(const char* kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
    const char* kind() const { return kind_; }

private:
    const char* kind_;
};

inline Error bad_rules(const std::string& sentence) { return {"BadRules", sentence}; }
inline Error bad_deal(const std::string& sentence) { return {"BadDeal", sentence}; }
inline Error illegal(const std::string& sentence) { return {"IllegalAction", sentence}; }
inline Error bad_notation(const std::string& sentence) { return {"NotationError", sentence}; }
inline Error bad_request(const std::string& sentence) { return {"HaggisError", sentence}; }

}  // namespace haggis
