// SPDX-License-Identifier: Apache-2.0
// rockcreek cc and rockcreek c++: call the cross compiler, or with --native the host's.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "hw_model/kernel/error.h"
#include "sim/base/paths.h"
#include "sim/cli/cli.h"
#include "sim/compile/cstar_compiler.h"

namespace rc::sim::cli {

bool is_compiler_verb(std::string_view verb) { return verb == "cc" || verb == "c++"; }

int run_compiler(std::string_view verb, std::vector<std::string> arguments) {
  const bool native = std::erase(arguments, "--native") > 0;
  // As NX's compilers called them.
  const bool host = std::erase(arguments, "--host") + std::erase(arguments, "-host") > 0;
  const bool nx = std::erase(arguments, "--nx") + std::erase(arguments, "-node") > 0;
  const bool cstar = std::erase(arguments, "--cstar") > 0 ||
                     std::ranges::any_of(arguments, compile::is_cstar_source);
  if (native && (nx || host || cstar))
    throw kernel::InputError(
        "cc: --native: NX and C* programs run on the simulated machine only (see run --machine "
        "ipsc860)");
  if (host && cstar)
    throw kernel::InputError("cc: --host: C* is for the nodes; load them from a host program in C");
  const compile::CompilerConfig config =
      compile::load_compiler_config(base::compiler_config_file(native  ? "native"
                                                               : host  ? "nxhost"
                                                               : cstar ? "cstar"
                                                               : nx    ? "nx"
                                                                       : "compiler"));
  compile::CompilerCall call = compile::compiler_call(
      verb == "c++" ? compile::Language::cxx : compile::Language::c, arguments, config);
  if (call.command.empty()) {
    fmt::print("{}", call.text);
    return 0;
  }
  if (!call.preprocess.empty()) return compile::compile_cstar(call);
  std::vector<char*> argv;
  for (std::string& argument : call.command) argv.push_back(argument.data());
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  throw kernel::InputError(fmt::format("{}: {}", argv[0], std::strerror(errno)));
}

}  // namespace rc::sim::cli
