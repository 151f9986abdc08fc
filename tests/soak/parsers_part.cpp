// SPDX-License-Identifier: Apache-2.0
// Spoiled input for every parser: it takes it or refuses it with one line, and neither crashes nor
// takes forever. The sanitizers of the asan preset see more.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <regex>
#include <sstream>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/packet_sizes.h"
#include "hw_model/noc/traffic/trace.h"
#include "sim/base/files.h"
#include "sim/base/numbers.h"
#include "sim/base/paths.h"
#include "sim/console/session.h"
#include "sim/hypercube/cubes.h"
#include "sim/hypercube/schedule_file.h"
#include "sim/machine/core_list.h"
#include "sim/machine/machine.h"
#include "tests/soak/case.h"
#include "tests/soak/mutations.h"

namespace rc::soak {
namespace {

using lockstep::Random;

// One kind of input, and how many a case has of it.
struct Kind {
  const char* name;
  unsigned inputs;
  std::function<std::string(Random&)> make;
  std::function<void(const std::string&)> read;
};

std::vector<std::string> parameter_names() {
  std::vector<std::string> names;
  sim::machine::Machine machine;
  for (const char* kind : {sim::machine::kScc, sim::machine::kIpsc860, sim::machine::kXeonPhi,
                           sim::machine::kSandyBridge}) {
    machine.kind = kind;
    for (const sim::machine::Parameter& p : machine.parameters()) names.push_back(p.path);
  }
  return names;
}

void read_image(const std::string& text) {
  constexpr std::uint64_t kMemory = 1u << 24;
  const sim::machine::ElfImage image = sim::machine::parse_elf(
      {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, "app.elf", kMemory);
  std::uint64_t end = 0;
  for (const sim::machine::ElfSegment& segment : image.segments) {
    if (segment.address < end || segment.bytes.size() > segment.memory_bytes)
      throw std::logic_error("segments that do not fit");
    end = std::uint64_t{segment.address} + segment.memory_bytes;
  }
  if (end > kMemory) throw std::logic_error("a segment beyond memory");
  for (const sim::machine::ElfSymbol& symbol : image.symbols)
    image.locate(symbol.address + symbol.size);
}

Kind images() {
  const std::string file =
      sim::base::read_file(sim::base::firmware_image("hello"), sim::base::kMaxProgram);
  const Bytes good(file.begin(), file.end());
  return {"image", 160,
          [good](Random& random) {
            const Bytes bad = spoiled(good, random);
            return std::string(bad.begin(), bad.end());
          },
          read_image};
}

Kind machine_files() {
  const std::string good =
      sim::base::read_file(sim::base::find_machine_file("scc")) + "\n[core.l2]\nways = 8\n";
  return {
      "machine file", 1500,
      [good, names = parameter_names()](Random& random) { return spoiled(good, names, random); },
      [](const std::string& text) {
        sim::machine::Machine machine;
        machine.kind = sim::machine::toml_string(text, "m.toml", "kind", sim::machine::kScc) ==
                               sim::machine::kIpsc860
                           ? sim::machine::kIpsc860
                           : sim::machine::kScc;
        sim::machine::read_toml(text, "m.toml", machine.parameters());
      }};
}

Kind settings() {
  return {"--set", 4000,
          [names = parameter_names()](Random& random) {
            const auto n = static_cast<std::uint32_t>(names.size());
            return spoiled(names[random.below(n)] + "=" + fmt::format("{}", random.edge()), names,
                           random);
          },
          [](const std::string& text) {
            sim::machine::Machine machine;
            sim::machine::set_from_text(text, machine.parameters());
          }};
}

Kind traces() {
  return {"trace", 1500,
          [](Random& random) {
            std::string text = "# cycle source destination flits class\n";
            for (int i = 0; i < 20; ++i)
              text += fmt::format("{} {},{} {} {}\n", random.below(1000), random.below(24),
                                  random.below(24), 1 + random.below(3), random.below(2));
            return spoiled(text, {}, random);
          },
          [](const std::string& text) { noc::TraceTraffic(noc::NocParams{}, text, "trace"); }};
}

Kind schedules() {
  return {"schedule", 1500,
          [](Random& random) {
            std::string text;
            for (int i = 0; i < 20; ++i)
              text += fmt::format("{} {} {}\n", 1 + i / 4, random.below(8), random.below(8));
            return spoiled(text, {}, random);
          },
          [](const std::string& text) { sim::hypercube::parse_schedule(text, "schedule", 3); }};
}

Kind cube_states() {
  sim::hypercube::CubeSystem system("ipsc860", 128, 16);
  system.allocate("user", "one", sim::hypercube::parse_cube_type("8rx"));
  system.allocate("user", "two", sim::hypercube::parse_cube_type("4m16"));
  return {
      "cube state", 800,
      [good = system.save()](Random& random) { return spoiled(good, {}, random); },
      [](const std::string& text) { sim::hypercube::CubeSystem::restore(text, "system").save(); }};
}

Kind option_values() {
  return {"option value", 4000,
          [](Random& random) {
            const std::string good[] = {"0,2,10-12", "1:0.5,3:0.5", "4m8rx", "0x1F", "-1.5e3"};
            return spoiled(good[random.below(5)], {}, random);
          },
          [](const std::string& text) {
            sim::base::parse_real(text);
            for (const sim::base::Radix radix :
                 {sim::base::Radix::decimal, sim::base::Radix::decimal_or_0x,
                  sim::base::Radix::as_in_c})
              sim::base::parse_whole(text, 100, radix);
            // What one of them refuses is for the others to see.
            const std::function<void()> readers[] = {
                [&] { sim::machine::parse_core_list(text); }, [&] { noc::PacketSizes{text}; },
                [&] { sim::hypercube::parse_cube_type(text); }};
            for (const auto& read : readers) {
              try {
                read();
              } catch (const kernel::InputError&) {
              }
            }
          }};
}

// Scripts for one session: SystemC elaborates once a process. Runs are short.
Kind console_lines() {
  const auto session = std::make_shared<std::ostringstream>();
  const auto console = std::make_shared<sim::console::ConsoleSession>(
      sim::machine::load_machine(sim::machine::kDefaultMachine, {}, "model"), "", *session,
      *session);
  const std::vector<std::string> lines{"load " + sim::base::firmware_image("hello") + " 0,1",
                                       "boot",
                                       "boot 1",
                                       "run 3us",
                                       "run 5us until exit",
                                       "run 2us until output \"Hello\"",
                                       "reset 1",
                                       "reset",
                                       "read mc 0 0x1000 4",
                                       "read core 0 0x100000 8",
                                       "read mpb 0 0x10 4",
                                       "read tile 0 0x100",
                                       "read lut 0 0xc0 4",
                                       "write mpb 0 0x10 1 2 3",
                                       "write tile 0 0x18 0",
                                       "write lut 0 0x50 0x1000",
                                       "write mc 3 0x2000 5",
                                       "write core 1 0x3000 7",
                                       "registers 0-1",
                                       "status",
                                       "help # a comment"};
  return {"console line", 600,
          [lines](Random& random) {
            const std::string& line = lines[random.below(static_cast<std::uint32_t>(lines.size()))];
            std::string text = random.chance(40) ? line : spoiled(line, {}, random);
            std::ranges::replace(text, '\n', ' ');
            // Nothing that runs for longer than a millisecond, or until what never comes.
            static const std::regex kShort(R"(\s*run\s+[0-9]{1,3}us(\s.*)?)");
            const auto run = text.find("run");
            if (run != text.npos && !std::regex_match(text, kShort)) text[run] = 'R';
            return text.substr(0, 200);
          },
          [session, console](const std::string& text) {
            console->execute(text);
            session->str("");
          }};
}

// Printable, for the report of a mismatch.
std::string quoted(const std::string& input) { return fmt::format("{:?}", input); }

// Empty, or what is wrong about how it was read.
std::string verdict(const Kind& kind, const std::string& input) {
  try {
    kind.read(input);
    return "";
  } catch (const kernel::Error& error) {
    const std::string what = error.what();
    const bool machine = error.exit_code() == 3;  // its reports of several cores have several lines
    const bool printable = std::ranges::none_of(
        what, [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7F; });
    if (printable && what.size() <= 1000 && (machine || what.find('\n') == what.npos)) return "";
    return "an error of several lines, or with control characters: " + quoted(what);
  } catch (const std::exception& error) {
    return std::string("internal: ") + error.what();
  }
}

}  // namespace

SoakResult soak_parsers(const SoakCase& which) {
  Random random(which.seed);
  SoakResult result;
  for (const Kind& kind : {images(), machine_files(), settings(), traces(), schedules(),
                           cube_states(), option_values(), console_lines()}) {
    for (unsigned i = 0; i < which.of(kind.inputs); ++i) {
      const std::string input = kind.make(random);
      ++result.totals.inputs;
      const std::string wrong = verdict(kind, input);
      if (wrong.empty()) continue;
      result.mismatch = fmt::format("{}: {}\n{}", kind.name, wrong,
                                    quoted(input.size() > 20'000 ? input.substr(0, 64) : input));
      return result;
    }
  }
  return result;
}

}  // namespace rc::soak
