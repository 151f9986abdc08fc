// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rc::sim::lab {

// What a network from elsewhere says of its flits.
struct NetworkFlits {
  unsigned bits = 128;  // of data in one
  unsigned most = 0;    // flits of 16 bytes of the longest packet
};

}  // namespace rc::sim::lab
