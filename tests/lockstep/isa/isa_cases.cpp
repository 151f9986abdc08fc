// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/isa_cases.h"

#include <cstring>

#include "hw_model/cpu/fpu/fpu.h"
#include "tests/lockstep/isa/x87_compare.h"
#include "tests/lockstep/isa/x87_values.h"

namespace rc::lockstep {
namespace {

constexpr std::uint8_t kAddressSize = 0x67;

bool is_bit_string(const Form& f) {
  return f.two_byte &&
         (f.opcode == 0xa3 || f.opcode == 0xab || f.opcode == 0xb3 || f.opcode == 0xbb);
}
unsigned operand_bytes(const Form& f) {
  if (!f.two_byte && (f.opcode & 1) == 0) return 1;
  return f.operand16 ? 2 : 4;
}

class CaseBuilder {
 public:
  CaseBuilder(const Form& form, Random& random, AddressingCoverage& coverage)
      : f_(form), random_(random), coverage_(coverage) {}

  Case build() {
    c_.before = random_state(random_);
    if (random_.chance(10)) c_.before.eflags |= 0x400;
    prepare_registers();
    if (f_.prefix != 0) emit(f_.prefix);
    if (f_.operand16) emit(0x66);
    // Only Unicorn has memory at 16-bit addresses.
    const bool address16 = f_.modrm == ModRm::memory && unicorn_executes(f_) && random_.chance(10);
    if (f_.modrm == ModRm::memory && random_.chance(5)) {
      constexpr unsigned kSegments[3] = {0x26, 0x36, 0x3e};
      emit(kSegments[random_.below(3)]);
    }
    if (address16) emit(kAddressSize);
    c_.low_data = address16;
    if (f_.two_byte) emit(0x0f);
    emit(f_.opcode);
    if (f_.modrm == ModRm::registers) {
      rm_ = f_.rm >= 0 ? static_cast<unsigned>(f_.rm) : random_.below(8);
      reg_ = f_.reg >= 0 ? static_cast<unsigned>(f_.reg) : random_.below(8);
      emit(0xc0 | reg_ << 3 | rm_);
    } else if (f_.modrm == ModRm::memory) {
      reg_ = f_.reg >= 0 ? static_cast<unsigned>(f_.reg) : random_.below(8);
      memory_operand(address16);
    }
    immediate();
    finish();
    c_.ignored.flags = undefined_flags(f_, c_);
    return c_;
  }

 private:
  std::uint32_t& gpr(unsigned i) { return c_.before.gpr[i]; }
  void emit(unsigned byte) { c_.code.push_back(static_cast<std::uint8_t>(byte)); }
  void emit(std::uint32_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) emit(value >> (8 * i) & 0xff);
  }
  void fix(unsigned i, std::uint32_t value) {
    gpr(i) = value;
    fixed_ |= 1u << i;
  }
  std::uint32_t data(std::uint32_t offset) const { return c_.data_address() + offset; }

  // Registers that the form uses without naming them.
  void prepare_registers() {
    fixed_ = 1u << kEsp;
    if (f_.two_byte) return;
    const int op = f_.opcode;
    if (is_string(f_)) {
      const std::uint32_t near_by = random_.chance(30) ? 3 : 0;
      fix(kEsi, data(kMiddle + random_.below(16)));
      fix(kEdi, data(kMiddle - 8 + random_.below(16) + near_by));
      if (f_.prefix != 0) fix(kEcx, random_.below(40));
      if (random_.chance(50)) c_.before.eflags ^= 0x400;
      // Few values, so that scans and compares stop early.
      if (random_.chance(60)) {
        for (auto& byte : c_.before.data) byte &= 1;
        gpr(kEax) &= 0x01010101;
      }
    } else if (op == 0xd7) {  // XLAT
      fix(kEbx, data(kMiddle - 128));
    } else if (op == 0xc8 || op == 0xc9) {  // ENTER, LEAVE
      fix(kEbp, kStackWindow + kMiddle + 4 * random_.below(32));
    } else if (op >= 0xe0 && op <= 0xe3) {
      if (random_.chance(50)) gpr(kEcx) = random_.below(3);
    } else if (op == 0xf6 && f_.reg >= 6) {
      fixed_ |= 1u << kEax;
      if (random_.chance(70)) gpr(kEax) &= 0xffff00ff;
    } else if (op == 0xf7 && f_.reg >= 6) {
      fixed_ |= 1u << kEax | 1u << kEdx;
      if (random_.chance(70)) {
        const auto sign = static_cast<std::uint32_t>(static_cast<std::int32_t>(gpr(kEax)) >> 31);
        gpr(kEdx) = f_.reg == 7 ? sign : random_.below(4);
      }
    }
  }

  // Any addressing mode; registers are set so that the address lies inside the window.
  void memory_operand(bool address16) {
    if (is_bit_string(f_)) {
      const std::uint32_t offset = random_.below(2000) - 1000;
      if (reg_ == kEsp) reg_ = kEax;
      fix(reg_, f_.operand16 ? (random_.word() << 16) | (offset & 0xffff) : offset);
    }
    if (f_.opcode == 0x62 && random_.chance(70)) {  // BOUND, often within its limits
      fixed_ |= 1u << reg_;
    }
    const std::uint32_t target = data(kMiddle - 64 + random_.below(128));
    target_ = target;
    if (address16) return memory_operand16(target);
    const unsigned mode = random_.below(3);
    const unsigned shape = random_.below(4);
    std::uint32_t displacement = 0;
    if (shape == 0) {  // direct
      coverage_["[disp32]"]++;
      emit(reg_ << 3 | 5);
      return emit(target, 4);
    }
    if (mode == 1)
      displacement = static_cast<std::uint32_t>(static_cast<std::int8_t>(random_.word()));
    if (shape == 1) {  // base only
      const unsigned base = random_base(mode);
      if (base == kEsp) return with_sib(target, mode, base, kEsp, random_.below(4), displacement);
      coverage_[std::string("[") + std::to_string(mode) + ": base " + std::to_string(base) + "]"]++;
      emit(mode << 6 | reg_ << 3 | base);
      return reach(target, mode, base, 8, 0, displacement);
    }
    unsigned index = random_.below(8);
    const unsigned scale = random_.below(4);
    if (shape == 2 && random_.chance(30)) {  // no base
      coverage_["[index*" + std::to_string(1 << scale) + "+disp32]"]++;
      emit(reg_ << 3 | 4);
      emit(scale << 6 | index << 3 | 5);
      const std::uint32_t scaled = index == kEsp ? 0 : gpr(index) << scale;
      return emit(target - scaled, 4);
    }
    const unsigned base = random_base(mode);
    if (mode != 2 && base == index) index = (index + 1) & 7;
    with_sib(target, mode, base, index, scale, displacement);
  }

  // A base register that may be set, unless a 32-bit displacement reaches the window.
  unsigned random_base(unsigned mode) {
    for (;;) {
      const unsigned base = random_.below(8);
      if (mode == 2) return base;
      if ((fixed_ >> base & 1) == 0 && !(mode == 0 && base == kEbp)) return base;
    }
  }

  void with_sib(std::uint32_t target, unsigned mode, unsigned base, unsigned index, unsigned scale,
                std::uint32_t displacement) {
    coverage_[std::string("[") + std::to_string(mode) + ": base" +
              (index == kEsp ? "" : "+index*") + (index == kEsp ? "" : std::to_string(1 << scale)) +
              " sib]"]++;
    emit(mode << 6 | reg_ << 3 | 4);
    emit(scale << 6 | index << 3 | base);
    reach(target, mode, base, index == kEsp ? 8 : index, scale, displacement);
  }

  void reach(std::uint32_t target, unsigned mode, unsigned base, unsigned index, unsigned scale,
             std::uint32_t displacement) {
    const std::uint32_t scaled = index < 8 ? gpr(index) << scale : 0;
    if (mode == 2) return emit(target - gpr(base) - scaled, 4);
    gpr(base) = target - scaled - displacement;
    if (mode == 1) emit(displacement, 1);
  }

  void memory_operand16(std::uint32_t target) {
    static constexpr unsigned kBases[8] = {kEbx, kEbx, kEbp, kEbp, kEsi, kEdi, kEbp, kEbx};
    static constexpr unsigned kIndexes[4] = {kEsi, kEdi, kEsi, kEdi};
    const unsigned mode = random_.below(3);
    const unsigned rm = random_.below(8);
    coverage_["16-bit [" + std::to_string(mode) + ": " + std::to_string(rm) + "]"]++;
    emit(mode << 6 | reg_ << 3 | rm);
    if (mode == 0 && rm == 6) return emit(target, 2);
    const unsigned base = kBases[rm];
    const std::uint32_t index = rm < 4 ? gpr(kIndexes[rm]) : 0;
    std::uint32_t displacement = mode == 0 ? 0 : random_.word();
    if (mode == 1)
      displacement = static_cast<std::uint32_t>(static_cast<std::int8_t>(displacement));
    const bool bends = (fixed_ >> base & 1) == 0;
    if (!bends && mode == 2) displacement = target - gpr(base) - index;
    if (bends) gpr(base) = (gpr(base) & 0xffff0000) | ((target - index - displacement) & 0xffff);
    if (mode != 0) emit(displacement, mode);
    if (!bends && mode != 2) reached_ = false;
  }

  void immediate() {
    const unsigned bytes = immediate_bytes(f_);
    const int op = f_.opcode;
    const bool branch = f_.two_byte ? (op >= 0x80 && op < 0x90)
                                    : (op >= 0x70 && op < 0x80) || (op >= 0xe0 && op <= 0xe3) ||
                                          op == 0xe8 || op == 0xe9 || op == 0xeb;
    if (branch) {
      // Over some instructions with visible effects.
      const unsigned skipped = random_.below(8);
      emit(skipped, bytes);
      for (unsigned i = 0; i < skipped; ++i)
        emit(0x40 | (random_.below(2) << 3) | random_.below(3));
      return;
    }
    if (!f_.two_byte && op >= 0xa0 && op < 0xa4) return emit(data(kMiddle + random_.below(64)), 4);
    if (op == 0xc8 && !f_.two_byte) {  // ENTER
      emit(random_.below(64), 2);
      return emit(random_.chance(70) ? random_.below(8) : 32 * random_.below(8) + random_.below(8),
                  1);
    }
    emit(bytes == 1 && random_.chance(50) ? random_.below(34) : random_.edge(), bytes);
  }

  // What depends on the finished code and addresses.
  void finish() {
    const int op = f_.opcode;
    const bool memory = f_.modrm == ModRm::memory;
    if (f_.x87()) return finish_x87();
    if (f_.two_byte) {
      if ((op == 0xb0 || op == 0xb1) && random_.chance(50)) equal_to_accumulator();
      if (op == 0xc7 && random_.chance(50)) {
        store(0, gpr(kEax), 4);
        store(4, gpr(kEdx), 4);
      }
      // BSF and BSR of 0, shifts beyond the operand and 16-bit BSWAP leave the register undefined.
      if (op == 0xbc || op == 0xbd) c_.ignored.gpr[reg_] = source_is_zero();
      if ((op & 0xf8) == 0xc8 && f_.operand16) c_.ignored.gpr[op & 7] = true;
      if (op == 0xa4 || op == 0xac) limit_double_shift(c_.code.back());
      if (op == 0xa5 || op == 0xad) limit_double_shift(gpr(kEcx));
      return;
    }
    if (op == 0xc2 || op == 0xc3) store_stack(c_.end());
    if (op == 0x9d) store_stack((random_.word() & 0xcd5) | 0x202);
    if (op == 0xff && (f_.reg == 2 || f_.reg == 4)) {
      if (memory) {
        store(0, c_.end(), 4);
      } else if (f_.reg == 2 && rm_ == kEsp) {
        skip_ = true;  // would push onto its own code
      } else {
        gpr(rm_) = c_.end();
      }
    }
    if (op == 0x62) {  // BOUND
      const bool inside = random_.chance(60);
      const std::uint32_t value = gpr(reg_);
      const unsigned bytes = operand_bytes(f_) == 1 ? (f_.operand16 ? 2 : 4) : operand_bytes(f_);
      if (inside) {
        store(0, value - random_.below(3), bytes);
        store(bytes, value + random_.below(3), bytes);
      }
    }
    if ((op == 0xf6 || op == 0xf7) && f_.reg >= 6 && memory && random_.chance(50)) {
      store(0, random_.edge(), 4);
    }
  }

  void finish_x87() {
    // Flags of transcendentals that cannot be compared stay masked.
    if (f_.modrm == ModRm::registers &&
        x87_transcendental(f_.opcode, static_cast<std::uint8_t>(0xc0 | f_.reg << 3 | f_.rm))) {
      c_.before.x87[0] |= 0x30;
    }
    const auto opcode = f_.opcode;
    const auto modrm = static_cast<std::uint8_t>(
        f_.modrm == ModRm::memory ? f_.reg << 3 : 0xc0 | f_.reg << 3 | f_.rm);
    if (f_.modrm != ModRm::memory) return;
    const auto operand = cpu::fpu_operand(opcode, modrm, f_.operand16);
    if (operand.load_bytes != 0) {
      cpu::Fpu::Buffer bytes;
      random_x87_operand(random_, opcode, modrm, f_.operand16, bytes);
      std::memcpy(&c_.before.data[target_ - c_.data_address()], bytes.data(), operand.load_bytes);
    }
    if (operand.store_bytes > 10) {
      c_.ignored.data_begin = target_ - c_.data_address() + (f_.operand16 ? 6 : 12);
      c_.ignored.data_end = c_.ignored.data_begin + (f_.operand16 ? 8 : 16);
    }
  }

  void store(std::uint32_t offset, std::uint32_t value, unsigned bytes) {
    std::memcpy(&c_.before.data[target_ - c_.data_address() + offset], &value, bytes);
  }
  void store_stack(std::uint32_t value) {
    std::memcpy(&c_.before.stack[gpr(kEsp) - kStackWindow], &value, 4);
  }
  void equal_to_accumulator() {
    if (f_.modrm == ModRm::memory) {
      store(0, gpr(kEax), operand_size());
    } else {
      gpr(rm_) = gpr(kEax);
    }
  }
  unsigned operand_size() const { return (f_.opcode & 1) == 0 ? 1 : f_.operand16 ? 2 : 4; }
  bool source_is_zero() {
    std::uint32_t value = 0;
    if (f_.modrm == ModRm::memory) {
      std::memcpy(&value, &c_.before.data[target_ - c_.data_address()], 4);
    } else {
      value = gpr(rm_);
    }
    return (f_.operand16 ? value & 0xffff : value) == 0;
  }
  // Results of SHLD and SHRD by more than the operand's bits are undefined: stay below.
  void limit_double_shift(unsigned count) {
    if (!f_.operand16 || (count & 31) <= 16) return;
    if (f_.opcode == 0xa4 || f_.opcode == 0xac) {
      c_.code.back() &= 0xef;
    } else if ((fixed_ >> kEcx & 1) == 0 && f_.modrm == ModRm::registers) {
      gpr(kEcx) &= ~std::uint32_t{16};
    } else {
      skip_ = true;
    }
  }

 public:
  bool usable() const { return reached_ && !skip_; }

 private:
  const Form& f_;
  Random& random_;
  AddressingCoverage& coverage_;
  Case c_;
  unsigned fixed_ = 0;
  unsigned reg_ = 0, rm_ = 0;
  std::uint32_t target_ = 0;
  bool reached_ = true;
  bool skip_ = false;
};

}  // namespace

MachineState random_state(Random& random) {
  MachineState state;
  for (auto& value : state.gpr) value = random.edge();
  state.gpr[kEsp] = kStackWindow + kMiddle;
  state.eflags = 0x202 | (random.word() & 0x8d5);
  for (auto* window : {&state.data, &state.stack}) {
    for (std::size_t i = 0; i < kWindowBytes; i += 8) {
      const std::uint64_t bits = random.bits();
      std::memcpy(&(*window)[i], &bits, 8);
    }
  }
  state.x87 = x87_image(random_x87_state(random, {}));
  return state;
}

Case random_case(const Form& form, Random& random, AddressingCoverage& coverage) {
  for (;;) {
    CaseBuilder builder(form, random, coverage);
    Case c = builder.build();
    if (builder.usable()) return c;
  }
}

}  // namespace rc::lockstep
