// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/isa_forms.h"

#include <cstdio>
#include <tuple>

#include "hw_model/cpu/decode/decoder.h"
#include "hw_model/cpu/decode/functions.h"

namespace rc::lockstep {
namespace {

bool contains(std::initializer_list<int> list, int value) {
  for (const int item : list) {
    if (item == value) return true;
  }
  return false;
}

bool has_modrm(const Form& f) {
  const int op = f.opcode;
  if (f.two_byte) {
    return op < 0x04 || op == 0x0d || (op >= 0x10 && op < 0x30) || (op >= 0x40 && op < 0x77) ||
           (op >= 0x7e && op < 0x80) || (op >= 0x90 && op < 0xa0) ||
           contains({0xa3, 0xa4, 0xa5, 0xab, 0xac, 0xad, 0xae, 0xaf}, op) ||
           (op >= 0xb0 && op < 0xc8 && op != 0xb9) || (op >= 0xd0 && op < 0xff);
  }
  return (op < 0x40 && (op & 7) < 4) || contains({0x62, 0x63, 0x69, 0x6b}, op) ||
         (op >= 0x80 && op < 0x90) || contains({0xc0, 0xc1, 0xc4, 0xc5, 0xc6, 0xc7}, op) ||
         (op >= 0xd0 && op < 0xd4) || (op >= 0xd8 && op < 0xe0) ||
         contains({0xf6, 0xf7, 0xfe, 0xff}, op);
}

bool is_group(const Form& f) {
  const int op = f.opcode;
  if (f.two_byte) return op < 0x02 || contains({0x20, 0x21, 0x22, 0x23, 0xba, 0xc7}, op);
  return f.x87() || (op >= 0x80 && op < 0x84) ||
         contains({0x8c, 0x8e, 0x8f, 0xc0, 0xc1, 0xc6, 0xc7, 0xd0, 0xd1, 0xd2, 0xd3, 0xf6, 0xf7,
                   0xfe, 0xff},
                  op);
}

bool accepted(const Form& f) {
  std::vector<std::uint8_t> bytes;
  if (f.prefix != 0) bytes.push_back(f.prefix);
  if (f.operand16) bytes.push_back(0x66);
  if (f.two_byte) bytes.push_back(0x0f);
  bytes.push_back(f.opcode);
  if (f.modrm != ModRm::none) {
    const int reg = f.reg < 0 ? 1 : f.reg;
    const int rm = f.rm < 0 ? 2 : f.rm;
    bytes.push_back(
        static_cast<std::uint8_t>((f.modrm == ModRm::registers ? 0xc0 : 0) | reg << 3 | rm));
  }
  bytes.resize(bytes.size() + 8);
  cpu::Decoded decoded;
  if (!cpu::decode(0x1000, bytes.data(), static_cast<std::uint32_t>(bytes.size()), decoded)) {
    return false;
  }
  if (decoded.op.code != cpu::Code::generic) return true;
  const auto function = static_cast<cpu::Function>(decoded.op.extra);
  return function != cpu::Function::undefined;
}

bool is_prefix(const Form& f) {
  return !f.two_byte &&
         contains({0x0f, 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3},
                  f.opcode);
}

void add(std::vector<Form>& forms, const Form& form) {
  if (uses_ports(form.two_byte, form.opcode) || leaves_code(form)) return;
  if (accepted(form)) forms.push_back(form);
}

void add_with_prefixes(std::vector<Form>& forms, Form form) {
  add(forms, form);
  if (form.modrm == ModRm::memory && !form.x87()) {
    form.prefix = 0xf0;
    add(forms, form);
  }
  if (is_string(form)) {
    for (const int prefix : {0xf2, 0xf3}) {
      form.prefix = static_cast<std::uint8_t>(prefix);
      add(forms, form);
    }
  }
}

}  // namespace

bool is_string(const Form& form) {
  return !form.two_byte && ((form.opcode >= 0xa4 && form.opcode <= 0xa7) ||
                            (form.opcode >= 0xaa && form.opcode <= 0xaf));
}

bool Form::operator<(const Form& other) const {
  const auto key = [](const Form& f) {
    return std::tuple(f.two_byte, f.opcode, f.reg, f.modrm, f.rm, f.operand16, f.prefix);
  };
  return key(*this) < key(other);
}

std::string Form::name() const {
  char part[16];
  std::string text;
  const auto hex = [&](int value) {
    std::snprintf(part, sizeof part, "%02x ", value);
    text += part;
  };
  if (prefix != 0) hex(prefix);
  if (operand16) hex(0x66);
  if (two_byte) hex(0x0f);
  hex(opcode);
  if (reg >= 0) text.append("/").append(std::to_string(reg)).append(" ");
  if (modrm == ModRm::memory) text += "mem ";
  if (modrm == ModRm::registers) text += "reg ";
  if (rm >= 0) text += std::to_string(rm) + " ";
  text.pop_back();
  return text;
}

std::vector<Form> decoder_forms() {
  std::vector<Form> forms;
  for (const bool two_byte : {false, true}) {
    for (int opcode = 0; opcode < 256; ++opcode) {
      for (const bool operand16 : {false, true}) {
        Form form;
        form.operand16 = operand16;
        form.two_byte = two_byte;
        form.opcode = static_cast<std::uint8_t>(opcode);
        if (is_prefix(form)) continue;
        if (!has_modrm(form)) {
          add_with_prefixes(forms, form);
          continue;
        }
        for (const ModRm kind : {ModRm::memory, ModRm::registers}) {
          form.modrm = kind;
          for (form.reg = is_group(form) ? 0 : -1; form.reg < 8; ++form.reg) {
            if (form.x87() && kind == ModRm::registers) {
              if (!operand16) {
                for (form.rm = 0; form.rm < 8; ++form.rm) add(forms, form);
                form.rm = -1;
              }
            } else {
              add_with_prefixes(forms, form);
            }
            if (form.reg < 0) break;
          }
        }
      }
    }
  }
  return forms;
}

unsigned immediate_bytes(const Form& f) {
  const int op = f.opcode;
  const unsigned full = f.operand16 ? 2 : 4;
  if (f.two_byte) {
    if (op >= 0x80 && op < 0x90) return full;
    return contains({0xa4, 0xac, 0xba}, op) ? 1 : 0;
  }
  if (op < 0x40) return (op & 7) == 4 ? 1 : (op & 7) == 5 ? full : 0;
  if (contains({0x68, 0x69, 0x81, 0xa9, 0xc7, 0xe8, 0xe9}, op)) return full;
  if (op >= 0xa0 && op < 0xa4) return 4;  // an address
  if (op >= 0xb8 && op < 0xc0) return full;
  if (contains({0x6a, 0x6b, 0x80, 0x82, 0x83, 0xa8, 0xc0, 0xc1, 0xc6, 0xcd, 0xd4, 0xd5, 0xeb},
               op)) {
    return 1;
  }
  if ((op >= 0x70 && op < 0x80) || (op >= 0xb0 && op < 0xb8) || (op >= 0xe0 && op < 0xe8)) return 1;
  if (op == 0xc2 || op == 0xca) return 2;
  if (op == 0xc8) return 3;
  if (op == 0x9a || op == 0xea) return full + 2;
  if (op == 0xf6 && f.reg < 2) return 1;
  if (op == 0xf7 && f.reg < 2) return full;
  return 0;
}

bool is_system(const Form& f) {
  const int op = f.opcode;
  if (f.two_byte) {
    return op < 0x10 || (op >= 0x20 && op < 0x24) || (op >= 0x30 && op < 0x38) ||
           contains({0xa0, 0xa1, 0xa2, 0xa8, 0xa9, 0xb2, 0xb4, 0xb5}, op);
  }
  if (f.x87()) return false;
  return contains({0x06, 0x07, 0x0e, 0x16, 0x17, 0x1e, 0x1f, 0x63, 0x8c, 0x8e, 0x9a,
                   0xc4, 0xc5, 0xca, 0xcb, 0xcd, 0xcf, 0xea, 0xf1, 0xf4, 0xfa, 0xfb},
                  op) ||
         (op == 0xff && (f.reg == 3 || f.reg == 5));
}

bool uses_ports(bool two_byte, int opcode) {
  return !two_byte && ((opcode >= 0x6c && opcode < 0x70) || (opcode >= 0xe4 && opcode < 0xe8) ||
                       (opcode >= 0xec && opcode < 0xf0));
}

bool leaves_code(const Form& f) {
  if (!f.operand16) return false;
  const int op = f.opcode;
  if (f.two_byte) return op >= 0x80 && op < 0x90;
  return (op >= 0x70 && op < 0x80) || (op >= 0xe0 && op < 0xe4) ||
         contains({0xc2, 0xc3, 0xe8, 0xe9, 0xeb}, op) || (op == 0xff && (f.reg == 2 || f.reg == 4));
}

bool unicorn_executes(const Form& f) {
  if (f.x87()) return false;
  if (f.two_byte) return true;
  const bool group3 = f.opcode == 0xf6 || f.opcode == 0xf7;
  return !(group3 && (f.reg == 1 || (f.reg == 3 && f.prefix == 0xf0))) && f.opcode != 0xc2;
}

}  // namespace rc::lockstep
