// SPDX-License-Identifier: Apache-2.0
// A Verilated rc_dcm behind the interface of every direct-connect module.
//
// One tick is one rising clock edge. While clock_request_o is low, an edge at which no pin has
// changed changes nothing and may be left out.
#pragma once

#include <verilated.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "hw_model/ipsc/dcm.h"
#include "hw_model/kernel/error.h"
#include "rtl_stubs/wrap/clock.h"

namespace rc::rtl {

static_assert(std::endian::native == std::endian::little);

// Layout of rc_dcm_pkg::forward_t, from its lowest bit; one port is 16 bits of the packed vector.
namespace forward {
inline constexpr unsigned kToHost = 0, kDestination = 1, kSource = 8, kBusy = 15;
inline constexpr unsigned kNodeMask = 0x7F;
}  // namespace forward

inline std::uint16_t pack(const ipsc::Forward& line) {
  return static_cast<std::uint16_t>(unsigned{line.probe.to_host} << forward::kToHost |
                                    (line.probe.destination & forward::kNodeMask)
                                        << forward::kDestination |
                                    (line.probe.source & forward::kNodeMask) << forward::kSource |
                                    unsigned{line.busy} << forward::kBusy);
}

inline ipsc::Forward unpack(unsigned bits) {
  ipsc::Forward line;
  line.probe.to_host = (bits >> forward::kToHost & 1) != 0;
  line.probe.destination =
      static_cast<std::uint8_t>(bits >> forward::kDestination & forward::kNodeMask);
  line.probe.source = static_cast<std::uint8_t>(bits >> forward::kSource & forward::kNodeMask);
  line.busy = (bits >> forward::kBusy & 1) != 0;
  return line;
}

// `Model` is the class that Verilator made of rc_dcm.
template <class Model>
class VerilatedDcm final : public ipsc::DcmIf {
 public:
  // kernel::InputError, as the C++ model, for parameters that no module can have.
  VerilatedDcm(unsigned here, const ipsc::DcmParams& params) {
    ipsc::check(params);
    constexpr unsigned kCycleBits = 20;
    model_.here_i = static_cast<CData>(here);
    model_.lowest_first_i = params.arbitration == "lowest";
    model_.buffered_i = params.node_circuits > 1;
    model_.timing_i = QData{params.probe_cycles} << 2 * kCycleBits |
                      QData{params.acknowledge_cycles} << kCycleBits | params.pass_cycles;
    start_clock(model_);
    VerilatedDcm::reset();
  }
  ~VerilatedDcm() override { model_.final(); }

  void reset() override {
    model_.rst_ni = 0;
    drive({});
    clock_edge(model_);
    model_.rst_ni = 1;
    sample();
    wake_ = ipsc::kNoWake;
  }

  const ipsc::DcmPins& tick(kernel::Cycle now, const ipsc::DcmPins& in) override {
    drive(in);
    clock_edge(model_);
    sample();
    wake_ = model_.clock_request_o != 0 ? now + 1 : ipsc::kNoWake;
    return out_;
  }
  kernel::Cycle wake() const override { return wake_; }

 private:
  template <unsigned kCount>
  using Lines = std::array<std::uint16_t, kCount>;

  void drive(const ipsc::DcmPins& in) {
    Lines<ipsc::kPorts> lines;
    for (unsigned port = 0; port < ipsc::kPorts; ++port) lines[port] = pack(in.forward[port]);
    unsigned acknowledge = 0;
    for (unsigned line = 0; line < ipsc::kLines; ++line)
      acknowledge |= unsigned{in.acknowledge[line]} << line;
    std::memcpy(&model_.forward_i, lines.data(), sizeof lines);
    model_.acknowledge_i = static_cast<SData>(acknowledge);
  }

  void sample() {
    Lines<ipsc::kLines> lines;
    std::memcpy(lines.data(), &model_.forward_o, sizeof lines);
    for (unsigned line = 0; line < ipsc::kLines; ++line) out_.forward[line] = unpack(lines[line]);
    for (unsigned port = 0; port < ipsc::kPorts; ++port)
      out_.acknowledge[port] = (model_.acknowledge_o >> port & 1) != 0;
  }

  Model model_;
  ipsc::DcmPins out_;
  kernel::Cycle wake_ = ipsc::kNoWake;
};

}  // namespace rc::rtl
