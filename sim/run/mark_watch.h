// SPDX-License-Identifier: Apache-2.0
// Lets a core tell FirmwareJob::marks when it comes to a mark of its program (firmware/marks).
#pragma once

#include <functional>

#include "sim/run/core_watch.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::run {

/// `program` is the core's, and outlives it; `time_of` knows the core's clock of the instant. Nothing
/// happens without marks, or without anybody who asks for them.
void watch_marks(const FirmwareJob& job, CoreWatch& core, const machine::ElfImage& program,
                 std::function<kernel::Picos(kernel::Cycle)> time_of);

}  // namespace rc::sim::run
