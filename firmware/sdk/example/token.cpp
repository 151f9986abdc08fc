// SPDX-License-Identifier: Apache-2.0
#include "token.h"

#include <numeric>
#include <vector>

long token_next(long token, int ue) {
  std::vector<long> steps(static_cast<std::size_t>(ue) + 1);
  std::iota(steps.begin(), steps.end(), 0L);
  return std::accumulate(steps.begin(), steps.end(), token);
}
