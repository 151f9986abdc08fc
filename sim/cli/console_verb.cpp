// SPDX-License-Identifier: Apache-2.0
// rockcreek console: controls a simulated SCC by commands, typed or from a script.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/say.h"
#include "sim/cli/cli.h"
#include "sim/console/session.h"

namespace rc::sim::cli {
namespace {

struct ConsoleOptions {
  MachineOptions machine;
  std::string script;
  std::string files;
};

// At a prompt: prints an error and goes on.
void run_interactively(console::ConsoleSession& console) {
  std::string line;
  for (bool more = true; more;) {
    std::cout << "rockcreek> " << std::flush;
    if (!base::read_line(std::cin, "standard input", line)) {
      std::cout << '\n';
      return;
    }
    try {
      more = console.execute(line);
    } catch (const kernel::Error& error) {
      base::say("error: {}\n", error.what());
    }
    std::cout.flush();
  }
}

// From a script: the first error ends the session; the message begins with file and line.
void run_script(console::ConsoleSession& console, std::istream& script, const std::string& name) {
  std::string line;
  for (int number = 1; base::read_line(script, name, line); ++number) {
    const std::string where =
        fmt::format("{}:{}: ", kernel::shown(name, kernel::kMaxPathShown), number);
    try {
      if (!console.execute(line)) return;
    } catch (const kernel::MachineError& error) {
      throw kernel::MachineError(where + error.what());
    } catch (const console::OutputMissed& error) {
      throw console::OutputMissed(where + error.what());
    } catch (const kernel::InputError& error) {
      throw kernel::InputError(where + error.what());
    }
  }
}

int run(const ConsoleOptions& options) {
  const machine::Machine machine = options.machine.load();
  if (!machine.is_scc())
    throw kernel::InputError(kernel::shown(machine.name) + ": the console works with an SCC only");
  std::istringstream script(options.script.empty() ? "" : base::read_file(options.script));
  console::ConsoleSession console(machine, options.files, std::cout, std::cerr);
  if (!options.script.empty()) {
    run_script(console, script, options.script);
  } else if (::isatty(STDIN_FILENO)) {
    run_interactively(console);
  } else {
    run_script(console, std::cin, "standard input");
  }
  return console.finish() ? 0 : 1;
}

}  // namespace

void add_console(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ConsoleOptions>();
  CLI::App& verb =
      *app.add_subcommand("console", "control a simulated SCC by commands, typed or from a script");
  options->machine.add_to(verb);
  verb.add_option("--script", options->script,
                  "file of commands, one per line (default: standard input)");
  verb.add_option("--files", options->files,
                  "directory whose files the firmware may use (default: none)");
  verb.footer(std::string("Commands:\n") + console::ConsoleSession::help());
  verb.callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace rc::sim::cli
