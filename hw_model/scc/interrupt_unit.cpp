// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/interrupt_unit.h"

#include <bit>

#include "hw_model/arch/system_interface_map.h"

namespace rc::scc {
namespace {

constexpr std::uint32_t kRowBytes = 8 * SCC_CORES;
constexpr std::uint64_t kCores = (std::uint64_t{1} << SCC_CORES) - 1;
static_assert(SCC_GRB_IRQ_FROM_CORE(SCC_CORES) == SCC_GRB_IRQ_FROM_HOST);

// A row of the table, the core in it, and where in its 64 bits.
struct At {
  std::uint32_t row = 0, core = 0;
  unsigned shift = 0;

  explicit At(std::uint32_t offset)
      : row(offset & ~0x1FFu), core((offset & 0x1FF) / 8), shift(offset % 8 * 8) {}
};

bool is_config(std::uint32_t offset) { return offset - SCC_GRB_IRQ_CONFIG < 4 * SCC_CORES; }

bool is_host(std::uint32_t offset) { return offset - SCC_GRB_IRQ_HOST < 8; }

}  // namespace

bool InterruptUnit::holds(std::uint32_t offset) {
  if (is_config(offset) || is_host(offset)) return true;
  for (const std::uint32_t row :
       {SCC_GRB_IRQ_STATUS, SCC_GRB_IRQ_MASK, SCC_GRB_IRQ_RESET, SCC_GRB_IRQ_REQUEST}) {
    if (offset - row < kRowBytes) return true;
  }
  return false;
}

std::uint32_t InterruptUnit::read(std::uint32_t offset) const {
  if (is_config(offset)) return lint1_[(offset - SCC_GRB_IRQ_CONFIG) / 4] ? 1 : 0;
  if (is_host(offset)) return 0;
  const At at(offset);
  const std::uint64_t word = at.row == SCC_GRB_IRQ_STATUS ? status_[at.core]
                             : at.row == SCC_GRB_IRQ_MASK ? mask_[at.core]
                                                          : 0;
  return static_cast<std::uint32_t>(word >> at.shift);
}

void InterruptUnit::write(std::uint32_t offset, std::uint32_t value, std::vector<Pin>& raised) {
  if (is_config(offset)) {
    lint1_[(offset - SCC_GRB_IRQ_CONFIG) / 4] = (value & 1) != 0;
    return;
  }
  const At at(offset);
  const std::uint64_t bits = std::uint64_t{value} << at.shift;
  if (is_host(offset)) return request(bits, SCC_GRB_IRQ_FROM_HOST, raised);
  switch (at.row) {
    case SCC_GRB_IRQ_MASK: {
      const std::uint64_t word = std::uint64_t{0xFFFFFFFF} << at.shift;
      mask_[at.core] = (mask_[at.core] & ~word) | bits;
      return raise(at.core, raised);
    }
    case SCC_GRB_IRQ_RESET:
      status_[at.core] &= ~bits;
      return raise(at.core, raised);
    case SCC_GRB_IRQ_REQUEST:
      return request(bits, SCC_GRB_IRQ_FROM_CORE(at.core), raised);
    default:
      return;  // the status is the unit's
  }
}

void InterruptUnit::request(std::uint64_t targets, unsigned bit, std::vector<Pin>& raised) {
  for (targets &= kCores; targets != 0; targets &= targets - 1) {
    const auto core = static_cast<std::uint32_t>(std::countr_zero(targets));
    status_[core] |= std::uint64_t{1} << bit;
    if ((mask_[core] >> bit & 1) == 0) raise(core, raised);
  }
}

void InterruptUnit::raise(std::uint32_t core, std::vector<Pin>& raised) const {
  if ((status_[core] & ~mask_[core]) != 0) raised.push_back({core, lint1_[core] ? 1u : 0u});
}

}  // namespace rc::scc
