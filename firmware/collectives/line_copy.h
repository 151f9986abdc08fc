// SPDX-License-Identifier: Apache-2.0
// Copies between private memory and message passing buffers, for the gory interface: the two
// routines that libraries on this chip used, side by side.
#pragma once

#include <stddef.h>

#include "RCCE.h"

namespace collectives {

// plain:      RCCE's own put and get.
// allocating: by words, and a line of private memory is read before it is written, as in iRCCE. The
//             caches do not allocate on a write, so each store to a line that they do not hold goes
//             to the next level; once the line is read, all stores stay in L1.
enum class Copy { plain, allocating };

// The place in `ue`'s buffer that `own` has in the caller's.
t_vcharp place_in(int ue, t_vcharp own);

// From private memory into the caller's own buffer. Whole lines arrive: the last may be padded.
void copy_out(Copy copy, t_vcharp own, const char* data, size_t bytes);
// From `ue`'s buffer into private memory, `bytes` exactly.
void copy_in(Copy copy, char* data, t_vcharp own, size_t bytes, int ue);
// From `ue`'s buffer to the same place in the caller's, by words, in whole lines.
void copy_across(t_vcharp own, size_t bytes, int ue);

}  // namespace collectives
