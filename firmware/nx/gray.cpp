// SPDX-License-Identifier: Apache-2.0
// Numbers of nodes in Gray code; on the nodes and on the host.
#include "nx.h"

long gray(long number) {
  const auto bits = static_cast<unsigned long>(number);
  return static_cast<long>(bits ^ bits >> 1);
}

// All bits count, so that every number has its code, the negative ones too.
long ginv(long code) {
  auto number = static_cast<unsigned long>(code);
  for (unsigned shift = 1; shift < 8 * sizeof number; shift *= 2) number ^= number >> shift;
  return static_cast<long>(number);
}
