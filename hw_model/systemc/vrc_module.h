// The voltage controller as a SystemC module: vrc::Vrc at (0,0) South. Its one register is
// write-only; reads are answered with 0.
#pragma once

#include <cstring>
#include <systemc>

#include "hw_model/transaction/message_port.h"
#include "hw_model/vrc/vrc.h"

namespace rc::systemc {

class VrcModule final : public sc_core::sc_module, public tile::MessagePort {
 public:
  // `mesh`: the mesh's port at the controller's end point.
  VrcModule(sc_core::sc_module_name name, tile::MessagePort& mesh, const vrc::VrcParams& params)
      : sc_module(name), mesh_(mesh), vrc_(params) {}

  // From the mesh. The controller takes every request, and sends its response at once.
  bool receive(const tile::Message& request, kernel::Picos arrival) override {
    const bool known = request.address % SCC_SLOT_SIZE == 0 && request.bytes == 4;
    if (!known) {
      mesh_.receive(response_to(request, tile::Command::abort), arrival);
    } else if (tile::is_write(request.command)) {
      std::uint32_t word = 0;
      std::memcpy(&word, request.data.data(), sizeof word);
      mesh_.receive(response_to(request, tile::Command::acknowledge), vrc_.command(word, arrival));
    } else {
      mesh_.receive(response_to(request, tile::Command::data), arrival);
    }
    return true;
  }

  vrc::Vrc& vrc() { return vrc_; }

 private:
  tile::MessagePort& mesh_;
  vrc::Vrc vrc_;
};

}  // namespace rc::systemc
