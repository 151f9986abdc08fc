// SPDX-License-Identifier: Apache-2.0
#include "hw_model/ipsc/systemc/ipsc_system.h"

#include <algorithm>
#include <cmath>
#include <systemc>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/host/boot_block.h"
#include "hw_model/ipsc/host_channel.h"
#include "hw_model/ipsc/systemc/hypercube_module.h"
#include "hw_model/kernel/call_error.h"
#include "hw_model/kernel/deadlock.h"
#include "hw_model/kernel/time_text.h"
#include "hw_model/systemc/host_port.h"
#include "hw_model/systemc/loader.h"
#include "hw_model/systemc/programs.h"
#include "hw_model/systemc/run_loop.h"
#include "hw_model/systemc/sc_time.h"

namespace rc::ipsc {

using kernel::microseconds;
using kernel::Picos;

namespace {

// The hypercube runs this far per SystemC event. No effect on simulated time.
constexpr Picos kLeap{50'000'000};
constexpr std::uint32_t kLongestText = 512;
constexpr std::uint32_t kStandardOutput = 1, kStandardError = 2;

std::string node_name(unsigned node) { return "node " + std::to_string(node); }

}  // namespace

struct IpscSystem::Impl {
  ipsc::IpscParams params;
  host::HostServices& host;
  systemc::RunOptions options;
  ipsc::Hypercube cube;
  HypercubeModule module;
  ipsc::HostChannel channel;
  host::BootInfo boot;
  std::uint32_t entry = 0;
  systemc::Programs programs;      // rank and core id are the node's number
  HostProgram* program = nullptr;  // on the host
  bool stopped = false;
  bool given_up = false;  // nodes that go round in loops after its end
  Observer observer;
  systemc::HostPort host_port;
  systemc::RunLoop loop;

  Impl(const ipsc::IpscParams& p, host::HostServices& h, systemc::RunOptions o,
       const ipsc::MakeDcm& make)
      : params(p),
        host(h),
        options(std::move(o)),
        cube(p,
             {[this](unsigned node, std::uint32_t block, Picos time) {
                return doorbell(node, block, time);
              },
              [this](const ipsc::Message& message, Picos time) { from_node(message, time); },
              [this](const ipsc::Message& message, Picos time) { dropped(message, time); },
              [this](const ipsc::Message& message, Picos time, bool leaving) {
                if (observer) observer(message, time, leaving);
              }},
             make),
        module("hypercube", cube, options.decoupled ? kLeap : Picos{1}),
        channel(cube.nodes(),
                [this](ipsc::Message message, Picos time) {
                  cube.send_from_host(std::move(message), time);
                }),
        host_port(h, programs, [this](int node) { ended(static_cast<unsigned>(node)); }),
        loop(options, programs, module.failure()) {
    boot.clock_khz = static_cast<std::uint32_t>(std::llround(params.node.clock_mhz * 1000));
    boot.memory_end = IPSC_MEMORY_BYTES;
    for (unsigned node = 0; node < cube.nodes(); ++node) {
      boot.core_ids.push_back(static_cast<int>(node));
    }
    programs.load(boot.core_ids);
    for (unsigned node = 0; node < cube.nodes() && options.observer; ++node) {
      cube.node(node).core().observe(options.observer(static_cast<int>(node)));
    }
  }

  systemc::ProgramMemory memory() {
    const auto memory_of = [this](int node) -> ipsc::Node& {
      return cube.node(static_cast<unsigned>(node));
    };
    return {[memory_of](int node, std::uint32_t paddr, const void* data, std::uint32_t bytes) {
              memory_of(node).backdoor(paddr, const_cast<void*>(data), bytes, true);
            },
            [memory_of](int node, std::uint32_t paddr, std::uint32_t bytes) {
              memory_of(node).clear_memory(paddr, bytes);
            }};
  }

  void ended(unsigned node) {
    cube.node(node).finish();
    const systemc::CoreResult& result = programs.result(node);
    if (program != nullptr) {
      cube.hold(program->ended(node, result.exit_status, result.exit_time));
    }
  }

  host::GuestMemory memory_of(unsigned node) {
    return {[this, node](std::uint32_t vaddr, void* data, std::uint32_t bytes) {
              return cube.node(node).peek(vaddr, data, bytes);
            },
            [this, node](std::uint32_t vaddr, const void* data, std::uint32_t bytes) {
              return cube.node(node).poke(vaddr, data, bytes);
            }};
  }

  std::uint32_t doorbell(unsigned node, std::uint32_t block, Picos time) {
    const host::GuestMemory memory = memory_of(node);
    return host_port.doorbell(
        node, node_name(node), memory, block, cube.node(node).core().arch_state().eip, time,
        [&](const host::HostCallBlock& call) {
          if (call.number == IPSC_HOSTCALL_ERROR) {
            throw kernel::CallError(static_cast<int>(node),
                                    node_name(node) + ": " + text_at(memory, call.args[0]) +
                                        " (at " + microseconds(time) + ")",
                                    time);
          }
          if (call.number != IPSC_HOSTCALL_LOST) return false;
          lost(node, call.args[2], call.args[0], call.args[1], time, "no receive was posted");
          return true;
        });
  }

  static std::string text_at(const host::GuestMemory& memory, std::uint32_t address) {
    std::string text;
    char c = 0;
    while (text.size() < kLongestText && memory.read(address++, &c, 1) && c != '\0') text += c;
    return text;
  }

  // A message reached a node whose program had ended. Only what a program sent is worth a line.
  void dropped(const ipsc::Message& message, Picos time) {
    const bool announced = message.kind == IPSC_KIND_RESERVE;
    if (!announced && message.kind != IPSC_KIND_DATA && message.kind != IPSC_KIND_RESERVED) return;
    const auto bytes = announced ? message.count : static_cast<std::uint32_t>(message.data.size());
    lost(message.destination, message.source, message.type, bytes, time, "the program had ended");
  }

  // A FORCED message was discarded: the program continues, standard error has a line about it.
  void lost(unsigned node, unsigned source, std::uint32_t type, std::uint32_t bytes, Picos time,
            const char* why) {
    cube.node(node).count_lost();
    const std::string from = source == cube.nodes() ? "the host" : node_name(source);
    tell(node, kStandardError,
         "message lost at " + microseconds(time) + ": type " + std::to_string(type) + ", " +
             std::to_string(bytes) + " bytes, from " + from + ": " + why + "\n",
         time);
  }

  // Prints text of the host, or that came through the host channel, as if `node` had written it.
  void tell(unsigned node, std::uint32_t descriptor, const std::string& text, Picos time) {
    const host::GuestMemory memory{[&text](std::uint32_t vaddr, void* data, std::uint32_t bytes) {
                                     if (vaddr > text.size() || bytes > text.size() - vaddr)
                                       return false;
                                     std::copy_n(text.data() + vaddr, bytes,
                                                 static_cast<char*>(data));
                                     return true;
                                   },
                                   {}};
    const int id = static_cast<int>(node);
    host.call({id,
               id,
               SCC_HOSTCALL_WRITE,
               {descriptor, 0, static_cast<std::uint32_t>(text.size()), 0},
               time},
              memory);
  }

  void from_node(const ipsc::Message& message, Picos time) {
    if (message.kind == IPSC_KIND_CONSOLE) {
      print(message, time);
    } else if (const auto came = channel.take(message, time)) {
      for_program(*came, time);
    }
  }

  void print(const ipsc::Message& message, Picos time) {
    tell(message.source, message.type, {message.data.begin(), message.data.end()}, time);
  }

  // Without a program on the host, it takes what is to be printed.
  void for_program(const ipsc::Message& message, Picos time) {
    if (program != nullptr && !program->over()) {
      cube.hold(program->arrived(message, time));
    } else if (message.type == kStandardOutput || message.type == kStandardError) {
      print(message, time);
    } else if (program != nullptr) {
      tell(message.source, kStandardError,
           "message lost at " + microseconds(time) + ": type " + std::to_string(message.type) +
               ", " + std::to_string(message.data.size()) +
               " bytes, to the host: its program had ended\n",
           time);
    } else {
      throw kernel::MachineError(node_name(message.source) + ": message of type " +
                                 std::to_string(message.type) + " to " + node_name(cube.nodes()) +
                                 ", which is the host: nodes are 0 to " +
                                 std::to_string(cube.nodes() - 1) +
                                 ", and without a program the host takes types 1 (output) and 2 "
                                 "(error) only (at " +
                                 microseconds(time) + ")");
    }
  }

  std::string state_of(unsigned node) {
    return loop.place(static_cast<int>(node), cube.node(node).core().arch_state().eip) + ", " +
           cube.node(node).waiting_on();
  }

  // A node that waits sleeps, and keeps the time at which it fell asleep.
  Picos last_act() {
    Picos last{0};
    for (unsigned node = 0; node < cube.nodes(); ++node) {
      const ipsc::Node& each = cube.node(node);
      last = std::max(last, each.time_of(each.core().now()));
    }
    return last;
  }

  // Nothing will happen any more.
  bool still() const { return cube.next() == Picos::never(); }

  // The last instant at which a message, a host call or a start may have changed what a node waits
  // for.
  Picos quiet_since() {
    Picos last{0};
    for (unsigned node = 0; node < cube.nodes(); ++node)
      last = std::max(last, cube.node(node).last_event());
    return last;
  }

  // The first instant after `time` at which loops without an end count.
  Picos next_look(Picos time) {
    return kernel::next_look(
        quiet_since(), Picos{static_cast<std::uint64_t>(params.machine.deadlock_ms * 1e9)}, time);
  }

  // No message is on its way, the host waits, and each program sleeps or is in a loop without an
  // end.
  bool all_are_stuck() {
    if (programs.running() == 0 || cube.held_at() != Picos::never() || !cube.network_idle())
      return false;
    for (unsigned node = 0; node < cube.nodes(); ++node) {
      if (programs.finished(node) || cube.node(node).asleep()) continue;
      if (!cube.node(node).endless_loop(params.core)) return false;
    }
    return true;
  }

  // For one who comes by at each instant at which loops count.
  void check_loops() {
    if (systemc::now() == Picos{0}) return;
    if (next_look(systemc::now() - Picos{1}) > systemc::now() || !all_are_stuck()) return;
    if (program == nullptr || !program->over()) deadlock();
    given_up = true;
  }

  // No slice goes past such an instant, and no program past `limit`. What programs printed may
  // still be on its way.
  Picos slice_end(Picos limit) {
    const Picos end =
        programs.running() == 0 ? Picos::never() : std::min(next_look(systemc::now()), limit);
    module.stop_before(end);
    if (!stopped) module.schedule();
    return end;
  }

  std::string last_state_of(unsigned node) {
    const auto endless = cube.node(node).endless_loop(params.core);
    return state_of(node) + (endless ? cpu::words_of(*endless) : "");
  }

  [[noreturn]] void deadlock() {
    loop.deadlock(
        "node", still() ? last_act() : quiet_since(),
        [this](std::size_t rank) {
          const auto node = static_cast<unsigned>(rank);
          return node_name(node) + ": " + last_state_of(node);
        },
        program != nullptr ? "the host's program: " + program->waiting_on() : "");
  }

  // What the program on the host does at instants before which everything has been simulated.
  void host_turns() {
    while (!stopped && cube.held() && cube.held_at() < options.max_time) {
      cube.hold(program->act(cube.held_at()));
    }
    if (!stopped) module.schedule();
  }

  // Nothing is left to do: console text may still be in flight when the last program ends.
  bool over() const {
    if (stopped || given_up) return true;
    if (!cube.held()) return still();
    return cube.held_at() >= options.max_time && programs.running() == 0;
  }

  void start() {
    for (unsigned node = 0; node < cube.nodes(); ++node) cube.node(node).start(entry, Picos{0});
  }

  void advance(Picos end) {
    cube.run_ahead(false);
    module.stop_before(end);
    module.schedule();
    if (end > systemc::now()) loop.simulate(end - systemc::now());
  }

  Picos deadlock_at() {
    if (programs.running() == 0) return Picos::never();
    return still() ? last_act() + Picos{1} : next_look(systemc::now());
  }
  void check_deadlock() {
    if (deadlock_at() <= systemc::now()) deadlock();
    check_loops();
  }

  IpscResult finish() {
    const bool timed_out = loop.run({[this] { return over(); },
                                     {},
                                     [this] { check_loops(); },
                                     [this](Picos limit) { return slice_end(limit); }});
    if (programs.running() != 0 && !timed_out) deadlock();
    return result(timed_out);
  }

  IpscResult run_with(HostProgram& host_program) {
    program = &host_program;
    cube.run_ahead(false);
    for (unsigned node = 0; node < cube.nodes(); ++node) {
      programs.exited(node, 0, Picos{0});
      cube.node(node).finish();
    }
    cube.hold(Picos{0});
    const bool timed_out =
        loop.run({[this] { return over(); }, [this] { host_turns(); }, [this] { check_loops(); },
                  [this](Picos limit) { return slice_end(limit); }}) ||
        cube.held();
    if (stopped) return result(false);
    if (!timed_out && !program->over()) deadlock();
    return result(timed_out);
  }

  IpscResult result(bool timed_out) {
    IpscResult result;
    result.timed_out = timed_out;
    if (timed_out) result.time = still() ? last_act() : systemc::now();
    for (systemc::CoreResult& each : programs.results()) {
      const auto node = static_cast<unsigned>(each.core_id);
      each.cycles = cube.node(node).core().now();
      each.counters = cube.node(node).core().counters();
      if (!result.timed_out) result.time = std::max(result.time, each.exit_time);
      result.nodes.push_back(cube.node(node).counters());
      result.channels.emplace_back();
      for (unsigned port = 0; port < ipsc::kNodePort; ++port) {
        result.channels.back().push_back(cube.network().channel(node, port));
      }
    }
    result.cores = programs.results();
    return result;
  }
};

IpscSystem::IpscSystem(const ipsc::IpscParams& params, host::HostServices& host,
                       systemc::RunOptions options, const ipsc::MakeDcm& make)
    : impl_(std::make_unique<Impl>(params, host, std::move(options), make)) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
}
IpscSystem::~IpscSystem() = default;

void IpscSystem::observe(Observer observer) { impl_->observer = std::move(observer); }

void IpscSystem::load(const host::Image& image, const std::vector<std::string>& arguments) {
  Impl& s = *impl_;
  s.entry = image.entry.value();
  s.boot.program = image.name;
  s.boot.arguments = arguments;
  systemc::load_program(image, s.boot, s.memory());
}

IpscResult IpscSystem::run() {
  start();
  return finish();
}
void IpscSystem::start() { impl_->start(); }
void IpscSystem::advance(Picos end) { impl_->advance(end); }
Picos IpscSystem::deadlock_at() { return impl_->deadlock_at(); }
void IpscSystem::check_deadlock() { impl_->check_deadlock(); }
IpscResult IpscSystem::finish() { return impl_->finish(); }
IpscResult IpscSystem::so_far() { return impl_->result(true); }
Picos IpscSystem::time() const { return systemc::now(); }
unsigned IpscSystem::nodes() const { return impl_->cube.nodes(); }
ipsc::Node& IpscSystem::node(unsigned number) { return impl_->cube.node(number); }
std::optional<int> IpscSystem::exit_status(unsigned node) const {
  if (!impl_->programs.finished(node)) return std::nullopt;
  return impl_->programs.result(node).exit_status;
}
Picos IpscSystem::exit_time(unsigned node) const { return impl_->programs.result(node).exit_time; }
std::string IpscSystem::state_of(unsigned node) const { return impl_->state_of(node); }
std::string IpscSystem::last_state_of(unsigned node) { return impl_->last_state_of(node); }
IpscResult IpscSystem::run(HostProgram& program) { return impl_->run_with(program); }

void IpscSystem::load(const host::Image& image, unsigned node, std::uint32_t pid, Picos time) {
  Impl& s = *impl_;
  s.cube.node(node).reset();
  s.boot.program = image.name;
  systemc::load_program(image, s.boot, node, s.memory());
  s.programs.restarted(node);
  s.cube.node(node).start(image.entry.value(), time, pid);
}

bool IpscSystem::running(unsigned node) const { return !impl_->programs.finished(node); }
bool IpscSystem::quiet(unsigned node) const {
  const ipsc::Interface& interface = impl_->cube.network().interface(node);
  return !interface.sending() && !interface.receiving();
}

void IpscSystem::send(unsigned node, std::uint32_t type, std::uint32_t tag,
                      std::vector<std::uint8_t> data, Picos time) {
  impl_->channel.send(node, type, tag, std::move(data), time);
}
void IpscSystem::kill(unsigned node, Picos time) { impl_->channel.kill(node, time); }
void IpscSystem::stop() { impl_->stopped = true; }

}  // namespace rc::ipsc
