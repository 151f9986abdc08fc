// SPDX-License-Identifier: Apache-2.0
// A memory controller as a SystemC module at its router's edge port: the timing of
// memory::Controller and the bytes of memory::SparseStore. A derived module may have a timing of
// its own (serve()).
#pragma once

#include <systemc>

#include "hw_model/memory/controller.h"
#include "hw_model/memory/sparse_store.h"
#include "hw_model/scc/message/message_port.h"
#include "hw_model/scc/tile/access_observer.h"
#include "hw_model/scc/tile/signal_observer.h"

namespace rc::scc {

struct MemoryConfig {
  memory::ControllerParams params;
  kernel::ClockDomain clock;  // of the memory bus
  MessagePort& mesh;          // the mesh's port at the controller's end point
  AccessObserver* observer = nullptr;
  SignalObserver* signals = nullptr;
};

class MemoryModule : public sc_core::sc_module, public MessagePort {
 public:
  MemoryModule(sc_core::sc_module_name name, const MemoryConfig& config)
      : sc_module(name),
        controller_(config.params, config.clock),
        mesh_(config.mesh),
        observer_(config.observer),
        signals_(config.signals) {}

  // From the mesh. A controller takes every request, and sends its response at once.
  bool receive(const Message& request, kernel::Picos arrival) final;

  memory::SparseStore& store() { return store_; }
  virtual const memory::ControllerCounters& counters() const { return controller_.counters(); }
  template <class Archive>
  void archive(Archive& archive) {
    archive(controller_, store_);
  }

 protected:
  // When the response to `request` is ready to leave. Calls are in order of arrival.
  virtual kernel::Picos serve(const Message& request, kernel::Picos arrival);

 private:
  memory::Controller controller_;
  memory::SparseStore store_;
  MessagePort& mesh_;
  AccessObserver* observer_;
  SignalObserver* signals_;
};

}  // namespace rc::scc
