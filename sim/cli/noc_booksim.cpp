// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/noc_booksim.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/say.h"
#include "sim/lab/booksim/keys.h"
#include "sim/lab/booksim/translation.h"

namespace rc::sim::cli {
namespace {

constexpr const char* kFile = "--booksim";
constexpr const char* kSetting = "--booksim-set";
constexpr const char* kPrint = "--booksim-options";

bool is_given(const CLI::App& verb, const std::string& name) {
  const CLI::Option* const option = verb.get_option_no_throw(name);
  return option != nullptr && option->count() > 0;
}

// Given itself, or in vain beside what was given: a sweep has its own rates.
bool is_replaced(const CLI::App& verb, const std::string& name) {
  if (is_given(verb, name)) return true;
  // These belong to the file's pattern.
  constexpr std::string_view kOfPattern[] = {"--hot-nodes", "--hot-share", "--pattern-seed",
                                             "--traffic-group"};
  if (is_given(verb, "--traffic") && std::ranges::find(kOfPattern, name) != std::end(kOfPattern))
    return true;
  const auto& all = verb.get_options();
  return std::ranges::any_of(all, [&](const CLI::Option* option) {
    if (option->count() == 0) return false;
    return std::ranges::any_of(option->get_excludes(), [&](const CLI::Option* other) {
      return other->check_lname(name.substr(2));
    });
  });
}

}  // namespace

void BooksimOptions::add_to(CLI::App& verb) {
  CLI::Option* const from = verb.add_option(
      kFile, file, "the network, router and traffic of a configuration of BookSim 2");
  verb.add_option(kSetting, settings,
                  "with --booksim: KEY=VALUE in place of the file's; repeatable")
      ->take_all()
      ->allow_extra_args(false)
      ->needs(from);
  verb.add_flag(kPrint, print,
                "with --booksim: print the options of noc that the file means, and run nothing")
      ->needs(from);
  verb.add_flag("--booksim-keys", keys, "print what becomes of each key and name of BookSim's");
}

namespace {

// The command `noc` that the configuration means, as words.
struct BooksimCommand {
  std::vector<std::string> words;
  lab::BooksimFigures figures;
};

// What was given to `verb` stays, and replaces what the file says of it.
BooksimCommand booksim_command(const BooksimOptions& options, const CLI::App& verb) {
  lab::BooksimConfig config;
  config.read(base::read_file(options.file), options.file);
  for (const std::string& setting : options.settings) config.read(setting + ";", kSetting);
  lab::BooksimRun run =
      lab::translate(config, std::filesystem::path(options.file).parent_path().string());
  for (const std::string& note : run.notes) base::say("rockcreek: {}\n", note);
  BooksimCommand command{{"noc"}, std::move(run.figures)};
  for (const lab::BooksimOption& option : run.options) {
    if (is_replaced(verb, option.name)) continue;
    command.words.push_back(option.name);
    if (!option.value.empty()) command.words.push_back(option.value);
  }
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name();
    if (name == kFile || name == kSetting || name == kPrint) continue;
    for (const std::string& value : option->results()) {
      if (option->get_items_expected_max() == 0) {
        command.words.push_back(fmt::format("{}={}", name, value));
      } else {
        command.words.insert(command.words.end(), {name, value});
      }
    }
  }
  return command;
}

}  // namespace

Action booksim_action(const BooksimOptions& options, const CLI::App& verb, const AddNoc& add) {
  if (options.keys) {
    return [] {
      fmt::print(std::cout, "{}\n{}", lab::booksim_key_table(), lab::booksim_name_tables());
      return 0;
    };
  }
  BooksimCommand command = booksim_command(options, verb);
  if (options.print) {
    return [command] {
      fmt::print(std::cout, "rockcreek {}\n", fmt::join(command.words, " "));
      return 0;
    };
  }
  CLI::App app("", "rockcreek");
  Action action;
  add(app, action, command.figures);
  try {
    std::ranges::reverse(command.words);
    app.parse(command.words);
  } catch (const CLI::ParseError& error) {
    throw kernel::InputError(kernel::shown(error.what(), kernel::kMaxPathShown));
  }
  return action;
}

}  // namespace rc::sim::cli
