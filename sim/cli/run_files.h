// SPDX-License-Identifier: Apache-2.0
// The files of a run: none of what it writes may take the place of another, or of what it reads.
#pragma once

#include "sim/cli/run_options.h"

namespace rc::sim::cli {

/// Of `job`, which was made from `command`. A snapshot that the run restores may be the one that it saves. What
/// is no plain file, as /dev/null, may be written by several options. kernel::InputError names file and options.
void expect_files_apart(const RunCommand& command, const run::FirmwareJob& job);

}  // namespace rc::sim::cli
