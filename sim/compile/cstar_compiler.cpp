// SPDX-License-Identifier: Apache-2.0
#include "sim/compile/cstar_compiler.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/program.h"
#include "sim/base/temporary_folder.h"
#include "sim/compile/cstar/translator.h"

namespace rc::sim::compile {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

constexpr int kCannotRun = 127;

// The exit code; standard output goes to `out`, if that is a file's name.
int run(const Strings& command, const std::string& out = "") {
  const int status = base::run_program(
      command, [&out] { return out.empty() || std::freopen(out.c_str(), "w", stdout) != nullptr; });
  return WIFEXITED(status) ? WEXITSTATUS(status) : kCannotRun;
}

// What the preprocessor has written already.
void erase_dependencies(Strings& command) {
  for (auto it = command.begin(); it != command.end();) {
    const bool with_value = *it == "-MF" || *it == "-MT" || *it == "-MQ";
    const bool one = *it == "-MD" || *it == "-MMD" || *it == "-MP";
    it = with_value ? command.erase(it, std::min(it + 2, command.end()))
         : one      ? command.erase(it)
                    : it + 1;
  }
}

}  // namespace

int compile_cstar(const CompilerCall& call) {
  for (const std::string& argument : call.command)
    if (argument == "-M" || argument == "-MM")
      throw kernel::InputError(
          fmt::format("cc: {} with a source in C*: expected -MD or -MMD", argument));
  const bool print = std::ranges::find(call.command, "-E") != call.command.end();
  const base::TemporaryFolder folder("rockcreek_cstar_");
  Strings command;
  int sources = 0;
  for (std::size_t i = 0; i < call.command.size(); ++i) {
    const std::string& argument = call.command[i];
    if (!is_cstar_source(argument) || call.command[i - 1] == "-o") {
      command.push_back(argument);
      continue;
    }
    Strings preprocess = call.preprocess;
    preprocess.push_back(argument);
    // Objects and assembly are named after their source.
    const std::string sub = folder.file(std::to_string(sources++));
    base::make_directory(sub);
    const std::string name = (fs::path(sub) / fs::path(argument).stem()).string();
    if (const int code = run(preprocess, name + ".i"); code != 0) return code;
    const std::string cxx = translate_cstar(base::read_file(name + ".i"), lines_of_files());
    if (print) fmt::print("{}", cxx);
    base::write_file(name + ".ii", cxx);
    command.insert(command.end(), {"-x", "c++-cpp-output", name + ".ii", "-x", "none"});
  }
  if (print) return 0;
  erase_dependencies(command);
  return run(command);
}

}  // namespace rc::sim::compile
