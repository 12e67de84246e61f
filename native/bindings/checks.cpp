#include "bindings/checks.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "support/workers.hpp"

namespace haggis {
namespace {

constexpr auto kListenEvery = std::chrono::milliseconds(20);

template <class Value>
nb::capsule owner_of(Value* data) {
    return nb::capsule(data, [](void* pointer) noexcept { delete[] static_cast<Value*>(pointer); });
}

// Waits for the work; true if a signal asked to stop.
bool wait_for(std::mutex& mutex, std::condition_variable& changed, const bool& done) {
    for (;;) {
        {
            nb::gil_scoped_release release;
            std::unique_lock lock(mutex);
            if (changed.wait_for(lock, kListenEvery, [&] { return done; })) return false;
        }
        if (PyErr_CheckSignals() != 0) return true;
    }
}

}  // namespace

std::int64_t whole(nb::int_ value, const char* name, std::int64_t least, std::int64_t most) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0 || number < least || number > most)
        throw bad_request(std::string(name) + " must be a whole number from " + std::to_string(least) + " to " +
                          std::to_string(most));
    return number;
}

std::uint64_t seed_of(nb::int_ value) {
    const std::uint64_t seed = PyLong_AsUnsignedLongLongMask(value.ptr());
    if (PyErr_Occurred()) throw nb::python_error();
    return seed;
}

int worker_count(int threads) {
    return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int thread_count(nb::int_ value) { return worker_count(static_cast<int>(whole(value, "threads", 0, kMostThreads))); }

int seat_of(nb::int_ value, const Rules& rules) {
    return static_cast<int>(whole(value, "a seat", 0, rules.players - 1));
}

void check_players(const Network& network, const Rules& rules) {
    if (network.players() != rules.players) throw bad_request("the network is for another number of players");
}

void check_players(const Policy& policy, const Rules& rules) {
    if (policy.players() != rules.players) throw bad_request("the policy is for another number of players");
}

Style style_of(const std::string& name) {
    if (name == "random") return Style::random;
    if (name == "sensible") return Style::sensible;
    throw bad_request("a playout is 'random' or 'sensible'");
}

Cards cards_of(nb::int_ value, const char* name) {
    int overflow = 0;
    const long long bits = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0 || bits < 0 || static_cast<Cards>(bits) > kAllCards)
        throw bad_notation(std::string(name) + " must be cards: bits 0 to 47");
    return static_cast<Cards>(bits);
}

Cards hand_of(nb::int_ value, const Rules& rules) {
    const Cards hand = cards_of(value, "a hand");
    if (const std::string reason = objection_to_hand(hand, rules); !reason.empty()) throw bad_deal(reason);
    return hand;
}

Reading reading_of(nb::int_ value, const Rules& rules) {
    const Reading reading{static_cast<std::uint16_t>(whole(value, "a reading's code", 0, 0xffff))};
    if (const std::string reason = objection_to_reading(reading, rules); !reason.empty()) throw bad_notation(reason);
    return reading;
}

void interruptible(const Work& work) {
    std::atomic<bool> stop = false;
    interruptible(stop, work);
}

void interruptible(std::atomic<bool>& stop, const Work& work) {
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::exception_ptr failure;
    std::thread worker([&] {
        try {
            work(stop);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        changed.notify_one();
    });
    const bool interrupted = wait_for(mutex, changed, done);
    if (interrupted) stop = true;
    {
        nb::gil_scoped_release release;
        worker.join();
    }
    if (interrupted) throw nb::python_error();
    if (failure) std::rethrow_exception(failure);
}

Words words_array(const std::uint64_t* begin, const std::uint64_t* end) {
    const auto count = static_cast<std::size_t>(end - begin);
    auto* data = new std::uint64_t[count];
    std::copy(begin, end, data);
    return Words(data, {count}, owner_of(data));
}

Table totals_array(std::span<const PlayoutResult> results, int players) {
    const auto seats = static_cast<std::size_t>(players);
    auto* data = new std::int32_t[results.size() * seats];
    for (std::size_t i = 0; i < results.size(); ++i) std::copy_n(results[i].totals.begin(), seats, data + i * seats);
    return Table(data, {results.size(), seats}, owner_of(data));
}

Row actions_array(std::span<const PlayoutResult> results) {
    auto* data = new std::int32_t[results.size()];
    for (std::size_t i = 0; i < results.size(); ++i) data[i] = results[i].actions;
    return Row(data, {results.size()}, owner_of(data));
}

}  // namespace haggis
