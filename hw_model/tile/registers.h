// The tile's configuration register block (CRB): lookup tables, test-and-set locks, core
// configuration, tile id and clock configuration. Function only; the tile adds the time.
//
// Source: offsets and fields in hw_model/arch/scc_map.h (BareMichael, RCCE V2.0, EAS 0.91/0.97).
// Inaccuracies: the thermal sensor reads 0; L2CFG bits other than WAYDISABLE have no effect;
// GCBCFG's ratio of the tile's clock is kept but has no effect, the divider alone decides.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hw_model/arch/scc_map.h"

namespace rc::tile {

// The fields of a LUT entry.
struct Route {
  bool bypass = false;
  std::uint8_t x = 0, y = 0;
  std::uint8_t subdestination = 0;
  std::uint16_t address = 0;  // system address bits 33:24

  static Route decode(std::uint32_t entry);
  std::uint32_t encode() const;
};

class Registers {
 public:
  // Effects of a register write beside the register's new value.
  struct Effect {
    std::uint8_t interrupt_mask[SCC_CORES_PER_TILE] = {};  // bit 0: LINT0 rose, bit 1: LINT1 rose
    bool clock = false;                                    // GCBCFG: the tile's divider changed
    bool resets = false;                                   // ... a core's reset bit
    bool mesh = false;                                     // ... the mesh's ratio
    bool l2_config = false;
  };

  Registers(std::uint8_t x, std::uint8_t y, std::uint32_t gcbcfg);

  // `unit` is the reader's core number in its own tile. Unknown offsets give nullopt.
  std::optional<std::uint32_t> read(std::uint32_t offset, std::uint8_t unit);
  std::optional<Effect> write(std::uint32_t offset, std::uint32_t value);

  std::uint32_t lut(unsigned core, unsigned slot) const { return lut_[core][slot]; }
  void set_lut(unsigned core, unsigned slot, std::uint32_t entry) { lut_[core][slot] = entry; }
  // The test-and-set lock of the tile's core `core`, without taking it.
  bool lock_free(unsigned core) const { return lock_free_[core]; }
  std::uint32_t gcbcfg() const { return gcbcfg_; }
  unsigned tile_divider() const { return (gcbcfg_ >> SCC_GCBCFG_TILE_DIVIDER_SHIFT & 15) + 1; }
  bool l2_enabled(unsigned core) const { return (l2cfg_[core] & SCC_L2CFG_WAYDISABLE) == 0; }

 private:
  std::uint8_t x_, y_;
  std::uint32_t gcbcfg_;
  std::array<std::uint32_t, SCC_CORES_PER_TILE> glcfg_, l2cfg_;
  std::array<bool, SCC_CORES_PER_TILE> lock_free_;
  std::uint32_t sensor_control_ = 0;
  std::array<std::array<std::uint32_t, SCC_LUT_ENTRIES>, SCC_CORES_PER_TILE> lut_{};
};

// The GCBCFG word for a tile and mesh divider of the 1600 MHz clock, both cores held in reset.
std::uint32_t gcbcfg_word(unsigned tile_divider, unsigned mesh_divider);

}  // namespace rc::tile
