// The x87 model against the x87 of the host, one instruction at a time: FRSTOR a random state, the
// instruction, FNSAVE. Everything is compared but the pointers, the bits the manual calls undefined
// and, for the transcendentals, the last place (they are held to MPFR in fpu_transcendental.cpp).
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "hw_model/cpu/fpu.h"
#include "tests/support/random.h"
#include "tests/support/x87_values.h"

namespace rc::test {
namespace {

using cpu::Fpu;
using cpu::FpuRegister;
using cpu::FpuState;

using Image = std::array<std::uint8_t, 108>;

Image to_image(const FpuState& state, bool operand16 = false) {
  Fpu fpu;
  fpu.set_state(state);
  Fpu::Buffer buffer{};
  std::uint16_t ax = 0;
  fpu.execute({.opcode = 0xdd, .modrm = 0x36, .operand16 = operand16}, buffer, ax);  // FNSAVE
  Image image;
  std::memcpy(image.data(), buffer.data(), image.size());
  return image;
}

std::uint16_t word(const Image& image, int offset) {
  std::uint16_t value;
  std::memcpy(&value, &image[static_cast<std::size_t>(offset)], 2);
  return value;
}

FpuRegister register_at(const Image& image, int i) {
  const auto offset = static_cast<std::size_t>(28 + 10 * i);
  FpuRegister value{0, word(image, static_cast<int>(offset) + 8)};
  std::memcpy(&value.mantissa, &image[offset], 8);
  return value;
}

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

bool transcendental(const Form& form) {
  if (form.opcode != 0xd9) return false;
  for (const int modrm : {0xf0, 0xf1, 0xf2, 0xf3, 0xf9, 0xfb, 0xfe, 0xff}) {
    if (form.modrm == modrm) return true;
  }
  return false;
}

int cases_per_form() {
  const char* text = std::getenv("ROCKCREEK_LOCKSTEP_CASES");
  return text != nullptr ? std::atoi(text) : 2000;
}

void fill_operand(Random& random, const Form& form, Fpu::Buffer& buffer) {
  const auto opcode = form.opcode;
  const auto operand = cpu::fpu_operand(opcode, form.modrm, form.operand16);
  for (auto& byte : buffer) byte = static_cast<std::uint8_t>(random.word());
  const FpuRegister value = random_x87(random);
  switch (operand.load_bytes) {
    case 2:
      if (opcode == 0xd9) {
        const std::uint16_t control = random_x87_state(random, {}).control;
        std::memcpy(buffer.data(), &control, 2);
      }
      break;
    case 4:
      if (opcode == 0xda || opcode == 0xdb) {
        const std::uint32_t integer = random.edge();
        std::memcpy(buffer.data(), &integer, 4);
      } else if (random.chance(70)) {
        const std::uint32_t bits =
            static_cast<std::uint32_t>(value.mantissa >> 40 & 0x7fffff) |
            (random.chance(50) ? random.below(8) << 23 : random.word() & 0xff800000) |
            (random.chance(10) ? 0x7f800000 : 0);
        std::memcpy(buffer.data(), &bits, 4);
      }
      break;
    case 8:
      if (random.chance(70) && opcode != 0xdf) {
        const std::uint64_t bits = (value.mantissa >> 11 & 0xfffffffffffff) |
                                   (random.chance(50) ? std::uint64_t{random.below(8)} << 52
                                                      : random.bits() & 0xfff0000000000000) |
                                   (random.chance(10) ? 0x7ff0000000000000 : 0);
        std::memcpy(buffer.data(), &bits, 8);
      }
      break;
    case 10:
      if (opcode == 0xdf) {
        for (int i = 0; i < 9; ++i) {
          buffer[static_cast<std::size_t>(i)] =
              static_cast<std::uint8_t>(random.below(10) << 4 | random.below(10));
        }
      } else {
        std::memcpy(buffer.data(), &value, 10);
      }
      break;
    default:
      if (operand.load_bytes > 10) {
        const Image image = to_image(random_x87_state(random, {}), form.operand16);
        std::memcpy(buffer.data(), image.data(), image.size());
      }
      break;
  }
}

std::string dump(const Image& image, const Fpu::Buffer& memory) {
  char line[128];
  std::snprintf(line, sizeof line, "  control %04x status %04x tags %04x\n", word(image, 0),
                word(image, 4), word(image, 8));
  std::string text = line;
  for (int i = 0; i < 8; ++i) {
    const FpuRegister value = register_at(image, i);
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

// One side of a comparison: everything the instruction left behind.
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

// Units in the last place between two finite numbers of one sign, or a large number.
double distance(const FpuRegister& a, const FpuRegister& b) {
  const int difference = (a.sign_exponent & 0x7fff) - (b.sign_exponent & 0x7fff);
  if (((a.sign_exponent ^ b.sign_exponent) & 0x8000) != 0 || std::abs(difference) > 1) return 1e9;
  const double gap = static_cast<double>(static_cast<std::int64_t>(a.mantissa - b.mantissa));
  if (difference == 0) return std::fabs(gap);
  // Neighbours across a power of two: 0x8000... above 0xffff...
  return a.mantissa + b.mantissa == std::uint64_t{0x7fffffffffffffff} ? 1 : 1e9;
}

// The host's transcendentals are not correctly rounded, set the precision flag for exact results
// too, and round C1 their own way. Outside its domain a result is undefined.
bool transcendental_agrees(const Form& form, const FpuState& before, Outcome& model,
                           Outcome& native) {
  constexpr std::uint64_t kOne = std::uint64_t{1} << 63;
  const FpuRegister& x = before.registers[before.top];
  const int exponent = x.sign_exponent & 0x7fff;
  if (form.modrm == 0xf9 && exponent >= 0x3ffd && exponent < 0x7fff) return true;
  if (form.modrm == 0xf0 && exponent >= 0x3fff && !(exponent == 0x3fff && x.mantissa == kOne)) {
    return true;
  }
  // y times a whole number is exact, and then no underflow either.
  const int imprecise = form.modrm == 0xf1 && std::popcount(x.mantissa) == 1 ? 0x230 : 0x220;
  for (Outcome* side : {&model, &native}) {
    const int status = word(side->image, 4) & ~imprecise;
    side->image[4] = static_cast<std::uint8_t>(status);
    side->image[5] = static_cast<std::uint8_t>(status >> 8);
  }
  for (int i = 0; i < 2; ++i) {
    if (distance(register_at(model.image, i), register_at(native.image, i)) <= 1) {
      std::memcpy(&model.image[static_cast<std::size_t>(28 + 10 * i)],
                  &native.image[static_cast<std::size_t>(28 + 10 * i)], 10);
    }
  }
  return model.image == native.image;
}

TEST(FpuNative, EveryForm) {
  NativeCode code;
  const std::vector<Form> forms = all_forms();
  const int cases = cases_per_form();
  int differences = 0;
  for (const Form& form : forms) {
    code.set(form.opcode, form.modrm, form.operand16);
    Random random(form.opcode * 256u + form.modrm);
    for (int n = 0; n < cases && differences < 10; ++n) {
      FpuState before = random_x87_state(random, {});
      if (transcendental(form)) before.control |= 0x30;  // flags that cannot be compared
      Fpu::Buffer memory{};
      fill_operand(random, form, memory);

      Outcome native{{}, memory};
      native.ax = code.run(to_image(before), native.memory.data(), native.image, native.ax);

      Outcome model{{}, memory};
      Fpu fpu;
      fpu.set_state(before);
      const auto result =
          fpu.execute({.opcode = form.opcode, .modrm = form.modrm, .operand16 = form.operand16},
                      model.memory, model.ax);
      if (!result.store) model.memory = memory;
      model.image = to_image(fpu.state());

      const auto bytes = cpu::fpu_operand(form.opcode, form.modrm, form.operand16).store_bytes;
      for (Outcome* side : {&model, &native}) {
        clear_pointers(side->image);
        clear_pointers_in_memory(form, side->memory);
      }
      const bool same_memory = std::memcmp(model.memory.data(), native.memory.data(), bytes) == 0;
      if (same_memory && model.ax == native.ax &&
          (model.image == native.image ||
           (transcendental(form) && transcendental_agrees(form, before, model, native)))) {
        continue;
      }
      ++differences;
      ADD_FAILURE() << std::hex << "x87 form " << int{form.opcode} << " " << int{form.modrm}
                    << (form.operand16 ? " with 66 prefix" : "") << std::dec << ", case " << n
                    << "\nbefore\n"
                    << dump(to_image(before), memory) << "model\n"
                    << dump(model.image, model.memory) << "native\n"
                    << dump(native.image, native.memory);
    }
  }
  std::printf("x87 against native: %zu forms, %d cases each\n", forms.size(), cases);
}

}  // namespace
}  // namespace rc::test
