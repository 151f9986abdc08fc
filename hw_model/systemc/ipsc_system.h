// The iPSC/860 as a SystemC system: one module with the event at which the hypercube acts next. The
// hypercube orders its own events; SystemC provides the time.
//
// Errors: kernel::MachineError for faults, unmapped addresses, deadlock, and errors of the message
// library, naming the node and the place.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw_model/host/host_services.h"
#include "hw_model/host/image.h"
#include "hw_model/ipsc/hypercube.h"
#include "hw_model/systemc/run_options.h"

namespace rc::systemc {

struct IpscResult {
  kernel::Picos time{0};
  std::vector<CoreResult> cores;  // by node
  std::vector<ipsc::NodeCounters> nodes;
  std::vector<std::vector<ipsc::ChannelCounters>> channels;  // by node; dimensions, then the host's
  bool timed_out = false;
};

class IpscSystem {
 public:
  // Without `make` the direct-connect modules are ipsc::Dcm.
  IpscSystem(const ipsc::IpscParams& params, chip::HostServices& host, RunOptions options,
             const ipsc::MakeDcm& make = {});
  ~IpscSystem();

  // Puts `image` and the boot block into every node's memory; releases resets at time 0 of run().
  void load(const chip::Image& image, const std::vector<std::string>& arguments);
  // Runs until every node's program has ended, or max_time.
  IpscResult run();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rc::systemc
