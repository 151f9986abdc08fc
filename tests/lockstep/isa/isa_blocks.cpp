// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/isa_blocks.h"

#include <Zydis/Zydis.h>

#include <utility>

#include "tests/lockstep/isa/isa_cases.h"
#include "tests/lockstep/isa/x87_compare.h"
#include "tests/lockstep/isa/x87_values.h"

namespace rc::lockstep {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kCarry = 0x001, kAuxiliary = 0x010, kOverflow = 0x800;

bool is_one_of(std::initializer_list<int> list, int value) {
  for (const int item : list) {
    if (item == value) return true;
  }
  return false;
}

bool is_shift(const Form& f) {
  return !f.two_byte && is_one_of({0xc0, 0xc1, 0xd0, 0xd1, 0xd2, 0xd3}, f.opcode);
}
bool is_double_shift(const Form& f) {
  return f.two_byte && is_one_of({0xa4, 0xa5, 0xac, 0xad}, f.opcode);
}
bool is_bit_scan(const Form& f) { return f.two_byte && (f.opcode == 0xbc || f.opcode == 0xbd); }

// Forms that can stand in a block by themselves. Branches come in patterns. Forms that set ESP
// freely, leave undefined results or almost always fault are left to the tests of single forms.
bool fits(const Form& f) {
  const int op = f.opcode;
  if (is_system(f) || !unicorn_executes(f)) return false;
  if (f.two_byte) {
    if (op >= 0x80 && op < 0x90) return false;             // Jcc
    if ((op & 0xf8) == 0xc8 && f.operand16) return false;  // BSWAP
    if (is_double_shift(f) && f.operand16) return false;
    if (is_bit_scan(f) && (f.modrm == ModRm::memory || f.operand16)) return false;
    if (is_one_of({0xa3, 0xab, 0xb3, 0xbb}, op) && f.modrm == ModRm::memory) return false;
    return true;
  }
  if ((op >= 0x70 && op < 0x80) || (op >= 0xe0 && op < 0xec)) return false;  // branches
  if (is_one_of({0x61, 0x62, 0x9d, 0xc2, 0xc3, 0xc8, 0xc9, 0xcc, 0xce}, op)) return false;
  if (op == 0xff && (f.reg == 2 || f.reg == 4)) return false;
  return true;
}

bool x87_fits(const Form& f) {
  if (f.modrm == ModRm::memory) {
    return !((f.opcode == 0xd9 && f.reg >= 4 && f.reg <= 6) ||
             (f.opcode == 0xdd && (f.reg == 4 || f.reg == 6)));
  }
  return !x87_transcendental(f.opcode, static_cast<std::uint8_t>(0xc0 | f.reg << 3 | f.rm));
}

const ZydisDecoder& decoder() {
  static const ZydisDecoder instance = [] {
    ZydisDecoder d;
    ZydisDecoderInit(&d, ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32);
    return d;
  }();
  return instance;
}

class BlockBuilder {
 public:
  BlockBuilder(const std::vector<Form>& integer, const std::vector<Form>* x87, Random& random)
      : integer_(integer), x87_(x87), random_(random) {}

  Case build(std::uint32_t most) {
    c_.before = random_state(random_);
    X87StateOptions options;
    options.unmasked_percent = 5;
    c_.before.x87 = x87_image(random_x87_state(random_, options));
    if (random_.chance(10)) c_.before.eflags |= 0x400;
    // Two or three registers keep pointing into the window.
    for (const unsigned candidate : {kEbx, kEbp, kEsi, kEdi}) {
      if (random_.chance(60)) pointers_.push_back(candidate);
    }
    if (pointers_.empty()) pointers_.push_back(kEsi);
    for (const unsigned pointer : pointers_) {
      protected_ |= 1u << pointer;
      c_.before.gpr[pointer] = kDataWindow + kMiddle - 16 + random_.below(32);
    }
    if (random_.chance(50)) {
      for (auto& byte : c_.before.data) byte &= 3;
    }
    sequence(4 + random_.below(most - 3), 0);
    c_.code = code_;
    c_.ignored.flags = undefined_;
    return c_;
  }

 private:
  void emit(std::initializer_list<unsigned> bytes) {
    for (const unsigned byte : bytes) code_.push_back(static_cast<std::uint8_t>(byte));
  }
  void emit(const Bytes& bytes) { code_.insert(code_.end(), bytes.begin(), bytes.end()); }
  static void append(Bytes& bytes, std::uint32_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }

  void sequence(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i) {
      const unsigned kind = depth < 2 ? random_.below(100) : 100;
      if (kind < 12) {
        branch(depth);
      } else if (kind < 14) {
        loop(depth);
      } else if (kind < 16) {
        call(depth);
      } else if (kind < 17) {
        change_flags();
      } else {
        instruction();
      }
    }
  }

  // The bytes of a nested sequence, generated apart because their length comes first.
  Bytes nested(unsigned depth) {
    Bytes outer;
    std::swap(outer, code_);
    sequence(1 + random_.below(4), depth + 1);
    std::swap(outer, code_);
    return outer;
  }

  void define_flags() {
    emit({0x39, 0xc0u | random_.below(64)});  // CMP r32, r32
    undefined_ = 0;
  }

  void branch(unsigned depth) {
    const unsigned condition = random_.below(17);  // 16: unconditional
    if (condition < 16 && undefined_ != 0) define_flags();
    const std::uint32_t at_branch = undefined_;
    const Bytes body = nested(depth);
    const auto distance = static_cast<std::uint32_t>(body.size());
    Bytes jump;
    if (distance < 128 && random_.chance(80)) {
      jump.push_back(static_cast<std::uint8_t>(condition < 16 ? 0x70 | condition : 0xeb));
      append(jump, distance, 1);
    } else {
      if (condition < 16) jump.push_back(0x0f);
      jump.push_back(static_cast<std::uint8_t>(condition < 16 ? 0x80 | condition : 0xe9));
      append(jump, distance, 4);
    }
    emit(jump);
    emit(body);
    undefined_ |= at_branch;
  }

  // MOV ECX, n; body; LOOP body.
  void loop(unsigned depth) {
    if ((protected_ >> kEcx & 1) != 0) return;
    protected_ |= 1u << kEcx;
    Bytes move{0xb9};
    append(move, 1 + random_.below(5), 4);
    emit(move);
    const std::size_t start = code_.size();
    define_flags();
    const bool stack_was_fixed = std::exchange(stack_fixed_, true);
    const bool was_in_loop = std::exchange(in_loop_, true);
    emit(nested(depth));
    stack_fixed_ = stack_was_fixed;
    in_loop_ = was_in_loop;
    const std::size_t length = code_.size() + 2 - start;
    if (length <= 128) {
      emit({0xe2, static_cast<unsigned>(256 - length)});
    } else {
      Bytes back{0x49, 0x0f, 0x85};  // DEC ECX; JNZ body
      append(back, static_cast<std::uint32_t>(start - (code_.size() + 7)), 4);
      emit(back);
      undefined_ = 0;
    }
    protected_ &= ~(1u << kEcx);
  }

  // CALL f; JMP over; f: body; RET; over:
  void call(unsigned depth) {
    const bool stack_was_fixed = std::exchange(stack_fixed_, true);
    const Bytes body = nested(depth);
    stack_fixed_ = stack_was_fixed;
    Bytes jump{0xe9};
    append(jump, static_cast<std::uint32_t>(body.size()) + 1, 4);
    Bytes out{0xe8};
    append(out, static_cast<std::uint32_t>(jump.size()), 4);
    emit(out);
    emit(jump);
    emit(body);
    emit({0xc3});
  }

  // PUSHFD; mask; POPFD.
  void change_flags() {
    if (undefined_ != 0) define_flags();
    Bytes bytes{0x9c, 0x81, 0x34, 0x24};  // XOR [ESP], flags
    append(bytes, random_.word() & 0xcd5, 4);
    bytes.push_back(0x9d);
    emit(bytes);
  }

  void instruction() {
    for (;;) {
      const bool x87 = x87_ != nullptr && random_.chance(40);
      const std::vector<Form>& forms = x87 ? *x87_ : integer_;
      if (try_form(forms[random_.below(static_cast<std::uint32_t>(forms.size()))])) return;
    }
  }

  bool try_form(const Form& f) {
    const int op = f.opcode;
    const bool divides = !f.two_byte && (op == 0xf6 || op == 0xf7) && f.reg >= 6;
    if (divides && !random_.chance(10)) return false;
    Bytes before;  // an instruction that makes this one safe
    Bytes bytes;
    if (f.prefix != 0) bytes.push_back(f.prefix);
    if (f.operand16) bytes.push_back(0x66);
    if (f.two_byte) bytes.push_back(0x0f);
    bytes.push_back(f.opcode);
    const unsigned reg = f.reg >= 0 ? static_cast<unsigned>(f.reg) : random_.below(8);
    if (f.modrm == ModRm::registers) {
      const unsigned rm = f.rm >= 0 ? static_cast<unsigned>(f.rm) : random_.below(8);
      bytes.push_back(static_cast<std::uint8_t>(0xc0 | reg << 3 | rm));
      if (is_bit_scan(f)) {
        if ((protected_ >> rm & 1) != 0 || rm == kEsp) return false;
        before = {0x83, static_cast<std::uint8_t>(0xc8 | rm), 0x10};  // OR rm, 16
      }
    } else if (f.modrm == ModRm::memory && !memory_operand(reg, before, bytes)) {
      return false;
    }
    if (!f.two_byte && op >= 0xa0 && op < 0xa4) {
      append(bytes, kDataWindow + kMiddle - 128 + random_.below(256), 4);
    } else {
      const unsigned count = immediate_bytes(f);
      append(bytes, random_.edge(), count);
    }
    if (is_string(f) && f.prefix != 0) {
      if ((protected_ >> kEcx & 1) != 0) return false;
      before = {0x83, 0xe1, 0x07};  // AND ECX, 7
    }
    if (!f.two_byte && op == 0xd7 && (protected_ >> kEbx & 1) == 0) return false;  // XLAT
    if (!allowed(f, bytes, !before.empty())) return false;
    emit(before);
    emit(bytes);
    return true;
  }

  // [pointer + disp] or [pointer + index*scale + disp], the index masked just before.
  bool memory_operand(unsigned reg, Bytes& before, Bytes& bytes) {
    const unsigned base = pointers_[random_.below(static_cast<std::uint32_t>(pointers_.size()))];
    const std::uint32_t displacement = random_.below(256) - 128;
    const bool wide = random_.chance(30);
    const unsigned mode = wide ? 0x80 : 0x40;
    if (random_.chance(60)) {
      bytes.push_back(static_cast<std::uint8_t>(mode | reg << 3 | base));
    } else {
      const unsigned index = random_.below(8);
      if (index == kEsp || (protected_ >> index & 1) != 0) return false;
      before = {0x83, static_cast<std::uint8_t>(0xe0 | index),
                static_cast<std::uint8_t>(random_.below(16))};  // AND index, n
      bytes.push_back(static_cast<std::uint8_t>(mode | reg << 3 | 4));
      bytes.push_back(static_cast<std::uint8_t>(random_.below(4) << 6 | index << 3 | base));
    }
    append(bytes, displacement, wide ? 4 : 1);
    return true;
  }

  // Whether the instruction may stand here; if so, accounts for its flags.
  bool allowed(const Form& f, const Bytes& bytes, bool after_mask) {
    Bytes padded = bytes;
    padded.resize(padded.size() + 8);
    ZydisDecodedInstruction in;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder(), padded.data(), padded.size(), &in, operands)) ||
        in.length != bytes.size()) {
      return false;
    }
    bool stack = false;
    for (unsigned i = 0; i < in.operand_count; ++i) {
      const auto& operand = operands[i];
      if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY &&
          operand.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN &&
          operand.mem.base == ZYDIS_REGISTER_ESP) {
        stack = true;
      }
    }
    if (stack && (stack_fixed_ || ++stack_count_ > 10)) return false;
    for (unsigned i = 0; i < in.operand_count; ++i) {
      const auto& operand = operands[i];
      if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER ||
          (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) == 0) {
        continue;
      }
      const auto whole =
          ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LEGACY_32, operand.reg.value);
      if (whole < ZYDIS_REGISTER_EAX || whole > ZYDIS_REGISTER_EDI) continue;
      const auto number = static_cast<unsigned>(whole - ZYDIS_REGISTER_EAX);
      const bool hidden = operand.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
      if (number == kEsp) {
        if (!hidden) return false;
      } else if ((protected_ >> number & 1) != 0) {
        // String instructions move the pointers a little.
        if (!(is_string(f) && hidden && number >= kEsi)) return false;
      }
    }
    if (is_string(f)) {
      const bool source = is_one_of({0xa4, 0xa5, 0xa6, 0xa7, 0xac, 0xad}, f.opcode);
      const bool destination = f.opcode != 0xac && f.opcode != 0xad;
      if (source && (protected_ >> kEsi & 1) == 0) return false;
      if (destination && (protected_ >> kEdi & 1) == 0) return false;
      if (in_loop_ || ++string_count_ > 4) return false;
    }
    return flags_allow(f, in, after_mask);
  }

  // `after_mask`: an AND or OR stands before it, which leaves AF undefined.
  bool flags_allow(const Form& f, const ZydisDecodedInstruction& in, bool after_mask) {
    std::uint32_t tested = 0;
    std::uint32_t written = 0;
    if (in.cpu_flags != nullptr) {
      tested = in.cpu_flags->tested & kArithmeticFlags;
      written =
          (in.cpu_flags->modified | in.cpu_flags->set_0 | in.cpu_flags->set_1) & kArithmeticFlags;
    }
    if (f.opcode == 0x9c && !f.two_byte) tested = kArithmeticFlags;  // PUSHF
    const std::uint32_t masked = after_mask ? kAuxiliary : 0;
    if ((tested & (undefined_ | masked)) != 0) return false;
    std::uint32_t undefined = 0;
    if (is_shift(f) || is_double_shift(f)) {
      // The count decides; it may be 0.
      undefined = kAuxiliary | kOverflow | kCarry;
      written = 0;
    } else if (is_string(f) && f.prefix != 0) {
      written = 0;
    } else {
      Case dummy;
      dummy.code = {0};
      undefined = undefined_flags(f, dummy);
    }
    undefined_ = ((undefined_ | masked) & ~written) | undefined;
    return true;
  }

  const std::vector<Form>& integer_;
  const std::vector<Form>* x87_;
  Random& random_;
  Case c_;
  Bytes code_;
  std::vector<unsigned> pointers_;
  unsigned protected_ = 0;       // registers that no instruction may write
  bool stack_fixed_ = false;     // between CALL and RET, and in loops: nothing may be left pushed
  bool in_loop_ = false;         // string pointers would leave the window
  std::uint32_t undefined_ = 0;  // flags at this point
  int string_count_ = 0;
  int stack_count_ = 0;
};

}  // namespace

BlockGenerator::BlockGenerator() {
  for (const Form& form : decoder_forms()) {
    if (form.x87()) {
      if (x87_fits(form)) x87_forms_.push_back(form);
    } else if (fits(form)) {
      integer_forms_.push_back(form);
    }
  }
}

Case BlockGenerator::generate(Random& random, bool x87, std::uint32_t most) const {
  return BlockBuilder(integer_forms_, x87 ? &x87_forms_ : nullptr, random).build(most);
}

}  // namespace rc::lockstep
