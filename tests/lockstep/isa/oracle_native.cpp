// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/oracle_native.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstring>
#include <initializer_list>
#include <utility>

namespace rc::lockstep {
namespace {

constexpr std::uint16_t kCode32 = 0x23;  // Linux: user code, compatibility mode
constexpr std::uint16_t kCode64 = 0x33;
constexpr std::uint16_t kData = 0x2b;

// At kMonitorBase, seen by both sides of the far jump.
struct Monitor {
  std::uint32_t gpr_in[8];
  std::uint32_t eflags_in;
  std::uint32_t start;
  std::uint32_t gpr_out[8];
  std::uint32_t eflags_out;
  std::uint32_t unused;
  std::uint64_t host_stack;
  std::uint32_t entry32;
  std::uint16_t entry32_selector;
  std::uint8_t x87_in[108];
  std::uint8_t x87_out[108];
  std::uint8_t code[512];
};

Monitor& monitor() { return *reinterpret_cast<Monitor*>(kMonitorBase); }
std::uint8_t* memory(std::uint32_t address) {
  return reinterpret_cast<std::uint8_t*>(std::uintptr_t{address});
}
template <class T>
std::uint32_t address_of(const T& object) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&object));
}

class Assembler {
 public:
  explicit Assembler(std::uint8_t* at) : at_(at) {}
  std::uint32_t here() const { return address_of(*at_); }
  Assembler& bytes(std::initializer_list<int> values) {
    for (const int value : values) *at_++ = static_cast<std::uint8_t>(value);
    return *this;
  }
  Assembler& word(std::uint32_t value) {
    std::memcpy(at_, &value, 4);
    at_ += 4;
    return *this;
  }

 private:
  std::uint8_t* at_;
};

// g_running is set while guest code may run. The signal handler uses the rest to leave it.
volatile sig_atomic_t g_running = 0;
volatile sig_atomic_t g_vector = -1;
std::uint32_t g_eip = 0;
std::uint32_t g_exit64 = 0;

void on_signal(int signal_number, siginfo_t*, void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (g_running == 0) {
    ::signal(signal_number, SIG_DFL);
    return;  // not from guest code: the default action ends the process
  }
  g_vector = static_cast<sig_atomic_t>(registers[REG_TRAPNO]);
  g_eip = static_cast<std::uint32_t>(registers[REG_RIP]);
  constexpr int kOrder[8] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX,
                             REG_RSP, REG_RBP, REG_RSI, REG_RDI};
  for (int i = 0; i < 8; ++i) {
    monitor().gpr_out[i] = static_cast<std::uint32_t>(registers[kOrder[i]]);
  }
  monitor().eflags_out = static_cast<std::uint32_t>(registers[REG_EFL]);
  registers[REG_EFL] &= ~greg_t{0x500};  // DF, TF
  registers[REG_RIP] = g_exit64;
  registers[REG_CSGSFS] = (registers[REG_CSGSFS] & ~greg_t{0xffff}) | kCode64;
}

constexpr int kSignals[] = {SIGSEGV, SIGFPE, SIGILL, SIGTRAP, SIGBUS};

class NativeCpu : public Cpu {
 public:
  NativeCpu() {
    stack_.resize(1 << 16);
    const stack_t alternate{stack_.data(), 0, stack_.size()};
    sigaltstack(&alternate, &old_stack_);
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (std::size_t i = 0; i < std::size(kSignals); ++i) {
      sigaction(kSignals[i], &action, &old_actions_[i]);
    }
  }
  ~NativeCpu() override {
    for (std::size_t i = 0; i < std::size(kSignals); ++i) {
      sigaction(kSignals[i], &old_actions_[i], nullptr);
    }
    sigaltstack(&old_stack_, nullptr);
    for (const auto& [base, bytes] : mapped_) munmap(memory(base), bytes);
  }

  bool map() {
    for (const auto& [base, bytes] : {std::pair{kMonitorBase, 0x1000u},
                                      {kCodeBase, kCodeBytes},
                                      {kDataWindow - 0x1000, 0x3000u},
                                      {kStackWindow - 0x1000, 0x3000u}}) {
      const void* got = mmap(memory(base), bytes, PROT_READ | PROT_WRITE | PROT_EXEC,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
      if (got != memory(base)) return false;
      mapped_.emplace_back(base, bytes);
    }
    assemble();
    return true;
  }

  std::string name() const override { return "native"; }
  bool can_run(const Case& c) const override { return !c.low_data; }
  bool has_x87() const override { return true; }

  Outcome run(const Case& c) override {
    Monitor& m = monitor();
    for (unsigned i = 0; i < 8; ++i) m.gpr_in[i] = c.before.gpr[i];
    m.eflags_in = c.before.eflags;
    m.start = c.address;
    std::memcpy(m.x87_in, c.before.x87.data(), sizeof m.x87_in);
    std::memcpy(memory(kDataWindow), c.before.data.data(), kWindowBytes);
    std::memcpy(memory(kStackWindow), c.before.stack.data(), kWindowBytes);
    std::memcpy(memory(c.address), c.code.data(), c.code.size());
    Assembler(memory(c.end())).bytes({0xe9}).word(exit32_ - (c.end() + 5));

    g_vector = -1;
    g_running = 1;
    reinterpret_cast<void (*)()>(std::uintptr_t{entry64_})();
    g_running = 0;

    Outcome outcome;
    outcome.vector = g_vector;
    outcome.eip = g_vector < 0 ? c.end() : g_eip;
    for (unsigned i = 0; i < 8; ++i) outcome.after.gpr[i] = m.gpr_out[i];
    outcome.after.eflags = m.eflags_out;
    std::memcpy(outcome.after.x87.data(), m.x87_out, sizeof m.x87_out);
    std::memset(&outcome.after.x87[12], 0, 16);
    std::memcpy(outcome.after.data.data(), memory(kDataWindow), kWindowBytes);
    std::memcpy(outcome.after.stack.data(), memory(kStackWindow), kWindowBytes);
    return outcome;
  }

 private:
  void assemble() {
    Monitor& m = monitor();
    Assembler code(m.code);
    // 64-bit entry: an ordinary function.
    entry64_ = code.here();
    code.bytes({0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57});  // push rbx..r15
    code.bytes({0x48, 0x89, 0x24, 0x25}).word(address_of(m.host_stack));       // mov [..], rsp
    code.bytes({0xb8}).word(kData).bytes({0x8e, 0xd8, 0x8e, 0xc0});            // ds, es
    code.bytes({0xdd, 0x24, 0x25}).word(address_of(m.x87_in));                 // frstor
    code.bytes({0xff, 0x2c, 0x25}).word(address_of(m.entry32));                // jmp far
    // 32-bit entry.
    m.entry32 = code.here();
    m.entry32_selector = kCode32;
    code.bytes({0xbc}).word(address_of(m.eflags_in)).bytes({0x9d});  // mov esp, ..; popfd
    for (unsigned i = 0; i < 8; ++i) {
      code.bytes({0x8b, 0x05 | static_cast<int>(i << 3)}).word(address_of(m.gpr_in[i]));
    }
    code.bytes({0xff, 0x25}).word(address_of(m.start));
    // 32-bit exit, jumped to behind the case's code.
    exit32_ = code.here();
    for (unsigned i = 0; i < 8; ++i) {
      code.bytes({0x89, 0x05 | static_cast<int>(i << 3)}).word(address_of(m.gpr_out[i]));
    }
    code.bytes({0xbc}).word(address_of(m.eflags_out) + 4).bytes({0x9c, 0xfc});  // pushfd, cld
    code.bytes({0xea});
    const std::uint32_t exit64 = code.here() + 6;
    code.word(exit64).bytes({kCode64, 0});
    // 64-bit exit; a signal leads here, too.
    g_exit64 = exit64;
    code.bytes({0x48, 0x8b, 0x24, 0x25}).word(address_of(m.host_stack));
    code.bytes({0xdd, 0x34, 0x25}).word(address_of(m.x87_out));  // fnsave
    code.bytes({0x31, 0xc0, 0x8e, 0xd8, 0x8e, 0xc0});            // ds = es = 0
    code.bytes({0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5d, 0x5b, 0xc3});
  }

  std::vector<std::uint8_t> stack_;
  stack_t old_stack_{};
  struct sigaction old_actions_[std::size(kSignals)] = {};
  std::vector<std::pair<std::uint32_t, std::size_t>> mapped_;
  std::uint32_t entry64_ = 0;
  std::uint32_t exit32_ = 0;
};

}  // namespace

std::unique_ptr<Cpu> make_native_cpu(std::string& why_not) {
  auto cpu = std::make_unique<NativeCpu>();
  if (!cpu->map()) {
    why_not = "low addresses cannot be mapped";
    return nullptr;
  }
  Case probe;
  probe.code = {0x40};  // inc eax
  probe.before.gpr[kEax] = 41;
  const Outcome outcome = cpu->run(probe);
  if (outcome.vector >= 0 || outcome.after.gpr[kEax] != 42) {
    why_not = "this host runs no 32-bit code";
    return nullptr;
  }
  return cpu;
}

}  // namespace rc::lockstep
