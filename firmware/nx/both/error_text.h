// SPDX-License-Identifier: Apache-2.0
// NX's reasons for errors in words.
#pragma once

namespace nx {

// nullptr for a code that is not NX's (nx_codes.h).
const char* meaning(int code);

}  // namespace nx
