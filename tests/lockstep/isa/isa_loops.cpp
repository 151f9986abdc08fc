// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/isa_loops.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace rc::lockstep {
namespace {

// In the data window, above all that a block reaches.
constexpr std::uint32_t kX87Image = 896;
constexpr std::uint32_t kCounter = 1008;
constexpr std::uint32_t kSavedEcx = 1012;
constexpr std::uint32_t kDrawn = 1016;  // the last number drawn

constexpr std::uint32_t at(std::uint32_t offset) { return kDataWindow + offset; }

class LoopBuilder {
 public:
  LoopBuilder(const Case& block, bool x87, Random& random)
      : block_(block), x87_(x87), random_(random) {
    loop_.c = block;
    loop_.c.code.clear();
  }

  // MOV [counter], times
  // pass: prepare; block; MOV [saved], ECX; ECX = [counter] = [counter] - 1; JECXZ out
  //       MOV ECX, [saved]; JMP pass
  // out:  MOV ECX, [saved]
  Loop build() {
    emit({0xc7, 0x05});
    word(at(kCounter));
    loop_.times_at = code().size();
    word(0);
    const std::size_t pass = code().size();
    prepare();
    code().insert(code().end(), block_.code.begin(), block_.code.end());
    if (block_.ignored.flags != 0) emit({0x39, 0xc0u | random_.below(64)});  // CMP r32, r32
    loop_.c.ignored.flags = 0;
    store(kSavedEcx, kEcx);
    load(kEcx, kCounter);
    emit({0x8d, 0x49, 0xff});  // LEA ECX, [ECX - 1]
    store(kCounter, kEcx);
    emit({0xe3, 11});  // over the MOV and the JMP
    load(kEcx, kSavedEcx);
    emit({0xe9});
    word(static_cast<std::uint32_t>(pass - (code().size() + 4)));
    load(kEcx, kSavedEcx);
    loop_.set_times((64u << random_.below(6)) + random_.below(64));
    return loop_;
  }

 private:
  std::vector<std::uint8_t>& code() { return loop_.c.code; }
  void emit(std::initializer_list<unsigned> bytes) {
    for (const unsigned byte : bytes) code().push_back(static_cast<std::uint8_t>(byte));
  }
  void word(std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) emit({value >> (8 * i) & 0xff});
  }
  void load(unsigned reg, std::uint32_t offset) {
    emit({0x8b, 0x05 | reg << 3});
    word(at(offset));
  }
  void store(std::uint32_t offset, unsigned reg) {
    emit({0x89, 0x05 | reg << 3});
    word(at(offset));
  }

  void prepare() {
    for (const unsigned reg : {kEbx, kEsp, kEbp, kEsi, kEdi}) {
      const std::uint32_t value = block_.before.gpr[reg];
      if (reg != kEsp && value - kDataWindow >= kWindowBytes) continue;
      emit({0xb8 | reg});
      word(value);
    }
    // r = 5 r + c, with c odd: every number comes once.
    const unsigned drawn = random_.below(3);  // EAX, ECX, EDX: never pointers
    load(drawn, kDrawn);
    emit({0x8d, 0x84 | drawn << 3, 0x80 | drawn << 3 | drawn});  // LEA r, [r + r*4 + c]
    word(random_.word() | 1);
    store(kDrawn, drawn);
    if (random_.chance(70)) emit({0x0f, 0xc8 | drawn});  // BSWAP: the low bits vary most
    const unsigned words = random_.below(4);
    for (unsigned i = 0; i < words; ++i) store(kWindowBytes / 2 - 128 + random_.below(256), drawn);
    if (x87_ && random_.chance(80)) prepare_x87(drawn);
  }

  // FRSTOR of the first state, with other mantissas and exponents near the first ones.
  void prepare_x87(unsigned drawn) {
    std::ranges::copy(block_.before.x87, loop_.c.before.data.begin() + kX87Image);
    const unsigned numbers = 1 + random_.below(3);
    for (unsigned i = 0; i < numbers; ++i) {
      const std::uint32_t number = kX87Image + 28 + 10 * random_.below(8);
      store(number + random_.below(4), drawn);  // leaves the integer bit
      if (random_.chance(50)) continue;
      emit({0x88, 0x05 | drawn << 3});  // MOV [exponent's low byte], r8
      word(at(number + 8));
    }
    emit({0xdd, 0x25});
    word(at(kX87Image));
  }

  const Case& block_;
  bool x87_;
  Random& random_;
  Loop loop_;
};

}  // namespace

std::uint32_t Loop::times() const {
  std::uint32_t times;
  std::memcpy(&times, &c.code[times_at], sizeof times);
  return times;
}

void Loop::set_times(std::uint32_t times) { std::memcpy(&c.code[times_at], &times, sizeof times); }

Loop make_loop(const Case& block, bool x87, Random& random) {
  return LoopBuilder(block, x87, random).build();
}

std::string check_loop(Bench& bench, const Loop& loop, bool native, bool other) {
  std::string found = bench.check(loop.c, native, other);
  if (found.empty()) return found;
  const auto check = [&](Loop tried, std::uint32_t times) {
    tried.set_times(times);
    return bench.check(tried.c, native, other);
  };
  std::uint32_t agrees = 0, differs = loop.times();
  while (differs - agrees > 1) {
    const std::uint32_t middle = agrees + (differs - agrees) / 2;
    std::string text = check(loop, middle);
    if (text.empty()) {
      agrees = middle;
    } else {
      differs = middle;
      found = std::move(text);
    }
  }
  if (agrees == 0) return found;
  Loop before = loop;
  before.set_times(agrees);
  Loop single = loop;
  single.c.before = bench.model_state_after(before.c);
  const std::string text = check(single, 1);
  return text.empty() ? found : text;
}

}  // namespace rc::lockstep
