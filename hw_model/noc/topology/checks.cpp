// SPDX-License-Identifier: Apache-2.0
// Sizes of topologies, checked before anything is allocated.
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

void check_range(const std::string& family, std::uint64_t value, const std::string& what,
                 std::uint64_t least, std::uint64_t most) {
  if (value >= least && value <= most) return;
  std::string expected = std::to_string(least);
  if (most > least) expected += " to " + std::to_string(most);
  throw kernel::InputError("topology " + kernel::shown(family) + ": " + std::to_string(value) +
                           " " + what + ", expected " + expected);
}

void check_sizes(const std::string& family, const std::vector<unsigned>& sizes, std::size_t least,
                 std::size_t most) {
  check_range(family, sizes.size(), "dimensions (sizes)", least, most);
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    check_range(family, sizes[d], "routers in dimension " + std::to_string(d + 1), 1, kMaxEnds);
  }
}

void check_ends(const std::string& family, std::uint64_t routers, unsigned concentration,
                unsigned ports) {
  check_range(family, ports, "ports to other routers", 0, kMaxRadix - 1);
  check_range(family, concentration, "end points a router (concentration)", 1, kMaxRadix - ports);
  check_range(family, routers * concentration, "end points in all", 1, kMaxEnds);
}

std::uint32_t power_of(unsigned k, unsigned n) {
  std::uint32_t result = 1;
  for (unsigned i = 0; i < n; ++i) result *= k;
  return result;
}

unsigned most_digits(unsigned k) {
  unsigned n = 0;
  for (std::uint64_t reached = k; reached <= kMaxEnds; reached *= k) ++n;
  return n;
}

std::uint64_t grid_routers(const std::vector<unsigned>& sizes) {
  std::uint64_t result = 1;
  for (const unsigned size : sizes) result *= size;
  return result;
}

}  // namespace rc::noc
