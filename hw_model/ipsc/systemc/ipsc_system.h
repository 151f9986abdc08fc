// SPDX-License-Identifier: Apache-2.0
// The iPSC/860 as a SystemC system: one module with the event at which the hypercube acts next. The
// hypercube orders its own events; SystemC provides the time.
//
// Errors: kernel::MachineError for faults, unmapped addresses, deadlock, and errors of the message
// library, naming the node and the place.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/host/host_services.h"
#include "hw_model/host/image.h"
#include "hw_model/ipsc/hypercube.h"
#include "hw_model/ipsc/systemc/host_program.h"
#include "hw_model/systemc/run_options.h"

namespace rc::ipsc {

struct IpscResult {
  kernel::Picos time{0};
  std::vector<systemc::CoreResult> cores;  // by node
  std::vector<ipsc::NodeCounters> nodes;
  std::vector<std::vector<ipsc::ChannelCounters>> channels;  // by node; dimensions, then the host's
  bool timed_out = false;
};

class IpscSystem {
 public:
  // Without `make` the direct-connect modules are ipsc::Dcm.
  IpscSystem(const ipsc::IpscParams& params, host::HostServices& host, systemc::RunOptions options,
             const ipsc::MakeDcm& make = {});
  ~IpscSystem();

  // Hears of every message that leaves a node, and that has come to one as a whole.
  using Observer = std::function<void(const Message&, kernel::Picos, bool leaving)>;
  void observe(Observer observer);

  // Puts `image` and the boot block into every node's memory; releases resets at time 0 of run().
  void load(const host::Image& image, const std::vector<std::string>& arguments);
  // Runs until every node's program has ended, or max_time.
  IpscResult run();

  // --- a debugger that drives the machine itself, instead of run() -------------------------------
  void start();  // releases resets, at time 0
  // Simulates everything before `end`. MachineError as from run(), after which the system cannot go
  // on.
  void advance(kernel::Picos end);
  // With a program that has not ended: the instant behind the last act of a node, if nothing will
  // happen any more; else the next one at which loops without an end count.
  kernel::Picos deadlock_at();
  // kernel::DeadlockError if no program can go on, after which the system can still be used. To be
  // called at each such instant.
  void check_deadlock();
  IpscResult finish();  // goes on as run() does
  // What had happened when one of these threw; timed_out is set. The time is that of the last act
  // of a node, after a deadlock.
  IpscResult so_far();
  kernel::Picos time() const;
  unsigned nodes() const;
  ipsc::Node& node(unsigned number);
  std::optional<int> exit_status(unsigned node) const;  // of a program that has ended
  kernel::Picos exit_time(unsigned node) const;         // likewise
  std::string state_of(unsigned node) const;            // one line: where it is, what it waits for
  // The same, and whether it is in a loop without an end.
  std::string last_state_of(unsigned node);

  // Runs with `program` on the host, which loads the nodes, until it and their programs have ended,
  // max_time, or stop(). Nodes that still wait for something when it has ended are given up.
  IpscResult run(HostProgram& program);
  // For the program, at the instant `time` of its acting.
  // The node must have no running program, and be quiet: neither sending nor receiving.
  void load(const host::Image& image, unsigned node, std::uint32_t pid, kernel::Picos time);
  bool running(unsigned node) const;
  bool quiet(unsigned node) const;
  // `tag`: the sender's process id << IPSC_PID_SHIFT.
  void send(unsigned node, std::uint32_t type, std::uint32_t tag, std::vector<std::uint8_t> data,
            kernel::Picos time);
  void kill(unsigned node, kernel::Picos time);  // its program ends when a message has come to it
  void stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rc::ipsc
