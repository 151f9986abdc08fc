// SPDX-License-Identifier: Apache-2.0
// Control, status and tag words; saving and restoring environment and registers.
#include "hw_model/cpu/fpu/execution.h"

namespace rc::cpu::fpu {

void Execution::initialise() {
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

void Execution::set_control(std::uint16_t control) {
  s_.control = control_word(control);
  update_summary();
}

std::uint16_t Execution::tag_word() const {
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

void Execution::set_status_word(std::uint16_t status) {
  s_.top = (status >> 11) & 7;
  s_.status = status & static_cast<std::uint16_t>(~0x3800);
}

std::uint8_t* Execution::save_environment(std::uint8_t* image, bool operand16) const {
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

const std::uint8_t* Execution::load_environment(const std::uint8_t* image, bool operand16) {
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

void Execution::save_all(bool operand16) {
  std::uint8_t* image = save_environment(memory_, operand16);
  for (unsigned i = 0; i < 8; ++i) write_register(image + 10 * i, st(i));
  initialise();
}

void Execution::restore_all(bool operand16) {
  const std::uint8_t* image = load_environment(memory_, operand16);
  for (unsigned i = 0; i < 8; ++i) st(i) = read_register(image + 10 * i);
}

}  // namespace rc::cpu::fpu
