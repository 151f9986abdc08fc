// SPDX-License-Identifier: Apache-2.0
// Verdicts of the deadlock check on large networks, kept from run to run: by the content of graph,
// relation and router, and by this program, so that another check or relation makes another one.
#pragma once

#include <optional>
#include <string>

#include "hw_model/noc/deadlock/deadlock.h"

namespace rc::sim::lab {

// A hash of all that the verdict depends on.
std::string verdict_key(const noc::Topology& topology, const std::string& routing,
                        const noc::RoutingTable* table, const noc::VcPlan& vcs,
                        const noc::DeadlockParams& params);

// Nothing if none is kept, or the file was damaged.
std::optional<noc::DeadlockVerdict> kept_verdict(const std::string& key);
// Keeps one that is free of deadlock; a circle is found again. Does nothing where it cannot write.
void keep_verdict(const std::string& key, const noc::DeadlockVerdict& verdict);

}  // namespace rc::sim::lab
