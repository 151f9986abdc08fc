// SPDX-License-Identifier: Apache-2.0
#include "tests/support/oracle/oracle_unicorn.h"

#include <unicorn/unicorn.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "tests/lockstep/isa/oracle_boot.h"

// Unicorn 2.0.1 leaks when translated code is removed; keep the leak checker quiet about it.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libunicorn\n"; }

namespace rc::test {

using namespace lockstep;
namespace {

constexpr int kGprIds[8] = {UC_X86_REG_EAX, UC_X86_REG_ECX, UC_X86_REG_EDX, UC_X86_REG_EBX,
                            UC_X86_REG_ESP, UC_X86_REG_EBP, UC_X86_REG_ESI, UC_X86_REG_EDI};

void check(uc_err error) {
  if (error != UC_ERR_OK) throw std::runtime_error(uc_strerror(error));
}

class UnicornCpu : public Cpu {
 public:
  UnicornCpu() : memory_(kMemoryBytes) {
    check(uc_open(UC_ARCH_X86, UC_MODE_32, &uc_));
    check(uc_mem_map_ptr(uc_, 0, kMemoryBytes, UC_PROT_ALL, memory_.data()));
    uc_hook hook;
    const std::uint32_t halt = write_boot_image(memory_);
    check(uc_emu_start(uc_, kBoot, halt, 0, 0));
    check(uc_context_alloc(uc_, &fresh_));
    check(uc_context_save(uc_, fresh_));
    check(uc_hook_add(uc_, &hook, UC_HOOK_INTR, reinterpret_cast<void*>(on_exception), this, 1, 0));
  }
  ~UnicornCpu() override {
    uc_context_free(fresh_);
    uc_close(uc_);
  }
  UnicornCpu(const UnicornCpu&) = delete;
  UnicornCpu& operator=(const UnicornCpu&) = delete;

  std::string name() const override { return "unicorn"; }
  bool can_run(const Case&) const override { return true; }
  bool has_x87() const override { return false; }

  Outcome run(const Case& c) override {
    std::uint8_t* data = &memory_[c.data_address()];
    std::uint8_t* stack = &memory_[kStackWindow];
    std::memcpy(data, c.before.data.data(), kWindowBytes);
    std::memcpy(stack, c.before.stack.data(), kWindowBytes);
    std::memcpy(&memory_[c.address], c.code.data(), c.code.size());
    check(uc_ctl_remove_cache(uc_, c.address, c.end() + 1));
    for (unsigned i = 0; i < 8; ++i) check(uc_reg_write(uc_, kGprIds[i], &c.before.gpr[i]));
    check(uc_reg_write(uc_, UC_X86_REG_EFLAGS, &c.before.eflags));
    vector_ = -1;
    const uc_err error = uc_emu_start(uc_, c.address, c.end(), 0, 100000);
    Outcome outcome;
    outcome.vector = vector_;
    if (error == UC_ERR_INSN_INVALID) outcome.vector = 6;
    if (error == UC_ERR_READ_UNMAPPED || error == UC_ERR_WRITE_UNMAPPED ||
        error == UC_ERR_FETCH_UNMAPPED) {
      outcome.vector = 14;
    }
    check(uc_reg_read(uc_, UC_X86_REG_EIP, &outcome.eip));
    for (unsigned i = 0; i < 8; ++i) check(uc_reg_read(uc_, kGprIds[i], &outcome.after.gpr[i]));
    check(uc_reg_read(uc_, UC_X86_REG_EFLAGS, &outcome.after.eflags));
    outcome.after.x87 = c.before.x87;
    std::memcpy(outcome.after.data.data(), data, kWindowBytes);
    std::memcpy(outcome.after.stack.data(), stack, kWindowBytes);
    // Drop this exception, or the next one would count as a double fault.
    if (outcome.vector >= 0) check(uc_context_restore(uc_, fresh_));
    return outcome;
  }

 private:
  static void on_exception(uc_engine* uc, std::uint32_t number, void* self) {
    static_cast<UnicornCpu*>(self)->vector_ = static_cast<int>(number);
    uc_emu_stop(uc);
  }

  std::vector<std::uint8_t> memory_;
  uc_engine* uc_ = nullptr;
  uc_context* fresh_ = nullptr;
  int vector_ = -1;
};

}  // namespace

std::unique_ptr<Cpu> make_unicorn_cpu() { return std::make_unique<UnicornCpu>(); }

int lockstep_cases(int otherwise) {
  const char* text = std::getenv("ROCKCREEK_LOCKSTEP_CASES");
  return text != nullptr ? std::max(1, std::atoi(text)) : otherwise;
}

}  // namespace rc::test
