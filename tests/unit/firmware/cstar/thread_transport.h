// SPDX-License-Identifier: Apache-2.0
// The nodes of a machine as threads of the host, for tests of the C* library.
#pragma once

#include <functional>

namespace cstar {

// Runs `body` on that many nodes at once, and waits for them.
void run_nodes(int nodes, const std::function<void()>& body);

}  // namespace cstar
