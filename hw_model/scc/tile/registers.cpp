// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/tile/registers.h"

namespace rc::scc {
namespace {

constexpr std::uint32_t kLutBytes = 8 * SCC_LUT_ENTRIES;
static_assert(RC_CRB_LUT(0u) == SCC_CRB_LUT0 && RC_CRB_LUT(1u) == SCC_CRB_LUT1 &&
              RC_CRB_LUT(1u) - RC_CRB_LUT(0u) == kLutBytes);
static_assert(RC_CRB_GLCFG(0u) == SCC_CRB_GLCFG0 && RC_CRB_GLCFG(1u) == SCC_CRB_GLCFG1);
static_assert(RC_CRB_L2CFG(0u) == SCC_CRB_L2CFG0 && RC_CRB_L2CFG(1u) == SCC_CRB_L2CFG1);
static_assert(RC_CRB_LOCK(0u) == SCC_CRB_LOCK0 && RC_CRB_LOCK(1u) == SCC_CRB_LOCK1);
static_assert(RC_GCBCFG_RESET(0u) == SCC_GCBCFG_RESET_CORE0 &&
              RC_GCBCFG_RESET(1u) == SCC_GCBCFG_RESET_CORE1 &&
              RC_GCBCFG_RESET_L2(0u) == SCC_GCBCFG_RESET_L2_0 &&
              RC_GCBCFG_RESET_L2(1u) == SCC_GCBCFG_RESET_L2_1);

// What GLCFG holds after a write of `value`.
std::uint32_t written_glcfg(std::uint32_t old, std::uint32_t value) {
  return (value & SCC_GLCFG_INPUTS) | (old & value & SCC_GLCFG_SPECIAL_CYCLES) |
         (SCC_GLCFG_RESET_VALUE & SCC_GLCFG_OUTPUTS);
}

}  // namespace

std::uint32_t gcbcfg_word(unsigned tile_divider, unsigned mesh_divider) {
  return SCC_GCBCFG_RATIO(tile_divider) << SCC_GCBCFG_TILE_RATIO_SHIFT |
         SCC_GCBCFG_RATIO(mesh_divider) << SCC_GCBCFG_MESH_RATIO_SHIFT |
         (tile_divider - 1) << SCC_GCBCFG_TILE_DIVIDER_SHIFT | SCC_GCBCFG_SYNC_RESETS |
         SCC_GCBCFG_RESET_CORE0 | SCC_GCBCFG_RESET_CORE1 | SCC_GCBCFG_RESET_L2_0 |
         SCC_GCBCFG_RESET_L2_1;
}

Registers::Registers(std::uint8_t x, std::uint8_t y, std::uint32_t gcbcfg, const Geometry& geometry)
    : x_(x),
      y_(y),
      cores_(geometry.cores_per_tile),
      lut_mask_(geometry.has_scc_map() ? SCC_LUT_VALID_MASK : RC_LUT_VALID_MASK),
      gcbcfg_(gcbcfg) {
  glcfg_.fill(SCC_GLCFG_RESET_VALUE);
  l2cfg_.fill(SCC_L2CFG_RESET_VALUE);
  lock_free_.fill(true);
  lock_holder_.fill(kNobody);
  for (unsigned z = 0; z < cores_; ++z) hold(z, true);
}

void Registers::hold(unsigned core, bool held) {
  const std::uint32_t bits = RC_GCBCFG_RESET(core) | RC_GCBCFG_RESET_L2(core);
  gcbcfg_ = held ? gcbcfg_ | bits : gcbcfg_ & ~bits;
}

void Registers::show_mesh_divider(unsigned divider) {
  gcbcfg_ &= ~(SCC_GCBCFG_RATIO_MASK << SCC_GCBCFG_MESH_RATIO_SHIFT);
  gcbcfg_ |= SCC_GCBCFG_RATIO(divider) << SCC_GCBCFG_MESH_RATIO_SHIFT;
}

std::uint32_t Registers::glcfg_at(std::uint32_t offset) const {
  for (unsigned z = 0; z < cores_; ++z) {
    if (offset == RC_CRB_GLCFG(z)) return glcfg_[z];
  }
  return 0;
}

std::optional<unsigned> Registers::lock_at(std::uint32_t offset) const {
  for (unsigned z = 0; z < cores_; ++z) {
    if (offset == RC_CRB_LOCK(z)) return z;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> Registers::steady(std::uint32_t offset, std::uint8_t unit) const {
  if (const auto lock = lock_at(offset); lock && lock_free_[*lock]) return std::nullopt;
  return Registers(*this).read(offset, unit);
}

std::optional<std::uint32_t> Registers::read(std::uint32_t offset, std::uint8_t unit, int reader) {
  if (offset >= SCC_CRB_LUT0) {
    const unsigned z = (offset - SCC_CRB_LUT0) / kLutBytes;
    if (z >= cores_) return std::nullopt;
    return lut_[z][(offset - RC_CRB_LUT(z)) / 8];
  }
  if (const auto lock = lock_at(offset)) {
    const bool was_free = lock_free_[*lock];
    lock_free_[*lock] = false;
    if (was_free) lock_holder_[*lock] = reader;
    return was_free ? 1 : 0;
  }
  for (unsigned z = 0; z < cores_; ++z) {
    if (offset == RC_CRB_GLCFG(z)) return glcfg_[z];
    if (offset == RC_CRB_L2CFG(z)) return l2cfg_[z];
  }
  switch (offset) {
    case SCC_CRB_SENSOR_CTRL:
      return sensor_control_;
    case SCC_CRB_SENSOR_VALUE:
      return 0;
    case SCC_CRB_GCBCFG:
      return gcbcfg_;
    case SCC_CRB_TILEID:
      return static_cast<std::uint32_t>(y_ << 7 | x_ << 3 | unit);
    default:
      return std::nullopt;
  }
}

bool Registers::writable(std::uint32_t offset) const {
  if (offset >= SCC_CRB_LUT0) return (offset - SCC_CRB_LUT0) / kLutBytes < cores_;
  for (unsigned z = 0; z < cores_; ++z) {
    if (offset == RC_CRB_LOCK(z) || offset == RC_CRB_GLCFG(z) || offset == RC_CRB_L2CFG(z))
      return true;
  }
  return offset == SCC_CRB_SENSOR_CTRL || offset == SCC_CRB_GCBCFG || offset == SCC_CRB_TILEID;
}

std::optional<Registers::Effect> Registers::write(std::uint32_t offset, std::uint32_t value) {
  if (!writable(offset)) return std::nullopt;
  Effect effect;
  if (offset >= SCC_CRB_LUT0) {
    const unsigned z = (offset - SCC_CRB_LUT0) / kLutBytes;
    lut_[z][(offset - RC_CRB_LUT(z)) / 8] = value & lut_mask_;
    return effect;
  }
  if (const auto lock = lock_at(offset)) {
    lock_free_[*lock] = true;
    return effect;
  }
  for (unsigned z = 0; z < cores_; ++z) {
    if (offset == RC_CRB_GLCFG(z)) {
      const std::uint32_t changed = value ^ glcfg_[z];
      if (changed & SCC_GLCFG_INTR) effect.pins_changed[z] |= 1;
      if (changed & SCC_GLCFG_NMI) effect.pins_changed[z] |= 2;
      glcfg_[z] = written_glcfg(glcfg_[z], value);
      return effect;
    }
    if (offset == RC_CRB_L2CFG(z)) {
      l2cfg_[z] = value;
      effect.l2_config = true;
      return effect;
    }
  }
  switch (offset) {
    case SCC_CRB_SENSOR_CTRL:
      sensor_control_ = value;
      return effect;
    case SCC_CRB_GCBCFG: {
      const auto field = [&](unsigned shift, std::uint32_t mask) {
        return ((gcbcfg_ ^ value) >> shift & mask) != 0;
      };
      effect.clock = field(SCC_GCBCFG_TILE_DIVIDER_SHIFT, SCC_GCBCFG_DIVIDER_MASK);
      for (unsigned z = 0; z < cores_; ++z) {
        if (field(0, RC_GCBCFG_RESET(z))) effect.resets |= static_cast<std::uint8_t>(1u << z);
        effect.l2_config |= field(0, RC_GCBCFG_RESET_L2(z));
      }
      effect.mesh = field(SCC_GCBCFG_MESH_RATIO_SHIFT, SCC_GCBCFG_RATIO_MASK);
      gcbcfg_ = value;
      return effect;
    }
    default:
      return effect;  // TILEID is read-only: a write is acknowledged and ignored
  }
}

}  // namespace rc::scc
