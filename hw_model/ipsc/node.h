// SPDX-License-Identifier: Apache-2.0
// One node: the processor with its private memory, the registers of its DCM interface, its clock.
// A plain object stepped by Hypercube. The interface itself runs on the channels' clock and is part
// of Network; commands go out to it, events come in.
//
// Cycles: the processor runs alone until it writes a command or reaches the time up to which
// nothing can happen to it. Memory is private, so its transactions are served at once, with their
// latency. The data of a message is read, coherently with the caches, when it is launched, and
// written when its last bit has arrived.
// Sources: params.h, hw_model/arch/ipsc_map.h.
// Inaccuracy: the data of a message takes no memory bandwidth from the processor.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/cpu/core.h"
#include "hw_model/cpu/endless_loop.h"
#include "hw_model/ipsc/message.h"
#include "hw_model/ipsc/node_memory.h"
#include "hw_model/ipsc/params.h"

namespace rc::ipsc {

struct NodeCounters {
  std::uint64_t sent = 0, received = 0, bytes_sent = 0, bytes_received = 0, lost = 0;

  template <class F>
  static void each(F&& f) {
    f("sent", &NodeCounters::sent);
    f("received", &NodeCounters::received);
    f("bytes_sent", &NodeCounters::bytes_sent);
    f("bytes_received", &NodeCounters::bytes_received);
    f("lost", &NodeCounters::lost);
  }
};

class Node final : private cpu::PromptTarget {
 public:
  // The processor wrote `block` to its host-call register at `time`; returns what it reads back.
  using Doorbell = std::function<std::uint32_t(unsigned node, std::uint32_t block, kernel::Picos)>;

  Node(unsigned number, const IpscParams& params, Doorbell doorbell);

  // Empties memory and puts the processor into reset, so that another program can be loaded. Its
  // interface must neither send nor receive.
  void reset();
  // Releases the processor from reset at `time`. `pid`: its program's process id.
  void start(std::uint32_t entry, kernel::Picos time, std::uint32_t pid = 0);

  // A command of the node to its interface, at `time`.
  struct Command {
    kernel::Picos time;
    std::optional<Message> launch;  // else: accept the waiting message
  };
  // When the node acts next if nothing happens to it; Picos::never() while it sleeps.
  kernel::Picos next() const;
  // Runs to `until`, or to the first command, which is returned, or to the first host call that is
  // not before `calls_until`.
  std::optional<Command> run(kernel::Picos until, kernel::Picos calls_until);

  // Events of the interface, at or after the instant up to which the node ran.
  void header(kernel::Picos time, const Message& message);
  void received(kernel::Picos time, const Message& message);
  void sent(kernel::Picos time);

  // The program has ended: every message that arrives from now on is accepted and dropped.
  void finish() { finished_ = true; }
  bool finished() const { return finished_; }
  // True once if a message waits at a node whose program has ended: the owner drops it.
  bool drop_waiting() { return finished_ && std::exchange(header_waits_, false); }
  void count_lost() { ++counters_.lost; }

  cpu::Core& core() { return core_; }
  const cpu::Core& core() const { return core_; }
  const NodeCounters& counters() const { return counters_; }
  // One line for a deadlock report.
  std::string waiting_on() const;
  // When it last sent or took something, called the host, or heard of the channels.
  kernel::Picos last_event() const { return last_event_; }
  bool asleep() const { return state_ != State::running; }
  // Nothing if it sleeps, or may go on although no message comes. `params`: those of its core.
  std::optional<cpu::EndlessLoop> endless_loop(const cpu::CoreParams& params);

  // A debugger's: the core stands at a break (cpu/breaks.h). The owner lets less than a cycle pass
  // before go_on(), with the core's next breaks, if it is to go on; else time passes it by.
  void on_break(std::function<void()> hook) { broken_ = std::move(hook); }
  void go_on() { stands_ = false; }
  kernel::Picos time_of(kernel::Cycle cycle) const { return clock_.time_of(cycle); }

  // Backdoor: private memory by physical address, no time, no caches.
  void backdoor(std::uint32_t paddr, void* data, std::uint32_t bytes, bool write);
  void clear_memory(std::uint32_t paddr, std::uint32_t bytes);
  // Memory as the processor sees it, by virtual address; false where nothing is mapped.
  bool peek(std::uint32_t vaddr, void* data, std::uint32_t bytes) const;
  bool poke(std::uint32_t vaddr, const void* data, std::uint32_t bytes);

 private:
  enum class State : std::uint8_t { stopped, running, halted };

  std::optional<Command> serve(kernel::Cycle cycle);
  kernel::Cycle read(std::uint32_t paddr, std::uint32_t bytes, void* data, kernel::Cycle cycle,
                     kernel::Cycle before) override;
  kernel::Cycle write(std::uint32_t paddr, std::uint32_t bytes, const void* data,
                      kernel::Cycle cycle) override;
  std::optional<Command> write_register(std::uint32_t offset, std::uint32_t value,
                                        kernel::Picos time);
  std::uint32_t read_register(std::uint32_t offset, kernel::Picos time, kernel::Cycle& extra);
  std::optional<std::uint32_t> steady_register(std::uint32_t offset) const;
  bool steady_read(const cpu::BusRequest& request, cpu::BusReply& reply) const;
  Command launch(std::uint32_t descriptor, kernel::Picos time);
  void raise(std::uint32_t cause, kernel::Picos time);
  kernel::Cycle cycles(double us) const;
  kernel::Cycle send_jitter();
  [[noreturn]] void fail(const std::string& what) const;
  void check_memory(std::uint32_t paddr, std::uint32_t bytes) const;

  unsigned number_;
  NodeParams params_;
  SoftwareParams software_;
  Doorbell doorbell_;
  kernel::ClockDomain clock_;
  kernel::Cycle line_cycles_, word_cycles_, register_cycles_;
  cpu::Core core_;
  NodeMemory memory_;
  cpu::BackdoorMemory below_caches_;
  State state_ = State::stopped;
  bool request_waits_ = false;  // raised beyond the instant allowed
  bool finished_ = false;
  bool stands_ = false;  // at a break
  kernel::Picos stood_until_{0};
  kernel::Picos last_event_{0};
  std::function<void()> broken_;

  std::uint32_t cause_ = 0;
  std::uint32_t header_[6] = {};
  std::uint32_t receive_address_ = 0;
  bool header_waits_ = false;
  bool sending_ = false;
  std::uint32_t clock_high_ = 0;
  std::uint32_t doorbell_value_ = 0;
  std::uint32_t led_ = 0;
  std::uint32_t pid_ = 0;
  std::uint64_t sends_ = 0;
  NodeCounters counters_;
};

}  // namespace rc::ipsc
