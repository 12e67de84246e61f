// The batch simulator: its arrays are windows onto the batch's own memory.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <tuple>
#include <vector>

#include "bindings/bound_round.hpp"
#include "learning/batch.hpp"

namespace haggis {
namespace {

constexpr std::int64_t kMostTables = 16384;  // one step then takes less than 100 ms

template <class Value>
using Column = nb::ndarray<nb::numpy, const Value, nb::ndim<1>>;
template <class Value>
using Matrix = nb::ndarray<nb::numpy, const Value, nb::ndim<2>>;
using Choices = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// While one thread steps, the GIL is free: another that comes in meanwhile is refused.
struct BoundBatch {
    Batch batch;
    std::atomic<bool> busy = false;
};

class Turn {
public:
    explicit Turn(BoundBatch& bound) : busy_(bound.busy) {
        if (busy_.exchange(true)) throw bad_request("another thread is stepping this batch");
    }
    ~Turn() { busy_ = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    std::atomic<bool>& busy_;
};

void make_batch(BoundBatch* self, const Rules& rules, nb::int_ size, nb::int_ seed, bool bets, nb::int_ threads) {
    const auto tables = static_cast<std::size_t>(whole(size, "the number of tables", 1, kMostTables));
    const auto start = seed_of(seed);
    const int workers = thread_count(threads);
    nb::gil_scoped_release release;
    new (self) BoundBatch{.batch = Batch(rules, tables, start, bets, workers)};
}

void reset(BoundBatch& self, nb::int_ seed) {
    const auto start = seed_of(seed);
    const Turn turn(self);
    nb::gil_scoped_release release;
    self.batch.reset(start);
}

void step(BoundBatch& self, const Choices& array) {
    const std::span<const std::int64_t> choices(array.data(), array.shape(0));
    const Turn turn(self);
    if (const std::string reason = self.batch.objection(choices); !reason.empty()) throw illegal(reason);
    nb::gil_scoped_release release;
    self.batch.step(choices);
}

std::size_t table_of(const Batch& self, nb::int_ index) {
    return static_cast<std::size_t>(whole(index, "a table", 0, static_cast<std::int64_t>(self.size()) - 1));
}

// A round with what everybody has seen: the cards each seat played, and those to beat.
WatchedRound watched(const BoundRound& bound, const std::vector<nb::int_>& played, nb::int_ on_table) {
    if (bound.round.over()) throw illegal("the round is over");
    if (played.size() != bound.rules.players) throw bad_deal("the cards played must be told for every seat");
    WatchedRound seen{.round = bound.round, .on_table = cards_of(on_table, "the combination on the table")};
    for (std::size_t seat = 0; seat < played.size(); ++seat)
        seen.played[seat] = cards_of(played[seat], "the cards played");
    return seen;
}

void place(BoundBatch& self, nb::int_ index, const BoundRound& bound, const std::vector<nb::int_>& played,
           nb::int_ on_table) {
    if (bound.rules != self.batch.rules()) throw bad_rules("the round is played by other rules than the batch");
    const auto table = table_of(self.batch, index);
    const WatchedRound chosen = watched(bound, played, on_table);
    const Turn turn(self);
    self.batch.place(table, chosen);
}

BoundRound round_at(BoundBatch& self, nb::int_ index) {
    const Turn turn(self);
    return {self.batch.rules(), self.batch.table(table_of(self.batch, index)).round};
}

auto observation(const BoundRound& bound, const std::vector<nb::int_>& played, nb::int_ on_table) {
    const WatchedRound seen = watched(bound, played, on_table);
    auto* row = new float[kObservation];
    observe(seen, bound.rules, row);
    const nb::capsule owner(row, [](void* data) noexcept { delete[] static_cast<float*>(data); });
    return nb::ndarray<nb::numpy, float, nb::ndim<1>>(row, {kObservation}, owner);
}

std::vector<std::tuple<std::string, int, int>> fields() {
    std::vector<std::tuple<std::string, int, int>> layout;
    for (const Field& field : kFields) layout.emplace_back(field.name, field.start, field.size);
    return layout;
}

// The windows keep the batch alive; the list of actions also outlives its replacement.
template <class Value>
Column<Value> column(const BoundBatch& self, const Value* data, std::size_t size) {
    return {data, {size}, nb::find(self)};
}

Matrix<float> observations(const BoundBatch& self) {
    return {self.batch.observations(), {self.batch.size(), kObservation}, nb::find(self)};
}
Matrix<std::int32_t> rewards(const BoundBatch& self) {
    return {self.batch.rewards(), {self.batch.size(), self.batch.rules().players}, nb::find(self)};
}
auto seats(const BoundBatch& self) { return column(self, self.batch.seats(), self.batch.size()); }
auto finished(const BoundBatch& self) { return column(self, self.batch.finished(), self.batch.size()); }
auto rounds(const BoundBatch& self) { return column(self, self.batch.rounds(), self.batch.size()); }
auto offsets(const BoundBatch& self) { return column(self, self.batch.offsets(), self.batch.size() + 1); }

Column<std::uint64_t> words(BoundBatch& self) {
    using Shared = std::shared_ptr<std::uint64_t[]>;
    const Turn turn(self);
    auto* shared = new Shared(self.batch.words());
    const nb::capsule owner(shared, [](void* data) noexcept { delete static_cast<Shared*>(data); });
    return {shared->get(), {static_cast<std::size_t>(self.batch.offsets()[self.batch.size()])}, owner};
}

}  // namespace

void bind_batch(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<BoundBatch>(module, "Batch", "Many rounds stepped side by side.")
        .def("__init__", &make_batch, "rules"_a, "size"_a, "seed"_a, "bets"_a = false, "threads"_a = 1)
        .def("reset", &reset, "seed"_a, "Fresh deals everywhere.")
        .def("step", &step, "choices"_a, "One action at every table, by its number in the table's list.")
        .def("place", &place, "table"_a, "round"_a, "played"_a, "on_table"_a, "Puts a chosen round on one table.")
        .def("round", &round_at, "table"_a, "The round at one table, with all its hidden cards.")
        .def_prop_ro("size", [](const BoundBatch& self) { return self.batch.size(); })
        .def_prop_ro("observations", &observations)
        .def_prop_ro("seats", &seats)
        .def_prop_ro("offsets", &offsets)
        .def_prop_ro("words", &words, nb::rv_policy::automatic)
        .def_prop_ro("rewards", &rewards)
        .def_prop_ro("finished", &finished)
        .def_prop_ro("rounds", &rounds);
    module.def("observation", &observation, "round"_a, "played"_a, "on_table"_a,
               "What the seat to act may know, as a row of numbers.");
    module.def("observation_fields", &fields, "(name, start, size) of every part of an observation.");
}

}  // namespace haggis
