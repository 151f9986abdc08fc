// SPDX-License-Identifier: Apache-2.0
// rockcreek cc and rockcreek c++: call the cross compiler, or with --native the host's.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "hw_model/kernel/error.h"
#include "sim/base/paths.h"
#include "sim/base/program.h"
#include "sim/base/say.h"
#include "sim/cli/cli.h"
#include "sim/compile/compiler_hint.h"
#include "sim/compile/cstar_compiler.h"

namespace rc::sim::cli {

namespace {

// The compiler sees no terminal on its standard error, since the errors are read here.
bool wants_colours() {
  const char* const terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

// The exit code, after a line about what the errors may come from.
int compile_and_advise(std::vector<std::string> command, const std::string& kind) {
  if (wants_colours()) command.insert(command.begin() + 1, "-fdiagnostics-color=always");
  std::string errors;
  const int status = base::run_program_seen(command, errors);
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);  // as a shell reports it
  // In C only a warning; mostly the function is another library's, or another kind of RCCE's.
  const bool undeclared = errors.find("implicit declaration of function") != errors.npos;
  if (WEXITSTATUS(status) != 0 || undeclared) {
    const std::string hint = compile::compiler_hint(errors, command, kind);
    if (!hint.empty()) base::say("rockcreek: note: {}\n", hint);
  }
  return WEXITSTATUS(status);
}

}  // namespace

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
  const std::string kind = native  ? "native"
                           : host  ? "nxhost"
                           : cstar ? "cstar"
                           : nx    ? "nx"
                                   : "compiler";
  const compile::CompilerConfig config =
      compile::load_compiler_config(base::compiler_config_file(kind));
  const compile::CompilerCall call = compile::compiler_call(
      verb == "c++" ? compile::Language::cxx : compile::Language::c, arguments, config);
  if (call.command.empty()) {
    fmt::print("{}", call.text);
    return 0;
  }
  if (!call.preprocess.empty()) return compile::compile_cstar(call);
  return compile_and_advise(call.command, kind);
}

}  // namespace rc::sim::cli
