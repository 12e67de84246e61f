// The module haggis._native: the fast reading of the rules, for src/haggis/engine to wrap.
#include "bindings/checks.hpp"

namespace {

// Imported when first needed, so that the module can also be loaded alone, for its stub.
void translate(const std::exception_ptr& raised, void*) {
    try {
        std::rethrow_exception(raised);
    } catch (const haggis::Error& error) {
        const auto errors = nanobind::module_::import_("haggis.rules.errors");
        PyErr_SetString(errors.attr(error.kind()).ptr(), error.what());
    }
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The fast reading of the rules. Use it through haggis.engine.";
    // Caches on the Python side outlive the module at exit; that is no leak worth a warning.
    nanobind::set_leak_warnings(false);
    nanobind::register_exception_translator(translate);
    haggis::bind_rules(module);
    haggis::bind_plays(module);
    haggis::bind_round(module);
    haggis::bind_playouts(module);
    haggis::bind_batch(module);
    haggis::bind_bench(module);
    haggis::bind_settings(module);
    haggis::bind_search(module);
    haggis::bind_weights(module);
    haggis::bind_network(module);
    haggis::bind_policy(module);
    haggis::bind_solver(module);
}
