#include "hw_model/chip/clocks.h"

#include <cmath>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/frequency.h"

namespace rc::chip {
namespace {

void check_divider(std::uint32_t value, const char* name, std::uint32_t least) {
  if (value >= least && value <= 16) return;
  throw kernel::InputError(std::string(name) + " = " + std::to_string(value) + ": expected " +
                           std::to_string(least) + " to 16");
}

}  // namespace

void check(const ClockParams& clocks) {
  check_divider(clocks.tile_divider, "clocks.tile_divider", 2);
  check_divider(clocks.mesh_divider, "clocks.mesh_divider", 1);
  if (clocks.memory_mts < 200 || clocks.memory_mts > 3200) {
    throw kernel::InputError("clocks.memory_mts = " + std::to_string(clocks.memory_mts) +
                             ": expected 200 to 3200");
  }
  if (clocks.global_mhz < 100 || clocks.global_mhz > 10000) {
    throw kernel::InputError("clocks.global_mhz: expected 100 to 10000");
  }
}

kernel::Picos memory_period(const ClockParams& clocks) {
  const double thirds = std::round(clocks.memory_mts * 3.0 / 400.0) * 400.0;
  return kernel::period_of(thirds / 6.0);
}

}  // namespace rc::chip
