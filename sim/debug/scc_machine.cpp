// SPDX-License-Identifier: Apache-2.0
// An SCC under a debugger.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "sim/base/numbers.h"
#include "sim/debug/machine.h"

namespace rc::sim::debug {
namespace {

using kernel::Picos;

unsigned number(const std::vector<std::string>& words, std::size_t index, unsigned fallback,
                unsigned most) {
  if (index >= words.size()) return fallback;
  const auto value = base::parse_whole(words[index], most, base::Radix::decimal_or_0x);
  if (!value)
    throw kernel::InputError(
        fmt::format("{}: expected a number up to {:#x}", kernel::shown(words[index]), most));
  return static_cast<unsigned>(*value);
}

class SccMachine : public DebugMachine {
 public:
  SccMachine(scc::SccSystem& system, const std::vector<int>& cores)
      : system_(system), geometry_(system.geometry()), cores_(cores) {
    for (unsigned rank = 0; rank < count(); ++rank) {
      const int first = cores_[rank] - static_cast<int>(unit_of(rank));
      tile_of(rank).on_break([this, first](unsigned z) {
        broken(static_cast<unsigned>(rank_of(first + static_cast<int>(z))));
      });
    }
  }

  unsigned count() const override { return static_cast<unsigned>(cores_.size()); }
  std::string name(unsigned rank) const override {
    const std::uint32_t tile = geometry_.tile_of(static_cast<std::uint32_t>(cores_[rank]));
    return fmt::format("UE {}, core {}, tile ({},{})", rank, cores_[rank], geometry_.x_of(tile),
                       geometry_.y_of(tile));
  }
  cpu::Core& core(unsigned rank) override { return tile_of(rank).core(unit_of(rank)); }
  Picos time_of(unsigned rank, kernel::Cycle cycle) override {
    return tile_of(rank).clock().time_of(cycle);
  }
  Picos time() const override { return system_.time(); }
  std::optional<int> exit_status(unsigned rank) const override {
    return system_.exit_status(cores_[rank]);
  }
  std::string state_of(unsigned rank) const override { return system_.state_of(cores_[rank]); }

  // Of registers, one word; a lock is looked at, not taken.
  std::vector<std::uint8_t> read_place(const WatchedPlace& place) override {
    std::vector<std::uint8_t> data(place.bytes);
    scc::Tile& tile = system_.tile(place.tile);
    if (!place.registers) {
      if (place.offset + place.bytes > geometry_.mpb_bytes) return {};
      tile.read_mpb(place.offset, data.data(), place.bytes);
      return data;
    }
    const std::uint32_t reg = place.offset & ~3u;
    const auto lock = tile.registers().lock_at(reg);
    const auto word = lock ? std::optional<std::uint32_t>(tile.registers().lock_free(*lock))
                           : tile.registers().read(reg, 0);
    const std::uint32_t first = place.offset - reg;
    if (!word || first + place.bytes > sizeof *word) return {};
    std::memcpy(data.data(), reinterpret_cast<const char*>(&*word) + first, place.bytes);
    return data;
  }
  std::vector<std::uint32_t> lookup_table(unsigned rank) override {
    std::vector<std::uint32_t> entries;
    for (unsigned slot = 0; slot < SCC_LUT_ENTRIES; ++slot)
      entries.push_back(tile_of(rank).registers().lut(unit_of(rank), slot));
    return entries;
  }
  Picos deadlock_at() override { return system_.deadlock_at(); }
  void check_deadlock() override { system_.check_deadlock(); }

  std::string monitor_help() const override {
    return "lut [SLOT [SLOTS]]          lookup table of the thread's core\n"
           "mpb TILE [OFFSET [WORDS]]   message passing buffer\n"
           "locks                       test-and-set registers that are held\n"
           "caches                      cache and stall counters of the thread's core\n"
           "tiles                       counters of all tiles\n";
  }
  std::optional<std::string> monitor(const std::vector<std::string>& words,
                                     unsigned rank) override {
    if (words[0] == "lut") return lut(words, rank);
    if (words[0] == "mpb") return mpb(words);
    if (words[0] == "caches") return caches(rank);
    if (words[0] == "tiles") return tiles();
    if (words[0] == "locks") return locks();
    return std::nullopt;
  }

 private:
  bool peek(unsigned rank, std::uint32_t address, void* data, std::uint32_t bytes) override {
    if (auto place = find_place(rank, address); place && place->registers) {
      place->bytes = bytes;
      const auto value = read_place(*place);
      std::ranges::copy(value, static_cast<std::uint8_t*>(data));
      return value.size() == bytes;
    }
    return system_.peek(cores_[rank], address, data, bytes);
  }
  bool poke(unsigned rank, std::uint32_t address, const void* data, std::uint32_t bytes) override {
    return system_.poke(cores_[rank], address, data, bytes);
  }
  bool peek_physical(unsigned rank, std::uint32_t address, void* data,
                     std::uint32_t bytes) override {
    system_.peek_physical(cores_[rank], address, data, bytes);
    return true;
  }
  bool poke_physical(unsigned rank, std::uint32_t address, const void* data,
                     std::uint32_t bytes) override {
    system_.poke_physical(cores_[rank], address, data, bytes);
    return true;
  }
  std::optional<WatchedPlace> find_place(unsigned rank, std::uint32_t address) override {
    const auto paddr = system_.translate(cores_[rank], address);
    if (!paddr) return std::nullopt;
    const std::uint32_t entry =
        tile_of(rank).registers().lut(unit_of(rank), *paddr >> SCC_SLOT_SHIFT);
    const scc::Route route = scc::Route::decode(entry, *paddr);
    const bool registers = route.subdestination == SCC_SUBDEST_CRB;
    if (!registers && route.subdestination != SCC_SUBDEST_MPB) return std::nullopt;
    WatchedPlace place;
    if (route.x >= geometry_.cols || route.y >= geometry_.rows) return std::nullopt;
    place.tile = geometry_.tile_at(route.x, route.y);
    place.registers = registers;
    place.offset = route.offset(*paddr);
    place.address = address;
    return place;
  }

  bool others_reach(unsigned rank, std::uint32_t address) override {
    const auto paddr = system_.translate(cores_[rank], address);
    if (!paddr) return false;
    const auto entry = [&](unsigned core, unsigned slot) {
      return tile_of(core).registers().lut(unit_of(core), slot);
    };
    const std::uint32_t own = entry(rank, *paddr >> SCC_SLOT_SHIFT);
    for (unsigned other = 0; other < count(); ++other)
      for (unsigned slot = 0; slot < SCC_LUT_ENTRIES; ++slot)
        if (other != rank && entry(other, slot) == own) return true;
    return false;
  }

  bool run_to(Picos end) override { return system_.advance_to(end); }
  void go_on(unsigned) override {}
  void watch_places(const std::vector<WatchedPlace>& places) override {
    for (unsigned index = 0; index < geometry_.tiles(); ++index) {
      std::vector<scc::TileWatch> watches;
      for (const WatchedPlace& place : places)
        if (place.tile == index)
          watches.push_back(
              {place.registers, place.offset, place.bytes, place.reads, place.writes});
      system_.tile(index).watch(
          std::move(watches), [this, places, index](const scc::TileAccess& access) {
            const auto place = std::ranges::find_if(places, [&](const WatchedPlace& each) {
              return each.tile == index && each.registers == access.registers &&
                     (access.write ? each.writes : each.reads) &&
                     access.offset - each.offset < each.bytes;
            });
            MachineHit hit;
            hit.time = access.time;
            hit.rank = rank_of(access.core_id);
            hit.address = place->address + (access.offset - place->offset);
            hit.write = access.write;
            accessed(hit);
          });
    }
  }
  void set_every_round(bool on) override {
    for (unsigned index = 0; index < geometry_.tiles(); ++index)
      system_.tile(index).set_fast_forward(!on);
  }

  scc::Tile& tile_of(unsigned rank) const {
    return system_.tile(geometry_.tile_of(static_cast<std::uint32_t>(cores_[rank])));
  }
  unsigned unit_of(unsigned rank) const {
    return geometry_.unit_of(static_cast<std::uint32_t>(cores_[rank]));
  }
  int rank_of(int core_id) const {
    const auto at = std::ranges::find(cores_, core_id);
    return at == cores_.end() ? -1 : static_cast<int>(at - cores_.begin());
  }

  std::string lut(const std::vector<std::string>& words, unsigned rank) const {
    const unsigned slot = number(words, 1, 0, SCC_LUT_ENTRIES - 1);
    const unsigned slots =
        number(words, 2, words.size() > 1 ? 1 : SCC_LUT_ENTRIES, SCC_LUT_ENTRIES - slot);
    std::string text;
    for (unsigned i = slot; i < slot + slots; ++i) {
      const scc::Route route = scc::Route::decode(tile_of(rank).registers().lut(unit_of(rank), i));
      text +=
          fmt::format("slot {:#04x}: ({},{}) subdestination {} address {:#05x}{}\n", i, route.x,
                      route.y, route.subdestination, route.address, route.bypass ? " bypass" : "");
    }
    return text;
  }
  std::string mpb(const std::vector<std::string>& words) const {
    if (words.size() < 2) throw kernel::InputError("expected TILE [OFFSET [WORDS]]");
    const unsigned index = number(words, 1, 0, geometry_.tiles() - 1);
    const unsigned offset = number(words, 2, 0, geometry_.mpb_bytes - 4) & ~3u;
    const unsigned count = number(words, 3, 8, (geometry_.mpb_bytes - offset) / 4);
    std::string text;
    for (unsigned i = 0; i < count; ++i) {
      std::uint32_t word = 0;
      system_.tile(index).read_mpb(offset + 4 * i, &word, sizeof word);
      if (i % 8 == 0) text += fmt::format("{}{:#06x}:", i == 0 ? "" : "\n", offset + 4 * i);
      text += fmt::format(" {:08x}", word);
    }
    return text + "\n";
  }
  std::string caches(unsigned rank) {
    std::string text;
    const cpu::CoreCounters& counters = core(rank).counters();
    cpu::CoreCounters::each([&](const char* name, auto member) {
      text += fmt::format("{:20} {}\n", name, counters.*member);
    });
    return text;
  }
  std::string tiles() const {
    std::string text;
    for (unsigned index = 0; index < geometry_.tiles(); ++index) {
      const scc::TileCounters& counters = system_.tile(index).counters();
      text += fmt::format("tile ({},{}): sent {}, received {}, MPB reads {}, MPB writes {}{}\n",
                          geometry_.x_of(index), geometry_.y_of(index), counters.sent,
                          counters.received, counters.mpb_reads, counters.mpb_writes,
                          system_.tile(index).parked() ? ", polling" : "");
    }
    return text;
  }
  std::string locks() const {
    std::string text;
    for (std::uint32_t id = 0; id < geometry_.cores(); ++id) {
      const auto& registers = system_.tile(geometry_.tile_of(id)).registers();
      if (registers.lock_free(geometry_.unit_of(id))) continue;
      const int holder = registers.lock_holder(geometry_.unit_of(id));
      text += fmt::format("the lock of core {} is held", id) +
              (holder < 0 ? "\n" : fmt::format(" by core {}\n", holder));
    }
    return text.empty() ? "no lock is held\n" : text;
  }

  scc::SccSystem& system_;
  scc::Geometry geometry_;
  std::vector<int> cores_;
};

}  // namespace

std::unique_ptr<DebugMachine> debug_machine(scc::SccSystem& system, const std::vector<int>& cores) {
  return std::make_unique<SccMachine>(system, cores);
}

}  // namespace rc::sim::debug
