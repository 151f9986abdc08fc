#include "hw_model/systemc/ipsc_system.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <systemc>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/chip/boot_block.h"
#include "hw_model/chip/host_calls.h"
#include "hw_model/kernel/error.h"
#include "hw_model/systemc/message_payload.h"

namespace rc::systemc {

using kernel::Picos;

namespace {

// The hypercube is let run this far per SystemC event, and the run looks at limits and progress
// this often. No effect on simulated time.
constexpr Picos kLeap{50'000'000};
constexpr Picos kSlice{1'000'000'000};
constexpr std::uint32_t kLongestText = 512;

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
  std::vector<CoreResult> results;
  std::vector<bool> finished;
  unsigned running = 0;
  Picos last_exit{0};

  Impl(const ipsc::IpscParams& p, chip::HostServices& h, RunOptions o, const ipsc::MakeDcm& make)
      : params(p),
        host(h),
        options(std::move(o)),
        cube(p,
             {[this](unsigned node, std::uint32_t block, Picos time) {
                return doorbell(node, block, time);
              },
              [this](const ipsc::Message& message, Picos time) { from_node(message, time); },
              [this](const ipsc::Message& message, Picos time) {
                lost(message.destination, message.source, message.type,
                     static_cast<std::uint32_t>(message.data.size()), time,
                     "the program had ended");
              }},
             make),
        module("hypercube", cube, options.decoupled ? kLeap : Picos{1}) {}

  chip::GuestMemory memory_of(unsigned node) {
    return {[this, node](std::uint32_t vaddr, void* data, std::uint32_t bytes) {
              return cube.node(node).peek(vaddr, data, bytes);
            },
            [this, node](std::uint32_t vaddr, const void* data, std::uint32_t bytes) {
              return cube.node(node).poke(vaddr, data, bytes);
            }};
  }

  std::uint32_t doorbell(unsigned node, std::uint32_t address, Picos time) {
    const chip::GuestMemory memory = memory_of(node);
    const chip::HostCallBlock block = chip::read_host_call(memory, address, node_name(node));
    switch (block.number) {
      case SCC_HOSTCALL_FAULT:
        throw kernel::MachineError(chip::fault_text(node_name(node), block, options.symbolise));
      case SCC_HOSTCALL_EXIT:
        exited(node, static_cast<int>(block.args[0]), time);
        return 1;
      case IPSC_HOSTCALL_ERROR:
        throw kernel::MachineError(node_name(node) + ": " + text_at(memory, block.args[0]) +
                                   " (at " + micros(time) + ")");
      case IPSC_HOSTCALL_LOST:
        lost(node, block.args[2], block.args[0], block.args[1], time, "no receive was posted");
        return 1;
      default:
        break;
    }
    const int id = static_cast<int>(node);
    chip::HostCall call{id, id, block.number, {}, time};
    std::copy(std::begin(block.args), std::end(block.args), call.args);
    chip::answer_host_call(memory, address, host.call(call, memory));
    return 1;
  }

  static std::string text_at(const chip::GuestMemory& memory, std::uint32_t address) {
    std::string text;
    char c = 0;
    while (text.size() < kLongestText && memory.read(address++, &c, 1) && c != '\0') text += c;
    return text;
  }

  // A FORCED message was discarded: the program goes on, the user is told.
  void lost(unsigned node, unsigned source, std::uint32_t type, std::uint32_t bytes, Picos time,
            const char* why) {
    cube.node(node).count_lost();
    tell(node, STDERR,
         "message lost at " + micros(time) + ": type " + std::to_string(type) + ", " +
             std::to_string(bytes) + " bytes, from node " + std::to_string(source) + ": " + why +
             "\n",
         time);
  }

  // Text of the host's own, or that came through the host channel, as if `node` had written it.
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

  void exited(unsigned node, int status, Picos time) {
    if (finished[node]) return;
    finished[node] = true;
    cube.node(node).finish();
    results[node].exit_status = status;
    results[node].exit_time = time;
    last_exit = std::max(last_exit, time);
    host.exited(static_cast<int>(node), static_cast<int>(node), status);
    --running;
  }

  std::string where(unsigned node) {
    const std::uint32_t eip = cube.node(node).core().arch_state().eip;
    char text[32];
    std::snprintf(text, sizeof text, "EIP 0x%08x", eip);
    return text;
  }

  [[noreturn]] void deadlock() {
    std::string text = "deadlock: no node can go on";
    for (unsigned node = 0; node < cube.nodes(); ++node) {
      if (finished[node]) continue;
      text += "\n  " + node_name(node) + ": " + where(node) + ", " + cube.node(node).waiting_on();
    }
    throw kernel::MachineError(text);
  }

  void start(Picos duration) {
    sc_core::sc_start(to_sc(duration));
    if (module.failure()) std::rethrow_exception(module.failure());
  }

  // Until nothing is left to do: console text may still be on its way when the last program ends.
  IpscResult run() {
    for (unsigned node = 0; node < cube.nodes(); ++node) cube.node(node).start(entry);
    module.schedule();
    IpscResult result;
    while (cube.next() != Picos::never()) {
      if (now() >= options.max_time && running != 0) {
        result.timed_out = true;
        break;
      }
      start(std::min(kSlice, options.max_time - now()));
      if (options.progress) options.progress(now());
    }
    if (running != 0 && !result.timed_out) deadlock();
    result.time = result.timed_out ? now() : last_exit;
    for (unsigned node = 0; node < cube.nodes(); ++node) {
      results[node].cycles = cube.node(node).core().now();
      results[node].counters = cube.node(node).core().counters();
      result.nodes.push_back(cube.node(node).counters());
      result.channels.emplace_back();
      for (unsigned port = 0; port < ipsc::kNodePort; ++port) {
        result.channels.back().push_back(cube.network().channel(node, port));
      }
    }
    result.cores = results;
    return result;
  }

  static constexpr std::uint32_t STDERR = 2;
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
  for (unsigned node = 0; node < s.cube.nodes(); ++node) {
    for (const chip::Segment& segment : image.segments) {
      std::vector<std::uint8_t> bytes = segment.bytes;
      s.cube.node(node).backing(segment.paddr, bytes.data(),
                                static_cast<std::uint32_t>(bytes.size()), true);
    }
    std::vector<std::uint8_t> block = chip::boot_block(info, node);
    s.cube.node(node).backing(SCC_BOOT_BLOCK, block.data(), SCC_BOOT_BLOCK_SIZE, true);
    CoreResult result;
    result.core_id = static_cast<int>(node);
    s.results.push_back(result);
  }
  s.running = s.cube.nodes();
  s.finished.assign(s.running, false);
}

IpscResult IpscSystem::run() { return impl_->run(); }

}  // namespace rc::systemc
