// rockcreek console: a chip in the hands of whoever types, or of a script.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "hw_model/kernel/error.h"
#include "sim/cli.h"
#include "sim/console.h"

namespace rc::sim {
namespace {

struct ConsoleOptions {
  MachineOptions machine;
  std::string script;
  std::string files;
};

// Errors are told, and the session goes on.
void converse(Console& console) {
  std::string line;
  for (bool goes_on = true; goes_on;) {
    std::cout << "rockcreek> " << std::flush;
    if (!std::getline(std::cin, line)) {
      std::cout << '\n';
      return;
    }
    try {
      goes_on = console.execute(line);
    } catch (const kernel::Error& error) {
      fmt::print(stderr, "error: {}\n", error.what());
    }
    std::cout.flush();
  }
}

// The first error ends it, under the number of its line.
void carry_out(Console& console, std::istream& script, const std::string& name) {
  std::string line;
  for (int number = 1; std::getline(script, line); ++number) {
    const std::string where = fmt::format("{}:{}: ", name, number);
    try {
      if (!console.execute(line)) return;
    } catch (const kernel::MachineError& error) {
      throw kernel::MachineError(where + error.what());
    } catch (const OutputMissed& error) {
      throw OutputMissed(where + error.what());
    } catch (const kernel::InputError& error) {
      throw kernel::InputError(where + error.what());
    }
  }
  if (script.bad()) throw kernel::InputError(name + ": cannot be read");
}

int run(const ConsoleOptions& options) {
  const Machine machine = options.machine.load();
  if (machine.is_ipsc()) throw kernel::InputError(machine.name + ": the console is an SCC's");
  std::ifstream file;
  if (!options.script.empty()) {
    file.open(options.script);
    if (!file || std::filesystem::is_directory(options.script))
      throw kernel::InputError(options.script + ": cannot be read");
  }
  Console console(machine, options.files, std::cout, std::cerr);
  if (!options.script.empty()) {
    carry_out(console, file, options.script);
  } else if (::isatty(STDIN_FILENO)) {
    converse(console);
  } else {
    carry_out(console, std::cin, "standard input");
  }
  return console.finish() ? 0 : 1;
}

}  // namespace

void add_console(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ConsoleOptions>();
  CLI::App& verb = *app.add_subcommand(
      "console", "load, reset, boot, run, read and write a chip: commands from a script or stdin");
  options->machine.add_to(verb);
  verb.add_option("--script", options->script, "commands, one a line (default: standard input)");
  verb.add_option("--files", options->files,
                  "the directory whose files the firmware may use (default: none)");
  verb.footer(std::string("Commands:\n") + Console::help());
  verb.callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace rc::sim
