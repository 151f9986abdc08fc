// The system interface as a SystemC module: chip::SystemInterface at (3,0) South.
#pragma once

#include <systemc>

#include "hw_model/chip/system_interface.h"
#include "hw_model/tile/access_observer.h"
#include "hw_model/transaction/message_port.h"

namespace rc::systemc {

class SystemInterfaceModule final : public sc_core::sc_module, public tile::MessagePort {
 public:
  // `mesh`: the mesh's port at the interface's end point.
  SystemInterfaceModule(sc_core::sc_module_name name, tile::MessagePort& mesh,
                        const chip::SccParams& params, chip::SystemInterface::Doorbell doorbell,
                        tile::AccessObserver* observer)
      : sc_module(name),
        mesh_(mesh),
        interface_(params, std::move(doorbell)),
        observer_(observer) {}

  // From the mesh. The interface takes every request, and sends its response at once.
  bool receive(const tile::Message& request, kernel::Picos arrival) override {
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
  tile::MessagePort& mesh_;
  chip::SystemInterface interface_;
  tile::AccessObserver* observer_;
};

}  // namespace rc::systemc
