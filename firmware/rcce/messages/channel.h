// SPDX-License-Identifier: Apache-2.0
// Buffer and flags of the messages from one UE to another.
#pragma once

#include "RCCE.h"

namespace rcce {

// `sent` lies with the receiver, `ready` with the sender; both structures name the place in the
// caller's own buffer.
struct Channel {
  t_vcharp buffer;  // the sender's, by its place in the caller's buffer
  size_t chunk;     // bytes, whole lines
  RCCE_FLAG* ready;
  RCCE_FLAG* sent;
};

}  // namespace rcce
