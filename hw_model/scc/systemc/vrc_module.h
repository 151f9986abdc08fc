// SPDX-License-Identifier: Apache-2.0
// The voltage controller as a SystemC module: Vrc at (0,0) South. Its one register is
// write-only; reads are answered with 0.
#pragma once

#include <cstring>
#include <systemc>

#include "hw_model/scc/message/message_port.h"
#include "hw_model/scc/vrc/vrc.h"

namespace rc::scc {

class VrcModule final : public sc_core::sc_module, public MessagePort {
 public:
  // `mesh`: the mesh's port at the controller's end point.
  VrcModule(sc_core::sc_module_name name, MessagePort& mesh, const VrcParams& params)
      : sc_module(name), mesh_(mesh), vrc_(params) {}

  // From the mesh. The controller takes every request, and sends its response at once.
  bool receive(const Message& request, kernel::Picos arrival) override {
    if (!takes(request)) {
      mesh_.receive(response_to(request, Command::abort), arrival);
    } else if (is_write(request.command)) {
      std::uint32_t word = 0;
      std::memcpy(&word, request.data.data(), sizeof word);
      mesh_.receive(response_to(request, Command::acknowledge), vrc_.command(word, arrival));
    } else {
      mesh_.receive(response_to(request, Command::data), arrival);
    }
    return true;
  }

  bool takes(const Message& request) const override {
    return request.address % SCC_SLOT_SIZE == 0 && request.bytes == 4;
  }

  Vrc& vrc() { return vrc_; }

 private:
  MessagePort& mesh_;
  Vrc vrc_;
};

}  // namespace rc::scc
