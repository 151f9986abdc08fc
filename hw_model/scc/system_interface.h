// SPDX-License-Identifier: Apache-2.0
// The system interface: the FPGA beside the chip, on the SCC at the south port of router (3,0).
//
//   registers --+-- time stamp, clock and memory words, atomic counters (here)
//               +-- addresses, display, supplies (board_registers.h)
//               +-- interrupts between cores (interrupt_unit.h) --> packets that raise pins of GLCFG
//               +-- four eMACs without a network: words that software writes and reads back
//               +-- host-call doorbells (ours)
//   ports ------+-- consoles of the host (port_consoles.h)
//
// Timing: one request at a time, in order of arrival, access_ns each. Function happens at arrival;
// a pin's packet leaves with the response.
// Sources: SCC facts 2.5 (HPI sccsys.h, sccKit, BareMichael), hw_model/arch/system_interface_map.h.
// Inaccuracies: unknown offsets answer with an abort (on the chip such an access may hang it); the
// host's answer to an IN takes no longer than a register does; every OUT is acknowledged, whatever
// the configuration word says.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/time.h"
#include "hw_model/scc/board_registers.h"
#include "hw_model/scc/interrupt_unit.h"
#include "hw_model/scc/message/message.h"
#include "hw_model/scc/params.h"
#include "hw_model/scc/port_consoles.h"
#include "hw_model/scc/tile/geometry.h"

namespace rc::scc {

class SystemInterface {
 public:
  // The host's side.
  struct Host {
    // A core wrote `value` to its host-call register; returns what the register reads afterwards.
    std::function<std::uint32_t(unsigned core_id, std::uint32_t value, kernel::Picos)> doorbell;
    PortConsoles::Print print;
    std::function<Supplies(kernel::Picos)> supplies;
  };

  SystemInterface(const SccParams& params, Host host);

  // A request arrived at `arrival`; calls must be in order of arrival. Gives the response and when
  // it is ready to leave; the packets of raising() leave with it.
  struct Served {
    Message response;
    kernel::Picos ready;
    std::vector<InterruptUnit::Pin> raised;
  };
  Served serve(const Message& request, kernel::Picos arrival);
  // False for a write to where no register is.
  bool takes(const Message& write) const {
    return write.bytes <= 4 && (is_port(write.command) || is_writable(offset_of(write)));
  }
  // Comes in at the core's first UART.
  void type(std::uint32_t core, std::vector<std::uint8_t> characters) {
    consoles_.type(core, std::move(characters));
  }
  // The packet, from `place`, that raises the pin.
  Message raising(const InterruptUnit::Pin& pin, const noc::EndPoint& place) const;

  template <class Archive>
  void archive(Archive& archive) {
    archive(free_, atomic_, hostcall_, interrupts_, consoles_, emac_);
  }

 private:
  std::optional<unsigned> doorbell_at(std::uint32_t offset) const;
  bool has_interrupts(std::uint32_t offset) const;
  bool is_writable(std::uint32_t offset) const;
  // Of the register's word.
  static std::uint32_t offset_of(const Message& request) {
    return static_cast<std::uint32_t>(request.address & (SCC_SLOT_SIZE - 1)) & ~3u;
  }
  bool serve_port(const Message& request, Served& served);
  bool read(std::uint32_t offset, kernel::Picos now, std::uint32_t& value);
  void write(std::uint32_t offset, std::uint32_t value, kernel::Picos now, Served& served);

  Geometry geometry_;
  SystemInterfaceParams params_;
  std::uint32_t tile_mhz_;
  std::uint32_t private_slots_;
  Host host_;
  kernel::Picos free_{0};
  // As many as on the SCC, whatever the geometry.
  std::array<std::array<std::uint32_t, SCC_CORES>, 2> atomic_{};
  std::vector<std::uint32_t> hostcall_;  // by core
  InterruptUnit interrupts_;
  PortConsoles consoles_;
  std::vector<std::uint32_t> emac_;  // words of the eMACs; empty until one is written
};

}  // namespace rc::scc
