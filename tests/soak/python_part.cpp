// SPDX-License-Identifier: Apache-2.0
// Random calls of the Python module (python_calls.py): each gives a result or the module's own
// error. Where there is no Python with numpy, or no module, nothing is done.
#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>

#include "sim/base/descriptor.h"
#include "sim/base/files.h"
#include "sim/base/paths.h"
#include "sim/base/program.h"
#include "sim/base/temporary_folder.h"
#include "tests/soak/case.h"

namespace rc::soak {
namespace {

constexpr unsigned kCalls = 60;
constexpr const char* kPython = "/usr/bin/python3";  // Debian's, which has Debian's numpy

// lib/rockcreek, where the module lies beside the programs.
std::filesystem::path data_folder() {
  return std::filesystem::path(sim::base::own_program("rockcreek-soak"))
      .parent_path()
      .parent_path();
}

// The program that has all verbs, of an installation or a build tree; empty if there is none.
std::string whole_simulator() {
  const std::filesystem::path root = data_folder().parent_path().parent_path();
  for (const char* place : {"bin/rockcreek", "sim/rockcreek-sim"})
    if (std::filesystem::exists(root / place)) return root / place;
  return "";
}

// How a program ended, and what it printed.
struct Printed {
  bool well;
  std::string text;
};

Printed run_python(const std::vector<std::string>& words) {
  const sim::base::TemporaryFolder folder("rockcreek-soak-");
  const std::string file = folder.file("printed");
  std::vector<std::string> command{kPython};
  command.insert(command.end(), words.begin(), words.end());
  const int status = sim::base::run_program(command, [&file] {
    const sim::base::Descriptor to(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    ::setenv("ROCKCREEK", whole_simulator().c_str(), 1);
    return ::dup2(to.number(), STDOUT_FILENO) >= 0 && ::dup2(to.number(), STDERR_FILENO) >= 0;
  });
  return {status == 0, sim::base::read_file(file)};
}

}  // namespace

SoakResult soak_python(const SoakCase& which) {
  SoakResult result;
  const std::filesystem::path script = data_folder() / "python/python_calls.py";
  if (!std::filesystem::exists(script) || !std::filesystem::exists(kPython) ||
      whole_simulator().empty())
    return result;
  if (!run_python({"-c", "import numpy"}).well) return result;
  const std::filesystem::path image = sim::base::firmware_image("hello");
  const Printed printed =
      run_python({script, script.parent_path(), image.parent_path(), fmt::format("{}", which.seed),
                  fmt::format("{}", which.of(kCalls))});
  if (printed.well) {
    result.totals.inputs = std::stoull(printed.text);
  } else {
    result.mismatch = printed.text;
  }
  return result;
}

}  // namespace rc::soak
