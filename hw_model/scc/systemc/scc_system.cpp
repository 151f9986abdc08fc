// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/systemc/scc_system.h"

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/frequency.h"
#include "hw_model/kernel/param.h"
#include "hw_model/scc/clocks.h"
#include "hw_model/scc/systemc/scc_impl.h"

namespace rc::scc {

using kernel::Picos;

namespace {

const SccParams& checked(const SccParams& params) {
  kernel::check_ranges(params, "");
  return params;
}

}  // namespace

std::vector<noc::EndPoint> SccSystem::end_points(const SccParams& params) {
  return Layout(params).end_points();
}

SccSystem::SccSystem(const SccParams& params, std::unique_ptr<noc::NetworkIf> network,
                     host::HostServices& host, SccRunOptions options, SccParts parts)
    : impl_(std::make_unique<Impl>(params, std::move(network), host, std::move(options),
                                   std::move(parts))) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
}
SccSystem::~SccSystem() = default;

// The wiring: every agent at its end point of the mesh.
SccSystem::Impl::Impl(const SccParams& p, std::unique_ptr<noc::NetworkIf> network,
                      host::HostServices& host, SccRunOptions o, SccParts own)
    : params(checked(p)),
      layout(params),
      geometry(layout.geometry()),
      options(std::move(o)),
      parts(std::move(own)),
      calendar("calendar", geometry.tiles() + 1),
      power(params),
      global_period(kernel::period_of(params.clocks.global_mhz)),
      host_services(host),
      host_port(host, programs, [this](int) {
        if (programs.running() == 0) calendar.calendar().stop();
      }) {
  const std::size_t cores = options.cores.empty() ? geometry.cores() : options.cores.size();
  if (options.threads > 1 && options.decoupled && options.accesses == nullptr &&
      options.energy == nullptr && cores < kernel::Workers::kJobs) {
    workers = std::make_unique<kernel::Workers>(options.threads - 1);
  }
  const kernel::ChangingClock mesh_clock(Picos{global_period.value * params.clocks.mesh_divider});
  mesh =
      std::make_unique<MeshModule>("mesh", calendar, mesh_clock, layout.ends(), std::move(network));
  if (options.signals != nullptr) options.signals->mesh_clock(mesh->clock());
  loop = std::make_unique<systemc::RunLoop>(options, programs, calendar.failure(),
                                            [this](Picos end) { calendar.run_to(end); });
  add_tiles();
  add_controllers();
  const std::size_t at = geometry.tiles() + controllers.size();
  system_interface = std::make_unique<SystemInterfaceModule>(
      "sif", mesh->port(at), params,
      SystemInterface::Host{[this](unsigned core_id, std::uint32_t block, Picos time) {
                              return doorbell(core_id, block, time);
                            },
                            [this](std::uint32_t core_id, unsigned console, std::uint8_t byte) {
                              print(core_id, console, byte);
                            },
                            [this](Picos time) {
                              watch_power(time);
                              return power.supplies(time);
                            }},
      options.accesses);
  mesh->attach(at, *system_interface);
  for (const auto& [core, characters] : options.typed)
    system_interface->type(static_cast<std::uint32_t>(core), characters);
  voltage_controller = std::make_unique<VrcModule>("vrc", mesh->port(at + 1), params.vrc);
  mesh->attach(at + 1, *voltage_controller);
  set_default_luts();
}

std::uint32_t SccSystem::Impl::tile_number(int core_id) const {
  const auto number = static_cast<std::uint32_t>(core_id);
  if (number >= geometry.cores())
    throw kernel::InputError("core " + std::to_string(core_id) + ": the chip has cores 0 to " +
                             std::to_string(geometry.cores() - 1));
  return geometry.tile_of(number);
}

// Of each tile, by bit, the cores that the run may use.
std::vector<unsigned> SccSystem::Impl::wanted_cores() const {
  std::vector<unsigned> wanted(geometry.tiles(), options.cores.empty() ? ~0u : 0u);
  for (const int core_id : options.cores) wanted[tile_number(core_id)] |= 1u << unit_of(core_id);
  for (std::size_t i = 0; i < replaced.size(); ++i)
    if (replaced[i] != nullptr) wanted[i] = 0;
  return wanted;
}

IdleMesh SccSystem::Impl::idle_mesh() const {
  const noc::NetworkIf::IdleCycles cycles = mesh->network().idle_cycles();
  if (!cycles) return IdleMesh(params.noc.pipeline);
  return IdleMesh(params.noc.pipeline, [cycles, &ends = layout.ends()](
                                           const noc::EndPoint& from, const noc::EndPoint& to,
                                           unsigned message_class, unsigned flits) {
    noc::Packet packet;
    packet.source = ends.end_at(from);
    packet.destination = ends.end_at(to);
    packet.message_class = static_cast<std::uint8_t>(message_class);
    packet.flits = static_cast<std::uint16_t>(flits);
    return cycles(packet);
  });
}

void SccSystem::Impl::add_tiles() {
  const IdleMesh idle_mesh = this->idle_mesh();
  replaced.resize(geometry.tiles());
  for (std::size_t i = 0; i < replaced.size() && parts.tile; ++i) {
    replaced[i] = parts.tile(("tile" + std::to_string(i)).c_str(), i);
    if (replaced[i] != nullptr) add_adapter(*replaced[i], i);
  }
  const std::vector<unsigned> wanted = wanted_cores();
  for (std::uint32_t i = 0; i < geometry.tiles(); ++i) {
    TileConfig config;
    config.x = static_cast<std::uint8_t>(geometry.x_of(i));
    config.y = static_cast<std::uint8_t>(geometry.y_of(i));
    config.geometry = geometry;
    config.system_interface = layout.system_interface();
    config.cores = wanted[i];
    config.tile = params.tile;
    config.core = params.core;
    config.global_period = global_period;
    config.tile_divider = params.clocks.tile_divider;
    config.mesh_clock = &mesh->clock();
    config.idle_mesh = idle_mesh;
    config.options.fast_forward = options.fast_forward;
    config.options.decoupled = options.decoupled;
    config.options.early_period = early_period();
    config.options.lookahead = mesh->lookahead();
    config.options.workers = workers.get();
    config.options.observer = options.accesses;
    config.options.keep_x87 = options.keep_x87;
    config.options.signals = options.signals;
    if (options.clock_changed)
      config.options.clock_changed = [this, i](Picos at, const kernel::ClockDomain& clock) {
        options.clock_changed(i, at, clock);
      };
    tiles.push_back(std::make_unique<Tile>(config));
    tiles[i]->on_reset([this, i](unsigned z, bool held) {
      reset_by_firmware(static_cast<int>(geometry.cores_per_tile * i + z), held);
    });
    for (unsigned z = 0; z < geometry.cores_per_tile && options.observer; ++z) {
      if (!tiles[i]->has_core(z)) continue;
      tiles[i]->core(z).observe(
          options.observer(static_cast<int>(geometry.core_at(config.x, config.y, z))));
    }
    if (replaced[i] != nullptr) continue;
    tile_modules.push_back(std::make_unique<TileModule>(("tile" + std::to_string(i)).c_str(),
                                                        calendar, mesh->port(i), *tiles[i], stop,
                                                        options.decoupled));
    tile_modules.back()->on_mesh_change(
        [this, i](const ClockChange& written) { change_mesh_clock(i, written); });
    mesh->attach(i, *tile_modules.back());
  }
}

// Between the mesh and the sockets of a module of the user's.
void SccSystem::Impl::add_adapter(AgentModule& module, std::size_t end_point) {
  adapters.push_back(std::make_unique<TlmAdapter>(("tlm" + std::to_string(end_point)).c_str(),
                                                  mesh->port(end_point)));
  module.out.bind(adapters.back()->in);
  adapters.back()->out.bind(module.in);
  mesh->attach(end_point, *adapters.back());
}

// No agent may have simulated the instant of a change of the mesh's clock yet when it is written.
// No agent is further ahead of the write than one lookahead, which is longest at the slowest clock,
// and another one lies between write and change: so many cycles of the global clock.
std::uint64_t SccSystem::Impl::mesh_notice() const {
  constexpr std::uint64_t kSlowestDivider = 16;
  return 2 * kSlowestDivider * mesh->network().min_latency();
}

// Tiles that use what messages take inside them are ahead by that, and by what a request takes from
// the MIU to its mesh cycle.
Picos SccSystem::Impl::early_period() const {
  if (params.clocks.mesh_change_cycles < mesh_notice()) return Picos{0};
  const TileParams& tile = params.tile;
  const std::uint64_t cycles =
      tile.mesh_in_cycles + 2 + tile.miu_request_cycles + 1 + tile.mesh_out_cycles;
  return {(params.clocks.mesh_change_cycles - mesh_notice()) * global_period.value / cycles};
}

void SccSystem::Impl::change_mesh_clock(std::size_t tile, const ClockChange& written) {
  if (const std::uint64_t least = mesh_notice(); params.clocks.mesh_change_cycles < least) {
    throw kernel::MachineError(
        "tile (" + std::to_string(geometry.x_of(tile)) + "," + std::to_string(geometry.y_of(tile)) +
            "): changes the clock of a mesh whose packets take at least " +
            std::to_string(mesh->network().min_latency()) +
            " cycles: clocks.mesh_change_cycles must be at least " + std::to_string(least),
        written.at);
  }
  const Picos delay{global_period.value * params.clocks.mesh_change_cycles};
  mesh->change_clock(written.at + delay, static_cast<unsigned>(tile),
                     {global_period.value * written.divider});
  for (auto& module : tile_modules) module->mesh_clock_changes(mesh->lookahead());
}

void SccSystem::Impl::add_controllers() {
  const kernel::ClockDomain memory_clock(memory_period(params.clocks));
  for (std::size_t i = 0; i < layout.controllers().size(); ++i) {
    MessagePort& port = mesh->port(geometry.tiles() + i);
    const MemoryConfig config{params.memory, memory_clock, port, options.accesses, options.signals};
    const std::string name = "mc" + std::to_string(i);
    std::unique_ptr<MemoryModule> module;
    if (parts.controller) module = parts.controller(name.c_str(), i, config);
    if (module == nullptr) module = std::make_unique<MemoryModule>(name.c_str(), config);
    controllers.push_back(std::move(module));
    mesh->attach(geometry.tiles() + i, *controllers[i], true);
  }
}

void SccSystem::Impl::set_default_luts() {
  for (int id = 0; id < static_cast<int>(geometry.cores()); ++id) {
    const auto lut = layout.default_lut(static_cast<std::uint32_t>(id));
    for (unsigned slot = 0; slot < lut.size(); ++slot) {
      tile_of(id).registers().set_lut(unit_of(id), slot, lut[slot]);
    }
  }
}

}  // namespace rc::scc
