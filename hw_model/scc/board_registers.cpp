// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/board_registers.h"

#include <cmath>

#include "hw_model/arch/system_interface_map.h"

namespace rc::scc {
namespace {

constexpr unsigned kIslands[] = {0, 1, 2, 3, 4, 5, 7};  // in the order of their registers
constexpr double kMainVolts = 3.3;

constexpr std::uint32_t ip(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return a << 24 | b << 16 | c << 8 | d;
}

// Nominal voltages of those whose name tells it, in steps of the register: 0.25 mV at 0x8420, 0.125
// mV from 0x8500 on.
struct Nominal {
  std::uint32_t offset;
  double volts, step;
};
constexpr double kFine = 0.125e-3;
constexpr Nominal kNominal[] = {{0x8420, 1.5, 0.25e-3}, {0x8500, 1.0, kFine}, {0x8518, 12.0, kFine},
                                {0x8520, 5.0, kFine},   {0x8524, 3.3, kFine}, {0x8530, 1.65, kFine},
                                {0x8538, 1.8, kFine},   {0x853C, 5.0, kFine}, {0x8540, 3.3, kFine},
                                {0x8544, 2.5, kFine},   {0x8548, 1.8, kFine}};

std::uint32_t steps(double value, double step) {
  return static_cast<std::uint32_t>(std::lround(value / step));
}

}  // namespace

std::optional<std::uint32_t> board_word(std::uint32_t offset) {
  switch (offset) {
    case SCC_GRB_MAC_HIGH:
      return 0x0045;
    case SCC_GRB_MAC_LOW:
      return 0x4D414431;
    case SCC_GRB_IP:
      return ip(192, 168, 0, 1);
    case SCC_GRB_HOST_IP:
    case SCC_GRB_GATEWAY:
      return ip(192, 168, 1, 254);
    case SCC_GRB_CONFIG:
      return SCC_GRB_CONFIG_ANSWERS_WRITES | SCC_GRB_CONFIG_READY;
    case SCC_GRB_FEATURES:
      return 0;
    case SCC_GRB_DISPLAY_X:
      return 640;
    case SCC_GRB_DISPLAY_Y:
      return 480;
    case SCC_GRB_DISPLAY_DEPTH:
      return 16;
    default:
      return std::nullopt;
  }
}

bool is_supply(std::uint32_t offset) {
  return offset >= SCC_GRB_SUPPLIES && offset < SCC_GRB_SUPPLIES_END;
}

std::uint32_t supply_word(std::uint32_t offset, const Supplies& now) {
  for (unsigned i = 0; i < std::size(kIslands); ++i) {
    if (offset == SCC_GRB_VCC(i))
      return steps(now.volts[kIslands[i]], SCC_GRB_VCC_NANOVOLTS * 1e-9);
  }
  if (offset == SCC_GRB_3V3SCC_VOLTS) return steps(kMainVolts, SCC_GRB_3V3SCC_MICROVOLTS * 1e-6);
  if (offset == SCC_GRB_3V3SCC_AMPERES)
    return steps(now.watts / kMainVolts, SCC_GRB_3V3SCC_NANOAMPERES * 1e-9);
  for (const Nominal& nominal : kNominal) {
    if (offset == nominal.offset) return steps(nominal.volts, nominal.step);
  }
  return 0;
}

}  // namespace rc::scc
