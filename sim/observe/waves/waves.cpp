// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/waves/waves.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/say.h"
#include "sim/base/window.h"
#include "sim/observe/waves/save_file.h"
#include "sim/run/interconnect/chip_graph.h"

namespace rc::sim::observe {
namespace {

constexpr const char* kWavesWindow = "--waves-window";
constexpr int kPicoseconds = -12, kNanoseconds = -9;

}  // namespace

Waves::Waves(const WaveOptions& options, run::FirmwareJob& job)
    : Waves(options, base::kInMicroseconds) {
  if (!job.machine.is_scc())
    throw kernel::InputError(
        fmt::format("--waves: {} has no mesh", kernel::shown(job.machine.name)));
  if (!job.machine.network.empty())
    throw kernel::InputError("--waves: looks into routers of ours, which a --network has not");
  run::expect_mesh(job.machine, "--waves");
  if (job.restore && !job.machine.network_exact)
    throw kernel::InputError(
        "--waves: steps the mesh, and this snapshot was saved without --network-exact or --waves");
  const noc::NocParams& params = job.machine.params.noc;
  declare(params, kPicoseconds);
  tiles_ = std::make_unique<TileWaves>(*file_, scc::Layout(job.machine.params), chosen_);
  start(params, job.machine.router,
        [tiles = tiles_.get()](std::uint64_t cycle) { return tiles->mesh_edge(cycle); });
  tiles_->start(*log_);
  job.options.signals = tiles_.get();
  job.network = network_;
  job.options.fast_forward = false;
}

Waves::Waves(const WaveOptions& options, const noc::NocParams& params, const std::string& router)
    : Waves(options, base::kInCycles) {
  declare(params, kNanoseconds);
  start(params, router, [](std::uint64_t cycle) { return cycle; });
}

Waves::Waves(const WaveOptions& options, const base::WindowUnit& unit)
    : options_(options), save_file_(options.save_file()), unit_(unit) {
  if (!options.window.empty()) window_ = base::parse_window(kWavesWindow, options.window, unit);
}

Waves::Waves(const WaveOptions& options, noc::SteppedNetwork& network)
    : Waves(options, base::kInCycles) {
  const noc::Graph& graph = network.topology().graph;
  const std::vector<bool> routers = chosen_routers(options_.routers, graph);
  const std::vector<bool> ports = chosen_ports(options_.ports, graph);
  open(kNanoseconds);
  graph_ = std::make_unique<GraphWaves>(*file_, network, routers, ports);
  log_ = std::make_unique<WaveLog>(*file_, window_, options_.most_changes);
  graph_->start(*log_);
}

void Waves::open(int exponent) {
  base::check_outputs("", {options_.file, save_file_});
  file_ = std::make_unique<FstFile>(options_.file, exponent);
}

void Waves::declare(const noc::NocParams& params, int exponent) {
  chosen_ = chosen_routers(options_.routers, params);
  const auto ports = chosen_ports(options_.ports);
  open(exponent);
  routers_ = std::make_unique<RouterWaves>(*file_, params, chosen_, ports);
}

void Waves::start(const noc::NocParams& params, const std::string& router, RouterWaves::Edge edge) {
  log_ = std::make_unique<WaveLog>(*file_, window_, options_.most_changes);
  network_ = routers_->observed(run::router_factory(params, router), *log_, std::move(edge));
}

void Waves::finish(std::uint64_t now) {
  log_->finish(now);
  file_->commit();
  SaveFileView view{.from = window_.from, .to = log_->end(), .names = {}, .translated = {}};
  if (tiles_) {
    view.names = options_.names_file();
    view.translated = {"request_command", "response_command"};
    base::write_file(view.names, TileWaves::command_names());
  }
  base::write_file(save_file_, save_file_text(*file_, view));
  if (now != WaveLog::kUnknown)
    base::say("{}", base::missed_window(kWavesWindow, window_, unit_, now));
  if (log_->full())
    base::say(
        "rockcreek: {}: ends at {} {}, at the limit of {} changes; see --waves-limit, "
        "--waves-window, --waves-routers and --waves-ports\n",
        options_.file, static_cast<double>(log_->end()) / unit_.units, unit_.name,
        options_.most_changes);
}

}  // namespace rc::sim::observe
