// What every bound function needs: numbers checked with a sentence, and long work
// that lets other Python threads run and obeys Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "bindings/errors.hpp"
#include "policy/policy.hpp"
#include "rules/position.hpp"
#include "simulation/playout.hpp"
#include "value/network.hpp"

namespace haggis {

namespace nb = nanobind;

// A whole number from Python, within bounds.
std::int64_t whole(nb::int_ value, const char* name, std::int64_t least, std::int64_t most);
std::uint64_t seed_of(nb::int_ value);  // any whole number; the low 64 bits count
int worker_count(int threads);          // 0: as many as the machine has
int thread_count(nb::int_ value);       // the same, checked
int seat_of(nb::int_ value, const Rules& rules);
Style style_of(const std::string& name);
void check_players(const Network& network, const Rules& rules);
void check_players(const Policy& policy, const Rules& rules);

// Cards and readings as the bits and codes of combos.hpp, checked against the rules.
Cards cards_of(nb::int_ value, const char* name);
Cards hand_of(nb::int_ value, const Rules& rules);
Reading reading_of(nb::int_ value, const Rules& rules);

// Runs `work` on another thread, without the GIL, while this one listens for Ctrl-C. On a signal
// `stop` is set, the work is waited for, and KeyboardInterrupt is raised.
using Work = std::function<void(const std::atomic<bool>& stop)>;
void interruptible(const Work& work);
// The same, with a flag by which other threads may end the work early, too; then what it has found so far counts.
void interruptible(std::atomic<bool>& stop, const Work& work);

using Words = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>;
using Table = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>;
using Row = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;

Words words_array(const std::uint64_t* begin, const std::uint64_t* end);
Table totals_array(std::span<const PlayoutResult> results, int players);
Row actions_array(std::span<const PlayoutResult> results);

// One file a subject.
void bind_rules(nb::module_& module);
void bind_plays(nb::module_& module);
void bind_round(nb::module_& module);
void bind_playouts(nb::module_& module);
void bind_batch(nb::module_& module);
void bind_bench(nb::module_& module);
void bind_settings(nb::module_& module);
void bind_search(nb::module_& module);
void bind_weights(nb::module_& module);
void bind_network(nb::module_& module);
void bind_policy(nb::module_& module);
void bind_solver(nb::module_& module);

}  // namespace haggis
