// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/decode/decoder.h"

#include <Zydis/Zydis.h>

#include <algorithm>
#include <array>
#include <vector>

#include "hw_model/cpu/decode/functions.h"
#include "hw_model/cpu/decode/translator.h"

namespace rc::cpu {
namespace {

const ZydisDecoder& zydis(CodeMode code) {
  static const auto decoder = [](ZydisMachineMode machine, ZydisStackWidth stack) {
    ZydisDecoder d;
    ZydisDecoderInit(&d, machine, stack);
    // The i586 ignores the F3 that makes BSF/BSR into TZCNT/LZCNT on later CPUs.
    for (const ZydisDecoderMode mode :
         {ZYDIS_DECODER_MODE_MPX, ZYDIS_DECODER_MODE_CET, ZYDIS_DECODER_MODE_LZCNT,
          ZYDIS_DECODER_MODE_TZCNT, ZYDIS_DECODER_MODE_WBNOINVD, ZYDIS_DECODER_MODE_CLDEMOTE}) {
      ZydisDecoderEnableMode(&d, mode, ZYAN_FALSE);
    }
    return d;
  };
  static const ZydisDecoder wide = decoder(ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32);
  static const ZydisDecoder narrow = decoder(ZYDIS_MACHINE_MODE_LEGACY_16, ZYDIS_STACK_WIDTH_16);
  return code == CodeMode::segmented16 ? narrow : wide;
}

// How many bytes it takes to know that they begin no instruction: so many are fetched.
unsigned bytes_to_refuse(const ZydisDecoder& decoder, const std::uint8_t* bytes,
                         std::uint32_t count) {
  const unsigned most = std::min<std::uint32_t>(count, kMaxInstructionBytes);
  ZydisDecodedInstruction unused;
  for (unsigned needed = 1; needed < most; ++needed) {
    if (ZydisDecoderDecodeInstruction(&decoder, nullptr, bytes, needed, &unused) !=
        ZYDIS_STATUS_NO_MORE_DATA) {
      return needed;
    }
  }
  return most;
}

// How many bytes the operand in memory has that has to be checked, and whether they are written.
void measure_operand(const ZydisDecoder& decoder, const ZydisDecoderContext& context,
                     const ZydisDecodedInstruction& instruction, Decoded& decoded) {
  std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands;
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeOperands(&decoder, &context, &instruction, operands.data(),
                                               instruction.operand_count))) {
    return;
  }
  for (unsigned i = 0; i < instruction.operand_count_visible; ++i) {
    const ZydisDecodedOperand& operand = operands[i];
    if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY || operand.mem.type != ZYDIS_MEMOP_TYPE_MEM) {
      continue;
    }
    decoded.operand_bytes = static_cast<std::uint8_t>(operand.size / 8);
    decoded.writes = operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;
  }
}

// CL1INVMB: 0F 0A, which invalidates the L1 lines of MPBT pages. Source: Barrelfish TN-005.
bool is_cl1invmb(const std::uint8_t* bytes, std::uint32_t count) {
  return count >= 2 && bytes[0] == 0x0f && bytes[1] == 0x0a;
}

// The cores of a chip mostly run one program, each with blocks of its own. What was decoded last is
// kept by address, and valid for the same bytes.
struct Known {
  std::array<std::uint8_t, kMaxInstructionBytes> bytes{};
  std::uint8_t length = 0;  // 0: nothing is kept here
  CodeMode mode = CodeMode::flat32;
  Decoded decoded;
};
constexpr std::uint32_t kKnown = 8192;

bool decode_anew(std::uint32_t eip, const std::uint8_t* bytes, std::uint32_t count, CodeMode mode,
                 Decoded& decoded) {
  decoded = Decoded{};
  MicroOp& op = decoded.op;
  op = MicroOp{};
  op.eip = eip;
  op.base = op.index = kZeroRegister;
  const auto alone = [&](Function function, Cost cost, unsigned length, bool ends_block) {
    op.code = Code::generic;
    op.extra = static_cast<std::uint16_t>(function);
    op.length = static_cast<std::uint8_t>(length);
    decoded.issue.cost = cost;
    decoded.may_fault = true;
    decoded.ends_block = ends_block;
    return true;
  };
  if (is_cl1invmb(bytes, count)) {
    return alone(Function::invalidate_mpbt, cost::kInvalidateMpbt, 2, false);
  }
  ZydisDecodedInstruction instruction;
  ZydisDecoderContext context;
  const ZydisDecoder& decoder = zydis(mode);
  const ZyanStatus status =
      ZydisDecoderDecodeInstruction(&decoder, &context, bytes, count, &instruction);
  if (status == ZYDIS_STATUS_NO_MORE_DATA && count < kMaxInstructionBytes) return false;
  if (!ZYAN_SUCCESS(status)) {
    const bool too_long =
        status == ZYDIS_STATUS_NO_MORE_DATA || status == ZYDIS_STATUS_INSTRUCTION_TOO_LONG;
    return alone(too_long ? Function::too_long : Function::undefined, cost::kAlone,
                 bytes_to_refuse(decoder, bytes, count), true);
  }
  op.length = instruction.length;
  Translator(instruction, decoded, mode).run();
  // A bit that a register names lies anywhere; its instruction checks where.
  const bool far_bit = op.code == Code::generic && op.target == 0 &&
                       op.extra == static_cast<std::uint16_t>(Function::bit_test);
  if (decoded.segmented && !far_bit) measure_operand(decoder, context, instruction, decoded);
  return true;
}

}  // namespace

bool decode(std::uint32_t eip, const std::uint8_t* bytes, std::uint32_t count, Decoded& decoded,
            CodeMode mode) {
  thread_local std::vector<Known> all(kKnown);
  Known& known = all[eip % kKnown];
  if (known.length != 0 && known.length <= count && known.decoded.op.eip == eip &&
      known.mode == mode && std::equal(bytes, bytes + known.length, known.bytes.begin())) {
    decoded = known.decoded;
    return true;
  }
  if (!decode_anew(eip, bytes, count, mode, decoded)) return false;
  // What is undefined may depend on more bytes than its length says.
  const bool undefined = decoded.op.code == Code::generic &&
                         (decoded.op.extra == static_cast<std::uint16_t>(Function::undefined) ||
                          decoded.op.extra == static_cast<std::uint16_t>(Function::too_long));
  if (!undefined) {
    std::copy_n(bytes, decoded.op.length, known.bytes.begin());
    known.length = decoded.op.length;
    known.mode = mode;
    known.decoded = decoded;
  }
  return true;
}

Code without_flags(Code code) {
  struct Range {
    Code first, last, dead;
  };
  static constexpr Range ranges[] = {
      {Code::add_rr_8, Code::add_mi_32, Code::addn_rr_8},
      {Code::or__rr_8, Code::or__mi_32, Code::or_n_rr_8},
      {Code::and__rr_8, Code::and__mi_32, Code::and_n_rr_8},
      {Code::sub_rr_8, Code::sub_mi_32, Code::subn_rr_8},
      {Code::xor__rr_8, Code::xor__mi_32, Code::xor_n_rr_8},
      {Code::inc_r_8, Code::inc_m_32, Code::incn_r_8},
      {Code::dec_r_8, Code::dec_m_32, Code::decn_r_8},
      {Code::shl_ri_32, Code::sar_ri_32, Code::shln_ri_32},
  };
  for (const Range& range : ranges) {
    if (code >= range.first && code <= range.last) {
      return static_cast<Code>(static_cast<unsigned>(range.dead) + static_cast<unsigned>(code) -
                               static_cast<unsigned>(range.first));
    }
  }
  return code;
}

Code fused_with_jump(Code code, unsigned condition) {
  struct Fusion {
    Code plain;
    unsigned condition;
    Code fused;
  };
#define RC_NOTHING(code)
#define RC_PAIR(base, jump) {Code::base, jump, Code::base##_jcc_##jump},
  static constexpr Fusion fusions[] = {RC_CODES(RC_NOTHING, RC_PAIR)};
#undef RC_NOTHING
#undef RC_PAIR
  for (const Fusion& fusion : fusions) {
    if (fusion.plain == code && fusion.condition == condition) return fusion.fused;
  }
  return code;
}

}  // namespace rc::cpu
