// SPDX-License-Identifier: Apache-2.0
#include "tests/support/oracle/bochs.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "tests/support/command.h"

namespace rc::test {

namespace fs = std::filesystem;
namespace {

constexpr int kMostTripleFaults = 100;

}  // namespace

bool has_bochs() { return run_command("command -v bochs-bin").exit_code == 0; }

std::vector<std::uint8_t> run_bochs(const std::vector<std::uint8_t>& rom, std::uint32_t from,
                                    std::uint32_t bytes) {
  const fs::path folder =
      fs::temp_directory_path() / ("rockcreek_bochs_" + std::to_string(getpid()));
  fs::create_directories(folder);
  const struct Cleaner {
    const fs::path& folder;
    ~Cleaner() { fs::remove_all(folder); }
  } cleaner{folder};
  const auto path = [&](const char* name) { return (folder / name).string(); };
  std::ofstream(path("rom"), std::ios::binary)
      .write(reinterpret_cast<const char*>(rom.data()), static_cast<std::streamsize>(rom.size()));
  std::ofstream(path("vga"), std::ios::binary) << std::string(512, '\0');
  std::ofstream(path("settings"))
      << "megs: 32\nromimage: file=" << path("rom") << "\nvgaromimage: file=" << path("vga")
      << "\ncpu: model=pentium, count=1, ips=50000000, reset_on_triple_fault=1\nclock: sync=none\n"
         "display_library: term\nsound: driver=dummy, waveoutdrv=dummy, waveindrv=dummy, "
         "midioutdrv=dummy\nmagic_break: enabled=1\nboot: floppy\npanic: action=fatal\nlog: "
      << path("log") << '\n';
  // Its debugger stops at the end and at each triple fault.
  std::string commands;
  for (int i = 0; i < kMostTripleFaults; ++i) commands += "continue\n";
  std::ofstream(path("commands")) << commands << "writemem \"" << path("memory") << "\" " << from
                                  << ' ' << bytes << "\nquit\n";
  // The display wants a terminal. What loops is ended by its own time, since a host may be busy.
  const std::string bochs = "bochs-bin -q -f " + path("settings") + " -rc " + path("commands");
  const CommandResult result = run_command("ulimit -t 120; TERM=vt100 timeout 3000 script -qec '" +
                                           bochs + "' /dev/null < /dev/null");
  std::ifstream memory(path("memory"), std::ios::binary);
  std::vector<std::uint8_t> read{std::istreambuf_iterator<char>(memory), {}};
  if (read.size() != bytes) throw std::runtime_error("Bochs wrote no memory:\n" + result.out);
  return read;
}

}  // namespace rc::test
