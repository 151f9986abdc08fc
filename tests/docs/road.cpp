// SPDX-License-Identifier: Apache-2.0
// docs/architecture.md walks one read of another tile's MPB, function by function. Here cores make
// such reads on a chip without options, built from models whose functions all say that they are
// called (-finstrument-functions): each function that the walk names is.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <regex>
#include <set>
#include <sstream>

#include "hw_model/noc/network/event_network.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "tests/docs/markdown.h"
#include "tests/docs/project.h"
#include "tests/support/command.h"

namespace {

// The functions that have been called, as a hash table that never calls one.
bool g_recording = false;
std::array<void*, 1 << 16> g_called;

}  // namespace

extern "C" {
[[gnu::no_instrument_function]] void __cyg_profile_func_enter(void* function, void*) {
  if (!g_recording) return;
  auto place = reinterpret_cast<std::size_t>(function) / 16;
  for (;; ++place) {
    void*& entry = g_called[place % g_called.size()];
    if (entry == nullptr) entry = function;
    if (entry == function) return;
  }
}
[[gnu::no_instrument_function]] void __cyg_profile_func_exit(void*, void*) {}
}

namespace rc::docs {
namespace {

using kernel::Picos;

// "Class::member" of a demangled function: what stands before its arguments, without those of
// templates.
std::string member_of(const std::string& function) {
  std::string plain;
  int depth = 0;
  for (const char c : function) {
    if (c == '(' && depth == 0) break;
    if (c == '<') ++depth;
    if (depth == 0) plain += c;
    if (c == '>') --depth;
  }
  static const std::regex kMember(R"re((\w+::\w+)$)re");
  std::smatch match;
  return std::regex_search(plain, match, kMember) ? match[1].str() : "";
}

// Of all functions that have been called. From the file's symbols: some functions are local ones.
std::set<std::string> called() {
  Dl_info info{};
  EXPECT_NE(dladdr(reinterpret_cast<void*>(&__cyg_profile_func_exit), &info), 0);
  std::set<std::uint64_t> addresses;
  for (void* const function : g_called)
    if (function != nullptr)
      addresses.insert(reinterpret_cast<std::uint64_t>(function) -
                       reinterpret_cast<std::uint64_t>(info.dli_fbase));
  const auto symbols =
      test::run_command("nm -C --defined-only /proc/" + std::to_string(getpid()) + "/exe");
  EXPECT_EQ(symbols.exit_code, 0) << symbols.error;
  std::set<std::string> names;
  std::istringstream lines(symbols.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 19 && addresses.contains(std::stoull(line.substr(0, 16), nullptr, 16)))
      names.insert(member_of(line.substr(19)));
  }
  return names;
}

// The functions that the page names between two of its headings.
std::set<std::string> named(const std::string& from, const std::string& to) {
  static const std::regex kMember(R"re(\w+::\w+)re");
  const std::string page = read("docs/architecture.md");
  const std::size_t begin = page.find('\n' + from), end = page.find('\n' + to);
  EXPECT_TRUE(begin != std::string::npos && end != std::string::npos && begin < end) << from;
  std::set<std::string> names;
  for (const Snippet& code : inline_code(page.substr(begin, end - begin)))
    if (std::regex_match(code.text, kMember)) names.insert(code.text);
  for (const char* value : {"Stop::request", "Path::mesh"}) names.erase(value);
  return names;
}

struct NoHost : host::HostServices {
  host::HostReply call(const host::HostCall&, const host::GuestMemory&) override { return {}; }
  void exited(int, int, int) override {}
};

constexpr std::uint32_t kCode = 0x10000, kDirectory = 0x20000, kLow = 0x21000, kWindow = 0x22000;
constexpr std::uint32_t kTile = 15;  // (3,2), whose MPB is read

// Reads the same line of the MPB of tile kTile `reads` times, with `pause` rounds of an empty loop
// after each.
host::Image reader(std::uint32_t reads, std::uint32_t pause) {
  host::Image image;
  image.name = "reader";
  image.entry = kCode;
  std::vector<std::uint8_t> code;
  const auto bytes = [&code](std::initializer_list<int> more) {
    for (const int byte : more) code.push_back(static_cast<std::uint8_t>(byte));
  };
  const auto word = [&code](std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) code.push_back(static_cast<std::uint8_t>(value >> 8 * i));
  };
  bytes({0xB8}), word(kDirectory), bytes({0x0F, 0x22, 0xD8});  // mov cr3, kDirectory
  bytes({0xB8}), word(0x800), bytes({0x0F, 0x22, 0xE0});       // mov cr4, MPE
  bytes({0x0F, 0x20, 0xC0, 0x0D}), word(0x80000000);           // mov eax, cr0; or eax, PG
  bytes({0x0F, 0x22, 0xC0, 0xEB, 0x00});                       // mov cr0, eax; jmp $+2
  bytes({0xBB}), word(SCC_MPB_ADDR(kTile, 0u));                // mov ebx, line
  bytes({0xBF}), word(reads);                                  // mov edi, reads
  const std::size_t loop = code.size();
  bytes({0x0F, 0x0A, 0x8B, 0x03});                  // cl1invmb; mov eax, [ebx]
  bytes({0xB9}), word(pause), bytes({0xE2, 0xFE});  // mov ecx, pause; loop $
  bytes({0x4F, 0x75, static_cast<int>(loop) - static_cast<int>(code.size() + 3)});  // dec edi; jnz
  bytes({0xF4});                                                                    // hlt
  image.segments.push_back({kCode, static_cast<std::uint32_t>(code.size()), code});

  // Identity for the first 4 MB, and the window's first page, MPBT (bit 7).
  std::vector<std::uint32_t> tables(3 * 1024);
  tables[0] = kLow | 3;
  tables[SCC_MPB_ADDR(kTile, 0u) >> 22] = kWindow | 3;
  for (std::uint32_t page = 0; page < 1024; ++page) tables[1024 + page] = page << 12 | 0x63;
  tables[2048] = SCC_MPB_ADDR(kTile, 0u) | 0xE3;
  std::vector<std::uint8_t> raw(tables.size() * 4);
  std::memcpy(raw.data(), tables.data(), raw.size());
  image.segments.push_back({kDirectory, static_cast<std::uint32_t>(raw.size()), raw});
  return image;
}

// SystemC elaborates once per process, and CTest gives each test one.
class Road : public ::testing::Test {
 protected:
  ~Road() override { g_recording = false; }

  void load(const host::Image& image, const std::vector<int>& cores) {
    chip_.observe([this](Picos, const scc::Message&, bool) { ++passages_; });
    chip_.load(image, cores, {});
    chip_.start();
  }
  void run(std::uint64_t microseconds) {
    chip_.advance_to(chip_.time() + Picos{microseconds * 1'000'000});
  }
  void expect_called(const std::set<std::string>& wanted, std::size_t least) {
    const std::set<std::string> names = called();
    EXPECT_GE(wanted.size(), least) << "the walk is gone";
    for (const std::string& name : wanted)
      EXPECT_TRUE(names.contains(name)) << "docs/architecture.md: " << name << " is not called";
    for (const char* other : {"MeshNetwork::evaluate", "Router::tick", "MessagePayload::send"})
      EXPECT_FALSE(names.contains(other)) << other;
  }

  NoHost host_;
  scc::SccSystem chip_{{}, noc::make_event_network({}, scc::SccSystem::end_points()), host_, {}};
  unsigned passages_ = 0;  // into the mesh and out of it
};

TEST_F(Road, OneReadWalksIt) {
  load(reader(2, 100'000), {0});
  // The first read, and what it needs of memory.
  for (unsigned before = ~0u; before != passages_;) {
    before = passages_;
    run(50);
  }
  passages_ = 0;
  g_recording = true;
  for (unsigned i = 0; i < 100 && passages_ == 0; ++i) run(50);
  run(50);
  g_recording = false;
  EXPECT_EQ(passages_, 4u) << "more than a request and a response";
  expect_called(named("## One read of another tile", "### Where packets meet"), 30);
}

TEST_F(Road, ManyReadsMeet) {
  std::vector<int> cores(48);
  for (int core = 0; core < 48; ++core) cores[static_cast<std::size_t>(core)] = core;
  load(reader(200, 1), cores);
  g_recording = true;
  run(500);
  g_recording = false;
  expect_called(named("### Where packets meet", "### The same mesh"), 6);
}

// A function that is called on no road is found out.
TEST_F(Road, KnowsWhatIsNotCalled) {
  load(reader(2, 1), {0});
  g_recording = true;
  run(100);
  g_recording = false;
  const std::set<std::string> names = called();
  EXPECT_TRUE(names.contains("Tile::accept"));
  EXPECT_FALSE(names.contains("Tile::change_clock"));
}

}  // namespace
}  // namespace rc::docs
