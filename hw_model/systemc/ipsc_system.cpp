#include "hw_model/systemc/ipsc_system.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <systemc>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/host/boot_block.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/hex.h"
#include "hw_model/systemc/host_port.h"
#include "hw_model/systemc/loader.h"
#include "hw_model/systemc/message_payload.h"
#include "hw_model/systemc/programs.h"
#include "hw_model/systemc/run_loop.h"

namespace rc::systemc {

using kernel::Picos;

namespace {

// The hypercube runs this far per SystemC event. No effect on simulated time.
constexpr Picos kLeap{50'000'000};
constexpr std::uint32_t kLongestText = 512;
constexpr std::uint32_t kStandardError = 2;

std::string node_name(unsigned node) { return "node " + std::to_string(node); }

std::string micros(Picos time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f us", static_cast<double>(time.value) * 1e-6);
  return text;
}

// Advances the hypercube whenever it has something to do.
class HypercubeModule : public sc_core::sc_module {
 public:
  HypercubeModule(sc_core::sc_module_name name, ipsc::Hypercube& cube, Picos leap)
      : sc_module(name), cube_(cube), leap_(leap) {
    SC_HAS_PROCESS(HypercubeModule);
    SC_METHOD(step);
    sensitive << wake_;
    dont_initialize();
  }

  void schedule() {
    const Picos next = cube_.next();
    wake_.cancel();
    if (next != Picos::never()) wake_.notify(to_sc(std::max(next, now()) - now()));
  }
  const std::exception_ptr& failure() const { return failure_; }

 private:
  // Exceptions must not cross the SystemC kernel.
  void step() {
    try {
      cube_.advance(now() + leap_);
      schedule();
    } catch (...) {
      failure_ = std::current_exception();
      sc_core::sc_pause();
    }
  }

  ipsc::Hypercube& cube_;
  Picos leap_;
  sc_core::sc_event wake_;
  std::exception_ptr failure_;
};

}  // namespace

struct IpscSystem::Impl {
  ipsc::IpscParams params;
  chip::HostServices& host;
  RunOptions options;
  ipsc::Hypercube cube;
  HypercubeModule module;
  std::uint32_t entry = 0;
  Programs programs;  // rank and core id are the node's number
  HostPort host_port;
  RunLoop loop;

  Impl(const ipsc::IpscParams& p, chip::HostServices& h, RunOptions o, const ipsc::MakeDcm& make)
      : params(p),
        host(h),
        options(std::move(o)),
        cube(p,
             {[this](unsigned node, std::uint32_t block, Picos time) {
                return doorbell(node, block, time);
              },
              [this](const ipsc::Message& message, Picos time) { from_node(message, time); },
              [this](const ipsc::Message& message, Picos time) { dropped(message, time); }},
             make),
        module("hypercube", cube, options.decoupled ? kLeap : Picos{1}),
        host_port(h, options, programs,
                  [this](int node) { cube.node(static_cast<unsigned>(node)).finish(); }),
        loop(options, programs, module.failure()) {}

  chip::GuestMemory memory_of(unsigned node) {
    return {[this, node](std::uint32_t vaddr, void* data, std::uint32_t bytes) {
              return cube.node(node).peek(vaddr, data, bytes);
            },
            [this, node](std::uint32_t vaddr, const void* data, std::uint32_t bytes) {
              return cube.node(node).poke(vaddr, data, bytes);
            }};
  }

  std::uint32_t doorbell(unsigned node, std::uint32_t block, Picos time) {
    const chip::GuestMemory memory = memory_of(node);
    return host_port.doorbell(
        node, node_name(node), memory, block, time, [&](const chip::HostCallBlock& call) {
          if (call.number == IPSC_HOSTCALL_ERROR) {
            throw kernel::MachineError(node_name(node) + ": " + text_at(memory, call.args[0]) +
                                       " (at " + micros(time) + ")");
          }
          if (call.number != IPSC_HOSTCALL_LOST) return false;
          lost(node, call.args[2], call.args[0], call.args[1], time, "no receive was posted");
          return true;
        });
  }

  static std::string text_at(const chip::GuestMemory& memory, std::uint32_t address) {
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
    tell(node, kStandardError,
         "message lost at " + micros(time) + ": type " + std::to_string(type) + ", " +
             std::to_string(bytes) + " bytes, from node " + std::to_string(source) + ": " + why +
             "\n",
         time);
  }

  // Prints text of the host, or that came through the host channel, as if `node` had written it.
  void tell(unsigned node, std::uint32_t descriptor, const std::string& text, Picos time) {
    const chip::GuestMemory memory{[&text](std::uint32_t vaddr, void* data, std::uint32_t bytes) {
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
    if (message.kind != IPSC_HOST_WRITE) {
      throw kernel::MachineError(node_name(message.source) + ": message of kind " +
                                 std::to_string(message.kind) +
                                 " to the host, which takes console output only");
    }
    tell(message.source, message.type, {message.data.begin(), message.data.end()}, time);
  }

  [[noreturn]] void deadlock() {
    loop.deadlock("node", [this](std::size_t rank) {
      const auto node = static_cast<unsigned>(rank);
      return node_name(node) + ": EIP " + kernel::hex32(cube.node(node).core().arch_state().eip) +
             ", " + cube.node(node).waiting_on();
    });
  }

  // Until nothing is left to do: console text may still be on its way when the last program ends.
  IpscResult run() {
    for (unsigned node = 0; node < cube.nodes(); ++node) cube.node(node).start(entry);
    module.schedule();
    IpscResult result;
    result.timed_out = loop.run({[this] { return cube.next() == Picos::never(); }});
    if (programs.running() != 0 && !result.timed_out) deadlock();
    if (result.timed_out) result.time = now();
    for (CoreResult& each : programs.results()) {
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

IpscSystem::IpscSystem(const ipsc::IpscParams& params, chip::HostServices& host, RunOptions options,
                       const ipsc::MakeDcm& make)
    : impl_(std::make_unique<Impl>(params, host, std::move(options), make)) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
}
IpscSystem::~IpscSystem() = default;

void IpscSystem::load(const chip::Image& image, const std::vector<std::string>& arguments) {
  Impl& s = *impl_;
  s.entry = image.entry;
  chip::BootInfo info;
  info.clock_khz = static_cast<std::uint32_t>(std::llround(s.params.node.clock_mhz * 1000));
  info.memory_end = IPSC_MEMORY_BYTES;
  info.program = image.name;
  info.arguments = arguments;
  for (unsigned node = 0; node < s.cube.nodes(); ++node) {
    info.core_ids.push_back(static_cast<int>(node));
  }
  load_program(image, info,
               [&s](int node, std::uint32_t paddr, void* data, std::uint32_t bytes, bool write) {
                 s.cube.node(static_cast<unsigned>(node)).backdoor(paddr, data, bytes, write);
               });
  s.programs.load(info.core_ids);
}

IpscResult IpscSystem::run() { return impl_->run(); }

}  // namespace rc::systemc
