// The system interface as a SystemC module: chip::SystemInterface at (3,0) South.
#pragma once

#include "hw_model/chip/system_interface.h"
#include "hw_model/systemc/agent_module.h"
#include "hw_model/tile/access_observer.h"

namespace rc::systemc {

class SystemInterfaceModule : public AgentModule {
 public:
  SystemInterfaceModule(sc_core::sc_module_name name, const chip::SccParams& params,
                        chip::SystemInterface::Doorbell doorbell, tile::AccessObserver* observer)
      : AgentModule(name), interface_(params, std::move(doorbell)), observer_(observer) {}

  template <class Archive>
  void archive(Archive& archive) {
    archive(interface_);
  }

 private:
  void receive(const tile::Message& request, kernel::Picos arrival) override {
    const auto served = interface_.serve(request, arrival);
    if (observer_ != nullptr) observer_->served(request, served.response, arrival);
    send(served.response, served.ready);
  }

  chip::SystemInterface interface_;
  tile::AccessObserver* observer_;
};

}  // namespace rc::systemc
