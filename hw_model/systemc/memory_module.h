// A memory controller as a SystemC module at its router's edge port: the timing of
// memory::Controller and the bytes of memory::SparseStore.
#pragma once

#include "hw_model/memory/controller.h"
#include "hw_model/memory/sparse_store.h"
#include "hw_model/systemc/agent_module.h"
#include "hw_model/tile/access_observer.h"

namespace rc::systemc {

class MemoryModule : public AgentModule {
 public:
  MemoryModule(sc_core::sc_module_name name, const memory::ControllerParams& params,
               kernel::ClockDomain clock, tile::AccessObserver* observer)
      : AgentModule(name), controller_(params, clock), observer_(observer) {}

  memory::SparseStore& store() { return store_; }
  const memory::Controller& controller() const { return controller_; }

 private:
  void receive(const tile::Message& request, kernel::Picos arrival) override;

  memory::Controller controller_;
  memory::SparseStore store_;
  tile::AccessObserver* observer_;
};

}  // namespace rc::systemc
