// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <new>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/large_pages.h"
#include "sim/base/parts.h"
#include "sim/base/say.h"
#include "sim/base/suggestion.h"
#include "sim/cli/manual.h"
#include "sim/cli/verbs.h"

namespace rc::sim::cli {
namespace {

constexpr int kBadUsage = 2, kMachineFailed = 3;

int print_error(std::string_view what, int exit_code) {
  std::cout.flush();
  base::say("rockcreek: error: {}\n", what);
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

// Below the options, before what the verb says there itself.
void add_examples(CLI::App& app) {
  for (CLI::App* verb : app.get_subcommands({})) {
    const auto* const known = std::ranges::find(kVerbs, verb->get_name(), &Verb::name);
    if (known == std::end(kVerbs)) continue;
    std::string text = "Examples:\n";
    for (const std::string_view line : base::parts_of(known->examples, '\n'))
      if (!line.empty()) text += fmt::format("  {}\n", line);
    const std::string own = verb->get_footer();
    verb->footer(own.empty() ? text : text + "\n" + own);
  }
}

// The verb that was given, and in it the word of a verb like `network check`.
const CLI::App& chosen(const CLI::App& app) {
  const std::vector<CLI::App*> verbs = app.get_subcommands();
  return verbs.empty() ? app : chosen(*verbs.front());
}

// " 'one' 'another'"
std::string quoted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += " '" + kernel::shown(word) + "'";
  return text;
}

// Says what the parser did not take. Words that it left over tell most, in the order in which they were
// typed; the first of them may be a known one with a mistake.
[[noreturn]] void refuse_words(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& verb = chosen(app);
  std::string help = "rockcreek";
  for (const CLI::App* part = &app; part != &verb;) {
    part = part->get_subcommands().front();
    help += " " + part->get_name();
  }
  help = "; see " + help + " --help";
  const bool left_over = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) ||
                         error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError);
  const std::vector<std::string> words =
      left_over ? app.remaining(true) : std::vector<std::string>();
  // The parser repeats what it was given as it stands.
  if (words.empty() || words.front() == "--")
    throw kernel::InputError(kernel::shown(error.what(), kernel::kMaxPathShown) + help);
  std::vector<std::string> known;
  if (words.front().starts_with("-")) {
    for (const CLI::Option* option : verb.get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  } else {
    for (const CLI::App* word : verb.get_subcommands({})) known.push_back(word->get_name());
  }
  const std::string name = words.front().substr(0, words.front().find('='));
  throw kernel::InputError("not expected:" + quoted(words) + base::suggestion(name, known) + help);
}

// The command line. GDB's own options have one dash, by which the parser would take their letters apart.
std::vector<std::string> command_words(int argc, char** argv, const CLI::App& app) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const std::vector<const CLI::App*> verbs = app.get_subcommands({});
  const auto verb = std::ranges::find(verbs, "gdb", &CLI::App::get_name);
  if (words.empty() || words.front() != "gdb" || verb == verbs.end()) return words;
  for (auto word = words.begin() + 1; word != words.end() && *word != "--"; ++word) {
    const std::string name = "-" + word->substr(0, word->find('='));
    if (name.size() > 3 && name.starts_with("--") && (*verb)->get_option_no_throw(name) != nullptr)
      word->insert(0, "-");
  }
  return words;
}

// The exit code, or bad usage if what was printed went nowhere.
int finished(int exit_code) {
  if (std::cout.flush() && std::fflush(stdout) == 0) return exit_code;
  return print_error("standard output: cannot write", kBadUsage);
}

// A result must not get the number of a standard stream that the caller has closed. What would be read
// there is empty, what is printed cannot be written, and complaints are lost.
void fill_standard_streams() {
  constexpr int kModes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (::fcntl(stream, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", kModes[stream]));  // gets the lowest free number
}

// While the action runs nothing here calls exit(). Who does is a library that was loaded, or a
// network of the user's, and its exit code says nothing about what was asked for.
bool running = false;

void refuse_exit() {
  if (!running) return;
  const int code = print_error("a library that was loaded called exit()", kMachineFailed);
  std::fflush(nullptr);
  ::_exit(code);
}

int completed(const std::function<int()>& action) {
  [[maybe_unused]] static const int registered = std::atexit(refuse_exit);
  running = true;
  struct End {
    ~End() { running = false; }
  } const end;
  return action();
}

}  // namespace

int program(const std::function<int()>& action) {
  try {
    return finished(completed(action));
  } catch (const kernel::Error& error) {
    if (error.exit_code() == kMachineFailed) base::discard_older_outputs();
    return print_error(error.what(), error.exit_code());
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string path = kernel::shown(error.path1().string(), kernel::kMaxPathShown);
    return print_error(fmt::format("{}: {}", path, error.code().message()), kBadUsage);
  } catch (const std::bad_alloc&) {
    return print_error("no memory left on this host: expected a larger limit, or a smaller machine",
                       kMachineFailed);
  } catch (const std::exception& error) {
    return print_error(fmt::format("internal: {}", error.what()), kMachineFailed);
  }
}

int program(int argc, char** argv, std::initializer_list<AddVerb> verbs) {
  fill_standard_streams();
  // A result above the limit of the host's files is one that cannot be written.
  std::signal(SIGXFSZ, SIG_IGN);
  base::use_large_pages();
  return program([&] {
    CLI::App app("Rock Creek", "rockcreek");
    app.require_subcommand(1);
    Action action;
    for (const AddVerb add : verbs) add(app, action);
    refuse_empty_values(app);
    add_examples(app);
    // For the build: what manual pages and completions say of a verb.
    const std::string_view word = argc == 3 ? argv[1] : "";
    if (word == "--manual" || word == "--completions") {
      const CLI::App& verb = *app.get_subcommand(argv[2]);
      fmt::print("{}", word == "--manual" ? manual_page(verb) : completion_lines(verb));
      return 0;
    }
    try {
      std::vector<std::string> words = command_words(argc, argv, app);
      std::ranges::reverse(words);  // as the parser wants them
      app.parse(std::move(words));
    } catch (const CLI::Success& help) {
      return app.exit(help);
    } catch (const CLI::ParseError& error) {
      refuse_words(app, error);
    }
    return action();
  });
}

}  // namespace rc::sim::cli
