// SPDX-License-Identifier: Apache-2.0
// Every form of instruction that the model's decoder accepts, found by trying all encodings: opcode
// bytes x operand size x ModRM kind (register or memory; the reg field where it selects the
// operation) x LOCK and REP where they have a meaning. Coverage is counted in these forms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rc::lockstep {

enum class ModRm : std::uint8_t { none, memory, registers };

struct Form {
  std::uint8_t prefix = 0;  // 0, F0, F2 or F3
  bool operand16 = false;   // 66
  bool two_byte = false;    // 0F map
  std::uint8_t opcode = 0;
  ModRm modrm = ModRm::none;
  int reg = -1;  // reg field, if it belongs to the opcode
  int rm = -1;   // x87 register forms: rm field, too

  bool x87() const { return !two_byte && opcode >= 0xd8 && opcode <= 0xdf; }
  bool operator<(const Form& other) const;
  std::string name() const;  // "66 0f a5 mem", "f7 /6 reg", "d9 /4 reg 5"
};

// False for what Unicorn 2.0.1 computes wrongly or inexactly: the x87, TEST's second encoding
// (F6 /1, F7 /1), the flags of a LOCKed NEG, RET with a count beyond 32767.
bool unicorn_executes(const Form& form);

// IN, OUT, INS, OUTS, with or without REP: what they read is the platform's. The core's unit tests
// have them.
bool uses_ports(bool two_byte, int opcode);

// Near transfers with 16-bit operands: in 32-bit code they lead to the first 64 KB, where no case
// lies. The tests of 16-bit code have them.
bool leaves_code(const Form& form);

// The forms of the decoder, in order, without these two kinds.
std::vector<Form> decoder_forms();

// Immediate bytes behind the opcode of an instruction without ModRM.
unsigned immediate_bytes(const Form& form);

// MOVS, CMPS, STOS, LODS, SCAS, with or without REP.
bool is_string(const Form& form);

// Privileged, segment and far-transfer forms, which user code on the host cannot run: they have
// directed tests of their own.
bool is_system(const Form& form);

}  // namespace rc::lockstep
