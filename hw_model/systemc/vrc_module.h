// The voltage controller as a SystemC module: vrc::Vrc at (0,0) South. Its one register is
// write-only; reads are answered with 0.
#pragma once

#include <cstring>

#include "hw_model/systemc/agent_module.h"
#include "hw_model/vrc/vrc.h"

namespace rc::systemc {

class VrcModule : public AgentModule {
 public:
  VrcModule(sc_core::sc_module_name name, const vrc::VrcParams& params)
      : AgentModule(name), vrc_(params) {}

  vrc::Vrc& vrc() { return vrc_; }

 private:
  void receive(const tile::Message& request, kernel::Picos arrival) override {
    const bool known = request.address % SCC_SLOT_SIZE == 0 && request.bytes == 4;
    if (!known) {
      send(response_to(request, tile::Command::abort), arrival);
    } else if (tile::is_write(request.command)) {
      std::uint32_t word = 0;
      std::memcpy(&word, request.data.data(), sizeof word);
      send(response_to(request, tile::Command::acknowledge), vrc_.command(word, arrival));
    } else {
      send(response_to(request, tile::Command::data), arrival);
    }
  }

  vrc::Vrc vrc_;
};

}  // namespace rc::systemc
