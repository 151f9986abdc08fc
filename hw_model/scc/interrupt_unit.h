// SPDX-License-Identifier: Apache-2.0
// How cores interrupt each other through the system interface: a status, a mask and a request word of
// 64 bits for each core of the SCC. Function only; the system interface adds the time and carries the
// pins to the tiles.
//
//   request of core a, bit b --> status of core b, bit 6 + a --> not masked --> pin of core b
//   the host, bit b -----------> status of core b, bit 54 ----^
//
// A pin is raised when its core has an interrupt that is not masked, whenever one is requested, and
// after each write of mask or reset that leaves one. So a handler may clear the pin before or after
// the status, and misses nothing. The unit only sets pins: software clears its bit of GLCFG.
// After power-on everything is masked, and all pins are LINT0.
//
// Sources: Barrelfish eMAC.dev (rows), SCC Linux sccemac.c (order of mask, reset and pin), sccKit
// (masks after a reset); the request's bits as MetalSVM uses them, by memory.
// Inaccuracies: that a pin is raised again is ours, since nothing published says when it is; the
// eMACs never ask; requests read as 0. A machine of another geometry has none.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/arch/scc_map.h"

namespace rc::scc {

class InterruptUnit {
 public:
  struct Pin {
    std::uint32_t core = 0;
    unsigned lint = 0;
    bool operator==(const Pin&) const = default;
  };

  InterruptUnit() { mask_.fill(~std::uint64_t{0}); }

  // Whether the 32-bit register at this offset from SCC_GRB_BASE is one of the unit's.
  static bool holds(std::uint32_t offset);
  std::uint32_t read(std::uint32_t offset) const;
  // Appends the pins that the write raises to `raised`, by core.
  void write(std::uint32_t offset, std::uint32_t value, std::vector<Pin>& raised);

  template <class Archive>
  void archive(Archive& archive) {
    archive(status_, mask_, lint1_);
  }

 private:
  using Rows = std::array<std::uint64_t, SCC_CORES>;

  void request(std::uint64_t targets, unsigned bit, std::vector<Pin>& raised);
  void raise(std::uint32_t core, std::vector<Pin>& raised) const;

  Rows status_{}, mask_;
  std::array<bool, SCC_CORES> lint1_{};
};

}  // namespace rc::scc
