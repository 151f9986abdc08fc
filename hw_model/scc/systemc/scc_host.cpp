// SPDX-License-Identifier: Apache-2.0
// The host's side of the SCC: host calls, memory without time, the loader, resets.
#include <algorithm>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/hex.h"
#include "hw_model/scc/systemc/scc_impl.h"
#include "hw_model/systemc/loader.h"

namespace rc::scc {

using kernel::Picos;

namespace {

class NoMemory final : public kernel::MachineError {
 public:
  NoMemory(int core_id, std::uint32_t paddr)
      : MachineError("core " + std::to_string(core_id) + ": no memory behind address " +
                     kernel::hex32(paddr)) {}
};

// False where no memory is behind an address that is mapped.
template <class Access>
bool reached(const Access& access) {
  try {
    return access();
  } catch (const NoMemory&) {
    return false;
  }
}

}  // namespace

// --- host calls ----------------------------------------------------------------------------------

// The run ends at an illegal clock or voltage before firmware says anything after it.
std::uint32_t SccSystem::Impl::doorbell(unsigned core_id, std::uint32_t block, Picos time) {
  watch_power(time);
  const int id = static_cast<int>(core_id);
  const auto rank = programs.rank_of(id);
  if (!rank) return 0;
  const host::GuestMemory memory{[&](std::uint32_t vaddr, void* data, std::uint32_t bytes) {
                                   return peek(id, vaddr, data, bytes);
                                 },
                                 [&](std::uint32_t vaddr, const void* data, std::uint32_t bytes) {
                                   return poke(id, vaddr, data, bytes);
                                 }};
  return host_port.doorbell(*rank, "core " + std::to_string(id), memory, block,
                            core(id).arch_state().eip, time);
}

void SccSystem::Impl::print(std::uint32_t core_id, unsigned console, std::uint8_t byte) {
  const int id = static_cast<int>(core_id);
  if (const auto rank = programs.rank_of(id))
    host_services.print(static_cast<int>(*rank), console, static_cast<char>(byte));
}

// A core that firmware holds in reset has nothing more to do until firmware releases it.
void SccSystem::Impl::reset_by_firmware(int core_id, bool held) {
  const auto rank = programs.rank_of(core_id);
  if (!rank) return;
  held ? programs.held(*rank) : programs.restarted(*rank);
  if (programs.running() == 0) calendar.calendar().stop();
}

// --- memory --------------------------------------------------------------------------------------

// What is behind a core's addresses, through its LUT as the MIU would route it: calls
// in_mpb(tile, offset, bytes) or in_memory(store, address, bytes) for each part, in order.
template <class InMpb, class InMemory>
void SccSystem::Impl::behind(int core_id, std::uint32_t paddr, std::uint32_t bytes, InMpb in_mpb,
                             InMemory in_memory) {
  while (bytes != 0) {
    const std::uint32_t offset = paddr % SCC_SLOT_SIZE;
    const std::uint32_t count = std::min(bytes, SCC_SLOT_SIZE - offset);
    const auto route = Route::decode(
        tile_of(core_id).registers().lut(unit_of(core_id), paddr >> SCC_SLOT_SHIFT), paddr);
    if (route.subdestination == SCC_SUBDEST_MPB) {
      const std::uint32_t at = route.offset(paddr);
      if (route.x >= geometry.cols || route.y >= geometry.rows || at + count > geometry.mpb_bytes ||
          replaced[geometry.tile_at(route.x, route.y)] != nullptr)
        throw NoMemory(core_id, paddr);
      in_mpb(*tiles[geometry.tile_at(route.x, route.y)], at, count);
    } else {
      memory::SparseStore* store = nullptr;
      for (std::size_t mc = 0; mc < controllers.size(); ++mc) {
        const noc::EndPoint at{route.x, route.y, exit_port(route.subdestination)};
        if (layout.controllers()[mc] == at) {
          store = &controllers[mc]->store();
        }
      }
      if (store == nullptr) throw NoMemory(core_id, paddr);
      in_memory(*store, static_cast<std::uint64_t>(route.address) << SCC_SLOT_SHIFT | offset,
                count);
    }
    paddr += count;
    bytes -= count;
  }
}

void SccSystem::Impl::backdoor(int core_id, std::uint32_t paddr, void* data, std::uint32_t bytes,
                               bool write) {
  auto* part = static_cast<std::uint8_t*>(data);
  behind(
      core_id, paddr, bytes,
      [&](Tile& owner, std::uint32_t at, std::uint32_t count) {
        write ? owner.write_mpb(at, part, count) : owner.read_mpb(at, part, count);
        part += count;
      },
      [&](memory::SparseStore& store, std::uint64_t address, std::uint32_t count) {
        write ? store.write(address, part, count) : store.read(address, part, count);
        part += count;
      });
}

void SccSystem::Impl::clear(int core_id, std::uint32_t paddr, std::uint32_t bytes) {
  behind(
      core_id, paddr, bytes,
      [](Tile& owner, std::uint32_t at, std::uint32_t count) {
        owner.write_mpb(at, std::vector<std::uint8_t>(count).data(), count);
      },
      [](memory::SparseStore& store, std::uint64_t address, std::uint32_t count) {
        store.clear(address, count);
      });
}

systemc::ProgramMemory SccSystem::Impl::program_memory() {
  return {[this](int core_id, std::uint32_t paddr, const void* data, std::uint32_t bytes) {
            backdoor(core_id, paddr, const_cast<void*>(data), bytes, true);
          },
          [this](int core_id, std::uint32_t paddr, std::uint32_t bytes) {
            clear(core_id, paddr, bytes);
          }};
}

cpu::BackdoorMemory SccSystem::Impl::backdoor_of(int core_id) {
  return [this, core_id](std::uint32_t paddr, void* data, std::uint32_t bytes, bool write) {
    backdoor(core_id, paddr, data, bytes, write);
  };
}

bool SccSystem::Impl::peek(int core_id, std::uint32_t vaddr, void* data, std::uint32_t bytes) {
  return reached([&] { return core(core_id).peek(vaddr, data, bytes, backdoor_of(core_id)); });
}

bool SccSystem::Impl::poke(int core_id, std::uint32_t vaddr, const void* data,
                           std::uint32_t bytes) {
  return reached([&] { return core(core_id).poke(vaddr, data, bytes, backdoor_of(core_id)); });
}

bool SccSystem::peek(int core_id, std::uint32_t vaddr, void* data, std::uint32_t bytes) {
  return impl_->peek(core_id, vaddr, data, bytes);
}

bool SccSystem::poke(int core_id, std::uint32_t vaddr, const void* data, std::uint32_t bytes) {
  return impl_->poke(core_id, vaddr, data, bytes);
}

void SccSystem::peek_physical(int core_id, std::uint32_t paddr, void* data, std::uint32_t bytes) {
  impl_->backdoor(core_id, paddr, data, bytes, false);
}

void SccSystem::poke_physical(int core_id, std::uint32_t paddr, const void* data,
                              std::uint32_t bytes) {
  impl_->program_memory().write(core_id, paddr, data, bytes);
}

std::optional<std::uint32_t> SccSystem::translate(int core_id, std::uint32_t vaddr) {
  std::uint32_t paddr = 0;
  if (!impl_->core(core_id).translate(vaddr, paddr, impl_->backdoor_of(core_id))) return {};
  return paddr;
}

memory::SparseStore& SccSystem::memory(std::size_t controller) {
  return impl_->controllers[controller]->store();
}

const Geometry& SccSystem::geometry() const { return impl_->geometry; }
std::size_t SccSystem::controllers() const { return impl_->controllers.size(); }
Tile& SccSystem::tile(std::size_t index) { return *impl_->tiles[index]; }

void SccSystem::observe(MeshModule::Observer observer) {
  impl_->mesh->observe(std::move(observer));
}

// --- programs and resets -------------------------------------------------------------------------

void SccSystem::load(const host::Image& image, const std::vector<int>& core_ids,
                     const std::vector<std::string>& arguments) {
  load(std::vector<const host::Image*>(core_ids.size(), &image), core_ids, arguments);
}

void SccSystem::load(const std::vector<const host::Image*>& images,
                     const std::vector<int>& core_ids, const std::vector<std::string>& arguments) {
  Impl& s = *impl_;
  for (const int id : core_ids) {
    if (!s.tile_of(id).has_core(s.unit_of(id)))
      throw kernel::InputError("core " + std::to_string(id) + " was not built into this chip");
  }
  host::BootInfo info;
  if (const Geometry& g = s.geometry; !g.has_scc_map()) {
    info.geometry = {g.cols, g.rows, g.cores_per_tile, g.mpb_bytes,
                     static_cast<std::uint32_t>(s.controllers.size())};
  }
  info.core_ids = core_ids;
  info.clock_khz =
      static_cast<std::uint32_t>(s.params.clocks.global_mhz * 1000 / s.params.clocks.tile_divider);
  info.arguments = arguments;
  const auto all = std::min<std::uint32_t>(s.params.machine.private_slots, 0x80) * SCC_SLOT_SIZE;
  for (std::size_t rank = 0; rank < core_ids.size(); ++rank) {
    const host::Image& image = *images[rank];
    s.tile_of(core_ids[rank]).set_entry(s.unit_of(core_ids[rank]), image.entry);
    info.memory_end = image.memory_end == 0 ? all : std::min(all, image.memory_end);
    info.program = image.name;
    systemc::load_program(image, info, rank, s.program_memory());
  }
  s.programs.load(core_ids);
}

void SccSystem::write_image(int core_id, std::uint32_t paddr,
                            const std::vector<std::uint8_t>& bytes) {
  try {
    impl_->program_memory().write(core_id, paddr, bytes.data(),
                                  static_cast<std::uint32_t>(bytes.size()));
  } catch (const kernel::MachineError& error) {
    throw kernel::InputError(error.what());
  }
}

void SccSystem::write_controller(unsigned x, unsigned y, std::uint64_t address,
                                 const std::vector<std::uint8_t>& bytes) {
  const auto& all = impl_->layout.controllers();
  const auto at = std::find_if(all.begin(), all.end(), [x, y](const noc::EndPoint& place) {
    return place.x == x && place.y == y;
  });
  if (at == all.end())
    throw kernel::InputError("there is no memory controller at router (" + std::to_string(x) + "," +
                             std::to_string(y) + ")");
  memory(static_cast<std::size_t>(at - all.begin()))
      .write(address, bytes.data(), static_cast<std::uint32_t>(bytes.size()));
}

void SccSystem::add_core(int core_id) {
  impl_->tile_of(core_id).set_entry(impl_->unit_of(core_id), std::nullopt);
  impl_->programs.add(core_id);
}

void SccSystem::set_lut(int core_id, unsigned slot, std::uint32_t entry) {
  impl_->tile_of(core_id).registers().set_lut(impl_->unit_of(core_id), slot, entry);
}

void SccSystem::command_voltage(std::uint32_t word) {
  try {
    impl_->voltage_controller->vrc().command(word, systemc::now());
  } catch (const kernel::MachineError& refused) {
    throw kernel::InputError(refused.what());
  }
}

PowerResult SccSystem::power() {
  impl_->watch_power(systemc::now());
  return impl_->power.result(systemc::now());
}

void SccSystem::release(int core_id) {
  Impl& s = *impl_;
  const std::size_t rank = s.programs.rank_of(core_id).value();
  s.programs.restarted(rank);
  s.tile_of(core_id).release_core(s.unit_of(core_id), systemc::now());
}

void SccSystem::hold_in_reset(int core_id) {
  impl_->tile_of(core_id).reset_core(impl_->unit_of(core_id));
}

void SccSystem::reset() { impl_->reset(); }

bool SccSystem::started(int core_id) const {
  return impl_->tile_of(core_id).started(impl_->unit_of(core_id));
}

std::optional<int> SccSystem::exit_status(int core_id) const {
  const systemc::Programs& programs = impl_->programs;
  const auto rank = programs.rank_of(core_id);
  if (!rank || !programs.finished(*rank)) return std::nullopt;
  return programs.result(*rank).exit_status;
}

void SccSystem::Impl::reset() {
  const std::vector<std::uint8_t> zeros(geometry.mpb_bytes);
  for (auto& each : tiles) {
    each->write_mpb(0, zeros.data(), geometry.mpb_bytes);
    for (unsigned z = 0; z < geometry.cores_per_tile; ++z) {
      each->write_register(RC_CRB_GLCFG(z), SCC_GLCFG_RESET_VALUE, systemc::now());
      each->write_register(RC_CRB_L2CFG(z), SCC_L2CFG_RESET_VALUE, systemc::now());
      each->write_register(RC_CRB_LOCK(z), 0, systemc::now());
    }
    for (unsigned z = 0; z < geometry.cores_per_tile; ++z) each->reset_core(z);
  }
  set_default_luts();
}

}  // namespace rc::scc
