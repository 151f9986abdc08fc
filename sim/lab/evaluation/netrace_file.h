// SPDX-License-Identifier: Apache-2.0
// A file of netrace, as it is distributed: compressed with bzip2, or as it is.
#pragma once

#include <string>

#include "hw_model/noc/traffic/netrace.h"

namespace rc::sim::lab {

// Packets of the first `cycles` cycles. kernel::InputError, one line.
noc::Netrace read_netrace_file(const std::string& file, std::uint64_t cycles);

}  // namespace rc::sim::lab
