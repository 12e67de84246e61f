// The exact solver.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <vector>

#include "bindings/bound_round.hpp"
#include "bindings/wire_action.hpp"
#include "solver/solver.hpp"

namespace haggis {
namespace {

constexpr std::int64_t kMostNodes = 1'000'000'000'000;
constexpr std::int64_t kMostMillis = 1'000'000'000;
constexpr std::int64_t kMostMegabytes = 65'536;

SolveResult solve_round(const BoundRound& self, nb::int_ nodes, nb::int_ millis, bool line, nb::int_ megabytes) {
    if (const std::string reason = objection_to_solving(self.round, self.rules); !reason.empty())
        throw bad_request(reason);
    const SolveLimits limits{.nodes = static_cast<std::uint64_t>(whole(nodes, "nodes", 0, kMostNodes)),
                             .millis = whole(millis, "milliseconds", 0, kMostMillis),
                             .line = line};
    const auto memory = static_cast<std::size_t>(whole(megabytes, "megabytes", 0, kMostMegabytes)) << 20;
    SolveResult result;
    interruptible([&](const std::atomic<bool>& stop) {
        result = Solver(memory).solve(self.round, self.rules, limits, stop);
    });
    return result;
}

std::optional<WireAction> best_action(const SolveResult& result) {
    return result.has_action ? std::optional(wire_of(result.action)) : std::nullopt;
}

std::vector<WireAction> line_of(const SolveResult& result) {
    std::vector<WireAction> line;
    for (const Action& action : result.line) line.push_back(wire_of(action));
    return line;
}

}  // namespace

void bind_solver(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<SolveResult>(module, "SolveResult", "What the solver has proven.")
        .def_ro("solved", &SolveResult::solved)
        .def_ro("first", &SolveResult::first, "The rival with the lower seat.")
        .def_ro("second", &SolveResult::second)
        .def_ro("lower", &SolveResult::lower, "The first rival's points less the second's, at least.")
        .def_ro("upper", &SolveResult::upper, "The same at most.")
        .def_ro("nodes", &SolveResult::nodes)
        .def_prop_ro("action", &best_action, "(kind, seat, word or seat), or None if nothing is proven.")
        .def_prop_ro("line", &line_of);
    module.def("solve", &solve_round, "round"_a, "nodes"_a = 0, "millis"_a = 0, "line"_a = true, "megabytes"_a = 256,
               "Best play of both rivals; limits of 0 are none.");
}

}  // namespace haggis
