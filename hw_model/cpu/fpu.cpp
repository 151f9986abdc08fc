#include "hw_model/cpu/fpu.h"

#include <cstring>

#include "hw_model/cpu/fpu_host.h"
#include "hw_model/cpu/fpu_number.h"
#include "hw_model/cpu/fpu_transcendental.h"

namespace rc::cpu {
namespace {

using namespace fpu;  // NOLINT: the parts of this very unit

constexpr std::uint16_t kConditions = kC0 | kC1 | kC2 | kC3;
constexpr std::uint8_t kUndefined = 0xff;

// Bytes loaded and stored by the memory forms, by [opcode & 7][reg]. The images of the
// environment have two sizes.
struct MemoryForm {
  std::uint8_t load;
  std::uint8_t store;
};
constexpr std::uint8_t kEnvironment = 0xf0;
constexpr std::uint8_t kWholeState = 0xf1;
constexpr MemoryForm kNone{kUndefined, kUndefined};
constexpr MemoryForm kMemoryForms[8][8] = {
    {{4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}},
    {{4, 0}, kNone, {0, 4}, {0, 4}, {kEnvironment, 0}, {2, 0}, {0, kEnvironment}, {0, 2}},
    {{4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}},
    {{4, 0}, kNone, {0, 4}, {0, 4}, kNone, {10, 0}, kNone, {0, 10}},
    {{8, 0}, {8, 0}, {8, 0}, {8, 0}, {8, 0}, {8, 0}, {8, 0}, {8, 0}},
    {{8, 0}, kNone, {0, 8}, {0, 8}, {kWholeState, 0}, kNone, {0, kWholeState}, {0, 2}},
    {{2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}},
    {{2, 0}, kNone, {0, 2}, {0, 2}, {10, 0}, {8, 0}, {0, 10}, {0, 8}},
};

std::uint8_t operand_bytes(std::uint8_t form, bool operand16) {
  if (form == kEnvironment) return operand16 ? 14 : 28;
  if (form == kWholeState) return operand16 ? 94 : 108;
  return form;
}

bool register_form_defined(std::uint8_t opcode, std::uint8_t modrm) {
  const unsigned reg = (modrm >> 3) & 7;
  switch (opcode) {
    case 0xd8:
    case 0xdc:
      return true;
    case 0xd9:
      return modrm < 0xd0 || modrm == 0xd0 || (modrm >= 0xd8 && modrm <= 0xe1) || modrm == 0xe4 ||
             modrm == 0xe5 || (modrm >= 0xe8 && modrm != 0xef);
    case 0xda:
      return modrm == 0xe9;
    case 0xdb:
      return modrm >= 0xe0 && modrm <= 0xe4;
    case 0xdd:
      return reg <= 5;
    case 0xde:
      return reg != 3 || modrm == 0xd9;
    default:
      return reg <= 3 || modrm == 0xe0;
  }
}

bool is_memory_form(std::uint8_t modrm) { return modrm < 0xc0; }

template <class T>
T read(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <class T>
void write(std::uint8_t* bytes, T value) {
  std::memcpy(bytes, &value, sizeof value);
}

FpuRegister read_register(const std::uint8_t* bytes) {
  return {read<std::uint64_t>(bytes), read<std::uint16_t>(bytes + 8)};
}

void write_register(std::uint8_t* bytes, const FpuRegister& value) {
  write(bytes, value.mantissa);
  write(bytes + 8, value.sign_exponent);
}

struct Loaded {
  FpuRegister value;
  std::uint16_t exceptions = 0;
};

// IEEE single or double to 80 bits.
Loaded widen(bool is_negative, int biased, std::uint64_t fraction, int fraction_bits,
             int biased_special) {
  const std::uint16_t sign = is_negative ? 0x8000 : 0;
  const std::uint64_t mantissa = fraction << (63 - fraction_bits);
  if (biased == biased_special) {
    Loaded loaded{{mantissa | kIntegerBit, static_cast<std::uint16_t>(sign | 0x7fff)}};
    if (mantissa != 0 && (mantissa & kQuietBit) == 0) {
      loaded.value.mantissa |= kQuietBit;
      loaded.exceptions = kInvalid;
    }
    return loaded;
  }
  const int bias = biased_special / 2;
  if (biased != 0) {
    return {{mantissa | kIntegerBit, static_cast<std::uint16_t>(sign | (biased - bias + kBias))}};
  }
  if (mantissa == 0) return {make_zero(is_negative)};
  const int shift = std::countl_zero(mantissa);
  return {{mantissa << shift, static_cast<std::uint16_t>(sign | (1 - bias + kBias - shift))},
          kDenormal};
}

Loaded load_single(std::uint32_t bits) {
  return widen((bits >> 31) != 0, static_cast<int>((bits >> 23) & 0xff), bits & 0x7fffff, 23, 0xff);
}

Loaded load_double(std::uint64_t bits) {
  return widen((bits >> 63) != 0, static_cast<int>((bits >> 52) & 0x7ff), bits & 0xfffffffffffff,
               52, 0x7ff);
}

FpuRegister load_bcd(const std::uint8_t* bytes) {
  std::int64_t value = 0;
  for (int i = 8; i >= 0; --i) value = value * 100 + (bytes[i] >> 4) * 10 + (bytes[i] & 15);
  FpuRegister number = from_integer(value);
  number.sign_exponent |= static_cast<std::uint16_t>((bytes[9] & 0x80) << 8);
  return number;
}

// The constants of FLD1..FLDZ. All but 1 and 0 are irrational: the value truncated, and whether it
// lies beyond the middle between its neighbours.
struct Constant {
  std::uint64_t truncated;
  int exponent;
  bool exact;
  bool above_half;
};
constexpr Constant kConstants[7] = {
    {kIntegerBit, 0, true, false},          // FLD1
    {0xD49A784BCD1B8AFE, 1, false, false},  // FLDL2T log2(10)
    {0xB8AA3B295C17F0BB, 0, false, true},   // FLDL2E log2(e)
    {0xC90FDAA22168C234, 1, false, true},   // FLDPI
    {0x9A209A84FBCFF798, -2, false, true},  // FLDLG2 log10(2)
    {0xB17217F7D1CF79AB, -1, false, true},  // FLDLN2
    {0, -kBias, true, false},               // FLDZ
};

FpuRegister load_constant(unsigned index, std::uint16_t control) {
  const Constant& c = kConstants[index];
  const auto rounding = (control >> 10) & 3;
  const bool up = !c.exact && (rounding == 2 || (rounding == 0 && c.above_half));
  return {c.truncated + (up ? 1 : 0), static_cast<std::uint16_t>(c.exponent + kBias)};
}

// One instruction on one state.
class Step {
 public:
  Step(FpuState& state, std::uint8_t* memory, std::uint16_t& ax)
      : s_(state), memory_(memory), ax_(ax) {}

  // Both return whether the memory operand is to be stored.
  bool memory_form(std::uint8_t opcode, unsigned reg, bool operand16);
  void register_form(std::uint8_t opcode, std::uint8_t modrm);

 private:
  FpuRegister& st(unsigned i) { return s_.registers[(s_.top + i) & 7]; }
  bool empty(unsigned i) const { return ((s_.used >> ((s_.top + i) & 7)) & 1) == 0; }
  void mark_used(unsigned i) { s_.used |= static_cast<std::uint8_t>(1 << ((s_.top + i) & 7)); }
  void mark_empty(unsigned i) { s_.used &= static_cast<std::uint8_t>(~(1 << ((s_.top + i) & 7))); }
  void set(unsigned i, const FpuRegister& value) {
    st(i) = value;
    mark_used(i);
  }
  void push(const FpuRegister& value) {
    s_.top = (s_.top - 1) & 7;
    set(0, value);
  }
  void pop() {
    mark_empty(0);
    s_.top = (s_.top + 1) & 7;
  }

  HostControl host() const { return {s_.control, s_.status}; }
  void conditions(std::uint16_t mask, std::uint16_t value) {
    s_.status = static_cast<std::uint16_t>((s_.status & ~mask) | (value & mask));
  }
  // Records exceptions; true if one of them keeps the instruction from being performed.
  bool raise(std::uint16_t exceptions) {
    s_.status |= exceptions & (kAllExceptions | kStackFault);
    const auto unmasked = exceptions & ~s_.control & kAllExceptions;
    if (unmasked != 0) s_.status |= kSummary | kBusy;
    return (unmasked & (kInvalid | kDenormal | kZeroDivide)) != 0;
  }
  // The same with C1, which tells rounding up, or the direction of a stack fault.
  bool raise_with_c1(std::uint16_t status) {
    conditions(kC1, status);
    return raise(status);
  }
  bool underflow() { return raise_with_c1(kInvalid | kStackFault); }
  bool overflow() { return raise_with_c1(kInvalid | kStackFault | kC1); }
  void update_summary() {
    const bool pending = (s_.status & ~s_.control & kAllExceptions) != 0;
    s_.status = static_cast<std::uint16_t>(s_.status & ~(kSummary | kBusy));
    if (pending) s_.status |= kSummary | kBusy;
  }

  // Groups of instructions.
  void arithmetic_with(Arithmetic op, const FpuRegister& other);
  void arithmetic_m32_m64(Arithmetic op, bool m64);
  void arithmetic_registers(Arithmetic op, unsigned other, unsigned destination, bool pops);
  void compare_result(std::uint16_t status, unsigned pops);
  void compare_empty(unsigned pops);
  void compare_registers(unsigned other, bool unordered, unsigned pops);
  void test();
  void examine();
  void load(const Loaded& loaded);
  void load_register(unsigned i);
  void store_register(unsigned i, bool pops);
  template <class Store>
  bool store_converted(Store store, std::initializer_list<std::uint64_t> indefinite, bool pops);
  bool store_m80();
  void exchange(unsigned i);
  void free_register(unsigned i);
  void store_register_unchecked(unsigned i);
  void change_sign_or_abs(bool absolute);
  template <class Operation>
  void unary(Operation operation);
  void scale_by_power();
  void extract();
  void remainder(bool nearest);
  void trigonometric(std::uint8_t modrm);
  void two_operands(std::uint8_t modrm);
  void power();
  bool propagate_special(const FpuRegister& a, const FpuRegister& b, unsigned destination,
                         bool pops);
  void settle(const Rounded& result, std::uint16_t exceptions, unsigned destination, bool pops);
  void invalid(unsigned destination, bool pops);

  // Control.
  void initialise();
  void set_control(std::uint16_t control);
  std::uint16_t status_word() const {
    return static_cast<std::uint16_t>((s_.status & ~0x3800) | (s_.top << 11));
  }
  std::uint16_t tag_word() const;
  void set_status_word(std::uint16_t status);
  std::uint8_t* save_environment(std::uint8_t* image, bool operand16) const;
  const std::uint8_t* load_environment(const std::uint8_t* image, bool operand16);
  void save_all(bool operand16);
  void restore_all(bool operand16);

  FpuState& s_;
  std::uint8_t* memory_;
  std::uint16_t& ax_;
};

// --- arithmetic and comparison -------------------------------------------------------------------

bool is_compare(Arithmetic op) {
  return op == Arithmetic::compare || op == Arithmetic::compare_pop;
}

// ST(0) = ST(0) op other, or a comparison.
void Step::arithmetic_with(Arithmetic op, const FpuRegister& other) {
  if (is_compare(op)) {
    if (empty(0)) return compare_empty(op == Arithmetic::compare_pop ? 1 : 0);
    FpuRegister unchanged;
    return compare_result(arithmetic(op, st(0), other, unchanged, host()),
                          op == Arithmetic::compare_pop ? 1 : 0);
  }
  if (empty(0)) {
    if (!underflow()) set(0, kIndefinite);
    return;
  }
  FpuRegister result;
  if (!raise_with_c1(arithmetic(op, st(0), other, result, host()))) st(0) = result;
}

void Step::arithmetic_m32_m64(Arithmetic op, bool m64) {
  if (empty(0)) return arithmetic_with(op, FpuRegister{});
  FpuRegister result;
  const std::uint16_t status = m64 ? fpu::arithmetic_m64(op, st(0), memory_, result, host())
                                   : fpu::arithmetic_m32(op, st(0), memory_, result, host());
  if (is_compare(op)) return compare_result(status, op == Arithmetic::compare_pop ? 1 : 0);
  if (!raise_with_c1(status)) st(0) = result;
}

void Step::arithmetic_registers(Arithmetic op, unsigned other, unsigned destination, bool pops) {
  FpuRegister result = kIndefinite;
  if (empty(0) || empty(other)) {
    if (underflow()) return;
  } else if (raise_with_c1(arithmetic(op, st(0), st(other), result, host()))) {
    return;
  }
  set(destination, result);
  if (pops) pop();
}

void Step::compare_result(std::uint16_t status, unsigned pops) {
  // The conditions are set even if an unmasked exception keeps the operands on the stack.
  conditions(kConditions, status & ~kC1);
  if (raise(status)) return;
  for (; pops > 0; --pops) pop();
}

void Step::compare_empty(unsigned pops) {
  compare_result(kInvalid | kStackFault | kC0 | kC2 | kC3, pops);
}

void Step::compare_registers(unsigned other, bool unordered, unsigned pops) {
  if (empty(0) || empty(other)) return compare_empty(pops);
  FpuRegister unchanged;
  compare_result(unordered ? compare_unordered(st(0), st(other), host())
                           : arithmetic(Arithmetic::compare, st(0), st(other), unchanged, host()),
                 pops);
}

void Step::test() { arithmetic_with(Arithmetic::compare, make_zero(false)); }

void Step::examine() {
  const FpuRegister& value = st(0);
  std::uint16_t found;
  if (empty(0)) {
    found = kC3 | kC0;
  } else if (is_unsupported(value)) {
    found = 0;
  } else if (is_nan(value)) {
    found = kC0;
  } else if (is_infinity(value)) {
    found = kC2 | kC0;
  } else if (is_zero(value)) {
    found = kC3;
  } else if (is_denormal(value)) {
    found = kC3 | kC2;
  } else {
    found = kC2;
  }
  conditions(kConditions, found | (negative(value) ? kC1 : 0));
}

// --- loads and stores ----------------------------------------------------------------------------

void Step::load(const Loaded& loaded) {
  if (!empty(7)) {
    if (!overflow()) push(kIndefinite);
    return;
  }
  // A denormal is loaded even if that is unmasked; a signalling NaN is not.
  if (raise_with_c1(loaded.exceptions) && (loaded.exceptions & kInvalid) != 0) return;
  push(loaded.value);
}

void Step::load_register(unsigned i) {
  if (empty(i)) {
    if (!underflow()) push(kIndefinite);
    return;
  }
  load({st(i)});
}

void Step::store_register(unsigned i, bool pops) {
  FpuRegister value = st(0);
  if (empty(0)) {
    if (underflow()) return;
    value = kIndefinite;
  } else {
    conditions(kC1, 0);
  }
  set(i, value);
  if (pops) pop();
}

// FSTP1 (D9 D8+i), an alias of FSTP that only pops if ST(0) is empty.
void Step::store_register_unchecked(unsigned i) {
  conditions(kC1, 0);
  if (!empty(0)) set(i, st(0));
  pop();
}

// `store` converts ST(0) to memory on the host; `indefinite` is what an empty register stores.
template <class Store>
bool Step::store_converted(Store store, std::initializer_list<std::uint64_t> indefinite,
                           bool pops) {
  if (empty(0)) {
    if (underflow()) return false;
    std::uint8_t* bytes = memory_;
    for (const std::uint64_t word : indefinite) {
      write(bytes, word);
      bytes += sizeof word;
    }
  } else {
    const std::uint16_t status = store(st(0), memory_, host());
    const auto unmasked = status & ~s_.control & kAllExceptions;
    if (raise_with_c1(status) || (unmasked & (kOverflow | kUnderflow)) != 0) return false;
  }
  if (pops) pop();
  return true;
}

bool Step::store_m80() {
  if (empty(0)) {
    if (underflow()) return false;
    write_register(memory_, kIndefinite);
  } else {
    conditions(kC1, 0);
    write_register(memory_, st(0));
  }
  pop();
  return true;
}

void Step::exchange(unsigned i) {
  if (empty(0) || empty(i)) {
    if (underflow()) return;
    if (empty(0)) set(0, kIndefinite);
    if (empty(i)) set(i, kIndefinite);
  } else {
    conditions(kC1, 0);
  }
  std::swap(st(0), st(i));
}

void Step::free_register(unsigned i) {
  conditions(kC1, 0);
  mark_empty(i);
}

// --- one operand ---------------------------------------------------------------------------------

void Step::change_sign_or_abs(bool absolute) {
  if (empty(0)) {
    if (!underflow()) set(0, kIndefinite);
    return;
  }
  conditions(kC1, 0);
  auto& word = st(0).sign_exponent;
  word = static_cast<std::uint16_t>(absolute ? word & 0x7fff : word ^ 0x8000);
}

template <class Operation>
void Step::unary(Operation operation) {
  FpuRegister result = kIndefinite;
  if (empty(0)) {
    if (underflow()) return;
  } else if (raise_with_c1(operation(st(0), result, host()))) {
    return;
  }
  set(0, result);
}

void Step::scale_by_power() {
  FpuRegister result = kIndefinite;
  if (empty(0) || empty(1)) {
    if (underflow()) return;
  } else if (raise_with_c1(fpu::scale(st(0), st(1), result, host()))) {
    return;
  }
  set(0, result);
}

void Step::extract() {
  if (empty(0) || !empty(7)) {
    if (empty(0) ? underflow() : overflow()) return;
    set(0, kIndefinite);
    push(kIndefinite);
    return;
  }
  const FpuRegister value = st(0);
  conditions(kC1, 0);
  if (is_nan(value) || is_unsupported(value)) {
    if (propagate_special(value, value, 0, false)) push(st(0));
    return;
  }
  if (is_zero(value)) {
    if (raise(kZeroDivide)) return;
    st(0) = make_infinity(true);
    push(value);
    return;
  }
  if (is_infinity(value)) {
    st(0) = make_infinity(false);
    push(value);
    return;
  }
  if (raise(is_denormal(value) ? kDenormal : 0)) return;
  const Unpacked u = unpack(value);
  st(0) = from_integer(u.exponent);
  push({u.mantissa, static_cast<std::uint16_t>(kBias | (u.is_negative ? 0x8000 : 0))});
}

// --- partial remainder ---------------------------------------------------------------------------

// With operands 64 or more exponents apart, one step reduces by N = 32 + D mod 32 exponents, as the
// Pentium and its successors do. a - b*2^(D-N)*q is a complete remainder for the host, which so
// never has a choice.
void Step::remainder(bool nearest) {
  if (empty(0) || empty(1)) {
    conditions(kC2, 0);
    if (!underflow()) set(0, kIndefinite);
    return;
  }
  const FpuRegister a = st(0);
  const FpuRegister b = st(1);
  conditions(kC1 | kC2, 0);
  FpuRegister result;
  std::uint16_t status;
  if (is_finite_nonzero(a) && is_finite_nonzero(b) &&
      unpack(a).exponent - unpack(b).exponent >= 64) {
    if (is_denormal(b) && raise(kDenormal)) return;
    const Unpacked divisor = unpack(b);
    const int distance = unpack(a).exponent - divisor.exponent;
    const int step = 32 + distance % 32;
    const int exponent = divisor.exponent + distance - step + kBias;
    const FpuRegister scaled =
        exponent >= 1 ? FpuRegister{divisor.mantissa, static_cast<std::uint16_t>(exponent)}
                      : FpuRegister{divisor.mantissa >> (1 - exponent), 0};
    status = remainder_truncating(a, scaled, result, host());
    status = static_cast<std::uint16_t>((status & ~kConditions) | kC2);
  } else {
    status = nearest ? remainder_nearest(a, b, result, host())
                     : remainder_truncating(a, b, result, host());
  }
  const bool divided =
      (is_zero(a) || is_finite_nonzero(a)) && (is_finite_nonzero(b) || is_infinity(b));
  if (raise(status)) return;
  if (divided) conditions(kConditions, status);
  st(0) = result;
}

// --- transcendentals -----------------------------------------------------------------------------

// NaNs and unsupported operands: the rules are those of an addition. True if the instruction is
// performed.
bool Step::propagate_special(const FpuRegister& a, const FpuRegister& b, unsigned destination,
                             bool pops) {
  FpuRegister result;
  if (raise_with_c1(arithmetic(Arithmetic::add, a, b, result, host()) & ~kC1)) return false;
  set(destination, result);
  if (pops) pop();
  return true;
}

void Step::settle(const Rounded& result, std::uint16_t exceptions, unsigned destination,
                  bool pops) {
  exceptions |= result.status;
  if (raise_with_c1(exceptions & (kInvalid | kDenormal | kZeroDivide))) return;
  raise_with_c1(exceptions);
  set(destination, result.value);
  if (pops) pop();
}

void Step::invalid(unsigned destination, bool pops) {
  settle({kIndefinite, kInvalid}, 0, destination, pops);
}

void Step::trigonometric(std::uint8_t modrm) {
  enum { kTangent = 0xf2, kSineCosine = 0xfb, kSine = 0xfe };
  const bool pushes = modrm == kTangent || modrm == kSineCosine;
  conditions(kC2, 0);
  if (empty(0) || (pushes && !empty(7))) {
    if (empty(0) ? underflow() : overflow()) return;
    set(0, kIndefinite);
    if (pushes) push(kIndefinite);
    return;
  }
  const FpuRegister x = st(0);
  if (is_nan(x) || is_unsupported(x)) {
    if (propagate_special(x, x, 0, false) && pushes) push(st(0));
    return;
  }
  if (is_infinity(x)) {
    if (raise_with_c1(kInvalid)) return;
    st(0) = kIndefinite;
    if (pushes) push(kIndefinite);
    return;
  }
  if (biased_exponent(x) >= kBias + 63) {
    conditions(kC1 | kC2, kC2);
    return;
  }
  const bool zero = is_zero(x);
  Rounded first;   // replaces ST(0)
  Rounded second;  // pushed
  switch (modrm) {
    case kTangent:
      first = zero ? Rounded{x} : tangent(x, s_.control);
      second = {kOne};
      break;
    case kSineCosine:
      first = zero ? Rounded{x} : sine(x, s_.control);
      second = zero ? Rounded{kOne} : cosine(x, s_.control);
      break;
    case kSine:
      first = zero ? Rounded{x} : sine(x, s_.control);
      break;
    default:
      first = zero ? Rounded{kOne} : cosine(x, s_.control);
      break;
  }
  if (raise_with_c1(is_denormal(x) ? kDenormal : 0)) return;
  raise_with_c1(first.status | second.status);
  st(0) = first.value;
  if (pushes) push(second.value);
}

// FYL2X, FPATAN, FYL2XP1: ST(1) = f(ST(1), ST(0)), pop.
void Step::two_operands(std::uint8_t modrm) {
  enum { kYLog2 = 0xf1, kArctangent = 0xf3, kYLog2PlusOne = 0xf9 };
  if (empty(0) || empty(1)) {
    if (underflow()) return;
    set(1, kIndefinite);
    pop();
    return;
  }
  const FpuRegister x = st(0);
  const FpuRegister y = st(1);
  if (is_nan(x) || is_nan(y) || is_unsupported(x) || is_unsupported(y)) {
    propagate_special(x, y, 1, true);
    return;
  }
  const std::uint16_t denormal = is_denormal(x) || is_denormal(y) ? kDenormal : 0;
  if (modrm == kArctangent) return settle(arctangent(y, x, s_.control), denormal, 1, true);

  // The logarithm's own value is minus infinity, negative, zero, positive or infinite.
  const bool plus_one = modrm == kYLog2PlusOne;
  const bool pole = plus_one ? x == FpuRegister{kIntegerBit, 0x8000 | kBias} : is_zero(x);
  const bool outside =
      negative(x) && !pole && (plus_one ? biased_exponent(x) >= kBias : !is_zero(x));
  const bool log_zero = plus_one ? is_zero(x) : x == kOne;
  const bool log_negative =
      plus_one ? negative(x) : biased_exponent(x) < kBias;  // of zero: the sign of x
  const bool sign = negative(y) != log_negative;
  if (outside) return invalid(1, true);
  if (is_infinity(y)) {
    if (log_zero) return invalid(1, true);
    return settle({make_infinity(sign)}, denormal, 1, true);
  }
  if (is_zero(y)) {
    if (pole || is_infinity(x)) return invalid(1, true);
    return settle({make_zero(sign)}, denormal, 1, true);
  }
  if (pole) return settle({make_infinity(sign), kZeroDivide}, 0, 1, true);
  if (is_infinity(x)) return settle({make_infinity(sign)}, denormal, 1, true);
  if (log_zero) return settle({make_zero(sign)}, denormal, 1, true);
  settle(plus_one ? y_log2_plus_one(y, x, s_.control) : y_log2(y, x, s_.control), denormal, 1,
         true);
}

// F2XM1. Outside [-1, 1] the result is undefined: the operand stays.
void Step::power() {
  if (empty(0)) {
    if (!underflow()) set(0, kIndefinite);
    return;
  }
  const FpuRegister x = st(0);
  if (is_nan(x) || is_unsupported(x)) {
    propagate_special(x, x, 0, false);
    return;
  }
  if (is_infinity(x)) {
    return settle({negative(x) ? FpuRegister{kIntegerBit, 0x8000 | kBias} : x}, 0, 0, false);
  }
  const bool in_domain =
      biased_exponent(x) < kBias || (biased_exponent(x) == kBias && x.mantissa == kIntegerBit);
  if (is_zero(x) || !in_domain) return settle({x}, in_domain ? 0 : kPrecision, 0, false);
  settle(power_minus_one(x, s_.control), is_denormal(x) ? kDenormal : 0, 0, false);
}

// --- control -------------------------------------------------------------------------------------

void Step::initialise() {
  s_.control = 0x037f;
  s_.status = 0;
  s_.top = 0;
  s_.used = 0;
  s_.opcode = 0;
  s_.eip = 0;
  s_.operand_address = 0;
  s_.code_selector = 0;
  s_.operand_selector = 0;
}

void Step::set_control(std::uint16_t control) {
  s_.control = static_cast<std::uint16_t>((control & 0x1f3f) | 0x40);
  update_summary();
}

std::uint16_t Step::tag_word() const {
  unsigned word = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const FpuRegister& r = s_.registers[i];
    unsigned tag = 0;
    if (((s_.used >> i) & 1) == 0) {
      tag = 3;
    } else if (is_zero(r)) {
      tag = 1;
    } else if (biased_exponent(r) == 0 || biased_exponent(r) == 0x7fff || is_unsupported(r)) {
      tag = 2;
    }
    word |= tag << (2 * i);
  }
  return static_cast<std::uint16_t>(word);
}

void Step::set_status_word(std::uint16_t status) {
  s_.top = (status >> 11) & 7;
  s_.status = status & static_cast<std::uint16_t>(~0x3800);
}

std::uint8_t* Step::save_environment(std::uint8_t* image, bool operand16) const {
  const std::uint16_t words[3] = {s_.control, status_word(), tag_word()};
  if (operand16) {
    for (const std::uint16_t word : words) {
      write(image, word);
      image += 2;
    }
    write(image, static_cast<std::uint16_t>(s_.eip));
    write(image + 2, s_.code_selector);
    write(image + 4, static_cast<std::uint16_t>(s_.operand_address));
    write(image + 6, s_.operand_selector);
    return image + 8;
  }
  for (const std::uint16_t word : words) {
    write(image, std::uint32_t{0xffff0000} | word);
    image += 4;
  }
  write(image, s_.eip);
  write(image + 4, static_cast<std::uint32_t>(s_.opcode << 16) | s_.code_selector);
  write(image + 8, s_.operand_address);
  write(image + 12, std::uint32_t{0xffff0000} | s_.operand_selector);
  return image + 16;
}

const std::uint8_t* Step::load_environment(const std::uint8_t* image, bool operand16) {
  const int word_bytes = operand16 ? 2 : 4;
  const auto control = read<std::uint16_t>(image);
  set_status_word(read<std::uint16_t>(image + word_bytes));
  const auto tags = read<std::uint16_t>(image + 2 * word_bytes);
  s_.used = 0;
  for (unsigned i = 0; i < 8; ++i) {
    if (((tags >> (2 * i)) & 3) != 3) s_.used |= static_cast<std::uint8_t>(1 << i);
  }
  set_control(control);
  image += 3 * word_bytes;
  if (operand16) {
    s_.eip = read<std::uint16_t>(image);
    s_.code_selector = read<std::uint16_t>(image + 2);
    s_.opcode = 0;
    s_.operand_address = read<std::uint16_t>(image + 4);
    s_.operand_selector = read<std::uint16_t>(image + 6);
    return image + 8;
  }
  s_.eip = read<std::uint32_t>(image);
  s_.code_selector = read<std::uint16_t>(image + 4);
  s_.opcode = read<std::uint16_t>(image + 6) & 0x7ff;
  s_.operand_address = read<std::uint32_t>(image + 8);
  s_.operand_selector = read<std::uint16_t>(image + 12);
  return image + 16;
}

void Step::save_all(bool operand16) {
  std::uint8_t* image = save_environment(memory_, operand16);
  for (unsigned i = 0; i < 8; ++i) write_register(image + 10 * i, st(i));
  initialise();
}

void Step::restore_all(bool operand16) {
  const std::uint8_t* image = load_environment(memory_, operand16);
  for (unsigned i = 0; i < 8; ++i) st(i) = read_register(image + 10 * i);
}

// --- decoding ------------------------------------------------------------------------------------

bool Step::memory_form(std::uint8_t opcode, unsigned reg, bool operand16) {
  const auto op = static_cast<Arithmetic>(reg);
  switch (opcode) {
    case 0xd8:
    case 0xdc:
      arithmetic_m32_m64(op, opcode == 0xdc);
      return false;
    case 0xda:
      arithmetic_with(op, from_integer(read<std::int32_t>(memory_)));
      return false;
    case 0xde:
      arithmetic_with(op, from_integer(read<std::int16_t>(memory_)));
      return false;
    default:
      break;
  }
  constexpr std::uint64_t kIndefiniteTop = 0xffff;
  constexpr std::uint64_t kIndefiniteBcd = 0xC000000000000000;
  switch (((opcode & 7) << 4) | reg) {
    case 0x10:
      load(load_single(read<std::uint32_t>(memory_)));
      return false;
    case 0x12:
    case 0x13:
      return store_converted(store_m32, {0xFFC00000}, reg == 3);
    case 0x14:
      load_environment(memory_, operand16);
      return false;
    case 0x15:
      set_control(read<std::uint16_t>(memory_));
      return false;
    case 0x16:
      save_environment(memory_, operand16);
      set_control(s_.control | kAllExceptions);
      return true;
    case 0x17:
      write(memory_, s_.control);
      return true;
    case 0x30:
      load({from_integer(read<std::int32_t>(memory_))});
      return false;
    case 0x32:
    case 0x33:
      return store_converted(store_int32, {0x80000000}, reg == 3);
    case 0x35:
      load({read_register(memory_)});
      return false;
    case 0x37:
      return store_m80();
    case 0x50:
      load(load_double(read<std::uint64_t>(memory_)));
      return false;
    case 0x52:
    case 0x53:
      return store_converted(store_m64, {0xFFF8000000000000}, reg == 3);
    case 0x54:
      restore_all(operand16);
      return false;
    case 0x56:
      save_all(operand16);
      return true;
    case 0x57:
      write(memory_, status_word());
      return true;
    case 0x70:
      load({from_integer(read<std::int16_t>(memory_))});
      return false;
    case 0x72:
    case 0x73:
      return store_converted(store_int16, {0x8000}, reg == 3);
    case 0x74:
      load({load_bcd(memory_)});
      return false;
    case 0x75:
      load({from_integer(read<std::int64_t>(memory_))});
      return false;
    case 0x76:
      return store_converted(store_bcd, {kIndefiniteBcd, kIndefiniteTop}, true);
    default:  // 0x77
      return store_converted(store_int64, {kIntegerBit}, true);
  }
}

void Step::register_form(std::uint8_t opcode, std::uint8_t modrm) {
  const unsigned reg = (modrm >> 3) & 7;
  const unsigned i = modrm & 7;
  const auto op = static_cast<Arithmetic>(reg);
  switch (opcode) {
    case 0xd8:
      if (is_compare(op)) return compare_registers(i, false, reg == 3 ? 1 : 0);
      return arithmetic_registers(op, i, 0, false);
    case 0xdc:
      if (is_compare(op)) return compare_registers(i, false, reg == 3 ? 1 : 0);
      return arithmetic_registers(op, i, i, false);
    case 0xde:
      if (is_compare(op)) return compare_registers(i, false, reg == 3 ? 2 : 1);
      return arithmetic_registers(op, i, i, true);
    case 0xda:
      return compare_registers(1, true, 2);  // FUCOMPP
    case 0xdb:
      if (modrm == 0xe2) {  // FNCLEX
        s_.status &= kConditions;
      } else if (modrm == 0xe3) {  // FNINIT
        initialise();
      }
      return;  // FENI, FDISI, FSETPM do nothing since the 387
    case 0xdd:
      switch (reg) {
        case 0:
          return free_register(i);
        case 1:
          return exchange(i);
        case 2:
        case 3:
          return store_register(i, reg == 3);
        default:
          return compare_registers(i, true, reg == 5 ? 1 : 0);
      }
    case 0xdf:
      switch (reg) {
        case 0:  // FFREEP
          free_register(i);
          return pop();
        case 1:
          return exchange(i);
        case 2:
        case 3:
          return store_register(i, true);
        default:
          ax_ = status_word();
          return;
      }
    default:
      break;
  }
  switch (reg) {  // D9
    case 0:
      return load_register(i);
    case 1:
      return exchange(i);
    case 2:
      return;  // FNOP
    case 3:
      return store_register_unchecked(i);
    default:
      break;
  }
  switch (modrm) {
    case 0xe0:
    case 0xe1:
      return change_sign_or_abs(modrm == 0xe1);
    case 0xe4:
      return test();
    case 0xe5:
      return examine();
    case 0xf0:
      return power();
    case 0xf1:
    case 0xf3:
    case 0xf9:
      return two_operands(modrm);
    case 0xf4:
      return extract();
    case 0xf5:
    case 0xf8:
      return remainder(modrm == 0xf5);
    case 0xf6:
    case 0xf7:  // FDECSTP, FINCSTP
      s_.top = (s_.top + (modrm == 0xf7 ? 1 : 7)) & 7;
      conditions(kC1, 0);
      return;
    case 0xfa:
      return unary(square_root);
    case 0xfc:
      return unary(round_to_integer);
    case 0xfd:
      return scale_by_power();
    case 0xf2:
    case 0xfb:
    case 0xfe:
    case 0xff:
      return trigonometric(modrm);
    default:
      return load({load_constant(modrm - 0xe8u, s_.control)});
  }
}

// Instructions that control the unit leave the pointers alone.
bool is_control(std::uint8_t opcode, std::uint8_t modrm) {
  const unsigned reg = (modrm >> 3) & 7;
  if (is_memory_form(modrm)) {
    return (opcode == 0xd9 && reg >= 4) || (opcode == 0xdd && (reg == 4 || reg >= 6));
  }
  return (opcode == 0xdb) || (opcode == 0xdf && modrm == 0xe0);
}

bool waits(std::uint8_t opcode, std::uint8_t modrm) {
  const unsigned reg = (modrm >> 3) & 7;
  if (!is_control(opcode, modrm)) return true;
  if (is_memory_form(modrm)) return reg == 4 || (opcode == 0xd9 && reg == 5);
  return false;
}

}  // namespace

FpuOperand fpu_operand(std::uint8_t opcode, std::uint8_t modrm, bool operand16) {
  if (!is_memory_form(modrm)) return {};
  const MemoryForm& form = kMemoryForms[opcode & 7][(modrm >> 3) & 7];
  if (form.load == kUndefined) return {};
  return {operand_bytes(form.load, operand16), operand_bytes(form.store, operand16)};
}

bool fpu_defined(std::uint8_t opcode, std::uint8_t modrm) {
  if (!is_memory_form(modrm)) return register_form_defined(opcode, modrm);
  return kMemoryForms[opcode & 7][(modrm >> 3) & 7].load != kUndefined;
}

void Fpu::reset() { state_ = FpuState{}; }

FpuResult Fpu::execute(const FpuInstruction& instruction, Buffer& buffer, std::uint16_t& ax) {
  const auto [opcode, modrm, operand16, eip, operand_address, code_selector, operand_selector] =
      instruction;
  if (!fpu_defined(opcode, modrm)) return {FpuStatus::undefined_opcode};
  if (pending() && waits(opcode, modrm)) return {FpuStatus::pending_exception};
  const bool memory = is_memory_form(modrm);
  if (!is_control(opcode, modrm)) {
    state_.opcode = static_cast<std::uint16_t>(((opcode & 7) << 8) | modrm);
    state_.eip = eip;
    state_.code_selector = code_selector;
    if (memory) {
      state_.operand_address = operand_address;
      state_.operand_selector = operand_selector;
    }
  }
  Step step(state_, buffer.data(), ax);
  if (memory) return {FpuStatus::ok, step.memory_form(opcode, (modrm >> 3) & 7, operand16)};
  step.register_form(opcode, modrm);
  return {FpuStatus::ok, false};
}

void Fpu::append_state(std::vector<std::uint8_t>& image) const {
  const auto append = [&image](auto value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      image.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
  };
  for (const FpuRegister& r : state_.registers) {
    append(r.mantissa);
    append(r.sign_exponent);
  }
  append(state_.control);
  append(state_.status);
  append(state_.top);
  append(state_.used);
  append(state_.opcode);
  append(state_.eip);
  append(state_.operand_address);
  append(state_.code_selector);
  append(state_.operand_selector);
}

}  // namespace rc::cpu
