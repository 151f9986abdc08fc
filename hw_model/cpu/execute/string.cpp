// SPDX-License-Identifier: Apache-2.0
// String instructions. A repeated one updates the registers in each iteration, so it can stop for
// an interrupt, a limit or the bus between any two.
#include "hw_model/cpu/execute/alu.h"
#include "hw_model/cpu/execute/core_impl.h"
#include "hw_model/cpu/timing/timing.h"

namespace rc::cpu {
namespace {

constexpr unsigned kEcx = 1, kEdx = 2, kEsi = 6, kEdi = 7;

}  // namespace

// Runs `iteration` once, or as often as the prefix says. It makes its accesses first and changes
// registers only when all have succeeded. kCompares: REPE and REPNE look at ZF.
template <bool kCompares, class F>
Step Core::Impl::repeat(MicroOp& op, const cost::Repeat& cost, F iteration) {
  const bool short_address = op.bits & kAddressSize16;
  if (!(op.bits & (kRepeat | kRepeatNotEqual))) return iteration();

  const auto count = [&] { return short_address ? reg[kEcx] & 0xffff : reg[kEcx]; };
  if (!repeating) charge(cost.start);
  repeating = true;
  while (count() != 0) {
    mem.take_posted_at_once();  // of the iteration before
    RC_TRY_STEP(iteration());
    if (short_address) {
      --gpr<std::uint16_t>(kEcx * 4);
    } else {
      --reg[kEcx];
    }
    charge(cost.iteration);
    if (clock.attention) {
      clock.attention = false;
      mem.instruction_done(op.eip);
    }
    if (kCompares && flags.zf() != ((op.bits & kRepeat) != 0)) break;
    if (count() != 0 &&
        (clock.base + op.offset >= limit || mem.pending() || block_written || single)) {
      return Step::again;
    }
  }
  repeating = false;
  clock.attention = true;  // time has moved
  return Step::next;
}

// Moves ESI or EDI to the next element.
void Core::Impl::advance(unsigned number, const MicroOp& op) {
  const std::uint32_t by = eflags & kDf ? 0u - op.bytes : op.bytes;
  if (op.bits & kAddressSize16) {
    gpr<std::uint16_t>(static_cast<std::uint8_t>(number * 4)) += static_cast<std::uint16_t>(by);
  } else {
    reg[number] += by;
  }
}

Step Core::Impl::source_address(const MicroOp& op, std::uint32_t& address) {
  address = op.bits & kAddressSize16 ? reg[kEsi] & 0xffff : reg[kEsi];
  if (op.target == 0) return Step::next;
  return checked_address(op.target & ~kChecked, address, op.bytes, false, address);
}

Step Core::Impl::destination_address(const MicroOp& op, bool write, std::uint32_t& address) {
  address = op.bits & kAddressSize16 ? reg[kEdi] & 0xffff : reg[kEdi];
  if (op.target == 0) return Step::next;
  return checked_address(kEs, address, op.bytes, write, address);
}

Step Core::Impl::string_move(MicroOp& op) {
  RC_BY_SIZE(op, return (repeat<false>(op, cost::kRepeatMove, [&] {
               T value;
               std::uint32_t from, to;
               RC_TRY_STEP(source_address(op, from));
               RC_TRY(mem.load(from, op.offset, value));
               RC_TRY_STEP(destination_address(op, true, to));
               RC_TRY(mem.store(to, op.offset, value));
               advance(kEsi, op);
               advance(kEdi, op);
               return Step::next;
             })));
}

Step Core::Impl::string_store(MicroOp& op) {
  RC_BY_SIZE(op, return (repeat<false>(op, cost::kRepeatStore, [&] {
               std::uint32_t to;
               RC_TRY_STEP(destination_address(op, true, to));
               RC_TRY(mem.store(to, op.offset, gpr<T>(0)));
               advance(kEdi, op);
               return Step::next;
             })));
}

Step Core::Impl::string_load(MicroOp& op) {
  RC_BY_SIZE(op, return (repeat<false>(op, cost::kRepeatLoad, [&] {
               T value;
               std::uint32_t from;
               RC_TRY_STEP(source_address(op, from));
               RC_TRY(mem.load(from, op.offset, value));
               gpr<T>(0) = value;
               advance(kEsi, op);
               return Step::next;
             })));
}

// The element's place is written only once the port has answered: that it may be written is known
// before.
Step Core::Impl::string_input(MicroOp& op) {
  const std::uint32_t port = reg[kEdx] & 0xffff;
  RC_BY_SIZE(op, return (repeat<false>(op, cost::kRepeatInput, [&] {
               T before;
               std::uint32_t value, to;
               RC_TRY_STEP(port_permitted(port, sizeof(T), op.offset));
               RC_TRY_STEP(destination_address(op, true, to));
               RC_TRY(mem.load_for_store(to, op.offset, before));
               RC_TRY(mem.read_port(port, sizeof(T), op.offset, value));
               RC_TRY(mem.store(to, op.offset, static_cast<T>(value)));
               debug_port(port, sizeof(T));
               advance(kEdi, op);
               return Step::next;
             })));
}

Step Core::Impl::string_output(MicroOp& op) {
  const std::uint32_t port = reg[kEdx] & 0xffff;
  RC_BY_SIZE(op, return (repeat<false>(op, cost::kRepeatOutput, [&] {
               T value;
               std::uint32_t from;
               RC_TRY_STEP(port_permitted(port, sizeof(T), op.offset));
               RC_TRY_STEP(source_address(op, from));
               RC_TRY(mem.load(from, op.offset, value));
               RC_TRY(mem.write_port(port, sizeof(T), op.offset, value));
               debug_port(port, sizeof(T));
               advance(kEsi, op);
               return Step::next;
             })));
}

Step Core::Impl::string_compare(MicroOp& op) {
  RC_BY_SIZE(op, return (repeat<true>(op, cost::kRepeatCompare, [&] {
               T left;
               T right;
               std::uint32_t from, to;
               RC_TRY_STEP(source_address(op, from));
               RC_TRY(mem.load(from, op.offset, left));
               RC_TRY_STEP(destination_address(op, false, to));
               RC_TRY(mem.load(to, op.offset, right));
               alu::sub<T>(flags, left, right);
               advance(kEsi, op);
               advance(kEdi, op);
               return Step::next;
             })));
}

Step Core::Impl::string_scan(MicroOp& op) {
  RC_BY_SIZE(op, return (repeat<true>(op, cost::kRepeatScan, [&] {
               T value;
               std::uint32_t to;
               RC_TRY_STEP(destination_address(op, false, to));
               RC_TRY(mem.load(to, op.offset, value));
               alu::sub<T>(flags, gpr<T>(0), value);
               advance(kEdi, op);
               return Step::next;
             })));
}

}  // namespace rc::cpu
