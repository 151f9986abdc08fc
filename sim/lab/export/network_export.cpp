// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/export/network_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/paths.h"
#include "sim/lab/export/bench_text.h"
#include "sim/lab/export/core_text.h"
#include "sim/lab/rtl/shape_library.h"

namespace rc::sim::lab {
namespace {

namespace fs = std::filesystem;
using kernel::InputError;

constexpr std::size_t kMaxExportEnds = 1024;         // 32 x 32, the largest grid of `noc --network`
constexpr std::size_t kMaxPorts = 65536;             // the rows of rc_net_graph have 16 bits
constexpr std::uint64_t kMaxTableBits = 4ull << 20;  // of all routers

[[noreturn]] void refuse(const std::string& what, const std::string& expected) {
  throw InputError(fmt::format("network export: {}: expected {}", what, expected));
}

void expect_empty(const std::string& directory) {
  std::error_code ignored;
  if (!fs::exists(directory, ignored)) return;
  const std::string name = kernel::shown(directory, kernel::kMaxPathShown);
  if (!fs::is_directory(directory, ignored)) refuse(name + " is a file", "a new folder");
  if (!fs::is_empty(directory, ignored)) refuse(name + " is not empty", "a new or an empty folder");
}

// A name for modules: the family's, without what is no part of a name.
std::string top_of(const noc::Topology& topology) {
  std::string name;
  for (const noc::Family& family : noc::families())
    if (topology.family == family.name) name = topology.family;
  if (name.empty()) name = "graph";
  std::ranges::replace(name, '-', '_');
  return "rc_net_" + name;
}

// The least that a packet needs: one router.
std::uint32_t least_latency(const GraphModel& model) {
  unsigned in = noc::kMaxWire, out = noc::kMaxWire;
  for (const noc::End& end : model.graph().ends()) {
    in = std::min<unsigned>(in, end.in_wire);
    out = std::min<unsigned>(out, end.out_wire);
  }
  return model.router().hop() + model.router().inject_step + in + out;
}

// After the last flit is out, credits are on their way.
std::uint32_t drain_cycles(const noc::Graph& graph) {
  unsigned longest = 0;
  for (const noc::Channel& channel : graph.channels())
    longest = std::max<unsigned>(longest, channel.wire);
  for (const noc::End& end : graph.ends())
    longest = std::max<unsigned>({longest, end.in_wire, end.out_wire});
  return 16 + longest;
}

std::string description_text(const ExportedNetwork& network) {
  const NetworkDescription& d = network.description;
  return fmt::format(
      "# {0}.\n# Made by `rockcreek network export`.\ncontract = 1\ntop = \"{1}\"\n"
      "sources = [\"rtl/rc_router_pkg.sv\", \"rtl/*.sv\", \"{1}_routes.sv\", \"{1}_core.sv\", "
      "\"{1}.sv\"]\n"
      "flit_bits = {2}\nmax_flits = {3}\n"
      "min_latency = {4} # through one router\n"
      "interleave = \"none\"\norder = \"{5}\"\n"
      "drain_cycles = {6}\nreset_cycles = 2\nquiet_cycles = 0\nmax_end_points = {7}\n"
      "hierarchical = [\"rc_router\"] # built once; its last registers are in the wires\n"
      "synthesis_top = \"{1}_core\"\n"
      "synthesis_sources = [\"rtl/rc_router_pkg.sv\", \"rtl/*.sv\", \"{1}_routes.sv\", "
      "\"{1}_core.sv\"]\n"
      "synthesis_modules = [\"rc_router\"]\n\n"
      "[statistics]\nflit_hops = \"u_core.u_graph.flit_hops\"\n",
      title_of(network), d.top, d.flit_bits, d.max_flits, d.min_latency, d.order, d.drain_cycles,
      network.ends());
}

// Columns and rows with so many places, as square as can be.
std::pair<std::size_t, std::size_t> grid_of(std::size_t ends) {
  std::size_t rows = 1;
  for (std::size_t n = 1; n * n <= ends; ++n)
    if (ends % n == 0 && ends / n <= noc::kMaxCols) rows = n;
  return {ends / rows, rows};
}

std::string next_steps(const ExportedNetwork& network, bool chip, const std::string& directory) {
  std::string text = fmt::format("{}: {}\n  cd {} && {}\n", directory, title_of(network), directory,
                                 bench_command(network));
  if (chip) {
    return text +
           fmt::format("  rockcreek network check {0}\n  rockcreek run --network {0} APP.elf\n",
                       directory);
  }
  const auto [cols, rows] = grid_of(network.ends());
  if (cols > noc::kMaxCols) return text;
  const std::string classes =
      network.shape.classes == 2 ? "" : fmt::format(" --classes {}", network.shape.classes);
  return text + fmt::format(
                    "  rockcreek network check {0} --grid {1}x{2}{3}\n"
                    "  rockcreek noc --network {0} --cols {1} --rows {2}{3}\n",
                    directory, cols, rows, classes);
}

void write_folder(const ExportedNetwork& network, const std::string& directory) {
  const fs::path folder(directory);
  const std::string& top = network.description.top;
  base::make_directory(directory);
  base::make_directory(folder / "rtl");
  base::make_directory(folder / "bench");
  std::vector<std::string> boxes = router_sources();
  const fs::path parts(base::network_file("rtl"));
  for (const char* part : {"rc_net_end.sv", "rc_net_fifo.sv", "rc_net_graph.sv", "rc_net_link.sv"})
    boxes.push_back(parts / part);
  for (const fs::path box : boxes)
    base::write_file(folder / "rtl" / box.filename(), base::read_file(box));
  base::write_file(folder / (top + "_core.sv"), core_text(network));
  base::write_file(folder / (top + "_routes.sv"), routes_text(network));
  base::write_file(folder / (top + ".sv"), wrapper_text(network));
  write_bench(network, folder / "bench");
  base::write_file(folder / "network.toml", description_text(network));
}

}  // namespace

std::string export_network(const GraphModel& model, const ExportOptions& options,
                           const std::string& directory) {
  expect_empty(directory);
  const noc::Graph& graph = model.graph();
  if (graph.ends().size() > kMaxExportEnds)
    refuse(fmt::format("{} end points", graph.ends().size()),
           fmt::format("at most {}", kMaxExportEnds));
  const noc::RouterParams& router = model.router();
  const noc::WayTables tables(model.topology(), model.routing(), model.routing_name(), router.vcs);
  ExportedNetwork network{model, tables, router_shape(graph, router, tables), {}};
  for (unsigned k = 0; k < router.vcs.classes; ++k) {
    noc::Head head;
    head.message_class = static_cast<std::uint8_t>(k);
    for (noc::EndId source = 0; source < graph.ends().size(); ++source) {
      for (noc::EndId end = 0; end < graph.ends().size(); ++end) {
        head.source = source;
        head.destination = end;
        if (model.routing().first_vcs(head, router.vcs.all_of(k)) != router.vcs.all_of(k))
          refuse("routing " + model.routing_name() + " lets packets begin on some VCs alone",
                 "a relation whose packets may begin on all of their class");
      }
    }
  }
  const std::size_t ports = graph.routers() * std::max(network.shape.inputs, network.shape.outputs);
  if (ports > kMaxPorts)
    refuse(fmt::format("{} ports of all routers", ports), fmt::format("at most {}", kMaxPorts));
  if (const std::uint64_t bits = network.table_bits() * graph.routers(); bits > kMaxTableBits)
    refuse(fmt::format("routing tables of {} bits", bits),
           fmt::format("at most {}", kMaxTableBits));
  NetworkDescription& description = network.description;
  description.top = top_of(model.topology());
  description.flit_bits = options.flit_bits;
  description.max_flits = options.max_flits;
  description.min_latency = least_latency(model);
  description.drain_cycles = drain_cycles(graph);
  // Packets of one stream may take different VCs.
  description.order = "none";
  write_folder(network, directory);
  return next_steps(network, options.chip, directory);
}

}  // namespace rc::sim::lab
