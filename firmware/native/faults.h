// SPDX-License-Identifier: Apache-2.0
// How a UE of a native run ends by a fault: it shows in shared memory what happened and stands there,
// so that the parent can read its stack before it ends it.
#pragma once

namespace native {

// Of signals that nobody else has a handler for yet. Once shared memory is there.
void watch_faults();

}  // namespace native
