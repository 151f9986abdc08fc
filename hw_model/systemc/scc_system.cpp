#include "hw_model/systemc/scc_system.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "hw_model/arch/scc_map.h"
#include "hw_model/chip/boot_block.h"
#include "hw_model/chip/host_calls.h"
#include "hw_model/chip/layout.h"
#include "hw_model/kernel/error.h"
#include "hw_model/systemc/memory_module.h"
#include "hw_model/systemc/system_interface_module.h"
#include "hw_model/systemc/tile_module.h"
#include "hw_model/systemc/vrc_module.h"

namespace rc::systemc {

using kernel::Picos;

namespace {

// How often the run looks at limits, progress and deadlock. No effect on simulated time.
constexpr Picos kSlice{1'000'000'000};

Picos period_of(double mhz) { return {static_cast<std::uint64_t>(std::llround(1e6 / mhz))}; }

// DDR3 moves data on both edges of its bus clock; 800 and 1066 stand for 2400/3 and 3200/3.
Picos memory_period(std::uint32_t mts) {
  const double thirds = std::round(mts * 3.0 / 400.0) * 400.0;
  return period_of(thirds / 6.0);
}

std::string hex(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

}  // namespace

struct SccSystem::Impl {
  chip::SccParams params;
  chip::HostServices& host;
  RunOptions options;
  Picos global_period;
  kernel::ClockDomain mesh_clock;
  Horizon horizon;
  std::vector<std::unique_ptr<tile::Tile>> tiles;
  std::unique_ptr<MeshModule> mesh;
  std::vector<std::unique_ptr<TileModule>> tile_modules;
  std::vector<std::unique_ptr<MemoryModule>> controllers;
  std::unique_ptr<SystemInterfaceModule> system_interface;
  std::unique_ptr<VrcModule> voltage_controller;
  std::unique_ptr<chip::Power> power;

  std::uint32_t entry = 0;
  std::vector<CoreResult> loaded;        // by rank
  std::array<int, SCC_CORES> rank_of{};  // -1: not loaded
  std::size_t running = 0;
  std::vector<bool> finished;  // by rank

  Impl(const chip::SccParams& p, std::unique_ptr<noc::NetworkIf> network, chip::HostServices& h,
       RunOptions o)
      : params(p),
        host(h),
        options(std::move(o)),
        global_period(period_of(p.clocks.global_mhz)),
        mesh_clock(Picos{global_period.value * p.clocks.mesh_divider}) {
    check();
    rank_of.fill(-1);
    const auto points = SccSystem::end_points();
    mesh = std::make_unique<MeshModule>("mesh", mesh_clock, params.noc.pipeline, points,
                                        std::move(network));
    horizon.next.assign(SCC_TILES, Picos::never());
    for (std::size_t i = 0; i < SCC_TILES; ++i) {
      tiles.push_back(std::make_unique<tile::Tile>(
          points[i].x, points[i].y, params.tile, params.core, global_period,
          params.clocks.tile_divider, params.clocks.mesh_divider, mesh_clock, params.noc.pipeline,
          tile::TileOptions{options.fast_forward, options.decoupled, mesh->lookahead()}));
      tile_modules.push_back(std::make_unique<TileModule>(
          ("tile" + std::to_string(i)).c_str(), i, *tiles[i], *mesh, horizon, options.decoupled));
      bind(*tile_modules[i], i);
    }
    const kernel::ClockDomain memory_clock(memory_period(params.clocks.memory_mts));
    for (std::size_t i = 0; i < chip::kControllers; ++i) {
      controllers.push_back(std::make_unique<MemoryModule>(("mc" + std::to_string(i)).c_str(),
                                                           params.memory, memory_clock));
      bind(*controllers[i], SCC_TILES + i);
    }
    system_interface = std::make_unique<SystemInterfaceModule>(
        "sif", params, [this](unsigned core, std::uint32_t value, Picos time) {
          return doorbell(core, value, time);
        });
    bind(*system_interface, SCC_TILES + chip::kControllers);
    voltage_controller = std::make_unique<VrcModule>("vrc", params.vrc);
    bind(*voltage_controller, SCC_TILES + chip::kControllers + 1);
    power = std::make_unique<chip::Power>(params);
    set_default_luts();
  }

  void set_default_luts() {
    for (unsigned core = 0; core < SCC_CORES; ++core) {
      const auto lut = chip::default_lut(core, params.machine.private_slots);
      for (unsigned slot = 0; slot < lut.size(); ++slot) {
        tiles[core / 2]->registers().set_lut(core % 2, slot, lut[slot]);
      }
    }
  }

  void check() const {
    const auto divider = [](std::uint32_t value, const char* name, std::uint32_t least) {
      if (value < least || value > 16) {
        throw kernel::InputError(std::string(name) + " = " + std::to_string(value) + ": expected " +
                                 std::to_string(least) + " to 16");
      }
    };
    divider(params.clocks.tile_divider, "clocks.tile_divider", 2);
    divider(params.clocks.mesh_divider, "clocks.mesh_divider", 1);
    if (params.clocks.memory_mts < 200 || params.clocks.memory_mts > 3200) {
      throw kernel::InputError("clocks.memory_mts = " + std::to_string(params.clocks.memory_mts) +
                               ": expected 200 to 3200");
    }
    if (params.clocks.global_mhz < 100 || params.clocks.global_mhz > 10000) {
      throw kernel::InputError("clocks.global_mhz: expected 100 to 10000");
    }
  }

  void bind(AgentModule& agent, std::size_t end_point) {
    agent.out.bind(mesh->in(end_point));
    mesh->out(end_point).bind(agent.in);
  }

  cpu::Core& core(int id) { return tiles[static_cast<std::size_t>(id / 2)]->core(id % 2); }

  void backing(int core_id, std::uint32_t paddr, void* data, std::uint32_t bytes, bool write) {
    auto* part = static_cast<std::uint8_t*>(data);
    while (bytes != 0) {
      const std::uint32_t offset = paddr % SCC_SLOT_SIZE;
      const std::uint32_t count = std::min(bytes, SCC_SLOT_SIZE - offset);
      const auto route =
          tile::Route::decode(tiles[static_cast<std::size_t>(core_id / 2)]->registers().lut(
              static_cast<unsigned>(core_id % 2), paddr >> SCC_SLOT_SHIFT));
      const std::uint64_t address =
          static_cast<std::uint64_t>(route.address) << SCC_SLOT_SHIFT | offset;
      if (route.subdestination == SCC_SUBDEST_MPB) {
        tile::Tile& owner = *tiles[SCC_TILE(route.x, route.y)];
        if (offset + count > SCC_MPB_PER_TILE) throw out_of_range(core_id, paddr);
        write ? owner.write_mpb(offset, part, count) : owner.read_mpb(offset, part, count);
      } else {
        memory::SparseStore* store = nullptr;
        for (std::size_t mc = 0; mc < chip::kControllers; ++mc) {
          if (chip::kControllerAt[mc].x == route.x && chip::kControllerAt[mc].y == route.y &&
              route.subdestination >= SCC_SUBDEST_EAST) {
            store = &controllers[mc]->store();
          }
        }
        if (store == nullptr) throw out_of_range(core_id, paddr);
        write ? store->write(address, part, count) : store->read(address, part, count);
      }
      part += count;
      paddr += count;
      bytes -= count;
    }
  }

  static kernel::MachineError out_of_range(int core_id, std::uint32_t paddr) {
    return kernel::MachineError("core " + std::to_string(core_id) + ": no memory behind address " +
                                hex(paddr));
  }

  cpu::Core::Backing backing_of(int core_id) {
    return [this, core_id](std::uint32_t paddr, void* data, std::uint32_t bytes, bool write) {
      backing(core_id, paddr, data, bytes, write);
    };
  }

  std::string where(int core_id) {
    const std::uint32_t eip = core(core_id).arch_state().eip;
    std::string text = "EIP " + hex(eip);
    if (options.symbolise) {
      if (const std::string name = options.symbolise(eip); !name.empty()) text += " (" + name + ")";
    }
    return text;
  }

  // Clocks and voltages up to `time` are legal, or the run ends here.
  void watch_power(Picos time) {
    for (unsigned i = 0; i < SCC_TILES; ++i) {
      for (const tile::ClockChange& change : tiles[i]->clock_changes()) {
        power->clock_changed(i, change.at, change.divider);
      }
      tiles[i]->clock_changes().clear();
    }
    for (const vrc::Ramp& ramp : voltage_controller->vrc().ramps()) power->ramp_commanded(ramp);
    voltage_controller->vrc().ramps().clear();
    power->advance(time);
  }

  // Nothing is said by firmware that had become impossible before.
  std::uint32_t doorbell(unsigned core_id, std::uint32_t block, Picos time) {
    watch_power(time);
    const int id = static_cast<int>(core_id);
    const int rank = rank_of[core_id];
    if (rank < 0) return 0;
    cpu::Core& caller = core(id);
    const auto memory = backing_of(id);
    const chip::GuestMemory guest{[&](std::uint32_t vaddr, void* data, std::uint32_t bytes) {
                                    return caller.peek(vaddr, data, bytes, memory);
                                  },
                                  [&](std::uint32_t vaddr, const void* data, std::uint32_t bytes) {
                                    return caller.poke(vaddr, data, bytes, memory);
                                  }};
    const std::string name = "core " + std::to_string(id);
    const chip::HostCallBlock called = chip::read_host_call(guest, block, name);
    if (called.number == SCC_HOSTCALL_FAULT) {
      throw kernel::MachineError(chip::fault_text(name, called, options.symbolise));
    }
    if (called.number == SCC_HOSTCALL_EXIT) {
      exited(rank, static_cast<int>(called.args[0]), time);
      return 1;
    }
    chip::HostCall call{id, rank, called.number, {}, time};
    std::copy(std::begin(called.args), std::end(called.args), call.args);
    chip::answer_host_call(guest, block, host.call(call, guest));
    return 1;
  }

  void exited(int rank, int status, Picos time) {
    const auto index = static_cast<std::size_t>(rank);
    if (finished[index]) return;
    finished[index] = true;
    CoreResult& core_result = loaded[index];
    core_result.exit_status = status;
    core_result.exit_time = time;
    host.exited(core_result.core_id, rank, status);
    if (--running == 0) sc_core::sc_pause();
  }

  // Where a core is and what it waits on.
  std::string state_of(int id) {
    return where(id) + ", " +
           tiles[static_cast<std::size_t>(id / 2)]->waiting_on(static_cast<unsigned>(id % 2));
  }

  [[noreturn]] void deadlock() {
    std::string text = "deadlock: no core can go on";
    for (std::size_t rank = 0; rank < loaded.size(); ++rank) {
      if (finished[rank]) continue;
      const int id = loaded[rank].core_id;
      text +=
          "\n  core " + std::to_string(id) + " (UE " + std::to_string(rank) + "): " + state_of(id);
    }
    throw kernel::MachineError(text);
  }

  // Every unfinished core has only repeated the same reads for the whole watch time.
  bool stuck(Picos present) const {
    const auto watch = static_cast<std::uint64_t>(params.machine.deadlock_ms * 1e9);
    // Somebody may be waiting for a voltage.
    if (voltage_controller->vrc().busy_until().value + watch > present.value) return false;
    for (std::size_t rank = 0; rank < loaded.size(); ++rank) {
      if (finished[rank]) continue;
      const int id = loaded[rank].core_id;
      const Picos since =
          tiles[static_cast<std::size_t>(id / 2)]->idle_since(static_cast<unsigned>(id % 2));
      if (since == Picos::never() || since.value + watch > present.value) return false;
    }
    return true;
  }

  int rank(int core_id) const { return rank_of[static_cast<std::size_t>(core_id)]; }
  tile::Tile& tile_of(int core_id) { return *tiles[static_cast<std::size_t>(core_id / 2)]; }

  void advance(Picos step, std::uint64_t steps, const std::function<bool()>& done) {
    for (auto& module : tile_modules) module->schedule();
    for (; steps != 0 && !done(); --steps) {
      const Picos end = now() + step;
      horizon.stop = end;
      for (auto& each : tiles) each->hold_at(end);
      while (now() < end) start(end - now());
      watch_power(end);
    }
    for (auto& each : tiles) each->wake(now());
  }

  void reset() {
    constexpr std::pair<std::uint32_t, std::uint32_t> kPowerOn[] = {
        {SCC_CRB_GLCFG0, SCC_GLCFG_RESET_VALUE},
        {SCC_CRB_GLCFG1, SCC_GLCFG_RESET_VALUE},
        {SCC_CRB_L2CFG0, SCC_L2CFG_RESET_VALUE},
        {SCC_CRB_L2CFG1, SCC_L2CFG_RESET_VALUE},
        {SCC_CRB_LOCK0, 0},
        {SCC_CRB_LOCK1, 0}};
    const std::vector<std::uint8_t> zeros(SCC_MPB_PER_TILE);
    for (auto& each : tiles) {
      each->write_mpb(0, zeros.data(), SCC_MPB_PER_TILE);
      for (const auto& [offset, value] : kPowerOn) each->write_register(offset, value, now());
      for (unsigned z = 0; z < SCC_CORES_PER_TILE; ++z) each->reset_core(z);
    }
    set_default_luts();
  }

  // Only what is not zero is written, so that memory nobody touched takes no room.
  void clear(int core_id, std::uint32_t paddr, std::uint32_t bytes) {
    std::array<std::uint8_t, 4096> block;
    while (bytes != 0) {
      const auto count = std::min<std::uint32_t>(bytes, block.size());
      backing(core_id, paddr, block.data(), count, false);
      if (std::any_of(block.begin(), block.begin() + count, [](auto byte) { return byte != 0; })) {
        block.fill(0);
        backing(core_id, paddr, block.data(), count, true);
      }
      paddr += count;
      bytes -= count;
    }
  }

  void start(Picos duration) {
    sc_core::sc_start(to_sc(duration));
    if (mesh->failure()) std::rethrow_exception(mesh->failure());
  }

  SccResult run() {
    for (CoreResult& core_result : loaded) {
      const auto index = static_cast<std::size_t>(core_result.core_id / 2);
      tiles[index]->start_core(static_cast<unsigned>(core_result.core_id % 2), entry, now());
    }
    for (auto& module : tile_modules) module->schedule();
    horizon.stop = options.max_time;

    bool timed_out = false;
    while (running != 0) {
      if (now() >= options.max_time) {
        timed_out = true;
        break;
      }
      if (!sc_core::sc_pending_activity() && now() != Picos{0}) deadlock();
      start(std::min(kSlice, options.max_time - now()));
      if (running == 0) break;
      watch_power(now());
      if (stuck(now())) deadlock();
      if (options.progress) options.progress(now());
    }

    SccResult result;
    result.time = now();
    watch_power(result.time);
    result.power = power->result(result.time);
    // Let the last core reach its HLT, so that what the counters hold does not depend on how far a
    // core may run ahead.
    for (int slice = 0; !timed_out && slice < 1000 && sc_core::sc_pending_activity(); ++slice) {
      start(Picos{100'000});
    }
    result.timed_out = timed_out;
    for (auto& each : tiles) each->settle(now());
    for (CoreResult& core_result : loaded) {
      core_result.cycles = core(core_result.core_id).now();
      core_result.counters = core(core_result.core_id).counters();
    }
    result.cores = loaded;
    for (std::size_t i = 0; i < SCC_TILES; ++i) result.tiles[i] = tiles[i]->counters();
    for (std::size_t i = 0; i < chip::kControllers; ++i) {
      result.controllers[i] = controllers[i]->controller().counters();
    }
    return result;
  }
};

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

void SccSystem::load(const chip::Image& image, const std::vector<int>& core_ids,
                     const std::vector<std::string>& arguments) {
  Impl& s = *impl_;
  s.entry = image.entry;
  s.loaded.clear();
  s.rank_of.fill(-1);
  chip::BootInfo info;
  info.core_ids = core_ids;
  info.clock_khz =
      static_cast<std::uint32_t>(s.params.clocks.global_mhz * 1000 / s.params.clocks.tile_divider);
  info.memory_end = std::min<std::uint32_t>(s.params.machine.private_slots, 0x80) * SCC_SLOT_SIZE;
  info.program = image.name;
  info.arguments = arguments;
  for (std::size_t rank = 0; rank < core_ids.size(); ++rank) {
    const int id = core_ids[rank];
    for (const chip::Segment& segment : image.segments) {
      std::vector<std::uint8_t> bytes = segment.bytes;
      const auto size = static_cast<std::uint32_t>(bytes.size());
      s.backing(id, segment.paddr, bytes.data(), size, true);
      if (segment.memory_size > size) s.clear(id, segment.paddr + size, segment.memory_size - size);
    }
    std::vector<std::uint8_t> block = chip::boot_block(info, rank);
    s.backing(id, SCC_BOOT_BLOCK, block.data(), SCC_BOOT_BLOCK_SIZE, true);
    s.rank_of[static_cast<std::size_t>(id)] = static_cast<int>(rank);
    CoreResult core_result;
    core_result.core_id = id;
    s.loaded.push_back(core_result);
  }
  s.running = s.loaded.size();
  s.finished.assign(s.loaded.size(), false);
}

void SccSystem::set_lut(int core_id, unsigned slot, std::uint32_t entry) {
  impl_->tiles[static_cast<std::size_t>(core_id / 2)]->registers().set_lut(
      static_cast<unsigned>(core_id % 2), slot, entry);
}

void SccSystem::observe(MeshModule::Observer observer) {
  impl_->mesh->observe(std::move(observer));
}

SccResult SccSystem::run() { return impl_->run(); }

void SccSystem::advance(Picos step, std::uint64_t steps, const std::function<bool()>& done) {
  impl_->advance(step, steps, done);
}
Picos SccSystem::time() const { return now(); }

void SccSystem::release(int core_id) {
  Impl& s = *impl_;
  const auto rank = static_cast<std::size_t>(s.rank(core_id));
  if (s.finished[rank]) ++s.running;
  s.finished[rank] = false;
  s.tile_of(core_id).start_core(static_cast<unsigned>(core_id % 2), s.entry, now());
}

void SccSystem::hold_in_reset(int core_id) {
  impl_->tile_of(core_id).reset_core(static_cast<unsigned>(core_id % 2));
}

void SccSystem::reset() { impl_->reset(); }

bool SccSystem::started(int core_id) const {
  return impl_->tile_of(core_id).started(static_cast<unsigned>(core_id % 2));
}

std::optional<int> SccSystem::exit_status(int core_id) const {
  const int rank = impl_->rank(core_id);
  if (rank < 0 || !impl_->finished[static_cast<std::size_t>(rank)]) return std::nullopt;
  return impl_->loaded[static_cast<std::size_t>(rank)].exit_status;
}

std::string SccSystem::state_of(int core_id) { return impl_->state_of(core_id); }

void SccSystem::check_deadlock() {
  if (impl_->stuck(now())) impl_->deadlock();
}

bool SccSystem::peek(int core_id, std::uint32_t vaddr, void* data, std::uint32_t bytes) {
  return impl_->core(core_id).peek(vaddr, data, bytes, impl_->backing_of(core_id));
}

bool SccSystem::poke(int core_id, std::uint32_t vaddr, const void* data, std::uint32_t bytes) {
  return impl_->core(core_id).poke(vaddr, data, bytes, impl_->backing_of(core_id));
}

memory::SparseStore& SccSystem::memory(std::size_t controller) {
  return impl_->controllers[controller]->store();
}

void SccSystem::backing(int core_id, std::uint32_t paddr, void* data, std::uint32_t bytes,
                        bool write) {
  impl_->backing(core_id, paddr, data, bytes, write);
}

tile::Tile& SccSystem::tile(std::size_t index) { return *impl_->tiles[index]; }
const noc::NetworkIf& SccSystem::network() const { return impl_->mesh->network(); }

}  // namespace rc::systemc

// The shared SystemC library refers to it, for programs that let SystemC own main(). Ours do not.
int sc_main(int, char**) { return 0; }
