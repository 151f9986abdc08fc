// SPDX-License-Identifier: Apache-2.0
// The tile's configuration register block (CRB): lookup tables, test-and-set locks, core
// configuration, tile id and clock configuration. Function only; the tile adds the time.
//
// Source: offsets and fields in hw_model/arch/scc_map.h (BareMichael, RCCE V2.0, EAS 0.91/0.97);
// of cores 2 and 3, which the SCC has not, in geometry_map.h.
// Inaccuracies: the thermal sensor reads 0; L2CFG bits other than WAYDISABLE have no effect;
// GCBCFG's ratio of the tile's clock is kept but has no effect, the divider alone decides; so are the
// enables of synchronous resets. Of GLCFG only the two interrupt pins have an effect; its outputs
// read as those of a core without errors, and no special bus cycle is caught.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hw_model/arch/scc_map.h"
#include "hw_model/scc/tile/geometry.h"

namespace rc::scc {

// The fields of a LUT entry.
struct Route {
  bool bypass = false;
  bool window = false;  // the address says which tile (geometry_map.h)
  std::uint8_t x = 0, y = 0;
  std::uint8_t subdestination = 0;
  std::uint16_t address = 0;  // system address bits 33:24

  static Route decode(std::uint32_t entry) {
    Route route;
    route.window = (entry & RC_LUT_WINDOW) != 0;
    route.bypass = (entry & SCC_LUT_BYPASS) != 0;
    route.y = entry >> SCC_LUT_Y_SHIFT & 15;
    route.x = entry >> SCC_LUT_X_SHIFT & 15;
    route.subdestination = entry >> SCC_LUT_SUBDEST_SHIFT & 7;
    route.address = entry & SCC_LUT_ADDR_MASK;
    return route;
  }
  // The same for the address `paddr` of its slot: in a window the tile is that of the address.
  static Route decode(std::uint32_t entry, std::uint32_t paddr) {
    Route route = decode(entry);
    if (route.window) {
      route.x = paddr >> RC_WINDOW_X_SHIFT & 15;
      route.y = paddr >> RC_WINDOW_Y_SHIFT & 15;
    }
    return route;
  }
  // The part of an address in its slot that goes to the target.
  std::uint32_t offset(std::uint32_t paddr) const {
    return paddr & (window ? RC_WINDOW_OFFSET_MASK : SCC_SLOT_SIZE - 1);
  }
  std::uint64_t system_address(std::uint32_t paddr) const {
    return std::uint64_t{address} << SCC_SLOT_SHIFT | offset(paddr);
  }
};

class Registers {
 public:
  static constexpr int kNobody = -1;

  // Effects of a register write beside the register's new value.
  struct Effect {
    // By core; bit 0: LINT0 changed, bit 1: LINT1 changed. pin() says to what.
    std::uint8_t pins_changed[RC_MOST_CORES_PER_TILE] = {};
    bool clock = false;       // GCBCFG: the tile's divider changed
    std::uint8_t resets = 0;  // ... cores' reset bits, by core; held() says to what
    bool mesh = false;        // ... the mesh's ratio, from the one shown
    bool l2_config = false;
  };

  Registers(std::uint8_t x, std::uint8_t y, std::uint32_t gcbcfg, const Geometry& geometry = {});

  // `unit` is the reader's core number in its own tile, `reader` its id. Unknown offsets give nullopt.
  std::optional<std::uint32_t> read(std::uint32_t offset, std::uint8_t unit, int reader = kNobody);
  std::optional<Effect> write(std::uint32_t offset, std::uint32_t value);
  // Whether write() knows the offset.
  bool writable(std::uint32_t offset) const;

  std::uint32_t lut(unsigned core, unsigned slot) const { return lut_[core][slot]; }
  void set_lut(unsigned core, unsigned slot, std::uint32_t entry) { lut_[core][slot] = entry; }
  // The test-and-set lock of the tile's core `core`, without taking it.
  bool lock_free(unsigned core) const { return lock_free_[core]; }
  // What read() gives again and again, as long as nobody writes; nothing where a read changes it.
  std::optional<std::uint32_t> steady(std::uint32_t offset, std::uint8_t unit) const;
  // The core that holds it, for reports; kNobody: none, or that of a snapshot, which has no names.
  int lock_holder(unsigned core) const { return lock_free_[core] ? kNobody : lock_holder_[core]; }
  // GLCFG of the core whose register that is; 0 for another register.
  std::uint32_t glcfg_at(std::uint32_t offset) const;
  std::uint32_t gcbcfg() const { return gcbcfg_; }
  unsigned mesh_ratio() const {
    return gcbcfg_ >> SCC_GCBCFG_MESH_RATIO_SHIFT & SCC_GCBCFG_RATIO_MASK;
  }
  // GCBCFG's field of the mesh's ratio is that of `divider`.
  void show_mesh_divider(unsigned divider);
  unsigned tile_divider() const { return (gcbcfg_ >> SCC_GCBCFG_TILE_DIVIDER_SHIFT & 15) + 1; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(gcbcfg_, glcfg_, l2cfg_, lock_free_, sensor_control_, lut_);
  }
  bool l2_enabled(unsigned core) const {
    return (l2cfg_[core] & SCC_L2CFG_WAYDISABLE) == 0 && (gcbcfg_ & RC_GCBCFG_RESET_L2(core)) == 0;
  }
  // GCBCFG's bits of a core and its L2: held in reset or not.
  bool held(unsigned core) const { return (gcbcfg_ & RC_GCBCFG_RESET(core)) != 0; }
  void hold(unsigned core, bool held);

  // The level of LINT0 or LINT1 of a core.
  bool pin(unsigned core, unsigned lint) const {
    return (glcfg_[core] & (lint == 0 ? SCC_GLCFG_INTR : SCC_GLCFG_NMI)) != 0;
  }
  // The core whose lock this is, if it is one.
  std::optional<unsigned> lock_at(std::uint32_t offset) const;

 private:
  template <class T>
  using PerCore = std::array<T, RC_MOST_CORES_PER_TILE>;

  std::uint8_t x_, y_;
  unsigned cores_;
  std::uint32_t lut_mask_;
  std::uint32_t gcbcfg_;
  PerCore<std::uint32_t> glcfg_, l2cfg_;
  PerCore<bool> lock_free_;
  PerCore<int> lock_holder_;  // who took it last
  std::uint32_t sensor_control_ = 0;
  PerCore<std::array<std::uint32_t, SCC_LUT_ENTRIES>> lut_{};
};

// The GCBCFG word for a tile and mesh divider of the 1600 MHz clock, all cores held in reset.
std::uint32_t gcbcfg_word(unsigned tile_divider, unsigned mesh_divider);

}  // namespace rc::scc
