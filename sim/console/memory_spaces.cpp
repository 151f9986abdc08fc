// SPDX-License-Identifier: Apache-2.0
#include "sim/console/memory_spaces.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <vector>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::console {

using kernel::InputError;

namespace {

constexpr std::uint64_t kMaxWords = 65536;
constexpr std::uint64_t kControllerBytes = std::uint64_t{1} << 34;

}  // namespace

void MemorySpaces::read(CommandWords& words) {
  const std::string space = words.next("space");
  if (space == "tile") {
    read_register(words);
  } else if (space == "lut") {
    read_lut(words);
  } else if (space == "vrc") {
    read_voltages(words);
  } else {
    read_words(words, space);
  }
}

void MemorySpaces::write(CommandWords& words) {
  const std::string space = words.next("space");
  if (space == "tile") {
    write_register(words);
  } else if (space == "lut") {
    write_lut(words);
  } else if (space == "vrc") {
    write_voltage(words);
  } else {
    write_words(words, space);
  }
}

void MemorySpaces::read_register(CommandWords& words) {
  const auto tile = words.number("tile", geometry().tiles() - 1);
  const auto offset =
      static_cast<std::uint32_t>(words.aligned("register", geometry().register_bytes() - 1));
  words.end();
  const auto value = system_.tile(tile).registers().read(offset, 0);
  if (!value) throw InputError(fmt::format("tile {}: no register at {:#x}", tile, offset));
  fmt::print(out_, "{:#06x}: {:08x}\n", offset, *value);
}

void MemorySpaces::write_register(CommandWords& words) {
  const auto tile = words.number("tile", geometry().tiles() - 1);
  const auto offset =
      static_cast<std::uint32_t>(words.aligned("register", geometry().register_bytes() - 1));
  const auto value = static_cast<std::uint32_t>(words.number("value", 0xFFFFFFFF));
  words.end();
  scc::Tile& target = system_.tile(tile);
  constexpr std::uint32_t kMesh = SCC_GCBCFG_RATIO_MASK << SCC_GCBCFG_MESH_RATIO_SHIFT;
  if (offset == SCC_CRB_GCBCFG && ((value ^ target.registers().gcbcfg()) & kMesh) != 0)
    throw InputError("GCBCFG: the mesh's ratio cannot be written from here");
  if (!target.write_register(offset, value, system_.time()))
    throw InputError(fmt::format("tile {}: no register at {:#x}", tile, offset));
}

void MemorySpaces::read_lut(CommandWords& words) {
  const int core = words.core();
  const auto slot = words.number("slot", SCC_LUT_ENTRIES - 1);
  const auto slots = words.number_or(1, "slots", 1, SCC_LUT_ENTRIES - slot);
  words.end();
  for (std::uint64_t i = slot; i < slot + slots; ++i) {
    const std::uint32_t entry =
        tile_of(core).registers().lut(unit_of(core), static_cast<unsigned>(i));
    const scc::Route route = scc::Route::decode(entry);
    fmt::print(out_, "{:#04x}: {:06x} ({},{}) subdestination {} address {:#05x}{}\n", i, entry,
               route.x, route.y, route.subdestination, route.address,
               route.bypass   ? " bypass"
               : route.window ? " window"
                              : "");
  }
}

void MemorySpaces::write_lut(CommandWords& words) {
  const int core = words.core();
  const auto slot = static_cast<unsigned>(words.number("slot", SCC_LUT_ENTRIES - 1));
  const auto entry = static_cast<std::uint32_t>(
      words.number("entry", geometry().has_scc_map() ? SCC_LUT_VALID_MASK : RC_LUT_VALID_MASK));
  words.end();
  system_.set_lut(core, slot, entry);
}

void MemorySpaces::read_voltages(CommandWords& words) {
  words.end();
  const scc::PowerResult power = system_.power();
  for (unsigned domain = 0; domain < SCC_VOLTAGE_DOMAINS; ++domain)
    fmt::print(out_, "domain {}: {:.4f} V\n", domain, power.domains[domain].volts);
  fmt::print(out_, "mesh: {:.4f} V\n", power.mesh_volts);
}

void MemorySpaces::write_voltage(CommandWords& words) {
  const auto word = static_cast<std::uint32_t>(words.number("command", 0xFFFFFFFF));
  words.end();
  system_.command_voltage(word);
}

MemorySpaces::Range MemorySpaces::controller_range(CommandWords& words) {
  auto& store = system_.memory(words.number("controller", system_.controllers() - 1));
  return {words.aligned("address", kControllerBytes - 1), kControllerBytes - 1,
          [&store](std::uint64_t at, std::uint32_t& value) {
            store.read(at, &value, sizeof value);
            return true;
          },
          [&store](std::uint64_t at, std::uint32_t value) {
            store.write(at, &value, sizeof value);
            return true;
          }};
}

MemorySpaces::Range MemorySpaces::buffer_range(CommandWords& words) {
  const int core = words.core();
  const std::uint32_t bytes = geometry().mpb_per_core(), base = bytes * unit_of(core);
  scc::Tile& tile = tile_of(core);
  return {words.aligned("offset", bytes - 1), bytes - 1,
          [&tile, base](std::uint64_t at, std::uint32_t& value) {
            tile.read_mpb(base + static_cast<std::uint32_t>(at), &value, sizeof value);
            return true;
          },
          [&tile, base](std::uint64_t at, std::uint32_t value) {
            tile.write_mpb(base + static_cast<std::uint32_t>(at), &value, sizeof value);
            return true;
          }};
}

MemorySpaces::Range MemorySpaces::core_range(CommandWords& words) {
  const int core = words.core();
  return {words.aligned("address", 0xFFFFFFFF), 0xFFFFFFFF,
          [this, core](std::uint64_t at, std::uint32_t& value) {
            return system_.peek(core, static_cast<std::uint32_t>(at), &value, sizeof value);
          },
          [this, core](std::uint64_t at, std::uint32_t value) {
            return system_.poke(core, static_cast<std::uint32_t>(at), &value, sizeof value);
          }};
}

MemorySpaces::Range MemorySpaces::range(CommandWords& words, const std::string& space) {
  if (space == "mc") return controller_range(words);
  if (space == "mpb") return buffer_range(words);
  if (space == "core") return core_range(words);
  throw InputError(
      fmt::format("'{}': expected mc, core, mpb, tile, lut or vrc", kernel::shown(space)));
}

void MemorySpaces::read_words(CommandWords& words, const std::string& space) {
  const Range range = this->range(words, space);
  const std::uint64_t most = (range.last + 1 - range.address) / 4;
  const std::uint64_t count = words.number_or(1, "words", 1, std::min(most, kMaxWords));
  words.end();
  std::string text;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = range.address + 4 * i;
    std::uint32_t value = 0;
    if (!range.read(at, value)) throw InputError(fmt::format("nothing is mapped at {:#x}", at));
    if (i % 8 == 0) text += fmt::format("{}{:#011x}:", i == 0 ? "" : "\n", at);
    text += fmt::format(" {:08x}", value);
  }
  fmt::print(out_, "{}\n", text);
}

void MemorySpaces::write_words(CommandWords& words, const std::string& space) {
  const Range range = this->range(words, space);
  const std::vector<std::uint32_t> values = words.values();
  if (4 * values.size() > range.last + 1 - range.address)
    throw InputError(fmt::format("{} words do not fit at {:#x}", values.size(), range.address));
  for (std::size_t i = 0; i < values.size(); ++i) {  // before anything is written
    std::uint32_t old = 0;
    if (!range.read(range.address + 4 * i, old))
      throw InputError(fmt::format("nothing is mapped at {:#x}", range.address + 4 * i));
  }
  for (std::size_t i = 0; i < values.size(); ++i) range.write(range.address + 4 * i, values[i]);
}

}  // namespace rc::sim::console
