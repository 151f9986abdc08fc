// SPDX-License-Identifier: Apache-2.0
// bench iss: guest instructions per second of one core on sieve + copy + CRC.
//   iss/timed       P54C timing, caches and predictor on; memory answers after a fixed time
//   iss/functional  flat memory, no timing
//   iss/unicorn     plain Unicorn, the comparison, where it is installed
// Each iteration is one whole run of the guest, and each run's checksum is checked.
#include <benchmark/benchmark.h>
#ifdef UNICORN
#include <unicorn/unicorn.h>

#include "hw_model/kernel/error.h"
#include "sim/base/shared_library.h"
#endif

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "hw_model/cpu/core.h"

// The guest program, embedded in the data section.
__asm__(
    ".section .rodata\n"
    ".globl rc_iss_guest_begin\n"
    "rc_iss_guest_begin: .incbin \"" ISS_GUEST
    "\"\n"
    ".globl rc_iss_guest_end\n"
    "rc_iss_guest_end:\n"
    ".byte 0\n"
    ".text\n");
extern "C" const std::uint8_t rc_iss_guest_begin[], rc_iss_guest_end[];

namespace {

constexpr std::uint32_t kEntry = 0x10000;
constexpr std::uint32_t kMemoryBytes = 1 << 20;
constexpr rc::kernel::Cycle kBusCycles = 100;  // about a DDR access of the SCC
constexpr rc::kernel::Cycle kNever = std::numeric_limits<rc::kernel::Cycle>::max();

std::vector<std::uint8_t> guest_memory() {
  std::vector<std::uint8_t> memory(kMemoryBytes);
  std::memcpy(&memory[kEntry], rc_iss_guest_begin,
              static_cast<std::size_t>(rc_iss_guest_end - rc_iss_guest_begin));
  return memory;
}

// One core and the memory behind it.
class Machine {
 public:
  explicit Machine(bool timed) : memory_(guest_memory()), core_(params(timed), 0) {
    if (!timed) core_.attach_flat(memory_.data(), kMemoryBytes);
    core_.release(0, kEntry);
  }

  // Runs the guest from its entry to HLT; its checksum.
  std::uint32_t run() {
    rc::cpu::ArchState state = core_.arch_state();
    state.eip = kEntry;
    core_.set_arch_state(state);
    while (core_.run(kNever) != rc::cpu::Stop::halted) serve();
    return core_.arch_state().gpr[0];
  }
  std::uint64_t instructions() const { return core_.counters().instructions; }

 private:
  static rc::cpu::CoreParams params(bool timed) {
    rc::cpu::CoreParams params;
    params.caches = timed;
    return params;
  }

  void serve() {
    const rc::cpu::BusRequest& request = core_.request();
    rc::cpu::BusReply reply;
    std::uint8_t* const at = &memory_[request.paddr % kMemoryBytes];
    switch (request.op) {
      case rc::cpu::BusOp::read_line:
      case rc::cpu::BusOp::read:
        std::memcpy(reply.data.data(), at, request.bytes);
        break;
      default:
        std::memcpy(at, request.data.data(), request.bytes);
        break;
    }
    core_.complete(core_.request_cycle() + kBusCycles, reply);
  }

  std::vector<std::uint8_t> memory_;
  rc::cpu::Core core_;
};

// What every runner must answer, and how long one run is.
struct Reference {
  std::uint32_t checksum;
  std::uint64_t instructions;
};
const Reference& reference() {
  static const Reference known = [] {
    Machine machine(false);
    const std::uint32_t checksum = machine.run();
    return Reference{checksum, machine.instructions()};
  }();
  return known;
}

void report(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<std::int64_t>(reference().instructions) *
                          static_cast<std::int64_t>(state.iterations()));
}

void run_core(benchmark::State& state, bool timed) {
  Machine machine(timed);
  machine.run();  // warm caches
  for (auto _ : state) {
    if (machine.run() != reference().checksum) {
      state.SkipWithError("wrong checksum");
      break;
    }
  }
  report(state);
}

#ifdef UNICORN
// The functions of Unicorn that are used here, from its library.
class Unicorn {
 public:
  // Whether the library has them.
  bool load() {
    return find(open, "uc_open") && find(close, "uc_close") && find(mem_map, "uc_mem_map") &&
           find(mem_write, "uc_mem_write") && find(reg_read, "uc_reg_read") &&
           find(emu_start, "uc_emu_start");
  }

  decltype(&uc_open) open;
  decltype(&uc_close) close;
  decltype(&uc_mem_map) mem_map;
  decltype(&uc_mem_write) mem_write;
  decltype(&uc_reg_read) reg_read;
  decltype(&uc_emu_start) emu_start;

 private:
  template <class F>
  bool find(F*& function, const char* name) {
    function = library_.find<F>(name);
    return function != nullptr;
  }

  rc::sim::base::SharedLibrary library_{UNICORN};
};

void run_unicorn(benchmark::State& state) try {
  Unicorn unicorn;
  uc_engine* engine = nullptr;
  const std::vector<std::uint8_t> memory = guest_memory();
  if (!unicorn.load() || unicorn.open(UC_ARCH_X86, UC_MODE_32, &engine) != UC_ERR_OK ||
      unicorn.mem_map(engine, 0, kMemoryBytes, UC_PROT_ALL) != UC_ERR_OK ||
      unicorn.mem_write(engine, 0, memory.data(), memory.size()) != UC_ERR_OK) {
    state.SkipWithError("Unicorn does not start");
    return;
  }
  const auto run = [&] {
    std::uint32_t checksum = 0;
    unicorn.emu_start(engine, kEntry, 0xffffffff, 0, 0);
    unicorn.reg_read(engine, UC_X86_REG_EAX, &checksum);
    return checksum;
  };
  run();  // warm its translation cache
  for (auto _ : state) {
    if (run() != reference().checksum) {
      state.SkipWithError("wrong checksum");
      break;
    }
  }
  report(state);
  unicorn.close(engine);
} catch (const rc::kernel::InputError& error) {
  state.SkipWithError(error.what());
}
#endif

[[maybe_unused]] const auto* const timed =
    benchmark::RegisterBenchmark("iss/timed", run_core, true) -> Unit(benchmark::kMillisecond);
[[maybe_unused]] const auto* const functional =
    benchmark::RegisterBenchmark("iss/functional", run_core, false)
        -> Unit(benchmark::kMillisecond);
#ifdef UNICORN
[[maybe_unused]] const auto* const unicorn =
    benchmark::RegisterBenchmark("iss/unicorn", run_unicorn) -> Unit(benchmark::kMillisecond);
#endif

}  // namespace
