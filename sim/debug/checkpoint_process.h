// SPDX-License-Identifier: Apache-2.0
// A process that simulates for the debugger's server: it holds the machine at one instant, carries
// out requests about it, and can copy itself (fork), so that the server can return to that instant.
//
// Requests are JSON objects with a field "do"; the server's side is simulation.h.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "hw_model/kernel/error.h"
#include "sim/debug/channel.h"
#include "sim/debug/held_output.h"
#include "sim/debug/machine.h"

namespace rc::sim::debug {

// What a process answers beside that, and how it words the machine's failures.
struct MoreAnswers {
  EventLog* log = nullptr;  // of what is recorded
  // Nothing: no such request. One that changes what it looks at, such as statistics, is for a copy.
  std::function<std::optional<nlohmann::json>(const nlohmann::json& request)> answer;
  ExplainFailure explain;
};

// Serves until the request "finish", which lets the caller go on with the run to its end. When the
// server has gone, or needs it no longer, the process ends.
void serve_debugger(DebugMachine& machine, HeldOutput& output, Channel server,
                    const MoreAnswers& more = {});

}  // namespace rc::sim::debug
