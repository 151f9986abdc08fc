#include "hw_model/chip/layout.h"

#include <string>

#include "hw_model/kernel/error.h"

namespace rc::chip {
namespace {

constexpr std::array<std::uint32_t, kControllers> kControllerSubdestination{
    SCC_SUBDEST_WEST, SCC_SUBDEST_EAST, SCC_SUBDEST_WEST, SCC_SUBDEST_EAST};

std::uint32_t controller_entry(unsigned controller, std::uint32_t slot) {
  const noc::EndPoint& at = kControllerAt[controller];
  return SCC_LUT_ENTRY(0u, static_cast<std::uint32_t>(at.y), static_cast<std::uint32_t>(at.x),
                       kControllerSubdestination[controller], slot);
}

}  // namespace

unsigned controller_of(unsigned x, unsigned y) { return (x >= 3 ? 1 : 0) + (y >= 2 ? 2 : 0); }

std::array<std::uint32_t, SCC_LUT_ENTRIES> default_lut(unsigned core_id, unsigned private_slots) {
  // 12 cores share a controller: private_slots + 1 (reset vector) slots each, then its shared
  // slots.
  constexpr unsigned kCoresPerController = SCC_CORES / kControllers;
  const unsigned per_core = private_slots + 1;
  if (private_slots == 0 || private_slots > 0x80 ||
      per_core * kCoresPerController + 1 > SCC_LUT_ADDR_MASK + 1) {
    throw kernel::InputError("machine.private_slots = " + std::to_string(private_slots) +
                             ": expected 1 to 84 (12 cores share a controller's 1024 slots)");
  }
  const unsigned tile = core_id / 2;
  const unsigned x = tile % SCC_COLS, y = tile / SCC_COLS;
  const unsigned controller = controller_of(x, y);
  const unsigned index = ((y % 2) * 3 + x % 3) * 2 + core_id % 2;  // among the controller's cores

  std::array<std::uint32_t, SCC_LUT_ENTRIES> lut{};
  // A slot without a target routes to an address no agent answers.
  lut.fill(SCC_LUT_ENTRY(0u, static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(x),
                         SCC_SUBDEST_CRB, SCC_LUT_ADDR_MASK));
  for (unsigned slot = 0; slot < private_slots; ++slot) {
    lut[slot] = controller_entry(controller, index * per_core + slot);
  }
  lut[SCC_RESET_SLOT >> SCC_SLOT_SHIFT] =
      controller_entry(controller, index * per_core + private_slots);
  // As many as the private ones leave.
  for (unsigned slot = 0; slot < SCC_SHARED_SLOTS; ++slot) {
    const unsigned place = per_core * kCoresPerController + slot / kControllers;
    if (place > SCC_LUT_ADDR_MASK) break;
    lut[(SCC_SHARED_BASE >> SCC_SLOT_SHIFT) + slot] = controller_entry(slot % kControllers, place);
  }
  for (unsigned t = 0; t < SCC_TILES; ++t) {
    const std::uint32_t tx = t % SCC_COLS, ty = t / SCC_COLS;
    lut[(SCC_MPB_BASE >> SCC_SLOT_SHIFT) + t] = SCC_LUT_ENTRY(0u, ty, tx, SCC_SUBDEST_MPB, 0u);
    lut[(SCC_CRB_BASE >> SCC_SLOT_SHIFT) + t] = SCC_LUT_ENTRY(0u, ty, tx, SCC_SUBDEST_CRB, 0u);
  }
  const auto own_x = static_cast<std::uint32_t>(x), own_y = static_cast<std::uint32_t>(y);
  lut[SCC_MPB_OWN >> SCC_SLOT_SHIFT] = SCC_LUT_ENTRY(1u, own_y, own_x, SCC_SUBDEST_MPB, 0u);
  lut[SCC_CRB_OWN >> SCC_SLOT_SHIFT] = SCC_LUT_ENTRY(1u, own_y, own_x, SCC_SUBDEST_CRB, 0u);
  lut[SCC_GRB_BASE >> SCC_SLOT_SHIFT] =
      SCC_LUT_ENTRY(0u, static_cast<std::uint32_t>(kSystemInterfaceAt.y),
                    static_cast<std::uint32_t>(kSystemInterfaceAt.x), SCC_SUBDEST_SOUTH, 0u);
  lut[SCC_VRC_BASE >> SCC_SLOT_SHIFT] =
      SCC_LUT_ENTRY(0u, static_cast<std::uint32_t>(kVoltageControllerAt.y),
                    static_cast<std::uint32_t>(kVoltageControllerAt.x), SCC_SUBDEST_SOUTH, 0u);
  return lut;
}

}  // namespace rc::chip
