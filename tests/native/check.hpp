// The smallest test framework that does: count failures, say where, return them from main.
#pragma once

#include <functional>
#include <initializer_list>
#include <iostream>
#include <string>

namespace check {

struct Tally {
    int passed = 0;
    int failed = 0;

    void record(bool good, const char* what, const char* file, int line, const std::string& note) {
        (good ? passed : failed) += 1;
        if (!good && failed <= 20)
            std::cerr << file << ":" << line << ": " << what << (note.empty() ? "" : "  ") << note << "\n";
    }
    int report(const char* name) const {
        std::cout << name << ": " << passed << " passed, " << failed << " failed\n";
        return failed == 0 && passed > 0 ? 0 : 1;
    }
};

struct Test {
    const char* name;
    std::function<void(Tally&)> check;
};

// What main returns: 0 if every test checked something and nothing failed.
inline int run(std::initializer_list<Test> tests) {
    int failed = 0;
    for (const Test& test : tests) {
        Tally tally;
        test.check(tally);
        failed += tally.report(test.name);
    }
    return failed ? 1 : 0;
}

}  // namespace check

#define CHECK(tally, condition, note) (tally).record((condition), #condition, __FILE__, __LINE__, (note))
