// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/rtl/shape_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "hw_model/kernel/error.h"
#include "sim/base/hash.h"
#include "sim/base/paths.h"
#include "sim/base/shared_library.h"
#include "sim/lab/user/verilated_library.h"

namespace rc::sim::lab {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> parameters_of(const RouterShape& shape) {
  std::vector<std::string> parameters;
  const auto add = [&](const char* name, unsigned value) {
    parameters.push_back(fmt::format("-G{}={}", name, value));
  };
  add("NumIn", shape.inputs);
  add("NumOut", shape.outputs);
  add("NumVcs", shape.vcs);
  add("NumClasses", shape.classes);
  add("Depth", shape.depth);
  add("NumDsts", shape.destinations);
  add("TableByVc", shape.by_vc);
  add("NumSets", static_cast<unsigned>(shape.sets.size()));
  add("RoundRobin", shape.round_robin);
  add("Wormhole", shape.wormhole);
  add("Before", shape.before);
  add("Traverse", shape.traverse);
  add("TableWords", shape.table_words());
  add("Route", shape.route);
  add("Credit", shape.credit);
  if (shape.two_stage) {
    add("TwoStage", 1);
    add("VcAllocator", static_cast<unsigned>(shape.vc_allocator));
    add("SwitchAllocator", static_cast<unsigned>(shape.switch_allocator));
    add("Iterations", shape.iterations);
    add("VcDelay", shape.vc);
  }
  parameters.push_back(fmt::format(
      "-GVcSets={}'h{:x}", shape.sets.size() * (shape.vcs / shape.classes), shape.packed_sets()));
  return parameters;
}

// The names that Verilator gives to registers, by port.
std::string constants_of(const RouterShape& shape) {
  std::string text = fmt::format(
      "// Made by rockcreek.\n#include \"Vrc_shape_top___024root.h\"\n#include \"rc_shape.h\"\n"
      "#include \"register_fields.h\"\n\nconstexpr unsigned kInputs = {}, kOutputs = {}, "
      "kTableWords = {};\n"
      "inline void tell_port(const Vrc_shape_top___024root& root, unsigned port,\n"
      "                      rc_shape_registers& registers) {{\n",
      shape.inputs, shape.outputs, shape.table_words());
  for (unsigned port = 0; port < shape.inputs; ++port) {
    const std::string queues = fmt::format(
        "root.rc_shape_top__DOT__u_router__DOT__gen_input__BRA__{}__KET____DOT__u_input__DOT__u_"
        "queues__DOT__",
        port);
    text += fmt::format(
        "  if (port == {0}) rc::rtl::tell_input({1}filled_q, {1}routed_q, {1}reads_q, {1}writes_q, "
        "{1}out_vcs_q, {2}, {3}, registers);\n",
        port, queues, shape.vcs, shape.depth);
  }
  for (unsigned port = 0; port < shape.outputs; ++port) {
    const std::string output = fmt::format(
        "root.rc_shape_top__DOT__u_router__DOT__gen_output__BRA__{}__KET____DOT__gen_{}__DOT__u_"
        "output__DOT__",
        port, shape.two_stage ? "two_stages" : "combined");
    text += fmt::format(
        "  if (port == {0}) rc::rtl::tell_output({1}owned_q, {1}u_credits__DOT__planes_q, {2}, "
        "{3}, "
        "registers);\n",
        port, output, shape.vcs, shape.depth);
  }
  return text + "}\n";
}

[[noreturn]] void refuse(const RouterShape& shape, const char* program, const std::string& log) {
  throw kernel::InputError(
      fmt::format("rc_router of {}: {}: {}", shape.text(), program, first_error(log, "rror")));
}

}  // namespace

std::vector<std::string> router_sources() {
  std::vector<std::string> sources;
  const fs::path folder = base::network_file("router");
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".sv") sources.push_back(entry.path());
  const auto is_package = [](const std::string& path) { return path.ends_with("_pkg.sv"); };
  std::ranges::sort(sources);
  std::stable_partition(sources.begin(), sources.end(), is_package);
  return sources;
}

unsigned build_seconds(const RouterShape& shape) {
  if (shape.two_stage) {
    const unsigned channels = (shape.inputs + shape.outputs) * shape.vcs;
    // Fitted on builds of 3 x 3 to 9 x 9 ports with 2 to 8 VCs. Each channel has a queue, a route, and
    // its place in two allocators.
    return 7 + channels * 23 / 100;
  }
  const double ports = shape.inputs * shape.outputs;
  return static_cast<unsigned>(8 + ports * (shape.vcs + 8) / 150);
}

const rc_shape_api& load_shape(const RouterShape& shape, const std::vector<std::string>& sources) {
  const std::vector<std::string> parameters = parameters_of(shape);
  const std::string here = base::network_file("shape");
  LibraryPlan plan;
  plan.cache = "routers";
  add_to_key(plan.key, verilator_version());
  for (const std::string& parameter : parameters) add_to_key(plan.key, parameter);
  add_files_to_key(plan.key, sources);
  add_files_to_key(plan.key, {here});
  plan.key = base::hash_of(plan.key);
  plan.announce =
      fmt::format("building rc_router of {} with Verilator, about {} s; the result is kept",
                  shape.text(), build_seconds(shape));
  plan.name = "router.so";
  plan.files = {{"rc_shape_constants.h", constants_of(shape)}};
  plan.top = "rc_shape_top";
  plan.unknowns = "fast";
  plan.verilator = [&](const std::string&) {
    std::vector<std::string> command = parameters;
    command.insert(command.end(), sources.begin(), sources.end());
    command.push_back(here + "/rc_shape_top.sv");
    return command;
  };
  plan.source = here + "/verilated_shape.cpp";
  plan.include_dirs = {here};
  plan.refuse_verilator = [&](int, const std::string& log) { refuse(shape, "Verilator", log); };
  plan.refuse_compiler = [&](int, const std::string& log) { refuse(shape, "the compiler", log); };
  const std::string library = build_library(plan).library;
  const auto get = base::SharedLibrary(library).find<const rc_shape_api*()>("rc_shape");
  if (get == nullptr)
    throw kernel::InputError(library + ": no router: expected a function rc_shape() in it");
  return *get();
}

}  // namespace rc::sim::lab
