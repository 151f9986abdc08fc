// SPDX-License-Identifier: Apache-2.0
// Arithmetic without a fast form in the executor.
#include <bit>
#include <limits>

#include "hw_model/cpu/execute/alu.h"
#include "hw_model/cpu/execute/core_impl.h"
#include "hw_model/cpu/timing/timing.h"

namespace rc::cpu {
namespace {

// The bus lock of one instruction; released however it ends.
class BusLock {
 public:
  BusLock(MemoryPath& mem, bool locked) : mem_(mem) { mem_.set_locked(locked); }
  ~BusLock() { mem_.set_locked(false); }
  BusLock(const BusLock&) = delete;
  BusLock& operator=(const BusLock&) = delete;

 private:
  MemoryPath& mem_;
};

template <class T>
T update(Flags& f, unsigned operation, T a, T b) {
  switch (operation) {
    case 0:
      return alu::add<T>(f, a, b);
    case 1:
      return alu::or_<T>(f, a, b);
    case 2:
      return alu::adc<T>(f, a, b);
    case 3:
      return alu::sbb<T>(f, a, b);
    case 4:
      return alu::and_<T>(f, a, b);
    case 5:
      return alu::sub<T>(f, a, b);
    case 6:
      return alu::xor_<T>(f, a, b);
    case 8:
      return alu::inc<T>(f, a);
    case 9:
      return alu::dec<T>(f, a);
    case 10:
      return alu::neg<T>(f, a);
    default:
      return static_cast<T>(~a);
  }
}

template <class T>
T shifted(Flags& f, unsigned kind, T a, unsigned count) {
  switch (kind) {
    case 0:
      return alu::rol<T>(f, a, count);
    case 1:
      return alu::ror<T>(f, a, count);
    case 2:
      return alu::rcl<T>(f, a, count);
    case 3:
      return alu::rcr<T>(f, a, count);
    case 5:
      return alu::shr<T>(f, a, count);
    case 7:
      return alu::sar<T>(f, a, count);
    default:
      return alu::shl<T>(f, a, count);
  }
}

}  // namespace

Step Core::Impl::locked_update(MicroOp& op) {
  const BusLock lock(mem, true);
  RC_BY_SIZE(op, {
    T value;
    RC_TRY(read_rm(op, value, true));
    const T other = op.target ? static_cast<T>(op.immediate) : gpr<T>(op.src);
    Flags result_flags = flags;
    RC_TRY(write_rm(op, update<T>(result_flags, op.sub, value, other)));
    flags = result_flags;
  });
  return Step::next;
}

Step Core::Impl::exchange_add(MicroOp& op) {
  const BusLock lock(mem, op.bits & kLocked);
  RC_BY_SIZE(op, {
    T value;
    RC_TRY(read_rm(op, value, true));
    Flags result_flags = flags;
    const T sum = alu::add<T>(result_flags, value, gpr<T>(op.src));
    if (op.bits & kMemoryOperand) {
      RC_TRY(write_rm(op, sum));
      gpr<T>(op.src) = value;
    } else {
      gpr<T>(op.src) = value;
      gpr<T>(op.dst) = sum;
    }
    flags = result_flags;
  });
  return Step::next;
}

// The destination is written in either case, as on the bus of the i586.
Step Core::Impl::compare_exchange(MicroOp& op) {
  const BusLock lock(mem, op.bits & kLocked);
  RC_BY_SIZE(op, {
    T value;
    RC_TRY(read_rm(op, value, true));
    Flags result_flags = flags;
    const bool equal = alu::sub<T>(result_flags, gpr<T>(0), value) == 0;
    RC_TRY(write_rm(op, equal ? gpr<T>(op.src) : value));
    if (!equal) gpr<T>(0) = value;
    flags = result_flags;
  });
  return Step::next;
}

Step Core::Impl::compare_exchange_8(MicroOp& op) {
  const BusLock lock(mem, op.bits & kLocked);
  const std::uint32_t address = address_of(op);
  std::uint64_t value;
  RC_TRY(mem.load_for_store(address, op.offset, value));
  const bool equal = value == (std::uint64_t{reg[2]} << 32 | reg[0]);
  const std::uint64_t result = equal ? std::uint64_t{reg[1]} << 32 | reg[3] : value;
  RC_TRY(mem.store(address, op.offset + 2u, result));
  if (!equal) {
    reg[0] = static_cast<std::uint32_t>(value);
    reg[2] = static_cast<std::uint32_t>(value >> 32);
  }
  flags.set_zf(equal);
  return Step::next;
}

// sub: as ModRM.reg of group 2; target: by CL.
Step Core::Impl::shift(MicroOp& op) {
  const unsigned count = op.target ? gpr<std::uint8_t>(4) : op.immediate;
  RC_BY_SIZE(op, {
    T value;
    RC_TRY(read_rm(op, value, true));
    Flags result_flags = flags;
    RC_TRY(write_rm(op, shifted<T>(result_flags, op.sub, value, count)));
    flags = result_flags;
  });
  return Step::next;
}

Step Core::Impl::double_shift(MicroOp& op) {
  const unsigned count = op.target ? gpr<std::uint8_t>(4) : op.immediate;
  const auto run = [&]<class T>(T value) {
    RC_TRY(read_rm(op, value, true));
    Flags result_flags = flags;
    const T other = gpr<T>(op.src);
    const T result = op.sub ? alu::shrd<T>(result_flags, value, other, count)
                            : alu::shld<T>(result_flags, value, other, count);
    RC_TRY(write_rm(op, result));
    flags = result_flags;
    return Step::next;
  };
  return op.bytes == 2 ? run(std::uint16_t{}) : run(std::uint32_t{});
}

// Group 3: sub 4 mul, 5 imul, 6 div, 7 idiv, on AX / DX:AX / EDX:EAX.
Step Core::Impl::multiply_divide(MicroOp& op) {
  RC_BY_SIZE(op, {
    T operand;
    RC_TRY(read_rm(op, operand));
    constexpr unsigned bits = alu::kBits<T>;
    std::uint64_t low;  // the two halves of the result
    std::uint64_t high;
    if (op.sub == 4) {
      const std::uint64_t product = alu::mul<T>(flags, gpr<T>(0), operand);
      low = product;
      high = product >> bits;
    } else if (op.sub == 5) {
      const auto product = static_cast<std::uint64_t>(alu::imul<T>(flags, gpr<T>(0), operand));
      low = product;
      high = product >> bits;
    } else {
      if (operand == 0) return raise(kDivideError);
      const std::uint64_t dividend = bits == 8    ? gpr<std::uint16_t>(0)
                                     : bits == 16 ? std::uint64_t{gpr<T>(8)} << 16 | gpr<T>(0)
                                                  : std::uint64_t{reg[2]} << 32 | reg[0];
      if (op.sub == 6) {
        low = dividend / operand;
        high = dividend % operand;
        if (low >> bits) return raise(kDivideError);
      } else {
        const auto value =
            static_cast<std::int64_t>(dividend << (64 - 2 * bits)) >> (64 - 2 * bits);
        const std::int64_t divisor = alu::sign_extended(operand);
        // The one quotient that does not fit 64 bits; the others are found below.
        if (value == std::numeric_limits<std::int64_t>::min() && divisor == -1) {
          return raise(kDivideError);
        }
        const std::int64_t quotient = value / divisor;
        if (quotient != alu::sign_extended(static_cast<T>(quotient))) return raise(kDivideError);
        low = static_cast<std::uint64_t>(quotient);
        high = static_cast<std::uint64_t>(value % divisor);
      }
    }
    gpr<T>(0) = static_cast<T>(low);
    gpr<T>(bits == 8 ? 1 : 8) = static_cast<T>(high);
  });
  return Step::next;
}

Step Core::Impl::multiply_16(MicroOp& op) {
  std::uint16_t value;
  RC_TRY(read_rm(op, value));
  const std::uint16_t other =
      op.sub ? static_cast<std::uint16_t>(op.immediate) : gpr<std::uint16_t>(op.src);
  gpr<std::uint16_t>(op.src) =
      static_cast<std::uint16_t>(alu::imul<std::uint16_t>(flags, value, other));
  return Step::next;
}

// sub: 0 bt, 1 bts, 2 btr, 3 btc. A bit number from a register reaches beyond a memory operand.
Step Core::Impl::bit_test(MicroOp& op) {
  const BusLock lock(mem, op.bits & kLocked);
  const auto run = [&]<class T>(T value) {
    constexpr std::int32_t bits = alu::kBits<T>;
    const std::int64_t number =
        op.target ? static_cast<std::int64_t>(op.immediate) : alu::sign_extended(gpr<T>(op.src));
    const bool memory = op.bits & kMemoryOperand;
    std::uint32_t address = 0;
    if (memory) {
      address = address_of(op);
      if (!op.target)
        address += static_cast<std::uint32_t>((number >> (bits == 16 ? 4 : 5)) * (bits / 8));
      const bool checked = !op.target && op.immediate != 0;
      const unsigned in = checked ? op.immediate & ~kChecked : kDs;
      if (checked) address -= segment[in].base;
      if (!op.target && (op.bits & kAddressSize16)) address &= 0xffff;
      if (checked) RC_TRY_STEP(checked_address(in, address, sizeof(T), op.sub != 0, address));
      RC_TRY(op.sub == 0 ? mem.load(address, op.offset, value)
                         : mem.load_for_store(address, op.offset, value));
    } else {
      value = gpr<T>(op.dst);
    }
    const T mask = static_cast<T>(T{1} << (number & (bits - 1)));
    const bool set = value & mask;
    if (op.sub != 0) {
      const T result = static_cast<T>(op.sub == 1   ? value | mask
                                      : op.sub == 2 ? value & ~mask
                                                    : value ^ mask);
      if (memory) {
        RC_TRY(mem.store(address, op.offset + 2u, result));
      } else {
        gpr<T>(op.dst) = result;
      }
    }
    flags.set_cf(set);
    return Step::next;
  };
  return op.bytes == 2 ? run(std::uint16_t{}) : run(std::uint32_t{});
}

// sub: 0 forward, 1 reverse. A zero source leaves the destination.
Step Core::Impl::bit_scan(MicroOp& op) {
  const auto run = [&]<class T>(T value) {
    RC_TRY(read_rm(op, value));
    if (value != 0) {
      const auto number =
          static_cast<unsigned>(op.sub ? std::bit_width(value) - 1 : std::countr_zero(value));
      gpr<T>(op.src) = static_cast<T>(number);
      charge(op.sub ? (alu::kBits<T> - 1 - number) * cost::kBitScanReversePerBit
                    : number * cost::kBitScanForwardPerBit);
    }
    flags.set_zf(value == 0);
    return Step::next;
  };
  return op.bytes == 2 ? run(std::uint16_t{}) : run(std::uint32_t{});
}

// sub: the opcode.
Step Core::Impl::decimal(MicroOp& op) {
  auto& al = gpr<std::uint8_t>(0);
  auto& ax = gpr<std::uint16_t>(0);
  const auto base = static_cast<std::uint8_t>(op.immediate);
  switch (op.sub) {
    case 0x27:
      al = alu::daa(flags, al);
      break;
    case 0x2f:
      al = alu::das(flags, al);
      break;
    case 0x37:
      ax = alu::aaa(flags, ax);
      break;
    case 0x3f:
      ax = alu::aas(flags, ax);
      break;
    case 0xd6:  // SALC
      al = flags.cf() ? 0xff : 0;
      break;
    case 0xd4:
      if (base == 0) return raise(kDivideError);
      ax = alu::aam(flags, al, base);
      break;
    default:
      ax = alu::aad(flags, ax, base);
      break;
  }
  return Step::next;
}

// sub: the opcode.
Step Core::Impl::flag_operation(MicroOp& op) {
  switch (op.sub) {
    case 0xf5:
      flags.set_cf(!flags.cf());
      break;
    case 0xf8:
      flags.set_cf(false);
      break;
    case 0xf9:
      flags.set_cf(true);
      break;
    case 0xfc:
      eflags &= ~std::uint32_t{kDf};
      break;
    default:
      eflags |= kDf;
      break;
  }
  return Step::next;
}

}  // namespace rc::cpu
