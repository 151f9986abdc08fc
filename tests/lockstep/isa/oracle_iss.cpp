// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/oracle_iss.h"

#include <cstring>
#include <stdexcept>

#include "hw_model/cpu/core.h"
#include "hw_model/cpu/fpu/fpu.h"
#include "tests/lockstep/isa/oracle_boot.h"

namespace rc::lockstep {
namespace {

constexpr std::uint8_t kHalt = 0xf4;
constexpr std::uint32_t kResumeFlag = 1u << 16;

bool pushes_error_code(int vector) {
  return vector == 8 || (vector >= 10 && vector <= 14) || vector == 17;
}

class IssCpu : public Cpu {
 public:
  explicit IssCpu(IssMode mode) : mode_(mode), memory_(kMemoryBytes), core_(parameters(mode), 0) {
    if (mode == IssMode::flat) core_.attach_flat(memory_.data(), kMemoryBytes);
    boot();
  }

  std::string name() const override { return mode_ == IssMode::flat ? "ISS flat" : "ISS cached"; }
  bool can_run(const Case&) const override { return true; }
  bool has_x87() const override { return true; }

  Outcome run(const Case& c) override {
    write(c.data_address(), c.before.data.data(), kWindowBytes);
    write(kStackWindow, c.before.stack.data(), kWindowBytes);
    std::vector<std::uint8_t> code = c.code;
    code.push_back(kHalt);
    write(c.address, code.data(), static_cast<std::uint32_t>(code.size()));
    load_x87(c.before.x87);
    cpu::ArchState state = core_.arch_state();
    for (unsigned i = 0; i < 8; ++i) state.gpr[i] = c.before.gpr[i];
    state.eflags = c.before.eflags;
    state.eip = c.address;
    core_.set_arch_state(state);
    const std::uint64_t before = core_.counters().instructions;
    run_to_halt();

    Outcome outcome;
    state = core_.arch_state();
    outcome.eip = state.eip - 1;  // of the HLT
    outcome.instructions = core_.counters().instructions - before - 1;
    read(c.data_address(), outcome.after.data.data(), kWindowBytes);
    read(kStackWindow, outcome.after.stack.data(), kWindowBytes);
    if (outcome.eip - kHandlers < kVectors * kHandlerBytes) unwind(c, state, outcome);
    for (unsigned i = 0; i < 8; ++i) outcome.after.gpr[i] = state.gpr[i];
    outcome.after.eflags = state.eflags;
    save_x87(outcome.after.x87);
    // What no case sets (CS, LDTR, TR) is again as after boot, as for the oracle.
    if (outcome.vector >= 0) {
      core_.reset();
      boot();
    }
    return outcome;
  }

 private:
  static cpu::CoreParams parameters(IssMode mode) {
    cpu::CoreParams params;
    params.caches = mode == IssMode::cached;
    return params;
  }

  void boot() {
    write_boot_image(memory_);
    core_.release(0, kBoot);
    run_to_halt();
  }

  void run_to_halt() {
    // In steps, so that every test also stops and resumes the core; longer and longer ones, so that
    // a long run has all lengths and takes its time in the core.
    for (kernel::Cycle step = 40;; step += step / 16) {
      switch (core_.run(core_.now() + step)) {
        case cpu::Stop::halted:
          return;
        case cpu::Stop::limit:
          break;
        case cpu::Stop::request:
          core_.complete(core_.request_cycle() + 7, answer(core_.request()));
          break;
        default:
          throw std::runtime_error("the core stopped for no reason");
      }
    }
  }

  cpu::BusReply answer(const cpu::BusRequest& request) {
    cpu::BusReply reply;
    if (request.paddr > kMemoryBytes - 32) {
      reply.error = true;
      return reply;
    }
    std::uint8_t* at = &memory_[request.paddr];
    switch (request.op) {
      case cpu::BusOp::read_line:
      case cpu::BusOp::read:
        std::memcpy(reply.data.data(), at, request.bytes);
        break;
      case cpu::BusOp::write_combined:
        for (unsigned i = 0; i < 32; ++i) {
          if ((request.byte_mask >> i & 1) != 0) at[i] = request.data[i];
        }
        break;
      default:
        std::memcpy(at, request.data.data(), request.bytes);
        break;
    }
    return reply;
  }

  void backdoor(std::uint32_t paddr, void* data, std::uint32_t bytes, bool is_write) {
    if (is_write) {
      std::memcpy(&memory_[paddr], data, bytes);
    } else {
      std::memcpy(data, &memory_[paddr], bytes);
    }
  }
  cpu::BackdoorMemory backdoor() {
    return [this](std::uint32_t paddr, void* data, std::uint32_t bytes, bool is_write) {
      backdoor(paddr, data, bytes, is_write);
    };
  }
  void write(std::uint32_t address, const void* data, std::uint32_t bytes) {
    core_.poke(address, data, bytes, backdoor());
  }
  void read(std::uint32_t address, void* data, std::uint32_t bytes) {
    core_.peek(address, data, bytes, backdoor());
  }

  // From the handler's HLT back to the state the exception was raised in.
  void unwind(const Case& c, cpu::ArchState& state, Outcome& outcome) {
    outcome.vector = static_cast<int>((outcome.eip - kHandlers) / kHandlerBytes);
    const bool has_error = pushes_error_code(outcome.vector);
    std::uint32_t frame[4];
    read(state.gpr[kEsp], frame, sizeof frame);
    const std::uint32_t* words = has_error ? frame + 1 : frame;
    outcome.eip = words[0];
    state.eflags = words[2] & ~kResumeFlag;
    const std::uint32_t bytes = has_error ? 16 : 12;
    // The instruction itself did not write the frame.
    const std::uint32_t offset = state.gpr[kEsp] - kStackWindow;
    if (offset <= kWindowBytes - bytes) {
      std::memcpy(&outcome.after.stack[offset], &c.before.stack[offset], bytes);
    }
    state.gpr[kEsp] += bytes;
  }

  void load_x87(const std::array<std::uint8_t, 108>& image) {
    cpu::Fpu::Buffer buffer{};
    std::memcpy(buffer.data(), image.data(), image.size());
    std::uint16_t ax = 0;
    cpu::Fpu fpu;
    fpu.execute({.opcode = 0xdd, .modrm = 0x26}, buffer, ax);  // FRSTOR
    core_.fpu().set_state(fpu.state());
  }
  void save_x87(std::array<std::uint8_t, 108>& image) {
    cpu::Fpu fpu = core_.fpu();
    cpu::Fpu::Buffer buffer{};
    std::uint16_t ax = 0;
    fpu.execute({.opcode = 0xdd, .modrm = 0x36}, buffer, ax);  // FNSAVE
    std::memcpy(image.data(), buffer.data(), image.size());
    std::memset(&image[12], 0, 16);  // pointers
  }

  IssMode mode_;
  std::vector<std::uint8_t> memory_;
  cpu::Core core_;
};

}  // namespace

std::unique_ptr<Cpu> make_iss_cpu(IssMode mode) { return std::make_unique<IssCpu>(mode); }

}  // namespace rc::lockstep
