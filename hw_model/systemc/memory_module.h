// A memory controller as a SystemC module at its router's edge port: the timing of
// memory::Controller and the bytes of memory::SparseStore. A derived module may have a timing of
// its own (serve()).
#pragma once

#include "hw_model/memory/controller.h"
#include "hw_model/memory/sparse_store.h"
#include "hw_model/systemc/agent_module.h"
#include "hw_model/tile/access_observer.h"
#include "hw_model/tile/signal_observer.h"

namespace rc::systemc {

struct MemoryConfig {
  memory::ControllerParams params;
  kernel::ClockDomain clock;  // of the memory bus
  tile::AccessObserver* observer = nullptr;
  tile::SignalObserver* signals = nullptr;
};

class MemoryModule : public AgentModule {
 public:
  MemoryModule(sc_core::sc_module_name name, const MemoryConfig& config)
      : AgentModule(name),
        controller_(config.params, config.clock),
        observer_(config.observer),
        signals_(config.signals) {}

  memory::SparseStore& store() { return store_; }
  virtual const memory::ControllerCounters& counters() const { return controller_.counters(); }
  template <class Archive>
  void archive(Archive& archive) {
    archive(controller_, store_);
  }

 protected:
  // When the response to `request` is ready to leave. Calls are in order of arrival.
  virtual kernel::Picos serve(const tile::Message& request, kernel::Picos arrival);

 private:
  void receive(const tile::Message& request, kernel::Picos arrival) override;

  memory::Controller controller_;
  memory::SparseStore store_;
  tile::AccessObserver* observer_;
  tile::SignalObserver* signals_;
};

}  // namespace rc::systemc
