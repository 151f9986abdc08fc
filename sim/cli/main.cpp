#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <iostream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/large_pages.h"
#include "sim/cli/cli.h"

namespace {

constexpr int kBadUsage = 2, kMachineFailed = 3;

int print_error(std::string_view what, int exit_code) {
  std::cout.flush();
  fmt::print(stderr, "rockcreek: error: {}\n", what);
  return exit_code;
}

// A file of no name and a word of no letters are mistakes, most often of a script.
void refuse_empty_values(CLI::App& app) {
  const CLI::Validator check(
      [](const std::string& text) { return text.empty() ? std::string("is empty") : ""; }, "");
  for (CLI::Option* option : app.get_options())
    if (option->get_items_expected_max() > 0 && option->get_name() != "arguments")
      option->check(check);
  for (CLI::App* verb : app.get_subcommands({})) refuse_empty_values(*verb);
}

// The exit code, or bad usage if what was printed went nowhere.
int finished(int exit_code) {
  if (std::cout.flush() && std::fflush(stdout) == 0) return exit_code;
  return print_error("standard output: cannot write", kBadUsage);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace rc;
  sim::use_large_pages();
  CLI::App app(
      "Rock Creek: a virtual platform of Intel's 48-core Single-chip Cloud Computer and of the "
      "iPSC/860 hypercube.",
      "rockcreek");
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", "rockcreek " ROCKCREEK_VERSION);
  app.footer(
      "  cc, c++                     compile for the simulated machine, as gcc and g++ do\n"
      "\n"
      "rockcreek VERB --help explains a verb.\n"
      "Exit codes: 0 success; 1 a bound was missed or a program returned non-zero;\n"
      "2 bad input; 3 the simulated machine failed.");
  sim::Action action;
  sim::add_run(app, action);
  sim::add_native(app, action);
  sim::add_gdb(app, action);
  sim::add_reproduce(app, action);
  sim::add_noc(app, action);
  sim::add_network(app, action);
  sim::add_model(app, action);
  sim::add_info(app, action);
  sim::add_bench(app, action);
  sim::add_cube(app, action);
  sim::add_tune(app, action);
  sim::add_schedule(app, action);
  sim::add_console(app, action);
  sim::add_explore(app, action);
  sim::add_soak(app, action);
  refuse_empty_values(app);
  try {
    if (argc > 1 && sim::is_compiler_verb(argv[1]))
      return finished(sim::run_compiler(argv[1], {argv + 2, argv + argc}));
    app.parse(argc, argv);
    if (!action) throw kernel::InputError("no verb given (see rockcreek --help)");
    return finished(action());
  } catch (const CLI::Success& help) {
    return finished(app.exit(help));
  } catch (const CLI::ParseError& error) {
    // The parser repeats what it was given as it stands.
    const std::string what = kernel::shown(error.what(), kernel::kMostOfAPath);
    return print_error(fmt::format("{} (see rockcreek --help)", what), kBadUsage);
  } catch (const kernel::Error& error) {
    return print_error(error.what(), error.exit_code());
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string path = kernel::shown(error.path1().string(), kernel::kMostOfAPath);
    return print_error(fmt::format("{}: {}", path, error.code().message()), kBadUsage);
  } catch (const std::exception& error) {
    return print_error(fmt::format("internal: {}", error.what()), kMachineFailed);
  }
}
