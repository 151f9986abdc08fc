#include <fmt/format.h>

#include <iostream>

#include "hw_model/kernel/error.h"
#include "sim/cli/cli.h"

namespace {

int print_error(std::string_view what, int exit_code) {
  std::cout.flush();
  fmt::print(stderr, "rockcreek: error: {}\n", what);
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace rc;
  constexpr int kBadUsage = 2, kMachineFailed = 3;
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
  sim::add_reproduce(app, action);
  sim::add_noc(app, action);
  sim::add_info(app, action);
  sim::add_bench(app, action);
  sim::add_cube(app, action);
  sim::add_tune(app, action);
  sim::add_schedule(app, action);
  sim::add_console(app, action);
  try {
    if (argc > 1 && sim::is_compiler_verb(argv[1]))
      return sim::run_compiler(argv[1], {argv + 2, argv + argc});
    app.parse(argc, argv);
    if (!action) throw kernel::InputError("no verb given (see rockcreek --help)");
    return action();
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return print_error(fmt::format("{} (see rockcreek --help)", error.what()), kBadUsage);
  } catch (const kernel::Error& error) {
    return print_error(error.what(), error.exit_code());
  } catch (const std::exception& error) {
    return print_error(fmt::format("internal: {}", error.what()), kMachineFailed);
  }
}
