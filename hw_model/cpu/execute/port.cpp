// SPDX-License-Identifier: Apache-2.0
// IN, OUT, INS and OUTS, and who may use a port. Source: Intel, Pentium Processor Family Developer's
// Manual, vol. 3, chapter 15.
#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {
namespace {

constexpr std::uint32_t kMapPointer = 0x66;  // in a 32-bit task state segment

}  // namespace

// Beyond the I/O privilege level the task's bitmap decides: a port may be used if all its bits are
// 0. The bitmap ends with the segment; two of its bytes are always read.
Step Core::Impl::port_permitted(std::uint32_t port, unsigned bytes, std::uint32_t offset) {
  if (cpl <= privilege_of_io() && !virtual_8086()) return Step::next;
  constexpr unsigned k32Bit = 8;  // of the type: a segment of 16 bits has no map
  if (!(tr.rights & k32Bit) || tr.limit < kMapPointer + 1) return raise(kGeneralProtection, 0);
  const Supervisor rights(mem);
  std::uint16_t map = 0, bits = 0;
  Access access = mem.load(tr.base + kMapPointer, offset, map);
  const std::uint32_t at = map + port / 8;
  const bool within = at + 1 <= tr.limit;
  if (access == Access::ok && within) access = mem.load(tr.base + at, offset, bits);
  RC_TRY(access);
  const bool free = (bits >> port % 8 & ((1u << bytes) - 1)) == 0;
  return within && free ? Step::next : raise(kGeneralProtection, 0);
}

Step Core::Impl::port_input(MicroOp& op) {
  const std::uint32_t port = op.sub ? op.immediate : reg[2] & 0xffff;
  RC_TRY_STEP(port_permitted(port, op.bytes, op.offset));
  std::uint32_t value;
  RC_TRY(mem.read_port(port, op.bytes, op.offset, value));
  debug_port(port, op.bytes);
  RC_BY_SIZE(op, gpr<T>(0) = static_cast<T>(value));
  return Step::next;
}

Step Core::Impl::port_output(MicroOp& op) {
  const std::uint32_t port = op.sub ? op.immediate : reg[2] & 0xffff;
  RC_TRY_STEP(port_permitted(port, op.bytes, op.offset));
  RC_TRY(mem.write_port(port, op.bytes, op.offset, reg[0]));
  debug_port(port, op.bytes);
  return Step::next;
}

}  // namespace rc::cpu
