// SPDX-License-Identifier: Apache-2.0
// What describes a machine, runs on it, or is said to it: images, machine files, settings, values of
// options, lines of the console, packets of GDB.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <regex>
#include <sstream>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/packet_sizes.h"
#include "sim/base/files.h"
#include "sim/base/numbers.h"
#include "sim/base/paths.h"
#include "sim/console/session.h"
#include "sim/debug/gdb_packets.h"
#include "sim/hypercube/cubes.h"
#include "sim/machine/core_list.h"
#include "sim/machine/machine.h"
#include "sim/machine/memory_image.h"
#include "sim/observe/waves/wave_options.h"
#include "tests/soak/inputs/input_kinds.h"
#include "tests/soak/mutations.h"

namespace rc::soak {
namespace {

using lockstep::Random;

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

// Whether it is one of these is for others to see; that its error is one line is not.
void must_read_or_refuse(const std::function<void()>& read) {
  try {
    read();
  } catch (const kernel::InputError& error) {
    if (!one_printable_line(error.what())) throw;
  }
}

}  // namespace

Corpus open_images(const std::string&) {
  const std::string file =
      sim::base::read_file(sim::base::firmware_image("hello"), sim::base::kMaxProgram);
  const Bytes good(file.begin(), file.end());
  return {[good](Random& random) {
            const Bytes bad = spoiled(good, random);
            return std::string(bad.begin(), bad.end());
          },
          read_image};
}

// Of sccKit: words, addresses of files, lookup tables. The first byte says which.
Corpus open_memory_images(const std::string& folder) {
  static const std::string kGood[] = {"/origin 40000\n12345678\n9abcdef0\n/eof\n",
                                      "100000 image.bin\n200000 image.bin\n",
                                      "00 2 800 1234\n23 2 17f8 7d38\n"};
  sim::base::write_file(folder + "/image.bin", "image");
  return {[](Random& random) {
            const std::uint32_t kind = random.below(3);
            return std::to_string(kind) +
                   spoiled(kGood[kind], {"/origin", "/eof", "ffffffff", "image.bin", "\n"}, random);
          },
          [folder](const std::string& text) {
            static const char* const kNames[] = {"/mch_0_0.obj", "/a.map", "/lut.dat"};
            const auto kind = static_cast<unsigned>(text[0] - '0');
            const std::string file = folder + kNames[kind];
            sim::base::write_file(file, text.substr(1));
            must_read_or_refuse([&] {
              if (kind == 2) {
                sim::machine::read_lut_file(file, scc::Geometry{});
              } else {
                sim::machine::read_memory_image(file);
              }
            });
          }};
}

Corpus open_machine_files(const std::string&) {
  const std::string good =
      sim::base::read_file(sim::base::find_machine_file("scc")) + "\n[core.l2]\nways = 8\n";
  return {[good, names = parameter_names()](Random& random) {
            return spoiled_toml(good, names, random);
          },
          [](const std::string& text) {
            sim::machine::Machine machine;
            machine.kind = sim::machine::toml_string(text, "m.toml", "kind", sim::machine::kScc) ==
                                   sim::machine::kIpsc860
                               ? sim::machine::kIpsc860
                               : sim::machine::kScc;
            sim::machine::read_toml(text, "m.toml", machine.parameters());
          }};
}

Corpus open_settings(const std::string&) {
  return {[names = parameter_names()](Random& random) {
            const auto n = static_cast<std::uint32_t>(names.size());
            return spoiled(names[random.below(n)] + "=" + fmt::format("{}", random.edge()), names,
                           random);
          },
          [](const std::string& text) {
            sim::machine::Machine machine;
            sim::machine::set_from_text(text, machine.parameters());
          }};
}

Corpus open_option_values(const std::string&) {
  return {[](Random& random) {
            const std::string good[] = {"0,2,10-12", "1:0.5,3:0.5", "4m8rx",      "0x1F",
                                        "-1.5e3",    "1,2;0,0",     "north,east", "20us"};
            return spoiled(good[random.below(8)], {}, random);
          },
          [](const std::string& text) {
            sim::base::parse_real(text);
            for (const sim::base::Radix radix :
                 {sim::base::Radix::decimal, sim::base::Radix::decimal_or_0x,
                  sim::base::Radix::as_in_c})
              sim::base::parse_whole(text, 100, radix);
            sim::base::parse_picos(text);
            const std::function<void()> readers[] = {
                [&] { sim::machine::parse_core_list(text); }, [&] { noc::PacketSizes{text}; },
                [&] { sim::hypercube::parse_cube_type(text); },
                [&] { sim::observe::chosen_routers(text, noc::NocParams{}); },
                [&] { sim::observe::chosen_ports(text); }};
            for (const auto& read : readers) must_read_or_refuse(read);
          }};
}

// Scripts for one session: SystemC elaborates once a process. Runs are short.
Corpus open_console_lines(const std::string&) {
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
  return {[lines](Random& random) {
            const std::string& line = lines[random.below(static_cast<std::uint32_t>(lines.size()))];
            std::string text = random.chance(40) ? line : spoiled(line, {}, random);
            text = text.substr(0, 200);
            std::ranges::replace(text, '\n', ' ');
            // Nothing that runs for longer than a millisecond, or until what never comes.
            static const std::regex kShort(R"(\s*run\s+[0-9]{1,3}us(\s.*)?)");
            const auto run = text.find("run");
            if (run != text.npos && !std::regex_match(text, kShort)) text[run] = 'R';
            return text;
          },
          [session, console](const std::string& text) {
            console->execute(text);
            session->str("");
          }};
}

// What a debugger sends, in pieces.
Corpus open_gdb_packets(const std::string&) {
  return {[](Random& random) {
            const std::string good[] = {"qSupported:xmlRegisters=i386",
                                        "Z0,100000,1",
                                        "vCont;c:1",
                                        "m100000,40",
                                        "X100,3:a}]c",
                                        "P8=44332211"};
            std::string text;
            for (std::uint32_t i = random.below(5); i > 0; --i)
              text += (random.chance(20) ? "\3" : "+") +
                      sim::debug::GdbPackets::frame(good[random.below(6)]);
            return spoiled(text, {"$", "#", "}", "#00"}, random);
          },
          [](const std::string& text) {
            sim::debug::GdbPackets packets;
            for (std::size_t at = 0; at < text.size(); at += 50) {
              packets.feed(std::string_view(text).substr(at, 50));
              while (const auto item = packets.next()) {
                if (item->text.size() > sim::debug::GdbPackets::kLongest)
                  throw std::logic_error("a packet beyond the longest");
                sim::debug::from_hex(item->text);
              }
            }
          }};
}

}  // namespace rc::soak
