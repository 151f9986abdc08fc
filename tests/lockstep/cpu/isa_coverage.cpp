// SPDX-License-Identifier: Apache-2.0
// Every encoding is either an instruction of a tested form or stops the machine with core, EIP and
// bytes: found by trying all opcodes, ModRM bytes and prefixes on the decoder.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "hw_model/cpu/core.h"
#include "hw_model/cpu/decode/decoder.h"
#include "hw_model/cpu/decode/functions.h"
#include "hw_model/kernel/error.h"
#include "tests/lockstep/isa/isa_forms.h"
#include "tests/support/isa/isa_system_cases.h"

namespace rc::test {

using namespace lockstep;
namespace {

using Bytes = std::vector<std::uint8_t>;

bool accepted(const Bytes& bytes) {
  Bytes padded = bytes;
  padded.resize(bytes.size() + 10);
  cpu::Decoded decoded;
  if (!cpu::decode(0x1000, padded.data(), static_cast<std::uint32_t>(padded.size()), decoded)) {
    return false;
  }
  if (decoded.op.code != cpu::Code::generic) return true;
  const auto function = static_cast<cpu::Function>(decoded.op.extra);
  return function != cpu::Function::undefined;
}

// All opcodes and ModRM bytes without and with each prefix that is part of a form.
template <class F>
void each_encoding(F f) {
  const std::vector<Bytes> prefixes = {{},     {0x66},       {0xf0},       {0xf2},
                                       {0xf3}, {0xf0, 0x66}, {0xf2, 0x66}, {0xf3, 0x66}};
  const std::set<int> prefix_bytes = {0x0f, 0x26, 0x2e, 0x36, 0x3e, 0x64,
                                      0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3};
  for (const Bytes& prefix : prefixes) {
    for (const bool two_byte : {false, true}) {
      for (int opcode = 0; opcode < 256; ++opcode) {
        if (!two_byte && prefix_bytes.contains(opcode)) continue;
        for (int modrm = 0; modrm < 256; ++modrm) {
          Bytes bytes = prefix;
          if (two_byte) bytes.push_back(0x0f);
          bytes.push_back(static_cast<std::uint8_t>(opcode));
          bytes.push_back(static_cast<std::uint8_t>(modrm));
          f(bytes, prefix, two_byte, opcode, modrm);
        }
      }
    }
  }
}

TEST(IsaCoverage, EveryAcceptedEncodingIsOfATestedForm) {
  std::set<Form> forms;
  for (const Form& form : decoder_forms()) forms.insert(form);
  long encodings = 0;
  std::set<Form> seen;
  int unknown = 0;
  each_encoding([&](const Bytes& bytes, const Bytes& prefix, bool two_byte, int opcode, int modrm) {
    if (!accepted(bytes) || uses_ports(two_byte, opcode)) return;
    ++encodings;
    // The form of these bytes, with every choice of the fields that may belong to the opcode.
    Form form;
    form.two_byte = two_byte;
    form.opcode = static_cast<std::uint8_t>(opcode);
    for (const std::uint8_t byte : prefix) {
      if (byte == 0x66) form.operand16 = true;
      if (byte != 0x66) form.prefix = byte;
    }
    form.reg = modrm >> 3 & 7;
    if (leaves_code(form)) return;
    form.reg = -1;
    // x87 register forms have no operand size, and prefixes without a meaning do not count.
    for (const bool with_prefix : {true, false}) {
      for (const bool with_size : {true, false}) {
        for (const ModRm kind : {ModRm::none, modrm < 0xc0 ? ModRm::memory : ModRm::registers}) {
          for (const int reg : {-1, modrm >> 3 & 7}) {
            for (const int rm : {-1, modrm & 7}) {
              Form candidate = form;
              candidate.modrm = kind;
              candidate.reg = reg;
              candidate.rm = rm;
              if (!with_prefix && form.prefix != 0xf0) candidate.prefix = 0;
              if (!with_size && form.x87()) candidate.operand16 = false;
              if (forms.contains(candidate)) {
                seen.insert(candidate);
                return;
              }
            }
          }
        }
      }
    }
    if (++unknown <= 5) ADD_FAILURE() << "no tested form for " << form.name() << " modrm " << modrm;
  });
  EXPECT_EQ(unknown, 0);
  EXPECT_EQ(seen.size(), forms.size());
  int user = 0, system = 0, own = 0;
  for (const Form& form : forms)
    ++(!is_system(form) ? user : is_model_specific(form) ? own : system);
  std::printf("%ld encodings of %zu forms: %d user, %d system, %d model-specific\n", encodings,
              forms.size(), user, system, own);
}

// Runs the bytes on a core without an IDT; the message it stops with.
std::string error_of(std::vector<std::uint8_t>& memory, cpu::Core& core, const Bytes& bytes) {
  constexpr std::uint32_t kAt = 0x1000;
  std::copy(bytes.begin(), bytes.end(), memory.begin() + kAt);
  std::fill_n(memory.begin() + kAt + bytes.size(), 16, std::uint8_t{0});
  core.reset();
  core.release(0, kAt);
  cpu::ArchState state = core.arch_state();
  for (auto& value : state.gpr) value = 0x2000;
  core.set_arch_state(state);
  try {
    core.run(1);
  } catch (const kernel::MachineError& error) {
    EXPECT_EQ(error.exit_code(), 3);
    return error.what();
  }
  return "no error";
}

TEST(IsaCoverage, EverythingElseStopsWithCoreEipAndBytes) {
  std::vector<std::uint8_t> memory(0x4000);
  cpu::CoreParams params;
  params.caches = false;
  cpu::Core core(params, 21);
  core.attach_flat(memory.data(), static_cast<std::uint32_t>(memory.size()));
  long refused = 0;
  int wrong = 0;
  each_encoding([&](const Bytes& bytes, const Bytes&, bool, int, int) {
    if (accepted(bytes)) return;
    ++refused;
    char expected[128];
    int length = std::snprintf(expected, sizeof expected,
                               "core 21: unsupported instruction at EIP 0x00001000: bytes");
    for (const std::uint8_t byte : bytes) {
      length += std::snprintf(expected + length, sizeof expected - static_cast<std::size_t>(length),
                              " %02x", byte);
    }
    const std::string error = error_of(memory, core, bytes);
    if (error.starts_with(expected)) return;
    if (++wrong <= 5) ADD_FAILURE() << "expected " << expected << "\ngot " << error;
  });
  EXPECT_EQ(wrong, 0);
  std::printf("%ld encodings refused\n", refused);
}

TEST(IsaCoverage, LaterInstructionsAreRefused) {
  struct Later {
    const char* name;
    Bytes bytes;
  };
  const Later list[] = {
      {"cmovne", {0x0f, 0x45, 0xc1}},
      {"fcmovb", {0xda, 0xc1}},
      {"fcomi", {0xdb, 0xf1}},
      {"fucomip", {0xdf, 0xe9}},
      {"fisttp m32", {0xdb, 0x0e}},
      {"nopl", {0x0f, 0x1f, 0x00}},
      {"endbr32", {0xf3, 0x0f, 0x1e, 0xfb}},
      {"movd mm", {0x0f, 0x6e, 0xc0}},
      {"emms", {0x0f, 0x77}},
      {"movaps", {0x0f, 0x28, 0xc1}},
      {"movss", {0xf3, 0x0f, 0x10, 0xc1}},
      {"movsd", {0xf2, 0x0f, 0x10, 0xc1}},
      {"cvttsd2si", {0xf2, 0x0f, 0x2c, 0xc1}},
      {"fxsave", {0x0f, 0xae, 0x00}},
      {"mfence", {0x0f, 0xae, 0xf0}},
      {"prefetcht0", {0x0f, 0x18, 0x08}},
      {"sysenter", {0x0f, 0x34}},
      {"syscall", {0x0f, 0x05}},
      {"rdpmc", {0x0f, 0x33}},
      {"ud2", {0x0f, 0x0b}},
      {"popcnt", {0xf3, 0x0f, 0xb8, 0xc1}},
      {"movbe", {0x0f, 0x38, 0xf0, 0x00}},
      {"crc32", {0xf2, 0x0f, 0x38, 0xf1, 0xc1}},
      {"vaddps", {0xc5, 0xf8, 0x58, 0xc1}},
      {"xgetbv", {0x0f, 0x01, 0xd0}},
      {"rdtscp", {0x0f, 0x01, 0xf9}},
      {"monitor", {0x0f, 0x01, 0xc8}},
      {"cmpxchg16b", {0x0f, 0xc7, 0x00}},
      {"rdrand", {0x0f, 0xc7, 0xf0}},
      {"movnti", {0x0f, 0xc3, 0x00}},
      {"femms", {0x0f, 0x0e}},
  };
  for (const Later& later : list) EXPECT_FALSE(accepted(later.bytes)) << later.name;
}

}  // namespace
}  // namespace rc::test
