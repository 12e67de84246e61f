// Settings: made from the options of search/settings.hpp, whatever they are.
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include <functional>
#include <type_traits>

#include "bindings/checks.hpp"
#include "search/settings.hpp"

namespace haggis {
namespace {

template <class Visit>
void each_option(Visit&& visit) {
    std::apply([&](const auto&... option) { (visit(option), ...); }, kSearchOptions);
}

template <class Value>
constexpr const char* kTypeName = std::is_same_v<Value, bool>  ? "bool"
                                  : std::is_same_v<Value, int> ? "int"
                                                               : "float";

// The sentences for a wrong value are said in one place: haggis.engine.checks.
nb::object check(const char* name) { return nb::module_::import_("haggis.engine.checks").attr(name); }

int checked(const SearchOption<int>& option, nb::handle value) {
    const auto least = static_cast<int>(option.least), most = static_cast<int>(option.most);
    return nb::cast<int>(check("whole")(value, option.spoken, least, most));
}

double checked(const SearchOption<double>& option, nb::handle value) {
    return nb::cast<double>(check("number")(value, option.spoken, option.least, option.most, option.unit));
}

bool checked(const SearchOption<bool>& option, nb::handle value) {
    return nb::cast<bool>(check("instance")(value, nb::bool_(true).type(), option.spoken));
}

SearchSettings replaced(SearchSettings settings, const nb::kwargs& changes) {
    std::size_t known = 0;
    each_option([&](const auto& option) {
        if (!changes.contains(option.name)) return;
        ++known;
        settings.*option.field = checked(option, changes[option.name]);
    });
    if (known == changes.size()) return settings;
    std::string names;
    each_option([&](const auto& option) { names += (names.empty() ? "" : ", ") + std::string(option.name); });
    throw nb::type_error(("the options of a search are " + names).c_str());
}

void make(SearchSettings* self, const nb::kwargs& options) { new (self) SearchSettings(replaced({}, options)); }

// "name=value" of every option, as Python writes them.
template <class Write>
std::string listed(const SearchSettings& settings, Write&& write) {
    std::string text;
    each_option([&](const auto& option) {
        const auto value = nb::cast<std::string>(nb::repr(nb::cast(settings.*option.field)));
        text += (text.empty() ? "" : ", ") + write(option, value);
    });
    return text;
}

std::string repr(const SearchSettings& self) {
    const auto pair = [](const auto& option, const std::string& value) { return option.name + ("=" + value); };
    return "Settings(" + listed(self, pair) + ")";
}

// The options by name, with their types and defaults, for the typed stub.
std::string signature(const std::string& name, const std::string& result, bool defaults) {
    const auto typed = [&]<class Value>(const SearchOption<Value>& option, const std::string& value) {
        return option.name + (std::string(": ") + kTypeName<Value>)+" = " + (defaults ? value : "...");
    };
    return "def " + name + "(self, *, " + listed({}, typed) + ") -> " + result;
}

nb::dict options_of(const SearchSettings& self) {
    nb::dict options;
    each_option([&](const auto& option) { options[option.name] = self.*option.field; });
    return options;
}

nb::dict bounds() {
    nb::dict found;
    each_option([&]<class Value>(const SearchOption<Value>& option) {
        if constexpr (std::is_same_v<Value, int>)
            found[option.name] = nb::make_tuple(static_cast<int>(option.least), static_cast<int>(option.most));
    });
    return found;
}

}  // namespace

void bind_settings(nb::module_& module) {
    const std::string made = signature("__init__", "None", true);
    const std::string changed = signature("replace", "Settings", false);
    const std::string copied = signature("__replace__", "Settings", false);
    nb::class_<SearchSettings> bound(module, "Settings",
                                     "How to search. Switching an idea off shows what it is worth.");
    bound.def("__init__", &make, nb::sig(made.c_str()))
        .def("replace", &replaced, nb::sig(changed.c_str()), "The same settings with some options changed.")
        .def("__replace__", &replaced, nb::sig(copied.c_str()))
        .def_static("bounds", &bounds, nb::sig("def bounds() -> dict[str, tuple[int, int]]"),
                    "The least and the most of every option that is a whole number.")
        .def("__repr__", &repr)
        .def("__hash__", [](const SearchSettings& self) { return std::hash<std::string>{}(repr(self)); })
        .def("__getstate__", &options_of, nb::sig("def __getstate__(self) -> dict[str, bool | int | float]"))
        .def("__setstate__",
             [](SearchSettings* self, const nb::dict& options) { make(self, nb::borrow<nb::kwargs>(options)); })
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));
    each_option([&](const auto& option) { bound.def_ro(option.name, option.field, option.does); });
}

}  // namespace haggis
