// SPDX-License-Identifier: Apache-2.0
#include "tests/support/oracle/unicorn_steps.h"

#include <unicorn/unicorn.h>

#include <stdexcept>

namespace rc::test {
namespace {

constexpr int kStepGpr[8] = {UC_X86_REG_EAX, UC_X86_REG_ECX, UC_X86_REG_EDX, UC_X86_REG_EBX,
                             UC_X86_REG_ESP, UC_X86_REG_EBP, UC_X86_REG_ESI, UC_X86_REG_EDI};
constexpr int kStepSegment[6] = {UC_X86_REG_ES, UC_X86_REG_CS, UC_X86_REG_SS,
                                 UC_X86_REG_DS, UC_X86_REG_FS, UC_X86_REG_GS};

void require(uc_err error) {
  if (error != UC_ERR_OK) throw std::runtime_error(uc_strerror(error));
}

}  // namespace

struct UnicornSteps::Engine {
  uc_engine* uc = nullptr;
  uc_context* fresh = nullptr;

  ~Engine() {
    uc_context_free(fresh);
    uc_close(uc);
  }
};

UnicornSteps::UnicornSteps(std::uint32_t bytes)
    : memory(bytes), engine_(std::make_unique<Engine>()) {
  require(uc_open(UC_ARCH_X86, UC_MODE_16, &engine_->uc));
  require(uc_mem_map_ptr(engine_->uc, 0, bytes, UC_PROT_ALL, memory.data()));
  require(uc_context_alloc(engine_->uc, &engine_->fresh));
  require(uc_context_save(engine_->uc, engine_->fresh));
}
UnicornSteps::~UnicornSteps() = default;

bool UnicornSteps::step(StepState& state) {
  uc_engine* const uc = engine_->uc;
  require(uc_context_restore(uc, engine_->fresh));  // an exception leaves traces
  const std::uint32_t at = state.selector[1] * 16u + state.eip;
  require(uc_ctl_remove_cache(uc, at, at + 16));
  for (unsigned i = 0; i < 6; ++i) require(uc_reg_write(uc, kStepSegment[i], &state.selector[i]));
  for (unsigned i = 0; i < 8; ++i) require(uc_reg_write(uc, kStepGpr[i], &state.gpr[i]));
  require(uc_reg_write(uc, UC_X86_REG_EFLAGS, &state.eflags));
  const bool good = uc_emu_start(uc, at, memory.size(), 0, 1) == UC_ERR_OK;
  for (unsigned i = 0; i < 6; ++i) require(uc_reg_read(uc, kStepSegment[i], &state.selector[i]));
  for (unsigned i = 0; i < 8; ++i) require(uc_reg_read(uc, kStepGpr[i], &state.gpr[i]));
  require(uc_reg_read(uc, UC_X86_REG_EFLAGS, &state.eflags));
  require(uc_reg_read(uc, UC_X86_REG_EIP, &state.eip));
  return good;
}

}  // namespace rc::test
