// A memory controller as a SystemC module at its router's edge port: the timing of
// memory::Controller and the bytes of memory::SparseStore.
#pragma once

#include "hw_model/memory/controller.h"
#include "hw_model/memory/sparse_store.h"
#include "hw_model/systemc/agent_module.h"
#include "hw_model/tile/access_observer.h"
#include "hw_model/tile/signal_observer.h"

namespace rc::systemc {

class MemoryModule : public AgentModule {
 public:
  MemoryModule(sc_core::sc_module_name name, const memory::ControllerParams& params,
               kernel::ClockDomain clock, tile::AccessObserver* observer,
               tile::SignalObserver* signals)
      : AgentModule(name), controller_(params, clock), observer_(observer), signals_(signals) {}

  memory::SparseStore& store() { return store_; }
  const memory::Controller& controller() const { return controller_; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(controller_, store_);
  }

 private:
  void receive(const tile::Message& request, kernel::Picos arrival) override;

  memory::Controller controller_;
  memory::SparseStore store_;
  tile::AccessObserver* observer_;
  tile::SignalObserver* signals_;
};

}  // namespace rc::systemc
