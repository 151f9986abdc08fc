// SPDX-License-Identifier: Apache-2.0
// A random program, alone and under a debugger that says anything: packets of GDB's remote
// protocol, right ones and spoiled ones. The server answers each. If none of them writes, output
// and all statistics are those of the run alone. Other debuggers set random breaks, and compare the
// stops of the way back with those forwards.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "hw_model/kernel/error.h"
#include "sim/base/paths.h"
#include "sim/base/processes.h"
#include "sim/base/temporary_folder.h"
#include "sim/debug/gdb_server.h"
#include "sim/machine/core_list.h"
#include "sim/machine/elf_image.h"
#include "tests/lockstep/isa/random.h"
#include "tests/soak/case.h"
#include "tests/soak/firmware_statistics.h"
#include "tests/soak/mutations.h"
#include "tests/support/gdb_client.h"
#include "tests/support/gdb_stops.h"

namespace rc::soak {
namespace {

using lockstep::Random;

constexpr unsigned kPackets = 100, kFlooded = 2000;
constexpr std::uint64_t kAllAddresses = std::uint64_t{1} << 32;
constexpr kernel::Picos kMaxTime{2'000'000'000'000};

struct DebuggedProgram {
  sim::run::FirmwareJob job;
  std::vector<std::uint32_t> code;  // addresses of functions
  bool flooded = false;             // by its debugger, while it runs for some seconds
};

DebuggedProgram random_program(const SoakCase& which, Random& random) {
  DebuggedProgram program;
  sim::run::FirmwareJob& job = program.job;
  program.flooded = random.chance(8);
  const bool hypercube = !program.flooded && random.chance(30);
  job.machine = sim::machine::load_machine(
      hypercube ? sim::machine::kIpsc860 : sim::machine::kDefaultMachine, {}, "model");
  job.image = sim::base::firmware_image(hypercube ? "nx_hello" : "soak");
  if (hypercube) {
    job.machine.ipsc.cube.dimension = random.below(3);
    job.cores = sim::machine::first_cores(job.machine.cores());
  } else {
    job.cores = sim::machine::first_cores(1 + static_cast<int>(random.below(4)));
    job.arguments = {fmt::format("{}", random.word()),
                     fmt::format("{}", program.flooded ? kFlooded : 10 + which.of(100))};
  }
  job.options.max_time = kMaxTime;
  for (const auto& symbol : sim::machine::load_elf(job.image, kAllAddresses).symbols)
    program.code.push_back(symbol.address);
  return program;
}

std::string describe(const sim::run::FirmwareJob& job) {
  return fmt::format("{}, {} cores, {} {}", job.machine.name, job.cores.size(), job.image,
                     fmt::join(job.arguments, " "));
}

class RandomDebugger {
 public:
  RandomDebugger(const DebuggedProgram& program, bool writes, Random& random)
      : program_(program), writes_(writes), random_(random) {}

  // So many packets, or up to the one with which the run is over; how many had an answer.
  unsigned talk(unsigned packets, const std::string& socket) {
    test::GdbClient gdb(socket);
    std::string last;
    try {
      if (program_.flooded) {
        last = "vCont;c";
        flood(gdb);
        return 0;
      }
      for (unsigned answered = 0; answered < packets; ++answered) {
        do {
          last = packet();
        } while (writes_ ? last.starts_with('D') : changes(last));
        if (!exchange(gdb, last)) return answered;
      }
      // Up to its limit a program that runs for ever takes minutes.
      last = writes_ ? "k" : "D";
      if (writes_) gdb.send(last);
      if (!writes_ && random_.chance(50)) gdb.ask(last);
      return packets;
    } catch (const kernel::MachineError& error) {
      gdb.kill_server();
      throw kernel::MachineError(fmt::format("packet {:?}: {}", last, error.what()));
    }
  }

 private:
  // What a session that only looks leaves out; a spoiled packet may be of that kind.
  static bool changes(const std::string& packet) {
    return packet.find_first_of("MXPGkD") == 0 || packet.starts_with("vKill");
  }

  // False: the session has ended.
  bool exchange(test::GdbClient& gdb, const std::string& packet) {
    constexpr std::uint32_t kLongestWait = 40;  // ms
    if (random_.chance(5) && !noise(gdb)) return false;
    if (!gdb.send(packet) || packet[0] == 'k') return false;
    if (!gdb.answers(static_cast<int>(random_.below(kLongestWait)))) gdb.send_bytes("\3");
    const auto answer = gdb.answer();
    if (!answer || answer->starts_with('W')) return false;
    if (packet == "QStartNoAckMode") gdb.send_bytes("+");
    return packet[0] != 'D' || *answer != "OK";
  }

  // More than is kept while the machine runs: unless that ends, the connection is closed.
  static void flood(test::GdbClient& gdb) {
    constexpr std::size_t kPiece = 64 * 1024, kPieces = 16;
    if (!gdb.send("vCont;c")) return;
    for (std::size_t i = 0; i < kPieces; ++i)
      if (gdb.answers(0) || !gdb.send_bytes("$" + std::string(kPiece, 'x'))) return;
    throw kernel::MachineError(
        fmt::format("{} KB are taken while the machine runs", kPiece * kPieces / 1024));
  }

  // Bytes that are no packet, each of which the server answers as the protocol says.
  bool noise(test::GdbClient& gdb) {
    switch (random_.below(3)) {
      case 0:
        return gdb.send_bytes(random_.chance(50) ? "+++" : std::string("\0\x7f#}\3", 5));
      case 1:
        gdb.send_bytes("$m0,4" + std::string(random_.chance(50) ? "#00" : "$g#zz"));
        break;
      default:
        gdb.send_bytes("$" + std::string(100'000, 'x'));
        break;
    }
    return gdb.answer() == "-";
  }

  std::uint32_t address() {
    static constexpr std::array<std::uint32_t, 12> kRegions{
        0,          0x00100000, 0x00fffff0, 0x01000000, 0x80000000, 0xb0000000,
        0xc0000000, 0xc0003ff0, 0xe0000000, 0xf8000000, 0xfb000000, 0xfffffff0};
    if (random_.chance(30)) return code();
    if (random_.chance(30)) return random_.edge();
    return kRegions[random_.below(kRegions.size())] + random_.below(random_.chance(50) ? 64 : 8192);
  }
  std::uint32_t code() {
    return program_.code[random_.below(static_cast<std::uint32_t>(program_.code.size()))];
  }
  std::uint32_t bytes() { return random_.chance(80) ? 1 + random_.below(8) : random_.below(5000); }
  std::uint32_t thread() {
    return random_.below(static_cast<std::uint32_t>(program_.job.cores.size()) + 2);
  }

  std::string monitor() {
    const std::string words[] = {"help",
                                 "time",
                                 "cores",
                                 "marks",
                                 "lut",
                                 "lut 3 5",
                                 "mpb 0",
                                 "mpb 1 0x20 4",
                                 "locks",
                                 "caches",
                                 "tiles",
                                 "messages",
                                 "watch 0",
                                 "watch all",
                                 "",
                                 fmt::format("goto {}us", random_.below(3000)),
                                 fmt::format("goto {}", random_.word())};
    std::string text = words[random_.below(std::size(words))];
    if (random_.chance(20)) text = spoiled(text, {"mpb", "lut", "goto", "99999999999"}, random_);
    return "qRcmd," + sim::debug::to_hex(text);
  }

  std::string breakpoint() {
    if (random_.chance(70))
      known_.push_back({random_.below(5), random_.chance(60) ? code() : address()});
    if (known_.empty()) return "?";
    const auto [type, at] = known_[random_.below(static_cast<std::uint32_t>(known_.size()))];
    return fmt::format("{}{},{:x},{:x}", random_.chance(60) ? 'Z' : 'z', type, at,
                       type < 2 ? 1 : bytes());
  }

  std::string run() {
    switch (random_.below(12)) {
      case 0:
        return random_.chance(50) ? "vCont;c" : "c";
      case 1:
      case 2:
        return "bc";
      case 3:
      case 4:
        return "bs";
      case 5:
        return random_.chance(50) ? "s" : fmt::format("vCont;s:{:x}", thread());
      default:
        return fmt::format("vCont;s:{:x};c", thread());
    }
  }

  std::string look() {
    switch (random_.below(10)) {
      case 0:
        return "g";
      case 1:
        return fmt::format("p{:x}", random_.below(40));
      case 2:
        return fmt::format("Hg{:x}", thread());
      case 3:
        return fmt::format("T{:x}", thread());
      case 4:
        return fmt::format("qXfer:{}:{:x},{:x}",
                           random_.chance(50) ? "threads:read:" : "features:read:target.xml",
                           random_.below(400), random_.edge());
      case 5:
        return random_.chance(50) ? "qSupported:swbreak+;multiprocess+" : "qfThreadInfo";
      case 6:
        return random_.chance(10) ? "QStartNoAckMode" : "?";
      case 7:
        return monitor();
      default:
        return fmt::format("m{:x},{:x}", address(), bytes());
    }
  }

  std::string change() {
    const auto hex = [this](std::uint32_t count) {
      std::string data;
      for (std::uint32_t i = 0; i < count; ++i) data += static_cast<char>(random_.word());
      return sim::debug::to_hex(data);
    };
    if (random_.chance(50)) {
      const std::uint32_t count = 1 + random_.below(40);
      return fmt::format("M{:x},{:x}:{}", address(), count, hex(count));
    }
    const std::uint32_t number = random_.below(sim::debug::kGdbRegisters + 2);
    return fmt::format("P{:x}={}", number, hex(number < 16 || number > 23 ? 4 : 10));
  }

  std::string packet() {
    const std::uint32_t kind = random_.below(100);
    std::string text = kind < 20              ? run()
                       : kind < 35            ? breakpoint()
                       : kind < 45 && writes_ ? change()
                                              : look();
    if (random_.chance(20))
      text =
          spoiled(text, {"vCont;", "Z0,", "m", "p-1.-1", "qXfer:", ":", ";", "ffffffff"}, random_);
    return text;
  }

  const DebuggedProgram& program_;
  bool writes_;
  Random& random_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> known_;  // type, address
};

// Both ways of a run with random breaks; how many instants were compared.
unsigned compare_ways(const DebuggedProgram& program, unsigned tries, const std::string& socket,
                      Random& random) {
  test::GdbClient gdb(socket);
  test::GdbStops stops(gdb);
  const auto below = [&](std::uint64_t end) {
    return random.below(static_cast<std::uint32_t>(end));
  };
  try {
    const auto cores = static_cast<std::uint32_t>(program.job.cores.size());
    for (unsigned i = random.below(4); i-- > 0;)
      stops.watch_stack(2 + static_cast<int>(random.below(3)), 1 + random.below(cores),
                        20 + random.below(400));
    for (unsigned i = 0; i < 20; ++i)
      stops.ask(fmt::format("Z0,{:x},1", program.code[below(program.code.size())]));
    if (const auto wrong = stops.differ(2 + below(30), tries, below))
      throw kernel::MachineError(*wrong);
    gdb.send("D");
    return tries;
  } catch (const kernel::MachineError&) {
    gdb.kill_server();
    throw;
  }
}

// Both ends: the statistics of the run, and how many packets were answered; or their errors.
std::vector<sim::base::Ended> debugged(const DebuggedProgram& program, bool writes, bool ways,
                                       unsigned packets, Random& random) {
  const sim::base::TemporaryFolder folder("rockcreek-soak-");
  sim::run::FirmwareJob job = program.job;
  const sim::debug::GdbOptions options{folder.file("socket"),
                                       true,
                                       false,
                                       {{job.image}, std::vector<unsigned>(job.cores.size(), 0)},
                                       job.options.max_time};
  job.debugger = [&options](const sim::run::Driven& run) {
    sim::debug::run_under_gdb(run.machine, options);
  };
  const auto serve = [&] {
    ::setpgid(0, 0);
    // What the server says to its user is not looked at.
    const sim::base::Descriptor nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    ::dup2(nowhere.number(), STDERR_FILENO);
    return firmware_statistics(job);
  };
  const auto talk = [&] {
    const unsigned answered =
        ways ? compare_ways(program, packets / 4, options.listen, random)
             : RandomDebugger(program, writes, random).talk(packets, options.listen);
    return fmt::format("{}", answered);
  };
  return sim::base::try_in_processes({{"the run", serve}, {"the debugger", talk}}, 2,
                                     [](std::size_t) {});
}

}  // namespace

SoakResult soak_debug(const SoakCase& which) {
  Random random(which.seed);
  const DebuggedProgram program = random_program(which, random);
  const bool ways = !program.flooded && random.chance(30);
  const bool writes = !ways && random.chance(40);
  const auto ended = debugged(program, writes, ways, which.of(kPackets), random);
  SoakResult result;
  std::string wrong;
  if (ended[1].error) {
    wrong = ended[1].text;
  } else {
    result.totals.inputs = std::stoul(ended[1].text);
  }
  // A program that was changed may fail; whoever simulates it does not.
  if (ended[0].error && (!writes || ended[0].text.find("died") != std::string::npos))
    wrong += "\n" + ended[0].text;
  if (wrong.empty() && !writes) {
    const std::string alone =
        sim::base::run_in_processes({{"", [&] { return firmware_statistics(program.job); }}}, 1,
                                    [](std::size_t) {})
            .front();
    if (ended[0].text != alone) wrong = "debugged: " + difference(alone, ended[0].text);
  }
  if (!wrong.empty()) result.mismatch = describe(program.job) + ": " + wrong + "\n";
  return result;
}

}  // namespace rc::soak
