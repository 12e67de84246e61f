// Vectors handed to NumPy without a copy.
#pragma once

#include <nanobind/ndarray.h>

#include <utility>
#include <vector>

#include "bindings/checks.hpp"

namespace haggis {

template <class Value>
nb::ndarray<nb::numpy, Value, nb::ndim<1>> as_array(std::vector<Value> values) {
    auto* all = new std::vector<Value>(std::move(values));
    nb::capsule owner(all, [](void* held) noexcept { delete static_cast<std::vector<Value>*>(held); });
    return {all->data(), {all->size()}, owner};
}

// A part of all rounds' rows, one after the other.
template <class Rows, class Value>
auto joined(const std::vector<Rows>& rounds, std::vector<Value> Rows::* part) {
    std::vector<Value> all;
    for (const Rows& rows : rounds) all.insert(all.end(), (rows.*part).begin(), (rows.*part).end());
    return as_array(std::move(all));
}

}  // namespace haggis
