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
                        SystemInterface::Doorbell doorbell, AccessObserver* observer)
      : sc_module(name),
        mesh_(mesh),
        interface_(params, std::move(doorbell)),
        observer_(observer) {}

  // From the mesh. The interface takes every request, and sends its response at once.
  bool receive(const Message& request, kernel::Picos arrival) override {
    const auto served = interface_.serve(request, arrival);
    if (observer_ != nullptr) observer_->served(request, served.response, arrival);
    mesh_.receive(served.response, served.ready);
    return true;
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
