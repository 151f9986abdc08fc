// SPDX-License-Identifier: Apache-2.0
// x87 instructions: memory operand and cycles. fpu/fpu.h does the arithmetic.
#include <cstring>

#include "hw_model/cpu/execute/core_impl.h"
#include "hw_model/cpu/fpu/number.h"
#include "hw_model/cpu/timing/timing.h"

namespace rc::cpu {
namespace {

// Bytes of the next access when `rest` bytes of an operand remain: 4, but 8 for doubles and the
// mantissa of an 80-bit number, and 2 for the last word.
unsigned piece(unsigned rest) {
  if (rest == 8 || rest == 10) return 8;
  return rest >= 4 ? 4 : 2;
}

}  // namespace

Access Core::Impl::load_bytes(std::uint32_t address, std::uint32_t offset, std::uint8_t* bytes,
                              unsigned count) {
  Access access = Access::ok;
  const auto load = [&]<class T>(T value) {
    access = mem.load(address, offset, value);
    std::memcpy(bytes, &value, sizeof value);
  };
  while (count != 0 && access == Access::ok) {
    const unsigned part = piece(count);
    if (part == 8) load(std::uint64_t{});
    if (part == 4) load(std::uint32_t{});
    if (part == 2) load(std::uint16_t{});
    address += part;
    bytes += part;
    count -= part;
    ++offset;
  }
  return access;
}

Access Core::Impl::store_bytes(std::uint32_t address, std::uint32_t offset,
                               const std::uint8_t* bytes, unsigned count) {
  Access access = Access::ok;
  const auto store = [&]<class T>(T value) {
    std::memcpy(&value, bytes, sizeof value);
    access = mem.store(address, offset, value);
  };
  while (count != 0 && access == Access::ok) {
    const unsigned part = piece(count);
    if (part == 8) store(std::uint64_t{});
    if (part == 4) store(std::uint32_t{});
    if (part == 2) store(std::uint16_t{});
    address += part;
    bytes += part;
    count -= part;
    ++offset;
  }
  return access;
}

// Every x87 instruction, whatever its operands: the executor comes here where its own handlers
// (x87_handlers.h) do not hold. sub: opcode; src: ModRM; immediate: see X87Word; target: cycles the
// unit is busy, 0xffff for a division.
Step Core::Impl::x87(MicroOp& op) {
  x87_leave();
  Fpu::free_host();  // another core's may be there
  if (!x87_off() && clock.base + op.offset < x87_busy) charge(x87_busy - clock.base - op.offset);
  RC_TRY_STEP(x87_permit(op));

  Fpu::Buffer buffer;
  if (const unsigned load_count = X87Word{op.immediate}.load_bytes(); load_count != 0)
    RC_TRY(load_bytes(address_of(op), op.offset, buffer.data(), load_count));
  return x87_loaded(op, buffer);
}

Step Core::Impl::x87_loaded(MicroOp& op, Fpu::Buffer& buffer) {
  FpuInstruction instruction;
  instruction.opcode = op.sub;
  instruction.modrm = op.src;
  instruction.operand16 = op.bytes == 2;
  instruction.eip = code_offset(op.eip);
  instruction.code_selector = segment[kCs].selector;
  if (op.bits & kMemoryOperand) {
    instruction.operand_address = address_of(op);
    instruction.operand_selector = segment[kDs].selector;
  }
  const unsigned store_count = X87Word{op.immediate}.store_bytes();
  FpuState saved;
  if (store_count != 0) saved = fpu.state();
  const FpuResult result = fpu.execute(instruction, buffer, gpr<std::uint16_t>(0));
  if (result.status == FpuStatus::undefined_opcode) return raise(kInvalidOpcode);
  if (result.status == FpuStatus::pending_exception) return raise(kFloatingPoint);
  if (result.store) {
    const Access access =
        store_bytes(instruction.operand_address, op.offset, buffer.data(), store_count);
    if (access != Access::ok) fpu.set_state(saved);
    RC_TRY(access);
  }
  x87_occupy(op);
  return Step::next;
}

Step Core::Impl::x87_permit(const MicroOp& op) {
  x87_leave();
  if (x87_off()) return raise(kDeviceNotAvailable);
  return fpu.refuses(op.sub, op.src) ? raise(kFloatingPoint) : Step::next;
}

bool Core::Impl::x87_enter(const MicroOp& op) {
  if (x87_off() || !fpu.may_enter_host()) return false;
  if (!fpu.in_host()) fpu.enter_host();
  if (clock.base + op.offset < x87_busy) charge(x87_busy - clock.base - op.offset);
  x87_gate = x87_busy;
  return true;
}

void Core::Impl::x87_put_down() {
  if (x87_last == 0) return;
  FpuState& s = fpu.state();
  s.opcode = X87Word{static_cast<std::uint32_t>(x87_last)}.opcode();
  s.eip = code_offset(static_cast<std::uint32_t>(x87_last >> 32));
  s.code_selector = segment[kCs].selector;
  if (x87_operand_noted) {
    s.operand_address = x87_operand;
    s.operand_selector = segment[kDs].selector;
  }
  x87_last = 0;
  x87_operand_noted = false;
}

void Core::Impl::x87_take_back(std::uint16_t status, Access access) {
  x87_status_owed = status;
  x87_owes_status = true;
  if (access != Access::retry) x87_leave();
}

void Core::Impl::x87_pay_status() {
  fpu.state().status = fpu::without_top(x87_status_owed);
  x87_owes_status = false;
}

Step Core::Impl::x87_unmask(MicroOp& op, std::uint16_t control) {
  x87_leave();
  Fpu::Buffer buffer;
  std::memcpy(buffer.data(), &control, sizeof control);
  return x87_loaded(op, buffer);
}

Step Core::Impl::wait_x87(MicroOp&) {
  if ((cr0 & kCr0Mp) && (cr0 & kCr0Ts)) return raise(kDeviceNotAvailable);
  return fpu.pending() ? raise(kFloatingPoint) : Step::next;
}

}  // namespace rc::cpu
