// SPDX-License-Identifier: Apache-2.0
// Random programs. Against plain memory: a core that is alone reads what it wrote, whatever the
// page types, sizes and alignments. Against each other: neither the L0 lookup tables nor the moment
// at which the owner delivers an answer may change a cycle, a counter or a bit of state. With a
// second writer below: lines keep the contents of their last fill.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/unit/cpu/memory/machine.h"

namespace rc::cpu {
namespace {

using Answer = MemoryMachine::Answer;
constexpr std::uint32_t kPageTables = 0xC8000, kPages = 64;
constexpr std::uint32_t kCode = 48 * 4096;  // where it has pages of its own

std::uint32_t type_of(std::uint32_t vaddr) { return vaddr / 4096 % 4; }

// Small caches, so that everything is evicted all the time.
CoreParams small_params(bool slow_hits) {
  CoreParams params;
  params.l1d = {1024, 4, slow_hits ? 1u : 0u};
  params.l1i = {512, 2, slow_hits ? 2u : 0u};
  params.l2 = {4096, 4, 17};
  params.itlb_entries = 4;
  params.dtlb_entries = 8;
  return params;
}

struct Operation {
  enum class Kind { load, store, load_for_store } kind;
  std::uint32_t vaddr, bytes;
  std::uint64_t value;
};

struct Outcome {
  std::vector<kernel::Cycle> times;
  CoreCounters counters;
  kernel::StateImage state;
  std::vector<std::uint8_t> memory;
  std::vector<kernel::Cycle> request_cycles;
  std::uint64_t hooks = 0;
};

// As an instruction with the LOCK prefix has it: taken and given back by each attempt.
class Lock {
 public:
  Lock(MemoryPath& path, bool locked) : path_(path) { path_.set_locked(locked); }
  ~Lock() { path_.set_locked(false); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  MemoryPath& path_;
};

class RandomProgram {
 public:
  // In half of the programs code has pages of its own: what has held code is never stored to in the
  // shortest way again.
  RandomProgram(unsigned seed, Answer answer, bool l0_tables, const CoreParams& params)
      : m_(params, answer),
        random_(seed),
        code_apart_(seed % 2 == 0),
        seen_(MemoryMachine::kBytes) {
    m_.path.set_l0_tables(l0_tables);
    m_.path.on_code_write(
        [](void* hooks, std::uint32_t, std::uint32_t) { ++*static_cast<std::uint64_t*>(hooks); },
        &outcome_.hooks);
    for (auto& byte : m_.memory) byte = static_cast<std::uint8_t>(random_());
    // Accessed and dirty bits clear: the walks have to set them.
    m_.map(kPageTables, kPages, [](std::uint32_t page) {
      constexpr std::uint32_t bits[] = {0x07, 0x0F, 0x17, 0x87};
      return bits[page % 4];
    });
    seen_ = m_.memory;
    m_.page_on(kPageTables);
    m_.path.mark_code_page(0x8000, true);
  }

  Outcome run(int instructions) {
    for (int i = 0; i < instructions && !::testing::Test::HasFatalFailure(); ++i) {
      m_.clock.base += random_() % 40;
      step();
      outcome_.times.push_back(m_.clock.base);
    }
    check_peek();
    m_.serialise();
    outcome_.counters = m_.counters;
    m_.path.fingerprint(m_.clock.base, outcome_.state);
    m_.run([&] { return m_.path.wbinvd(0); });
    outcome_.memory = m_.memory;
    outcome_.request_cycles = m_.request_cycles;
    return outcome_;
  }

 private:
  void step() {
    const unsigned kind = random_() % 1000;
    if (kind < 200) return fetch();
    if (kind < 220) return m_.cl1invmb();
    if (kind < 230) return m_.serialise();
    if (kind < 233) return m_.path.flush_tlbs();
    if (kind < 240) return m_.path.invalidate_page(address());
    if (kind < 242) {
      m_.run([&] { return m_.path.wbinvd(0); });
      return;
    }
    if (kind < 250) return m_.path.mark_code_page(code_address(), random_() % 2);
    instruction();
  }

  std::uint32_t code_address() {
    const std::uint32_t anywhere = address();
    return code_apart_ ? kCode + anywhere % (kPages * 4096 - kCode) : anywhere;
  }

  std::uint32_t address() {
    // Often the line of the last one, as in a copy.
    if (random_() % 4 == 0) return last_ = line_of(last_) + random_() % kLineBytes;
    // Mostly a few hot places, some of them across lines and pages.
    const std::uint32_t page = random_() % (random_() % 4 ? 12 : kPages - 1);
    const std::uint32_t around = random_() % 3 ? 4096 - 40 : random_() % 2 * 256;
    return last_ = page * 4096 + around + random_() % 80;
  }

  // The places of several stores are apart (see memory_path.h).
  Operation operation(Operation::Kind kind, const std::vector<Operation>& others) {
    for (;;) {
      const Operation made{kind, address(), 1u << (random_() % 4), random_() * 0x9E3779B97F4A7C15u};
      const bool overlaps = std::ranges::any_of(others, [&made](const Operation& other) {
        return made.kind == Operation::Kind::store && other.kind == Operation::Kind::store &&
               made.vaddr < other.vaddr + other.bytes && other.vaddr < made.vaddr + made.bytes;
      });
      if (!overlaps) return made;
    }
  }

  // Several loads, or several stores, or a read-modify-write.
  void instruction() {
    std::vector<Operation> operations;
    const unsigned shape = random_() % 4;
    const auto first = shape == 2   ? Operation::Kind::load_for_store
                       : shape == 1 ? Operation::Kind::store
                                    : Operation::Kind::load;
    for (unsigned i = shape == 2 ? 1 : 1 + random_() % 3; i != 0; --i) {
      operations.push_back(operation(first, operations));
    }
    if (shape == 2) {
      operations.push_back(operations[0]);
      operations.back().kind = Operation::Kind::store;
    } else if (shape == 3) {
      operations.push_back(operation(Operation::Kind::store, operations));
    }
    std::vector<std::uint64_t> values(operations.size());
    const std::uint32_t offset = random_() % 8;
    const bool locked = shape == 2 && random_() % 2 == 0;
    const Access access = m_.run([&] {
      const Lock lock(m_.path, locked);
      for (std::size_t i = 0; i < operations.size(); ++i) {
        const Access part =
            perform(operations[i], offset + static_cast<std::uint32_t>(i), values[i]);
        if (part != Access::ok) return part;
      }
      return Access::ok;
    });
    ASSERT_EQ(access, Access::ok);
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const Operation& op = operations[i];
      if (op.kind == Operation::Kind::store) {
        std::memcpy(&seen_[op.vaddr], &op.value, op.bytes);
      } else {
        std::uint64_t expected = 0;
        std::memcpy(&expected, &seen_[op.vaddr], op.bytes);
        ASSERT_EQ(values[i], expected) << "address " << std::hex << op.vaddr << " bytes "
                                       << op.bytes << " type " << type_of(op.vaddr);
      }
    }
  }

  template <class T>
  Access perform_as(const Operation& op, std::uint32_t offset, std::uint64_t& value) {
    if (op.kind == Operation::Kind::store) {
      return m_.path.store(op.vaddr, offset, static_cast<T>(op.value));
    }
    T loaded{};
    const Access access = op.kind == Operation::Kind::load
                              ? m_.path.load(op.vaddr, offset, loaded)
                              : m_.path.load_for_store(op.vaddr, offset, loaded);
    value = loaded;
    return access;
  }
  Access perform(const Operation& op, std::uint32_t offset, std::uint64_t& value) {
    switch (op.bytes) {
      case 1:
        return perform_as<std::uint8_t>(op, offset, value);
      case 2:
        return perform_as<std::uint16_t>(op, offset, value);
      case 4:
        return perform_as<std::uint32_t>(op, offset, value);
      default:
        return perform_as<std::uint64_t>(op, offset, value);
    }
  }

  void fetch() {
    const std::uint32_t vaddr = code_address();
    m_.fetch(vaddr, 3);
    ASSERT_EQ(m_.last, Access::ok);
    std::uint8_t line[32];
    ASSERT_TRUE(m_.path.read_code(line_of(vaddr), line, 32)) << std::hex << vaddr;
    ASSERT_EQ(std::memcmp(line, &seen_[line_of(vaddr)], 32), 0)
        << std::hex << vaddr << " type " << type_of(vaddr);
  }

  void check_peek() {
    std::vector<std::uint8_t> all(kPages * 4096);
    ASSERT_TRUE(m_.path.peek(0, all.data(), static_cast<std::uint32_t>(all.size()), m_.backdoor()));
    EXPECT_TRUE(std::equal(all.begin(), all.end(), seen_.begin()));
  }

  MemoryMachine m_;
  std::mt19937 random_;
  bool code_apart_;
  std::vector<std::uint8_t> seen_;
  std::uint32_t last_ = 0;
  Outcome outcome_;
};

class RandomMemory : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Seeds, RandomMemory, ::testing::Range(1u, 41u));

TEST_P(RandomMemory, OneCoreSeesItsOwnWritesAndTimeHasOneCause) {
  CoreParams params = small_params(GetParam() % 5 == 0);
  params.write_allocate = GetParam() % 3 == 0;
  const Outcome reference = RandomProgram(GetParam(), Answer::at_once, true, params).run(5000);
  ASSERT_FALSE(HasFatalFailure());
  EXPECT_GT(reference.counters.l2_hits, 100u);
  EXPECT_GT(reference.counters.write_backs, 20u);
  EXPECT_GT(reference.counters.wcb_flushes, 100u);
  EXPECT_GT(reference.hooks, GetParam() % 2 == 0 ? 0u : 10u);
  for (const Answer answer : {Answer::at_once, Answer::when_needed, Answer::at_random}) {
    for (const bool l0_tables : {true, false}) {
      const Outcome other = RandomProgram(GetParam(), answer, l0_tables, params).run(5000);
      ASSERT_FALSE(HasFatalFailure());
      EXPECT_EQ(other.times, reference.times);
      EXPECT_EQ(other.request_cycles, reference.request_cycles);
      EXPECT_EQ(std::memcmp(&other.counters, &reference.counters, sizeof(CoreCounters)), 0);
      EXPECT_EQ(other.state, reference.state);
      EXPECT_EQ(other.memory, reference.memory);
      EXPECT_EQ(other.hooks, reference.hooks);
    }
  }
}

// A line in the caches keeps the contents of its last fill plus the core's own stores, whatever
// others write to memory meanwhile. CL1INVMB drops MPBT lines and no others.
TEST_P(RandomMemory, StaleLinesStayStale) {
  MemoryMachine m(small_params(false));
  m.map(kPageTables, kPages, [](std::uint32_t page) { return page % 4 == 3 ? 0xE7u : 0x67u; });
  m.page_on(kPageTables);
  std::mt19937 random(GetParam());
  std::map<std::uint32_t, std::array<std::uint8_t, 32>> copies;
  std::size_t seen_requests = 0;
  const auto take_fills = [&] {
    for (; seen_requests < m.requests.size(); ++seen_requests) {
      const BusRequest& request = m.requests[seen_requests];
      if (request.op != BusOp::read_line) continue;
      std::memcpy(copies[request.paddr].data(), &m.memory[request.paddr], 32);
    }
  };
  int fills = 0, stale = 0;
  for (int step = 0; step < 20000; ++step) {
    const std::uint32_t line = (random() % 2 ? 3u : 0u) * 4096 + random() % 24 * 32;
    const std::uint32_t at = line + random() % 8 * 4;
    const unsigned kind = random() % 20;
    if (kind < 9) {
      const auto before = m.requests.size();
      const auto value = m.load<std::uint32_t>(at);
      take_fills();
      std::uint32_t expected;
      ASSERT_TRUE(copies.count(line));
      std::memcpy(&expected, &copies[line][at % 32], 4);
      ASSERT_EQ(value, expected) << std::hex << at;
      fills += m.requests.size() != before;
      stale += expected != m.word<std::uint32_t>(at);
    } else if (kind < 18) {
      m.set_word<std::uint32_t>(at, random());
    } else if (kind == 18) {
      m.cl1invmb();
      const auto before = m.requests.size();
      m.load<std::uint32_t>(0x3000 + at % 4096);
      ASSERT_GT(m.requests.size(), before) << "MPBT lines are gone";
      ASSERT_EQ(m.requests.back().paddr, 0x3000 + line % 4096);
      take_fills();
      const auto copy = copies.find(at % 4096 & ~31u);
      if (copy == copies.end()) continue;
      std::uint32_t kept;
      std::memcpy(&kept, &copy->second[at % 32], 4);
      const auto value = m.load<std::uint32_t>(at % 4096);
      if (m.requests.size() == seen_requests) {
        ASSERT_EQ(value, kept);
      }
      take_fills();
    }
  }
  EXPECT_GT(fills, 100);
  EXPECT_GT(stale, 1000);
}

}  // namespace
}  // namespace rc::cpu
