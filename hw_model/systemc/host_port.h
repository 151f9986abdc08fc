// SPDX-License-Identifier: Apache-2.0
// The host's end of the host-call doorbells: reads the block that a core points at, ends its
// program or the run, or hands the call to the simulator's services and writes the answer back.
//
// Source: SCC_HOSTCALL_* in hw_model/arch/scc_map.h (ours; the chip has no such calls).
// Errors: kernel::FaultError for a block where no memory is and for SCC_HOSTCALL_FAULT.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "hw_model/host/host_calls.h"
#include "hw_model/host/host_services.h"
#include "hw_model/systemc/programs.h"

namespace rc::systemc {

class HostPort {
 public:
  // Called at the first EXIT of a core, before HostServices::exited().
  using OnExit = std::function<void(int core_id)>;
  // A call that only one machine has: true if it is one, and was served.
  using OwnCall = std::function<bool(const host::HostCallBlock&)>;

  HostPort(host::HostServices& host, Programs& programs, OnExit on_exit)
      : host_(host), programs_(programs), on_exit_(std::move(on_exit)) {}

  // The core of `rank` wrote `block` to its doorbell at `time`, and stands at `eip`; returns what that
  // register reads afterwards. `name` is for errors, as in "core 3".
  std::uint32_t doorbell(std::size_t rank, const std::string& name, const host::GuestMemory& memory,
                         std::uint32_t block, std::uint32_t eip, kernel::Picos time,
                         const OwnCall& own = {});

 private:
  host::HostServices& host_;
  Programs& programs_;
  OnExit on_exit_;
};

}  // namespace rc::systemc
