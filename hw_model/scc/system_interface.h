// SPDX-License-Identifier: Apache-2.0
// The system interface: the FPGA beside the chip, on the SCC at the south port of router (3,0).
// Global time stamp, configuration words, atomic counters, and the host-call doorbells (ours).
//
// Timing: one request at a time, in order of arrival, access_ns each. Function happens at arrival.
// Sources: SCC facts 2.5 (HPI sccsys.h, sccKit, BareMichael). Unknown offsets answer with an abort
// (on the chip such an access may hang it).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/time.h"
#include "hw_model/scc/message/message.h"
#include "hw_model/scc/params.h"

namespace rc::scc {

class SystemInterface {
 public:
  // A core wrote `value` to its host-call register; returns what the register reads afterwards.
  using Doorbell =
      std::function<std::uint32_t(unsigned core_id, std::uint32_t value, kernel::Picos)>;

  SystemInterface(const SccParams& params, Doorbell doorbell);

  // A request arrived at `arrival`; calls must be in order of arrival. Gives the response and when
  // it is ready to leave.
  struct Served {
    Message response;
    kernel::Picos ready;
  };
  Served serve(const Message& request, kernel::Picos arrival);
  template <class Archive>
  void archive(Archive& archive) {
    archive(free_, atomic_, hostcall_);
  }

 private:
  bool read(std::uint32_t offset, kernel::Picos now, std::uint32_t& value);
  bool write(std::uint32_t offset, std::uint32_t value, kernel::Picos now);

  SystemInterfaceParams params_;
  std::uint32_t tile_mhz_;
  std::uint32_t private_slots_;
  Doorbell doorbell_;
  kernel::Picos free_{0};
  // As many as on the SCC, whatever the geometry.
  std::array<std::array<std::uint32_t, SCC_CORES>, 2> atomic_{};
  std::vector<std::uint32_t> hostcall_;  // by core
};

}  // namespace rc::scc
