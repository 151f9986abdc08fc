// SPDX-License-Identifier: Apache-2.0
// Static P54C timing: how the instructions of a block fall into U/V issue groups and at which cycle
// each one starts, counted from the start of the block. A pure function of the instruction bytes;
// what depends on data, caches, predictor and bus is added while executing.
//
// Sources, by the marks in the table: [G] GCC's pentium.md; [A] Agner Fog, microarchitecture and
// instruction tables, P1; [V] Intel VTune help; [I] Intel Pentium Processor Family Developer's
// Manual vol. 3, instruction timing; [E] an estimate from similar instructions.
//
// Inaccuracies: pairing and address stalls are not carried from block to block (a taken branch
// flushes the decode stages anyway); L1D bank conflicts are seen only where both addresses
// have the same base and index; an instruction that needs an address register written in the clock
// before starts a new group, so it is never the V partner of an older one.
#pragma once

#include <array>
#include <cstdint>

namespace rc::cpu {

// uv: either pipe; pu: pairable, in U only; pv: pairable, in V only; np: alone.
enum class Pair : std::uint8_t { uv, pu, pv, np };

struct Cost {
  Pair pair = Pair::np;
  std::uint16_t cycles = 1;
};

namespace cost {

inline constexpr Cost kMove{Pair::uv, 1};          // [G] mov r/r, r/m, m/r, r/i, lea, nop
inline constexpr Cost kAlu{Pair::uv, 1};           // [G] add sub and or xor cmp test inc dec, r
inline constexpr Cost kAluLoad{Pair::uv, 2};       // [G] the same with a memory source, cmp/test m
inline constexpr Cost kAluUpdate{Pair::uv, 3};     // [G] the same on memory: load, op, store
inline constexpr Cost kCarry{Pair::pu, 1};         // [A] adc sbb: U only
inline constexpr Cost kCarryLoad{Pair::pu, 2};     // [A]
inline constexpr Cost kCarryUpdate{Pair::pu, 3};   // [A]
inline constexpr Cost kAlone{Pair::np, 1};         // [A] not neg test-with-imm r (not eax), clc ...
inline constexpr Cost kAloneLoad{Pair::np, 2};     // [A]
inline constexpr Cost kAloneUpdate{Pair::np, 3};   // [A] not/neg m, alu m,imm with displacement
inline constexpr Cost kShift{Pair::pu, 1};         // [G] shl shr sar r,i; rol ror rcl rcr r,1
inline constexpr Cost kShiftUpdate{Pair::pu, 3};   // [G] the same on memory
inline constexpr Cost kShiftCl{Pair::np, 4};       // [A] shift by CL, register or memory
inline constexpr Cost kRotate{Pair::np, 1};        // [A] rol ror r,i (not 1)
inline constexpr Cost kRotateUpdate{Pair::np, 3};  // [A]
inline constexpr Cost kRotateCarry{Pair::np, 8};   // [A] rcl rcr r,i 8; by CL 7
inline constexpr Cost kRotateCarryUpdate{Pair::np, 10};    // [A]
inline constexpr Cost kDoubleShift{Pair::np, 4};           // [A] shld shrd r,i
inline constexpr Cost kDoubleShiftCl{Pair::np, 5};         // [A] by CL 5 (facts: 4 to 5)
inline constexpr Cost kPush{Pair::uv, 1};                  // [G] push r/i, pop r
inline constexpr Cost kPushMemory{Pair::np, 2};            // [A]
inline constexpr Cost kPopMemory{Pair::np, 3};             // [A]
inline constexpr Cost kPushAll{Pair::np, 5};               // [A] pusha, popa
inline constexpr Cost kPushFlags{Pair::np, 4};             // [A] pushf 3 to 4
inline constexpr Cost kPopFlags{Pair::np, 6};              // [A] popf 4 to 6
inline constexpr Cost kExtend{Pair::np, 3};                // [A] movzx movsx
inline constexpr Cost kConvert{Pair::np, 3};               // [A] cbw cwde 3
inline constexpr Cost kConvertDouble{Pair::np, 2};         // [A] cwd cdq 2
inline constexpr Cost kExchange{Pair::np, 2};              // [A] xchg eax,r 2; r,r 3
inline constexpr Cost kExchangeRegisters{Pair::np, 3};     // [A]
inline constexpr Cost kExchangeMemory{Pair::np, 3};        // [A] and the lock on the bus
inline constexpr Cost kExchangeAdd{Pair::np, 4};           // [A] xadd r 3, m 4
inline constexpr Cost kCompareExchange{Pair::np, 6};       // [A] cmpxchg r 5, m 6
inline constexpr Cost kCompareExchange8{Pair::np, 10};     // [A] cmpxchg8b
inline constexpr Cost kSwap{Pair::np, 1};                  // [A] bswap
inline constexpr Cost kTranslate{Pair::np, 4};             // [A] xlat
inline constexpr Cost kSetCondition{Pair::np, 1};          // [A] setcc r 1, m 2
inline constexpr Cost kSetConditionMemory{Pair::np, 2};    // [A]
inline constexpr Cost kBitTest{Pair::np, 4};               // [A] bt r,i / r,r 4
inline constexpr Cost kBitTestMemory{Pair::np, 9};         // [A] bt m,r 9 (m,i 4)
inline constexpr Cost kBitUpdate{Pair::np, 7};             // [A] bts btr btc r 7, m,i 8
inline constexpr Cost kBitUpdateMemory{Pair::np, 13};      // [A] m,r 14
inline constexpr Cost kBitScan{Pair::np, 6};               // [A] bsf 6 + per-bit, added dynamically
inline constexpr Cost kBitScanReverse{Pair::np, 7};        // [A] bsr 7 + per-bit
inline constexpr std::uint32_t kBitScanForwardPerBit = 1;  // [A] 6..43 over 32 bits
inline constexpr std::uint32_t kBitScanReversePerBit = 2;  // [A] 7..72 over 32 bits
inline constexpr Cost kMultiply8{Pair::np, 11};            // [I] mul imul 8, 16 bits: 11
inline constexpr Cost kMultiply{Pair::np, 10};             // [I] 32 bits: 10
inline constexpr std::array<Cost, 3> kDivide{Cost{Pair::np, 17}, Cost{Pair::np, 25},
                                             Cost{Pair::np, 41}};  // [I] div 8, 16, 32
inline constexpr std::array<Cost, 3> kDivideSigned{Cost{Pair::np, 22}, Cost{Pair::np, 30},
                                                   Cost{Pair::np, 46}};  // [I] idiv 8, 16, 32
inline constexpr Cost kDecimal{Pair::np, 3};                             // [A] aaa aas daa das
inline constexpr Cost kSetFromCarry{Pair::np, 2};                        // [E] salc, as setcc
inline constexpr Cost kDecimalMultiply{Pair::np, 18};                    // [A] aam
inline constexpr Cost kDecimalDivide{Pair::np, 10};                      // [A] aad
inline constexpr Cost kFlagsMove{Pair::np, 2};            // [A] lahf sahf clc stc cmc cld std
inline constexpr Cost kInterruptFlag{Pair::np, 7};        // [A] cli sti 6 to 9
inline constexpr Cost kJump{Pair::pv, 1};                 // [G] jmp/jcc/call near direct
inline constexpr Cost kJumpIndirect{Pair::np, 2};         // [A] jmp/call r/m
inline constexpr Cost kReturn{Pair::np, 2};               // [A] ret
inline constexpr Cost kReturnPop{Pair::np, 3};            // [A] ret i
inline constexpr Cost kLoop{Pair::np, 5};                 // [A] loop 5 to 6, loope 7
inline constexpr Cost kLoopCondition{Pair::np, 7};        // [A]
inline constexpr Cost kJumpCx{Pair::np, 5};               // [A] jecxz
inline constexpr Cost kEnter{Pair::np, 11};               // [A] enter i,0; +1 a level [E]
inline constexpr Cost kLeave{Pair::np, 3};                // [A]
inline constexpr Cost kBound{Pair::np, 8};                // [A]
inline constexpr Cost kInto{Pair::np, 4};                 // [A]
inline constexpr Cost kFarCall{Pair::np, 8};              // [I] far jmp/call/ret, segments
inline constexpr Cost kSegmentLoad{Pair::np, 3};          // [I] mov sreg 2 to 11
inline constexpr Cost kSegmentStore{Pair::np, 1};         // [I]
inline constexpr Cost kControlRegister{Pair::np, 22};     // [I] mov to cr0; from: 4
inline constexpr Cost kControlRegisterRead{Pair::np, 4};  // [I]
inline constexpr Cost kDescriptorTable{Pair::np, 6};      // [I] lgdt lidt sgdt sidt ltr
inline constexpr Cost kClearTaskSwitched{Pair::np, 10};   // [I] clts
inline constexpr Cost kInvalidatePage{Pair::np, 25};      // [I] invlpg
inline constexpr Cost kInvalidateCaches{Pair::np, 15};    // [I] invd
inline constexpr Cost kWriteBackCaches{Pair::np, 2000};   // [I] wbinvd 2000+
inline constexpr Cost kHalt{Pair::np, 4};                 // [I]
inline constexpr Cost kTimeStamp{Pair::np, 6};            // [A] rdtsc 6 to 13
inline constexpr Cost kModelRegister{Pair::np, 30};       // [I] rdmsr 20..24, wrmsr 30..45
inline constexpr Cost kIdentify{Pair::np, 14};            // [I] cpuid
inline constexpr Cost kInvalidateMpbt{Pair::np, 1};       // CL1INVMB: Barrelfish TN-005, 1 cycle
inline constexpr Cost kPortInput{Pair::np, 7};            // [I] in 7, and the answer
inline constexpr Cost kPortOutput{Pair::np, 12};          // [I] out 12, and the answer
inline constexpr Cost kStringInput{Pair::np, 9};          // [I] ins 9
inline constexpr Cost kStringOutput{Pair::np, 13};        // [I] outs 13
inline constexpr Cost kWait{Pair::np, 1};                 // [A] wait, without an exception
// Strings, without a repeat prefix [A]; with one: start and per iteration (P54C facts).
inline constexpr Cost kStringMove{Pair::np, 4};
inline constexpr Cost kStringStore{Pair::np, 3};
inline constexpr Cost kStringLoad{Pair::np, 2};
inline constexpr Cost kStringCompare{Pair::np, 5};
inline constexpr Cost kStringScan{Pair::np, 4};
struct Repeat {
  std::uint16_t start;
  std::uint16_t iteration;
};
inline constexpr Repeat kRepeatMove{13, 1};
inline constexpr Repeat kRepeatStore{10, 1};
inline constexpr Repeat kRepeatLoad{7, 3};
inline constexpr Repeat kRepeatCompare{9, 4};
inline constexpr Repeat kRepeatScan{9, 4};
inline constexpr Repeat kRepeatInput{11, 3};   // [I] rep ins 11 + 3n
inline constexpr Repeat kRepeatOutput{13, 4};  // [I] rep outs 13 + 4n
// Interrupt and exception entry through a gate at the same privilege, IRET [I].
inline constexpr std::uint32_t kInterruptEntry = 31;
inline constexpr std::uint32_t kInterruptEntryOuter = 54;  // from ring 3, with a stack switch
// Task switches by the new task's state segment, [I] chapter 25.
inline constexpr std::uint32_t kTaskSwitch = 85, kTaskSwitch16 = 87, kTaskSwitchVirtual = 71;
inline constexpr Cost kInterruptReturn{Pair::np, 10};

// x87 [A]: cycles in the pipe; latency is what a dependent instruction waits.
inline constexpr Cost kX87Load{Pair::pu, 1};
inline constexpr Cost kX87LoadExtended{Pair::np, 3};
inline constexpr Cost kX87LoadConstant{Pair::np, 2};  // fldz fld1 2; fldpi ... 5
inline constexpr Cost kX87LoadPi{Pair::np, 5};
inline constexpr Cost kX87Store{Pair::np, 2};
inline constexpr Cost kX87StoreExtended{Pair::np, 3};
inline constexpr Cost kX87LoadInteger{Pair::np, 1};  // fild 3 latency
inline constexpr Cost kX87StoreInteger{Pair::np, 6};
inline constexpr Cost kX87Arithmetic{Pair::pu, 1};         // fadd fsub fmul: latency 3
inline constexpr Cost kX87ArithmeticInteger{Pair::np, 4};  // fiadd ...: latency 6 to 7
inline constexpr Cost kX87Compare{Pair::pu, 1};            // fcom fucom ftst
inline constexpr Cost kX87Examine{Pair::np, 17};           // fxam 17 to 21
inline constexpr Cost kX87Simple{Pair::pu, 1};             // fchs fabs
inline constexpr Cost kX87Exchange{Pair::pv, 1};           // fxch: free in V
inline constexpr Cost kX87Stack{Pair::np, 1};              // ffree fincstp fdecstp fnop
inline constexpr Cost kX87StatusWord{Pair::np, 2};         // fnstsw 2 to 6
inline constexpr Cost kX87LoadControl{Pair::np, 8};        // fldcw
inline constexpr Cost kX87StoreControl{Pair::np, 2};
inline constexpr Cost kX87Control{Pair::np, 9};       // fnclex; fninit 16
inline constexpr Cost kX87Environment{Pair::np, 33};  // fldenv fnstenv 33..48
inline constexpr Cost kX87Save{Pair::np, 127};        // fnsave 127..151, frstor 75..95
inline constexpr Cost kX87Restore{Pair::np, 75};
inline constexpr Cost kX87Decimal{Pair::np, 150};  // fbld 48..58, fbstp 148..154
inline constexpr std::uint8_t kX87LatencyAdd = 3;  // add, sub, mul, fild
// Long operations issue in one cycle; the unit is busy for the rest and only x87 instructions wait.
inline constexpr Cost kX87Long{Pair::np, 1};
inline constexpr std::array<std::uint16_t, 4> kX87Divide{19, 39, 33, 39};  // by precision control
inline constexpr std::uint16_t kX87Root = 70;
inline constexpr std::uint16_t kX87Sine = 83;         // fsin fcos 65 to 100
inline constexpr std::uint16_t kX87SineCosine = 105;  // 89 to 112
inline constexpr std::uint16_t kX87Tangent = 120;     // fptan 115 to 130; fpatan 100 to 142
inline constexpr std::uint16_t kX87Logarithm = 103;   // fyl2x fyl2xp1
inline constexpr std::uint16_t kX87Exponential = 57;  // f2xm1 13 to 57
inline constexpr std::uint16_t kX87Remainder = 40;    // fprem 16 to 64, fprem1 20 to 70
inline constexpr std::uint16_t kX87Round = 20;        // frndint 9 to 20
inline constexpr std::uint16_t kX87Scale = 32;        // fscale 20 to 32
inline constexpr std::uint16_t kX87Extract = 13;      // fxtract 12 to 66

}  // namespace cost

// What the scheduler needs to know of one instruction. Register masks: bit i = general register i;
// parts of a register count as the whole.
struct IssueInfo {
  Cost cost;
  std::uint8_t reads = 0;
  std::uint8_t writes = 0;
  std::uint8_t address = 0;   // registers that form an address, implicit ESP included
  std::uint8_t prefixes = 0;  // one cycle each; 0F does not count
  bool stack = false;         // moves ESP implicitly: no conflict with another such one
  bool reads_flags = false;
  bool writes_flags = false;
  bool branch = false;
  bool displacement_and_immediate = false;  // not pairable [G]
  bool memory = false;
  std::uint32_t memory_key = 0;  // equal keys: same base, index and scale
  std::uint32_t displacement = 0;
  // x87: stack slots are relative to the top before the instruction.
  bool x87 = false;
  std::uint8_t x87_reads = 0;     // bit i = ST(i)
  std::uint8_t x87_writes = 0;    // bit i = ST(i) after `x87_push`/before `x87_pop`
  std::int8_t x87_push = 0;       // 1: push first
  std::uint8_t x87_pop = 0;       // pops afterwards
  std::uint8_t x87_exchange = 0;  // FXCH with ST(i); 0: none
  std::uint8_t x87_latency = 0;
};

class Scheduler {
 public:
  struct Slot {
    std::uint32_t offset = 0;  // cycle from block start
    bool starts_group = false;
    bool v_pipe = false;
  };
  Slot issue(const IssueInfo& next);
  // The cycle at which the block after this one starts.
  std::uint32_t end() const { return group_start_ + group_cycles_; }
  std::uint32_t last_group() const { return group_start_; }

 private:
  bool pairs(const IssueInfo& v) const;
  std::uint32_t x87_ready(const IssueInfo& info) const;
  void x87_retire(const IssueInfo& info, std::uint32_t start);

  IssueInfo u_;
  bool open_ = false;  // the U instruction still has no partner
  std::uint32_t group_start_ = 0;
  std::uint32_t group_cycles_ = 0;
  std::uint8_t group_writes_ = 0;     // of the present group
  std::uint8_t previous_writes_ = 0;  // of the group in the clock just before the present one
  std::array<std::uint32_t, 8> x87_ready_{};
};

}  // namespace rc::cpu
