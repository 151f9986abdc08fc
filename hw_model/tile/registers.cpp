#include "hw_model/tile/registers.h"

namespace rc::tile {

Route Route::decode(std::uint32_t entry) {
  Route route;
  route.bypass = (entry & SCC_LUT_BYPASS) != 0;
  route.y = entry >> SCC_LUT_Y_SHIFT & 15;
  route.x = entry >> SCC_LUT_X_SHIFT & 15;
  route.subdestination = entry >> SCC_LUT_SUBDEST_SHIFT & 7;
  route.address = entry & SCC_LUT_ADDR_MASK;
  return route;
}

std::uint32_t Route::encode() const {
  return SCC_LUT_ENTRY(bypass ? 1u : 0u, static_cast<std::uint32_t>(y),
                       static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(subdestination),
                       static_cast<std::uint32_t>(address));
}

std::uint32_t gcbcfg_word(unsigned tile_divider, unsigned mesh_divider) {
  return SCC_GCBCFG_RATIO(tile_divider) << SCC_GCBCFG_TILE_RATIO_SHIFT |
         SCC_GCBCFG_RATIO(mesh_divider) << SCC_GCBCFG_MESH_RATIO_SHIFT |
         (tile_divider - 1) << SCC_GCBCFG_TILE_DIVIDER_SHIFT | SCC_GCBCFG_RESET_CORE0 |
         SCC_GCBCFG_RESET_CORE1;
}

Registers::Registers(std::uint8_t x, std::uint8_t y, std::uint32_t gcbcfg)
    : x_(x), y_(y), gcbcfg_(gcbcfg) {
  glcfg_.fill(SCC_GLCFG_RESET_VALUE);
  l2cfg_.fill(SCC_L2CFG_RESET_VALUE);
  lock_free_.fill(true);
}

std::optional<std::uint32_t> Registers::read(std::uint32_t offset, std::uint8_t unit) {
  if (offset >= SCC_CRB_LUT0 && offset < SCC_CRB_LUT1 + 8 * SCC_LUT_ENTRIES) {
    const bool second = offset >= SCC_CRB_LUT1;
    return lut_[second][(offset - (second ? SCC_CRB_LUT1 : SCC_CRB_LUT0)) / 8];
  }
  switch (offset) {
    case SCC_CRB_GLCFG0:
      return glcfg_[0];
    case SCC_CRB_GLCFG1:
      return glcfg_[1];
    case SCC_CRB_L2CFG0:
      return l2cfg_[0];
    case SCC_CRB_L2CFG1:
      return l2cfg_[1];
    case SCC_CRB_SENSOR_CTRL:
      return sensor_control_;
    case SCC_CRB_SENSOR_VALUE:
      return 0;
    case SCC_CRB_GCBCFG:
      return gcbcfg_;
    case SCC_CRB_TILEID:
      return static_cast<std::uint32_t>(y_ << 7 | x_ << 3 | unit);
    case SCC_CRB_LOCK0:
    case SCC_CRB_LOCK1: {
      bool& free = lock_free_[offset == SCC_CRB_LOCK1];
      const bool was_free = free;
      free = false;
      return was_free ? 1 : 0;
    }
    default:
      return std::nullopt;
  }
}

std::optional<Registers::Effect> Registers::write(std::uint32_t offset, std::uint32_t value) {
  Effect effect;
  if (offset >= SCC_CRB_LUT0 && offset < SCC_CRB_LUT1 + 8 * SCC_LUT_ENTRIES) {
    const bool second = offset >= SCC_CRB_LUT1;
    lut_[second][(offset - (second ? SCC_CRB_LUT1 : SCC_CRB_LUT0)) / 8] =
        value & SCC_LUT_VALID_MASK;
    return effect;
  }
  switch (offset) {
    case SCC_CRB_GLCFG0:
    case SCC_CRB_GLCFG1: {
      const unsigned core = offset == SCC_CRB_GLCFG1;
      const std::uint32_t rose = value & ~glcfg_[core];
      if (rose & SCC_GLCFG_INTR) effect.interrupt_mask[core] |= 1;
      if (rose & SCC_GLCFG_NMI) effect.interrupt_mask[core] |= 2;
      glcfg_[core] = value;
      return effect;
    }
    case SCC_CRB_L2CFG0:
    case SCC_CRB_L2CFG1:
      l2cfg_[offset == SCC_CRB_L2CFG1] = value;
      effect.l2_config = true;
      return effect;
    case SCC_CRB_SENSOR_CTRL:
      sensor_control_ = value;
      return effect;
    case SCC_CRB_GCBCFG: {
      const auto field = [&](unsigned shift, std::uint32_t mask) {
        return ((gcbcfg_ ^ value) >> shift & mask) != 0;
      };
      effect.clock = field(SCC_GCBCFG_TILE_DIVIDER_SHIFT, SCC_GCBCFG_DIVIDER_MASK);
      effect.resets = field(0, SCC_GCBCFG_RESET_CORE0 | SCC_GCBCFG_RESET_CORE1);
      effect.mesh = field(SCC_GCBCFG_MESH_RATIO_SHIFT, SCC_GCBCFG_RATIO_MASK);
      gcbcfg_ = value;
      return effect;
    }
    case SCC_CRB_LOCK0:
      lock_free_[0] = true;
      return effect;
    case SCC_CRB_LOCK1:
      lock_free_[1] = true;
      return effect;
    case SCC_CRB_TILEID:
      return effect;  // read-only: a write is acknowledged and ignored
    default:
      return std::nullopt;
  }
}

}  // namespace rc::tile
