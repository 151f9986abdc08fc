// SPDX-License-Identifier: Apache-2.0
// The system interface as a SystemC module: SystemInterface at (3,0) South.
#pragma once

#include <systemc>

#include "hw_model/scc/message/message_port.h"
#include "hw_model/scc/system_interface.h"
#include "hw_model/scc/tile/access_observer.h"

namespace rc::scc {

class SystemInterfaceModule final : public sc_core::sc_module, public MessagePort {
 public:
  // `mesh`: the mesh's port at the interface's end point.
  SystemInterfaceModule(sc_core::sc_module_name name, MessagePort& mesh, const SccParams& params,
                        SystemInterface::Host host, AccessObserver* observer)
      : sc_module(name), mesh_(mesh), interface_(params, std::move(host)), observer_(observer) {}

  // From the mesh. The interface takes every request, and sends its response at once, with the pins
  // that it raises; tiles acknowledge those.
  bool receive(const Message& request, kernel::Picos arrival) override {
    if (is_response(request.command)) return true;
    const auto served = interface_.serve(request, arrival);
    if (observer_ != nullptr) observer_->served(request, served.response, arrival);
    mesh_.receive(served.response, served.ready);
    for (const InterruptUnit::Pin& pin : served.raised)
      mesh_.receive(interface_.raising(pin, request.destination), served.ready);
    return true;
  }

  bool takes(const Message& write) const override { return interface_.takes(write); }

  void type(std::uint32_t core, std::vector<std::uint8_t> characters) {
    interface_.type(core, std::move(characters));
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(interface_);
  }

 private:
  MessagePort& mesh_;
  SystemInterface interface_;
  AccessObserver* observer_;
};

}  // namespace rc::scc
