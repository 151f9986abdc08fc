#include "hw_model/systemc/scc_system.h"

#include "hw_model/arch/scc_map.h"
#include "hw_model/chip/clocks.h"
#include "hw_model/chip/layout.h"
#include "hw_model/kernel/frequency.h"
#include "hw_model/kernel/param.h"
#include "hw_model/systemc/scc_impl.h"

namespace rc::systemc {

using kernel::Picos;

namespace {

const chip::SccParams& checked(const chip::SccParams& params) {
  kernel::check_ranges(params, "");
  return params;
}

}  // namespace

std::vector<noc::EndPoint> SccSystem::end_points() {
  std::vector<noc::EndPoint> points;
  for (std::uint8_t y = 0; y < SCC_ROWS; ++y) {
    for (std::uint8_t x = 0; x < SCC_COLS; ++x) points.push_back({x, y, noc::kLocal});
  }
  points.insert(points.end(), chip::kControllerAt.begin(), chip::kControllerAt.end());
  points.push_back(chip::kSystemInterfaceAt);
  points.push_back(chip::kVoltageControllerAt);
  return points;
}

SccSystem::SccSystem(const chip::SccParams& params, std::unique_ptr<noc::NetworkIf> network,
                     chip::HostServices& host, RunOptions options)
    : impl_(std::make_unique<Impl>(params, std::move(network), host, std::move(options))) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
}
SccSystem::~SccSystem() = default;

// The wiring: every agent at its end point of the mesh.
SccSystem::Impl::Impl(const chip::SccParams& p, std::unique_ptr<noc::NetworkIf> network,
                      chip::HostServices& host, RunOptions o)
    : params(checked(p)),
      options(std::move(o)),
      power(params),
      host_port(host, options, programs, [this](int) {
        if (programs.running() == 0) calendar.calendar().stop();
      }) {
  if (options.threads > 1 && options.decoupled && options.accesses == nullptr) {
    workers = std::make_unique<kernel::Workers>(options.threads - 1);
  }
  const Picos global_period = kernel::period_of(params.clocks.global_mhz);
  const kernel::ClockDomain mesh_clock(Picos{global_period.value * params.clocks.mesh_divider});
  mesh = std::make_unique<MeshModule>("mesh", calendar, mesh_clock, params.noc.pipeline,
                                      end_points(), std::move(network));
  loop = std::make_unique<RunLoop>(options, programs, calendar.failure(),
                                   [this](Picos end) { calendar.run_to(end); });
  add_tiles(global_period);
  add_controllers();
  system_interface = std::make_unique<SystemInterfaceModule>(
      "sif", params,
      [this](unsigned core_id, std::uint32_t block, Picos time) {
        return doorbell(core_id, block, time);
      },
      options.accesses);
  bind(*system_interface, SCC_TILES + chip::kControllers);
  voltage_controller = std::make_unique<VrcModule>("vrc", params.vrc);
  bind(*voltage_controller, SCC_TILES + chip::kControllers + 1);
  set_default_luts();
}

void SccSystem::Impl::add_tiles(Picos global_period) {
  for (std::size_t i = 0; i < SCC_TILES; ++i) {
    tile::TileConfig config;
    config.x = static_cast<std::uint8_t>(i % SCC_COLS);
    config.y = static_cast<std::uint8_t>(i / SCC_COLS);
    config.tile = params.tile;
    config.core = params.core;
    config.global_period = global_period;
    config.tile_divider = params.clocks.tile_divider;
    config.mesh_divider = params.clocks.mesh_divider;
    config.mesh_cycles_per_hop = params.noc.pipeline;
    config.options = {options.fast_forward, options.decoupled, mesh->lookahead(), workers.get(),
                      options.accesses};
    tiles.push_back(std::make_unique<tile::Tile>(config));
    for (unsigned z = 0; z < SCC_CORES_PER_TILE && options.observer; ++z) {
      tiles[i]->core(z).observe(
          options.observer(static_cast<int>(SCC_CORE_ID(config.x, config.y, z))));
    }
    tile_modules.push_back(std::make_unique<TileModule>(("tile" + std::to_string(i)).c_str(),
                                                        calendar, *tiles[i], mesh->lookahead(),
                                                        stop, options.decoupled));
    bind(*tile_modules[i], i);
  }
}

void SccSystem::Impl::add_controllers() {
  const kernel::ClockDomain memory_clock(chip::memory_period(params.clocks));
  for (std::size_t i = 0; i < chip::kControllers; ++i) {
    controllers.push_back(std::make_unique<MemoryModule>(
        ("mc" + std::to_string(i)).c_str(), params.memory, memory_clock, options.accesses));
    bind(*controllers[i], SCC_TILES + i);
  }
}

void SccSystem::Impl::bind(AgentModule& agent, std::size_t end_point) {
  agent.out.bind(mesh->in(end_point));
  mesh->out(end_point).bind(agent.in);
}

void SccSystem::Impl::set_default_luts() {
  for (int id = 0; id < static_cast<int>(SCC_CORES); ++id) {
    const auto lut = chip::default_lut(static_cast<unsigned>(id), params.machine.private_slots);
    for (unsigned slot = 0; slot < lut.size(); ++slot) {
      tile_of(id).registers().set_lut(unit_of(id), slot, lut[slot]);
    }
  }
}

}  // namespace rc::systemc

// The shared SystemC library refers to it, for programs that let SystemC own main(). Ours do not.
int sc_main(int, char**) { return 0; }
