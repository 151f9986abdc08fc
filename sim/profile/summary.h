// --summary: where the time went, by core and by function, and who sent how much to whom. Text.
#pragma once

#include <string>

#include "sim/profile/run_recorder.h"

namespace rc::sim {

// `run`: for what an iPSC/860 counts at its nodes; nullptr if the run did not end.
std::string summary_text(const RunRecorder& recorder, const FirmwareRun* run);

}  // namespace rc::sim
