// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/oracle_boot.h"

#include <cstring>

namespace rc::lockstep {

std::uint32_t write_boot_image(std::vector<std::uint8_t>& memory) {
  constexpr std::uint8_t kHalt = 0xf4;
  const auto put64 = [&memory](std::uint32_t address, std::uint64_t value) {
    std::memcpy(&memory[address], &value, 8);
  };
  put64(kGdt + kCodeSelector, 0x00cf9b000000ffff);
  put64(kGdt + kDataSelector, 0x00cf93000000ffff);
  put64(kGdt + kOtherDataSelector, 0x00cff3000000ffff);
  put64(kGdt + kReadOnlySelector, 0x00cf91000000ffff);
  put64(kGdt + kExecuteOnlySelector, 0x00cf99000000ffff);
  put64(kGdt + kConformingSelector, 0x00cf9f000000ffff);
  put64(kGdt + kAbsentSelector, 0x00cf13000000ffff);
  put64(kGdt + kLdtSelector, 0x0000820900000017);
  put64(kGdt + kTssSelector, 0x0000890920000067);
  put64(kGdt + kSmallSelector, 0x0045930000001234);
  for (std::uint32_t i = 0; i < kVectors; ++i) {
    const std::uint32_t handler = kHandlers + i * kHandlerBytes;
    put64(kIdt + 8 * i,
          (std::uint64_t{handler & 0xffff0000} << 32) | 0x00008e0000080000 | (handler & 0xffff));
    memory[handler] = kHalt;
  }
  put64(kGdtOperand, std::uint64_t{kGdt} << 16 | (kGdtBytes - 1));
  put64(kIdtOperand, std::uint64_t{kIdt} << 16 | (8 * kVectors - 1));
  std::vector<std::uint8_t> code = {0x0f, 0x01, 0x15, 0,    0,    0,    0,  // lgdt
                                    0x0f, 0x01, 0x1d, 0,    0,    0,    0,  // lidt
                                    0xea, 0,    0,    0,    0,    8,    0,  // jmp far
                                    0xb8, 0x10, 0,    0,    0,           // mov eax, data selector
                                    0x8e, 0xd8, 0x8e, 0xc0, 0x8e, 0xd0,  // ds, es, ss
                                    0x8e, 0xe0, 0x8e, 0xe8,              // fs, gs
                                    kHalt};
  const std::uint32_t operands[3] = {kGdtOperand, kIdtOperand, kBoot + 21};
  std::memcpy(&code[3], &operands[0], 4);
  std::memcpy(&code[10], &operands[1], 4);
  std::memcpy(&code[15], &operands[2], 4);
  std::memcpy(&memory[kBoot], code.data(), code.size());
  return kBoot + static_cast<std::uint32_t>(code.size()) - 1;
}

}  // namespace rc::lockstep
