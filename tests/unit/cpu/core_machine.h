// SPDX-License-Identifier: Apache-2.0
// A core with a minimal owner: flat memory, fixed latency. Guest code is written as
// assembler text in the test (GUEST) and assembled with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw_model/cpu/core.h"

// 32-bit code `text`, in AT&T syntax, as name_code(); and 16-bit code.
#define GUEST(name, text) GUEST_OF(name, "32", text)
#define GUEST16(name, text) GUEST_OF(name, "16", text)
#define GUEST_OF(name, bits, text)                                                 \
  __asm__(".section .rodata\n" #name ":\n.code" bits "\n" text "\n.code64\n" #name \
          "_end:\n.byte 0\n.text\n");                                              \
  extern "C" const std::uint8_t name[], name##_end[];                              \
  inline rc::cpu::GuestCode name##_code() { return {name, name##_end}; }

namespace rc::cpu {

struct GuestCode {
  const std::uint8_t* begin;
  const std::uint8_t* end;
};

constexpr kernel::Cycle kNever = std::numeric_limits<kernel::Cycle>::max();

class CoreMachine : public PromptTarget {
 public:
  virtual ~CoreMachine() = default;

  static constexpr std::uint32_t kBytes = 1u << 20;
  static constexpr std::uint32_t kCode = 0x10000, kStack = 0x80000, kGdt = 0x1000, kIdt = 0x2000;
  static constexpr std::uint32_t kHandlers = 0x30000;  // handler of vector v at + 16 * v

  explicit CoreMachine(bool timed = true, kernel::Cycle latency = 60)
      : memory(kBytes), core(params(timed), 7), latency_(latency) {
    if (!timed) core.attach_flat(memory.data(), kBytes);
  }

  void load(std::uint32_t at, GuestCode code) {
    std::copy(code.begin, code.end, memory.begin() + at);
  }
  void start(GuestCode code, kernel::Cycle cycle = 0) {
    load(kCode, code);
    core.release(cycle, kCode);
    ArchState state = core.arch_state();
    state.gpr[4] = kStack;
    core.set_arch_state(state);
    set_breaks({});
  }
  // Real mode: CS = kCode / 16, the other segments 0, SP = 0x7000.
  void start_real(GuestCode code) {
    load(kCode, code);
    core.release_from_reset(0);
    ArchState state = core.arch_state();
    state.segment[kCs] = real_segment(kCode / 16);
    state.eip = kCode;
    state.gpr[4] = 0x7000;
    core.set_arch_state(state);
    set_breaks({});
  }
  // Handler of a vector in real mode.
  void vector(unsigned number, GuestCode handler) {
    load(kHandlers + 64 * number, handler);
    set_word(4 * number, kHandlers / 16 << 16 | 64 * number);
  }

  // From a break at which the core stands.
  void go_on() {
    set_breaks([passed = core.counters().instructions](const BreakReport& report) {
      return report.instructions > passed;
    });
  }

  // Until HLT with nothing pending, in steps of `step` cycles (0: as far as it goes).
  void run(kernel::Cycle step = 0) {
    for (;;) {
      const Stop stop = core.run(step == 0 ? kNever : core.now() + step);
      if (taken_) {
        taken_ = false;
        serve(Stop::wait_bus);
        continue;
      }
      if (stop == Stop::halted) return;
      serve(stop);
    }
  }
  void run_until(kernel::Cycle limit) {
    for (;;) {
      const Stop stop = core.run(limit);
      if (stop == Stop::halted || (stop == Stop::limit && core.now() >= limit)) return;
      serve(stop);
    }
  }
  void serve(Stop stop) {
    if (stop == Stop::broken) {
      ++stops;
      go_on();
    }
    if (stop != Stop::request && stop != Stop::wait_bus) return;
    BusRequest request = core.request();
    BusReply reply;
    requests.push_back(request);
    if (request.paddr >= 0u - kBytes) request.paddr %= kBytes;  // seen once more at the top
    if (request.op == BusOp::read_port) {
      std::memcpy(reply.data.data(), &ports[request.paddr], request.bytes);
    } else if (request.op == BusOp::write_port) {
      std::memcpy(&ports[request.paddr], request.data.data(), request.bytes);
    } else if (request.paddr >= kBytes) {
      reply.error = true;
    } else if (request.op == BusOp::write_combined) {
      for (unsigned i = 0; i < 32; ++i) {
        if (request.byte_mask >> i & 1) memory[request.paddr + i] = request.data[i];
      }
    } else if (request.op == BusOp::read_line || request.op == BusOp::read) {
      std::memcpy(reply.data.data(), &memory[request.paddr], request.bytes);
    } else {
      std::memcpy(&memory[request.paddr], request.data.data(), request.bytes);
    }
    core.complete(core.request_cycle() + latency_, reply);
  }

  // As serve(), but at once: from now on all memory below `end` answers so.
  void answer_at_once(std::uint32_t end) {
    prompt_end_ = end;
    core.attach(this);
  }
  kernel::Cycle read(std::uint32_t paddr, std::uint32_t bytes, void* data, kernel::Cycle cycle,
                     kernel::Cycle before) override {
    if (paddr >= prompt_end_ || cycle + latency_ >= before) return kNotHere;
    ++answered;
    std::memcpy(data, &memory[paddr], bytes);
    return cycle + latency_;
  }
  kernel::Cycle write(std::uint32_t paddr, std::uint32_t bytes, const void* data,
                      kernel::Cycle cycle) override {
    if (paddr >= prompt_end_) return kNotHere;
    ++answered;
    std::memcpy(&memory[paddr], data, bytes);
    return cycle + latency_;
  }

  // Posted requests that the core would go on behind are taken, two of three.
  void take_posted_requests() {
    takes_ = true;
    core.attach(this);
  }
  bool take_posted() override {
    if (!takes_ || ++offered % 3 == 0) return false;
    return taken_ = true;
  }

  std::uint32_t reg(unsigned number) const { return core.arch_state().gpr[number]; }
  std::uint32_t word(std::uint32_t address) {
    std::uint32_t value = 0;
    core.peek(address, &value, 4, backdoor());
    return value;
  }
  void set_word(std::uint32_t address, std::uint32_t value) {
    std::memcpy(&memory[address], &value, 4);
  }
  BackdoorMemory backdoor() {
    return [this](std::uint32_t paddr, void* data, std::uint32_t bytes, bool write) {
      if (write) {
        std::memcpy(&memory[paddr], data, bytes);
      } else {
        std::memcpy(data, &memory[paddr], bytes);
      }
    };
  }

  // GDT with flat code (8) and data (16), flat ring-3 code (0x1b) and data (0x23), a task state
  // segment (0x28); pointers for LGDT and LIDT at kGdt - 16 and kIdt - 16.
  void tables() {
    descriptor(1, 0x00cf9a000000ffff);
    descriptor(2, 0x00cf92000000ffff);
    descriptor(3, 0x00cffa000000ffff);
    descriptor(4, 0x00cff2000000ffff);
    descriptor(5, 0x0000890030000067);  // at 0x3000
    set_word(0x3004, 0x70000);
    set_word(0x3008, 0x10);
    pointer(kGdt - 16, kGdt, 6 * 8 - 1);
    pointer(kIdt - 16, kIdt, 256 * 8 - 1);
  }
  void descriptor(unsigned index, std::uint64_t value) {
    std::memcpy(&memory[kGdt + 8 * index], &value, 8);
  }
  // Type 0xe: interrupt gate, 0xf: trap gate.
  void gate(unsigned vector, GuestCode handler, unsigned type = 0xe, unsigned dpl = 0) {
    const std::uint32_t at = kHandlers + 64 * vector;
    load(at, handler);
    set_word(kIdt + 8 * vector, 0x00080000 | (at & 0xffff));
    set_word(kIdt + 8 * vector + 4, (at & 0xffff0000) | 0x8000 | type << 8 | dpl << 13);
  }

  // Breaks at which the core stops and goes on: at `on`, and after every `every` instructions.
  struct Breaks {
    BreakConditions on;
    std::uint64_t every = 0;  // 0: none
  } breaks;
  std::uint64_t stops = 0;     // at a break
  std::uint64_t answered = 0;  // at once
  std::uint64_t offered = 0;   // posted requests

  std::vector<std::uint8_t> memory;
  Core core;
  std::vector<BusRequest> requests;
  std::vector<std::uint8_t> ports = std::vector<std::uint8_t>((1u << 16) + 4);

 private:
  void set_breaks(std::function<bool(const BreakReport&)> asked) {
    BreakConditions next = breaks.on;
    next.stops = std::move(asked);
    if (breaks.every != 0) next.instructions = core.counters().instructions + breaks.every;
    core.set_breaks(next);
  }
  static CoreParams params(bool timed) {
    CoreParams params;
    params.caches = timed;
    return params;
  }
  void pointer(std::uint32_t at, std::uint32_t base, std::uint16_t limit) {
    std::memcpy(&memory[at], &limit, 2);
    std::memcpy(&memory[at + 2], &base, 4);
  }

  kernel::Cycle latency_;
  std::uint32_t prompt_end_ = 0;
  bool takes_ = false, taken_ = false;
};

// State that must be equal after two runs of the same program.
inline std::vector<std::uint64_t> outcome(CoreMachine& machine) {
  std::vector<std::uint64_t> values{machine.core.now()};
  const ArchState state = machine.core.arch_state();
  values.insert(values.end(), std::begin(state.gpr), std::end(state.gpr));
  values.push_back(state.eip);
  values.push_back(state.eflags);
  CoreCounters::each(
      [&](const char*, auto member) { values.push_back(machine.core.counters().*member); });
  for (std::uint32_t at = 0; at < CoreMachine::kBytes; at += 4) {
    values.back() = values.back() * 31 + machine.word(at);
  }
  return values;
}

}  // namespace rc::cpu
