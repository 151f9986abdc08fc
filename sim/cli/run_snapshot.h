// SPDX-License-Identifier: Apache-2.0
// `run --save` and `run --restore`: what the options ask for.
#pragma once

#include <string>

#include "sim/run/firmware_job.h"

namespace rc::sim::cli {

// Has `job` save itself; `order` is FILE@TIME, with TIME as 20us, 1.5ms, or a cycle of the clock
// that the tiles start with. kernel::InputError for anything else, and for what cannot be saved.
void order_save(run::FirmwareJob& job, const std::string& order);

// `job` becomes the one that goes on with the snapshot in `file`. kernel::InputError if what it
// said before (image, others, arguments, cores, stack; of the machine only what was given)
// contradicts the snapshot; what is empty was not said.
void restore_job(run::FirmwareJob& job, const std::string& file, bool machine_given);

}  // namespace rc::sim::cli
