// SPDX-License-Identifier: Apache-2.0
// A direct-connect module of dcm_if.h as a SystemC module: the C++ cycle model, or Verilated RTL.
#pragma once

#include <memory>
#include <utility>

#include "hw_model/ipsc/dcm_if.h"
#include "hw_model/ipsc/systemc/dcm_ports.h"

namespace rc::ipsc {

class DcmModule : public DcmPorts {
 public:
  DcmModule(const sc_core::sc_module_name& name, std::unique_ptr<DcmIf> dcm)
      : DcmPorts(name), dcm_(std::move(dcm)) {
    dcm_->reset();
    SC_HAS_PROCESS(DcmModule);
    SC_METHOD(edge);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  void edge() {
    DcmPins in;
    for (unsigned line = 0; line < kLines; ++line) {
      in.forward[line] = forward_in[line].read();
      in.acknowledge[line] = acknowledge_in[line].read();
    }
    const DcmPins& out = dcm_->tick(++now_, in);
    for (unsigned line = 0; line < kLines; ++line) {
      forward_out[line].write(out.forward[line]);
      acknowledge_out[line].write(out.acknowledge[line]);
    }
  }

  std::unique_ptr<DcmIf> dcm_;
  kernel::Cycle now_ = 0;
};

}  // namespace rc::ipsc
