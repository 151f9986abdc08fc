// SPDX-License-Identifier: Apache-2.0
// Protected and virtual-8086 mode against Bochs: random cases (protected/cases.h) run on both, and each
// exception, interrupt and single step is compared with all registers and the frame on the stack.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "hw_model/cpu/core.h"
#include "hw_model/kernel/error.h"
#include "tests/lockstep/cpu/protected/cases.h"
#include "tests/lockstep/cpu/protected/driver.h"
#include "tests/lockstep/cpu/protected/known.h"
#include "tests/lockstep/cpu/protected/places.h"
#include "tests/support/oracle/bochs.h"
#include "tests/support/oracle/oracle_unicorn.h"

namespace rc::test {
namespace {

using namespace protected_mode;

constexpr std::uint32_t kModelMemory = 32 << 20;
constexpr std::uint32_t kDevices = 0xa0000, kDeviceBytes = 0x60000;  // of a PC
constexpr unsigned kCasesOfARun = 2500;

// Each case as it is logged.
std::vector<Words> cases_of(const std::uint8_t* log, const std::uint8_t* end) {
  std::vector<Words> cases;
  std::uint32_t left = 1;  // words until the next mark
  for (; log + 4 <= end; log += 4) {
    std::uint32_t word;
    std::memcpy(&word, log, 4);
    if (--left == 0) {
      const bool begins = word == (kCaseMark | cases.size());
      if (!begins && (cases.empty() || word < kEventMark)) break;
      if (begins) cases.emplace_back();
      left = begins || word == kTripleFault ? 1 : word >= kEndMark ? kEndWords : kEventWords;
    }
    cases.back().push_back(word);
  }
  return cases;
}

// A case that does not end.
struct Endless {
  std::uint32_t number;
};

// The core with memory that answers at once.
class Model : public cpu::PromptTarget, private cpu::CoreAccessObserver {
 public:
  explicit Model(const Image& image)
      : memory_(kModelMemory), core_(cpu::CoreParams{}, 0), cases_(image.cases) {
    std::copy(image.driver.begin(), image.driver.end(), memory_.begin() + kDriver);
    std::copy(image.records.begin(), image.records.end(), memory_.begin() + kRecords);
    core_.attach(this);
    core_.observe_accesses(this, 0, kDevices);
  }

  // Fewer cases than the image has: the last one has overwritten what the driver needs.
  std::vector<Words> run(bool cached_blocks) {
    core_.set_block_cache(cached_blocks);
    core_.release(0, kDriver);
    std::uint32_t number = 0;
    for (int slices = 0; !lost_ && word(kLeft) != ~0u; ++slices) {
      if (word(kNumber) != number) slices = 0;
      number = word(kNumber);
      if (slices == 40 && number - 1 < cases_) throw Endless{number - 1};
      if (slices == 40) break;
      run_until(core_.now() + (1u << 18));
    }
    write_back();
    return cases_of(&memory_[kLog], memory_.data() + memory_.size());
  }

  // Cases that read where Bochs has a display, a ROM or nothing.
  std::set<std::size_t> strays;

  kernel::Cycle read(std::uint32_t paddr, std::uint32_t bytes, void* data, kernel::Cycle cycle,
                     kernel::Cycle before) override {
    if (cycle + 1 >= before || paddr > kModelMemory - bytes) return kNotHere;
    if (paddr - kDevices < kDeviceBytes) note_stray();
    std::memcpy(data, &memory_[paddr], bytes);
    return cycle + 1;
  }
  kernel::Cycle write(std::uint32_t paddr, std::uint32_t bytes, const void* data,
                      kernel::Cycle cycle) override {
    if (paddr > kModelMemory - bytes) return kNotHere;
    std::memcpy(&memory_[paddr], data, bytes);
    return cycle + 1;
  }

 private:
  void run_until(kernel::Cycle limit) {
    try {
      for (;;) {
        const cpu::Stop stop = core_.run(limit);
        if (stop == cpu::Stop::request || stop == cpu::Stop::wait_bus) {
          answer();
        } else if (stop == cpu::Stop::halted || core_.now() >= limit) {
          return;
        }
      }
    } catch (const kernel::MachineError& error) {
      if (std::string(error.what()).find("triple fault") == std::string::npos) throw;
      lost_ = word(kNumber) == triple_fault_in_;  // once more without the code of a case
      triple_fault_in_ = word(kNumber);
      const kernel::Cycle now = core_.now();
      write_back();
      core_.reset();
      core_.release(now, kDriver + kAfterTripleFault);
    }
  }
  // As Bochs does where there is nothing: reads give ones.
  void answer() {
    const cpu::BusRequest request = core_.request();
    cpu::BusReply reply;
    reply.data.fill(0xff);
    if (request.op == cpu::BusOp::read_line || request.op == cpu::BusOp::read) {
      if (read(request.paddr, request.bytes, reply.data.data(), 0, 2) == kNotHere) note_stray();
    } else if (request.op != cpu::BusOp::read_port && request.op != cpu::BusOp::write_port) {
      write(request.paddr, request.bytes, request.data.data(), 0);
    }
    core_.complete(core_.request_cycle() + 1, reply);
  }
  // What the caches hold goes to memory.
  void write_back() {
    std::vector<std::uint8_t> whole = memory_;
    for (std::uint32_t at = 0; at < kModelMemory; at += 4096) {
      core_.peek(at, &whole[at], 4096, backdoor());
    }
    memory_ = std::move(whole);
  }
  std::uint32_t word(std::uint32_t address) {
    std::uint32_t value = 0;
    core_.peek(address, &value, 4, backdoor());
    return value;
  }
  cpu::BackdoorMemory backdoor() {
    return [this](std::uint32_t paddr, void* data, std::uint32_t bytes, bool) {
      std::memcpy(data, &memory_[paddr], bytes);
    };
  }

  // Also of what a case before left in the caches.
  void accessed(unsigned, const cpu::CoreAccess& access) override {
    if (!access.store && (access.paddr < kDevices + kDeviceBytes || access.paddr >= kModelMemory))
      note_stray();
  }
  void note_stray() { strays.insert(word(kNumber) - 1); }

  std::vector<std::uint8_t> memory_;
  cpu::Core core_;
  std::uint32_t cases_, triple_fault_in_ = ~0u;
  bool lost_ = false;
};

// A case that does not end becomes INT3.
std::vector<Words> run_on_model(Image& image, bool cached_blocks, int& endless,
                                std::set<std::size_t>& strays) {
  for (;; ++endless) {
    try {
      Model model(image);
      std::vector<Words> cases = model.run(cached_blocks);
      strays = model.strays;
      return cases;
    } catch (const Endless& found) {
      image.records[found.number * kRecordBytes + kCodeAt] = 0xcc;
    }
  }
}

std::vector<Words> run_on_bochs(const Image& image) {
  std::vector<std::uint8_t> rom(2 << 20);
  std::copy(image.driver.begin(), image.driver.end(), rom.begin());
  std::copy(image.records.begin(), image.records.end(), rom.begin() + kDriverBytes);
  const std::vector<std::uint8_t> page = reset_page(static_cast<std::uint32_t>(rom.size()));
  std::copy(page.begin(), page.end(), rom.end() - static_cast<std::ptrdiff_t>(page.size()));
  const std::vector<std::uint8_t> log = run_bochs(rom, kLog, 12 << 20);
  return cases_of(log.data(), log.data() + log.size());
}

std::string name_of(std::size_t word) {
  static const char* const names[] = {"vector", "edi", "esi", "ebp",    "esp",   "ebx",
                                      "edx",    "ecx", "eax", "eflags", "es ds", "fs gs",
                                      "ss cs",  "cr2", "dr6", "tr ldt", "msw",   "esp"};
  return word < 18 ? names[word] : "stack " + std::to_string(word - 18);
}

// The case, its events, and the words that differ.
std::string text_of(const Image& image, std::size_t number, const Words& expected,
                    const Words& got) {
  std::string text;
  char part[96];
  for (std::uint32_t i = 0; i < kRecordBytes; ++i) {
    std::snprintf(part, sizeof part, "%s%02x",
                  i % 64 == 0  ? "\n  "
                  : i % 8 == 0 ? " "
                               : "",
                  image.records[number * kRecordBytes + i]);
    text += part;
  }
  bool differs = false;  // the first event that does is the last one of interest
  for (std::size_t at = 1; !differs && at < std::max(expected.size(), got.size());
       at += kEventWords) {
    std::snprintf(part, sizeof part, "\nevent %zu: ", at / kEventWords);
    text += part;
    for (std::size_t i = 0; i < kEventWords; ++i) {
      const std::uint32_t right = at + i < expected.size() ? expected[at + i] : 0;
      const std::uint32_t wrong = at + i < got.size() ? got[at + i] : 0;
      differs |= right != wrong;
      if (right == wrong && i != 0 && i != 12 && (i < 18 || i > 22)) continue;
      std::snprintf(part, sizeof part, right == wrong ? "%s %x, " : "%s bochs %x model %x, ",
                    name_of(i).c_str(), right, wrong);
      text += part;
    }
  }
  return text;
}

// The first word that differs; 0: none. EDI of the end of a case is the driver's.
std::size_t first_difference(const Words& expected, const Words& got) {
  for (std::size_t i = 0; i < std::max(expected.size(), got.size()); ++i) {
    const bool drivers =
        i % kEventWords == 2 && i < expected.size() && expected[i - 1] == (kEventMark | kEndVector);
    if (!drivers && (i >= expected.size() || i >= got.size() || expected[i] != got[i])) return i;
  }
  return 0;
}

struct Totals {
  long compared = 0, events = 0;
  std::map<std::string, int> excluded;
  int differences = 0, endless = 0, lost = 0;
};

// Whether the two agree on a case of the image that starts with fresh memory.
bool agree_alone(const Image& image, unsigned number, bool cached_blocks) {
  Image alone = part_of_cases(image, number, 1);
  std::set<std::size_t> strays;
  int endless = 0;
  const std::vector<Words> got = run_on_model(alone, cached_blocks, endless, strays);
  const std::vector<Words> expected = run_on_bochs(alone);
  return got.size() == 1 && expected.size() == 1 && first_difference(expected[0], got[0]) == 0;
}

// Compares cases up to one that the driver does not survive. How many these are, with that one; 0: Bochs
// does not end.
unsigned compare(int run, unsigned first, Image& image, Totals& totals) {
  std::set<std::size_t> strays;
  int endless = 0;
  const std::vector<Words> got = run_on_model(image, run % 2 == 0, endless, strays);
  std::vector<Words> expected;
  try {
    expected = run_on_bochs(image);
  } catch (const std::runtime_error&) {  // one of its faults may end in a loop
    return 0;
  }
  totals.endless += endless;
  const auto both = std::min(
      {image.cases, static_cast<unsigned>(got.size()), static_cast<unsigned>(expected.size())});
  EXPECT_GT(both, 0u) << "run " << run << ", nothing from case " << first << " on";
  if (both == 0) return image.cases;
  // Where both logs end early their driver did; one that ends alone is a difference.
  const bool lost = both < image.cases && got.size() == expected.size();
  totals.lost += lost;
  const unsigned last = lost ? both - 1 : both;
  bool memory_differs = false;  // a case that is not compared may have left others in it
  for (unsigned i = 0; i < last && totals.differences < 10; ++i) {
    if (strays.contains(i)) {
      ++totals.excluded["reads where Bochs has a display, a ROM or nothing"];
      memory_differs = true;
      continue;
    }
    ++totals.compared;
    totals.events += static_cast<long>(expected[i].size() / kEventWords);
    const std::size_t at = first_difference(expected[i], got[i]);
    const bool cut_off = !lost && both < image.cases && i + 1 == last;
    if (at == 0 && !cut_off) continue;
    const std::uint8_t* record = &image.records[std::size_t{i} * kRecordBytes];
    const char* name = at == 0 ? nullptr : known_difference({expected[i], got[i], at, record});
    if (name == nullptr && memory_differs && agree_alone(image, i, run % 2 == 0))
      name = "reads what a case that is not compared has left in memory, and agrees alone";
    if (name != nullptr) {
      ++totals.excluded[name];
      memory_differs = true;
      continue;
    }
    ++totals.differences;
    ADD_FAILURE() << "run " << run << ", case " << first + i
                  << text_of(image, i, expected[i], got[i]);
  }
  return both;
}

TEST(IsaProtected, AgainstBochs) {
  if (!has_bochs()) GTEST_SKIP() << "bochs is not installed";
  const char* alone = std::getenv("ROCKCREEK_LOCKSTEP_RUN");
  const int from = alone != nullptr ? std::atoi(alone) : 0;
  const int runs = alone != nullptr ? 1 : lockstep_cases(1);  // of kCasesOfARun
  Totals totals;
  for (int run = from; run < from + runs && totals.differences < 10; ++run) {
    const Image image = random_cases(static_cast<std::uint64_t>(run) + 1, kCasesOfARun);
    if (const char* number = std::getenv("ROCKCREEK_LOCKSTEP_CASE")) {
      const auto one = static_cast<unsigned>(std::atoi(number));
      Image part = part_of_cases(image, one, 1);
      compare(run, one, part, totals);
      continue;
    }
    for (unsigned first = 0, most = kCasesOfARun;
         first < kCasesOfARun && totals.differences < 10;) {
      Image part = part_of_cases(image, first, std::min(most, kCasesOfARun - first));
      unsigned done = compare(run, first, part, totals);
      if (done == 0 && part.cases == 1) {
        ++totals.lost;
        done = 1;
      }
      first += done;
      most = done == 0 ? part.cases / 2 : kCasesOfARun;  // until it is alone
    }
  }
  std::printf(
      "protected mode against Bochs: %ld cases, %d of them endless, %ld events, %d differences\n",
      totals.compared, totals.endless, totals.events, totals.differences);
  std::printf("  unfinished, for want of the driver: %d\n", totals.lost);
  EXPECT_LE(totals.lost, runs);
  for (const auto& [name, count] : totals.excluded)
    std::printf("  excluded, %s: %d\n", name.c_str(), count);
}

}  // namespace
}  // namespace rc::test
