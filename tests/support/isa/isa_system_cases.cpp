// SPDX-License-Identifier: Apache-2.0
#include "tests/support/isa/isa_system_cases.h"

#include <cstring>

#include "tests/lockstep/isa/isa_cases.h"
#include "tests/lockstep/isa/oracle_boot.h"

namespace rc::test {

using namespace lockstep;
namespace {

constexpr std::uint32_t kMiddle = kWindowBytes / 2;
constexpr std::uint32_t kOperand = kDataWindow + kMiddle;
constexpr std::uint32_t kRecord = kDataWindow + kWindowBytes - 128;  // what the epilogue stores
constexpr std::uint32_t kCr0 = 0x31;                                 // PE, ET, NE

constexpr unsigned kEs = 0, kCs = 1, kSs = 2, kDs = 3, kFs = 4, kGs = 5;

class Builder {
 public:
  Builder(const Form& form, Random& random) : f_(form), random_(random) {}

  Case build() {
    c_.before = random_state(random_);
    c_.address = kCodeBase;
    for (unsigned i = 0; i < 8; ++i) {
      if (i != kEsp && random_.chance(50)) c_.before.gpr[i] = random_selector();
    }
    const std::uint32_t operand = random_selector() | random_.word() << 16;
    store(0, operand, 4);
    prologue();
    instruction();
    epilogue();
    return c_;
  }

 private:
  void emit(std::initializer_list<unsigned> bytes) {
    for (const unsigned byte : bytes) c_.code.push_back(static_cast<std::uint8_t>(byte));
  }
  void emit_value(std::uint32_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      c_.code.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void store(std::uint32_t offset, std::uint32_t value, unsigned bytes) {
    std::memcpy(&c_.before.data[kMiddle + offset], &value, bytes);
  }
  void push_before(std::uint32_t offset, std::uint32_t value) {
    std::memcpy(&c_.before.stack[c_.before.gpr[kEsp] - kStackWindow + offset], &value, 4);
  }
  void move_eax(std::uint32_t value) {
    emit({0xb8});
    emit_value(value, 4);
  }
  std::uint32_t here() const { return c_.end(); }

  std::uint32_t random_selector() {
    return random_.below(kGdtBytes / 8 + 2) * 8 + (random_.chance(20) ? random_.below(4) : 0);
  }
  std::uint32_t loadable_selector(unsigned segment) {
    if (random_.chance(30)) return refused_selector(segment);
    if (segment == kSs) return kDataSelector;
    constexpr std::uint32_t kChoices[3] = {0, kDataSelector, kOtherDataSelector};
    // DS is needed by the code behind.
    return kChoices[segment == kDs ? 1 + random_.below(2) : random_.below(3)];
  }

  // What a load refuses. For segments that the epilogue does not use, anything.
  std::uint32_t refused_selector(unsigned segment) {
    constexpr std::uint32_t kForAll[5] = {kExecuteOnlySelector, kAbsentSelector, kLdtSelector,
                                          kTssSelector, kGdtBytes + 8};
    constexpr std::uint32_t kForStack[4] = {0, kCodeSelector, kReadOnlySelector,
                                            kOtherDataSelector};
    if (segment == kSs && random_.chance(50)) return kForStack[random_.below(4)];
    return segment == kSs || segment == kDs ? kForAll[random_.below(5)] : random_selector();
  }
  // Of a far transfer: mostly code, never a task.
  std::uint32_t code_selector() {
    constexpr std::uint32_t kCode[3] = {kCodeSelector, kExecuteOnlySelector, kConformingSelector};
    constexpr std::uint32_t kNone[5] = {0, kDataSelector, kAbsentSelector, kLdtSelector,
                                        kGdtBytes + 8};
    return random_.chance(80) ? kCode[random_.below(3)] : kNone[random_.below(5)];
  }

  // Flat segments, tables and CR0 as after boot; then the registers of the case.
  void prologue() {
    emit({0x0f, 0x01, 0x15});
    emit_value(kGdtOperand, 4);
    emit({0x0f, 0x01, 0x1d});
    emit_value(kIdtOperand, 4);
    emit({0x31, 0xc0, 0x0f, 0x00, 0xd0});                          // no LDT
    emit({0x0f, 0x22, 0xe0, 0x0f, 0x22, 0xd8, 0x0f, 0x22, 0xd0});  // CR4, CR3, CR2 = 0
    emit({0xc6, 0x05});                                            // the TSS is not busy
    emit_value(kGdt + kTssSelector + 5, 4);
    emit({0x89});
    move_eax(kCr0 | (f_.two_byte && f_.opcode == 0x06 ? 8 : 0));
    emit({0x0f, 0x22, 0xc0});
    for (const unsigned segment : {kDs, kSs, kEs, kFs, kGs}) {
      move_eax(segment == kDs || segment == kSs || random_.chance(50) ? kDataSelector
                                                                      : kOtherDataSelector);
      emit({0x8e, 0xc0 | segment << 3});
    }
    move_eax(c_.before.gpr[kEax]);
    emit({0x68});  // flags
    emit_value(c_.before.eflags, 4);
    emit({0x9d});
  }

  void record(std::initializer_list<unsigned> opcode, unsigned slot) {
    emit(opcode);
    emit_value(kRecord + 4 * slot, 4);
  }

  void epilogue() {
    record({0xa3}, 0);  // EAX, which is needed now
    emit({0x9c, 0x58});
    record({0xa3}, 1);  // flags
    for (unsigned segment = 0; segment < 6; ++segment) {
      record({0x8c, 0x05 | segment << 3}, 2 + segment);
    }
    emit({0x0f, 0x20, 0xc0});
    record({0xa3}, 8);  // CR0
    emit({0x0f, 0x20, 0xd0});
    record({0xa3}, 9);
    emit({0x0f, 0x20, 0xd8});
    record({0xa3}, 10);
    record({0x0f, 0x01, 0x05}, 12);  // SGDT
    record({0x0f, 0x01, 0x0d}, 14);
    record({0x0f, 0x00, 0x05}, 16);  // SLDT
    record({0x0f, 0x00, 0x0d}, 17);  // STR
    if (masked_register_ < 8) {
      emit({0x81, 0xe0 | masked_register_});  // AND
      emit_value(mask_, 4);
    }
    emit({0x31, 0xc0});  // the last flags are defined
  }

  void opcode() {
    if (f_.prefix != 0) emit({f_.prefix});
    if (f_.operand16) emit({0x66});
    if (f_.two_byte) emit({0x0f});
    emit({f_.opcode});
  }
  // ModRM with a direct or based memory operand at kOperand, or registers.
  void modrm(unsigned reg, unsigned rm) {
    if (f_.modrm == ModRm::registers) return emit({0xc0 | reg << 3 | rm});
    emit({reg << 3 | 5});
    emit_value(kOperand, 4);
  }
  unsigned reg_field() { return f_.reg >= 0 ? static_cast<unsigned>(f_.reg) : random_register(); }
  // Not ESP: the epilogue pushes.
  unsigned random_register() {
    const unsigned number = random_.below(7);
    return number == kEsp ? 7u : number;
  }

  void instruction() {
    const int op = f_.opcode;
    unsigned reg = reg_field();
    unsigned rm = random_register();
    // EAX is recorded before undefined bits are masked.
    const bool leaves_bits = f_.two_byte && (op == 0x02 || (op == 0x01 && reg == 4));
    if (leaves_bits && rm == kEax) rm = kEcx;
    if (leaves_bits && op == 0x02 && reg == kEax) reg = kEdx;
    if (f_.two_byte) return two_byte(op, reg, rm);
    switch (op) {
      case 0x07:
      case 0x17:
      case 0x1f:
        push_before(0, loadable_selector(static_cast<unsigned>(op) >> 3) | random_.word() << 16);
        return opcode();
      case 0x8e: {
        const std::uint32_t selector = loadable_selector(reg);
        store(0, selector, 2);
        set_register(rm, selector | random_.word() << 16);
        opcode();
        return modrm(reg, rm);
      }
      case 0x63:
      case 0x8c:
        opcode();
        return modrm(reg, rm);
      case 0x9a:
      case 0xea:
        opcode();
        emit_value(here() + 6, 4);
        return emit_value(code_selector(), 2);
      case 0xc4:
      case 0xc5:
        return far_pointer(op == 0xc4 ? kEs : kDs, reg);
      case 0xca:
      case 0xcb:
      case 0xcf:
        return far_return(op);
      case 0xcd: {
        // Vectors without an error code: a software interrupt pushes none.
        constexpr unsigned kChoices[8] = {1, 2, 3, 4, 7, 9, 16, 31};
        opcode();
        return emit({kChoices[random_.below(8)]});
      }
      case 0xff:
        store(4, code_selector(), 2);
        opcode();
        modrm(reg, rm);
        return store(0, here(), 4);
      default:
        return opcode();
    }
  }

  void two_byte(int op, unsigned reg, unsigned rm) {
    switch (op) {
      case 0x00:
        if (reg == 2 || reg == 3) {
          const std::uint32_t selector = reg == 3             ? kTssSelector
                                         : random_.chance(50) ? kLdtSelector
                                                              : 0;
          store(0, selector, 2);
          set_register(rm, selector);
        }
        opcode();
        return modrm(reg, rm);
      case 0x01:
        if (reg == 2 || reg == 3) {  // LGDT, LIDT: the same table, with another limit
          store(0, (kGdtBytes - 1) + 8 * random_.below(20), 2);
          store(2, reg == 2 ? kGdt : kIdt, 4);
        }
        if (reg == 4 && f_.modrm == ModRm::registers) undefined_bits(rm, 0xffff);
        if (reg == 6) {  // LMSW
          const std::uint32_t word = 1 | random_.below(8) << 1;
          store(0, word, 2);
          set_register(rm, word);
        }
        opcode();
        return modrm(reg, rm);
      case 0x20:
      case 0x22: {
        if (op == 0x22) {
          const std::uint32_t kBits[5] = {0x0001003e, 0, 0xffffffff, 0xfffff018, 0x4c};
          std::uint32_t value = random_.word() & kBits[reg];
          if (reg == 0) value |= 1;
          set_register(rm, value);
        }
        opcode();
        return emit({0xc0 | reg << 3 | rm});
      }
      case 0x21:
      case 0x23:
        if (op == 0x23) {
          // DR6 and DR7 keep their fixed bits and enable nothing.
          const bool control = reg == 5 || reg == 7;
          const bool status = reg == 4 || reg == 6;
          set_register(rm, control ? 0x400 : status ? 0xffff0ff0 : random_.edge());
        }
        opcode();
        emit({0xc0 | reg << 3 | rm});
        if (op == 0x23) emit({0x0f, 0x21, 0xc0 | reg << 3 | rm});  // read back
        return;
      case 0xa1:
      case 0xa9:
        push_before(0, loadable_selector(op == 0xa1 ? kFs : kGs) | random_.word() << 16);
        return opcode();
      case 0xb2:
      case 0xb4:
      case 0xb5:
        return far_pointer(op == 0xb2 ? kSs : op == 0xb4 ? kFs : kGs, reg);
      case 0x02:
      case 0x03:
        if (op == 0x02) undefined_bits(reg, 0x00f0ff00);
        opcode();
        return modrm(reg, rm);
      default:
        return opcode();
    }
  }

  // EAX is reloaded at the end of the prologue: a value for it goes there, too.
  void set_register(unsigned number, std::uint32_t value) {
    c_.before.gpr[number] = value;
    if (number != kEax) return;
    const std::size_t at = c_.code.size() - 6 - 4;  // before PUSH flags, POPFD
    std::memcpy(&c_.code[at], &value, 4);
  }

  // Bits of a 32-bit result that the manual leaves undefined.
  void undefined_bits(unsigned number, std::uint32_t defined) {
    if (f_.operand16) return;
    masked_register_ = number;
    mask_ = defined;
  }

  void far_pointer(unsigned segment, unsigned reg) {
    const unsigned offset_bytes = f_.operand16 ? 2 : 4;
    store(0, random_.word(), 4);
    store(offset_bytes, loadable_selector(segment), 2);
    opcode();
    modrm(reg, 0);
  }

  void far_return(int op) {
    opcode();
    if (op == 0xca) emit_value(4 * random_.below(16), 2);
    push_before(0, here());
    push_before(4, code_selector() | random_.word() << 16);
    push_before(8, (random_.word() & 0xcd5) | 0x202);
  }

  const Form& f_;
  Random& random_;
  Case c_;
  unsigned masked_register_ = 8;
  std::uint32_t mask_ = 0;
};

}  // namespace

bool is_model_specific(const Form& f) {
  if (!f.two_byte) return f.opcode == 0xf1 || f.opcode == 0xf4;
  return f.opcode == 0x0a || (f.opcode >= 0x30 && f.opcode <= 0x32) || f.opcode == 0xa2;
}

Case random_system_case(const Form& form, Random& random) { return Builder(form, random).build(); }

}  // namespace rc::test
