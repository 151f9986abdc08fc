// SPDX-License-Identifier: Apache-2.0
// The console's "read" and "write": memory behind a controller (mc), a core's virtual memory
// (core), message passing buffers (mpb), tile registers (tile), lookup tables (lut), and the voltage
// controller (vrc), whose command register is write-only: reading shows the voltages.
//
// Accesses take no simulated time and do not go over the mesh. kernel::InputError for a command
// that cannot be carried out, which then has changed nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

#include "hw_model/scc/systemc/scc_system.h"
#include "sim/console/command_words.h"

namespace rc::sim::console {

class MemorySpaces {
 public:
  // Words read are printed on `out`. Both must outlive this.
  MemorySpaces(scc::SccSystem& system, std::ostream& out) : system_(system), out_(out) {}

  // The rest of the line: SPACE, its address and how much, or the values.
  void read(CommandWords& words);
  void write(CommandWords& words);

 private:
  // A range of memory in words of 4 bytes.
  struct Range {
    std::uint64_t address;                                    // of the first word
    std::uint64_t last;                                       // byte of the space
    std::function<bool(std::uint64_t, std::uint32_t&)> read;  // false: nothing is mapped there
    std::function<bool(std::uint64_t, std::uint32_t)> write;
  };
  Range range(CommandWords& words, const std::string& space);
  Range controller_range(CommandWords& words);
  Range buffer_range(CommandWords& words);
  Range core_range(CommandWords& words);

  void read_words(CommandWords& words, const std::string& space);
  void write_words(CommandWords& words, const std::string& space);
  void read_register(CommandWords& words);
  void write_register(CommandWords& words);
  void read_lut(CommandWords& words);
  void write_lut(CommandWords& words);
  void read_voltages(CommandWords& words);
  void write_voltage(CommandWords& words);
  const scc::Geometry& geometry() const { return system_.geometry(); }
  unsigned unit_of(int core) const { return geometry().unit_of(static_cast<std::uint32_t>(core)); }
  scc::Tile& tile_of(int core) {
    return system_.tile(geometry().tile_of(static_cast<std::uint32_t>(core)));
  }

  scc::SccSystem& system_;
  std::ostream& out_;
};

}  // namespace rc::sim::console
