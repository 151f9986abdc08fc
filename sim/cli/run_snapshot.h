// `run --save` and `run --restore`: what the options ask for.
#pragma once

#include <memory>
#include <string>

#include "sim/run/firmware_job.h"
#include "sim/run/snapshot.h"

namespace rc::sim {

// Has `job` save itself; `order` is FILE@TIME, with TIME as 20us, 1.5ms, or a cycle of the clock
// that the tiles start with. kernel::InputError for anything else, and for what cannot be saved.
void order_save(FirmwareJob& job, const std::string& order);

// What a snapshot's run may be told again, but not differently. Empty or null: it was not told.
struct ToldAgain {
  std::string image;
  std::vector<FirmwareJob::OtherProgram> others;
  std::vector<std::string> arguments;
  const Machine* machine = nullptr;
  bool rtl = false, network_exact = false;
  std::vector<int> cores;
  std::uint32_t stack_bytes = 0;
};

// The job that goes on with the snapshot in `file`. kernel::InputError if `told` contradicts it.
FirmwareJob restored_job(const std::string& file, const ToldAgain& told);

}  // namespace rc::sim
