// SPDX-License-Identifier: Apache-2.0
// The x87 model against the x87 of the host, one instruction at a time: FRSTOR a random state, the
// instruction, FNSAVE. Everything is compared but the pointers, the bits the manual calls undefined
// and, for the transcendentals, the last place (fpu_transcendental.cpp compares them with MPFR).
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "hw_model/cpu/fpu/fpu.h"
#include "tests/lockstep/isa/oracle_bench.h"
#include "tests/lockstep/isa/x87_compare.h"
#include "tests/lockstep/isa/x87_values.h"
#include "tests/support/oracle/oracle_unicorn.h"
#include "tests/support/random.h"

namespace rc::test {

using namespace lockstep;
namespace {

using cpu::Fpu;
using cpu::FpuRegister;
using cpu::FpuState;

using Image = X87Image;

// A page with `FRSTOR [rdi]; instruction [rsi]; FNSAVE [rdx]; RET`.
class NativeCode {
 public:
  NativeCode() {
    code_ = static_cast<std::uint8_t*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  }
  ~NativeCode() { munmap(code_, 4096); }

  void set(std::uint8_t opcode, std::uint8_t modrm, bool operand16) {
    std::uint8_t* p = code_;
    for (const int byte : {0x66, 0x90, 0xdd, 0x27}) *p++ = static_cast<std::uint8_t>(byte);
    if (operand16) *p++ = 0x66;
    *p++ = opcode;
    *p++ = modrm < 0xc0 ? static_cast<std::uint8_t>((modrm & 0x38) | 6) : modrm;
    for (const int byte : {0xdd, 0x32, 0xc3}) *p++ = static_cast<std::uint8_t>(byte);
  }

  std::uint16_t run(const Image& before, std::uint8_t* memory, Image& after, std::uint16_t ax) {
    std::uint64_t rax = ax;
    asm volatile("call *%[code]\n\tfninit"
                 : "+a"(rax)
                 : [code] "r"(code_), "D"(before.data()), "S"(memory), "d"(after.data())
                 : "memory", "cc", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)",
                   "st(7)");
    return static_cast<std::uint16_t>(rax);
  }

 private:
  std::uint8_t* code_;
};

struct Form {
  std::uint8_t opcode;
  std::uint8_t modrm;
  bool operand16 = false;
};

std::vector<Form> all_forms() {
  std::vector<Form> forms;
  for (int opcode = 0xd8; opcode <= 0xdf; ++opcode) {
    for (int modrm = 0; modrm < 256; ++modrm) {
      if (modrm < 0xc0 && (modrm & 0xc7) != 0) continue;
      const Form form{static_cast<std::uint8_t>(opcode), static_cast<std::uint8_t>(modrm)};
      if (!cpu::fpu_defined(form.opcode, form.modrm)) continue;
      forms.push_back(form);
      const auto bytes = cpu::fpu_operand(form.opcode, form.modrm);
      if (bytes.load_bytes > 10 || bytes.store_bytes > 10) {
        forms.push_back({form.opcode, form.modrm, true});
      }
    }
  }
  return forms;
}

std::string dump(const Image& image, const Fpu::Buffer& memory) {
  char line[128];
  std::snprintf(line, sizeof line, "  control %04x status %04x tags %04x\n", x87_word(image, 0),
                x87_word(image, 4), x87_word(image, 8));
  std::string text = line;
  for (int i = 0; i < 8; ++i) {
    const FpuRegister value = x87_register(image, i);
    std::snprintf(line, sizeof line, "  st%d %04x %016llx\n", i, value.sign_exponent,
                  static_cast<unsigned long long>(value.mantissa));
    text += line;
  }
  text += "  memory";
  for (std::size_t i = 0; i < 28; ++i) {
    std::snprintf(line, sizeof line, " %02x", memory[i]);
    text += line;
  }
  return text + "\n";
}

// One side of a comparison: all state after the instruction.
struct Outcome {
  Image image;
  Fpu::Buffer memory;
  std::uint16_t ax = 0x1234;
};

// The pointers depend on where the instruction lay; they are tested on their own.
void clear_pointers(Image& image) { std::memset(&image[12], 0, 16); }

void clear_pointers_in_memory(const Form& form, Fpu::Buffer& memory) {
  if (cpu::fpu_operand(form.opcode, form.modrm).store_bytes <= 10) return;
  std::memset(&memory[form.operand16 ? 6 : 12], 0, form.operand16 ? 8 : 16);
}

TEST(FpuNative, EveryForm) {
  NativeCode code;
  const std::vector<Form> forms = all_forms();
  const int cases = lockstep_cases(5000);
  int differences = 0;
  for (const Form& form : forms) {
    code.set(form.opcode, form.modrm, form.operand16);
    const bool transcendental = x87_transcendental(form.opcode, form.modrm);
    Random random(form.opcode * 256u + form.modrm);
    for (int n = 0; n < cases && differences < 10; ++n) {
      FpuState before = random_x87_state(random, {});
      if (transcendental) before.control |= 0x30;  // flags that cannot be compared
      Fpu::Buffer memory{};
      random_x87_operand(random, form.opcode, form.modrm, form.operand16, memory);

      Outcome native{{}, memory};
      native.ax = code.run(x87_image(before), native.memory.data(), native.image, native.ax);

      Outcome model{{}, memory};
      Fpu fpu;
      fpu.set_state(before);
      const auto result =
          fpu.execute({.opcode = form.opcode, .modrm = form.modrm, .operand16 = form.operand16},
                      model.memory, model.ax);
      if (!result.store) model.memory = memory;
      model.image = x87_image(fpu.state());

      const auto bytes = cpu::fpu_operand(form.opcode, form.modrm, form.operand16).store_bytes;
      for (Outcome* side : {&model, &native}) {
        clear_pointers(side->image);
        clear_pointers_in_memory(form, side->memory);
      }
      const bool same_memory = std::memcmp(model.memory.data(), native.memory.data(), bytes) == 0;
      if (same_memory && model.ax == native.ax &&
          (model.image == native.image ||
           (transcendental &&
            x87_transcendental_agrees(form.modrm, x87_image(before), model.image, native.image)))) {
        continue;
      }
      ++differences;
      ADD_FAILURE() << std::hex << "x87 form " << int{form.opcode} << " " << int{form.modrm}
                    << (form.operand16 ? " with 66 prefix" : "") << std::dec << ", case " << n
                    << "\nbefore\n"
                    << dump(x87_image(before), memory) << "model\n"
                    << dump(model.image, model.memory) << "native\n"
                    << dump(native.image, native.memory);
    }
  }
  std::printf("x87 against native: %zu forms, %d cases each\n", forms.size(), cases);
}

}  // namespace
}  // namespace rc::test
