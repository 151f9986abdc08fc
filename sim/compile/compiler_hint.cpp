// SPDX-License-Identifier: Apache-2.0
#include "sim/compile/compiler_hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "sim/base/files.h"
#include "sim/base/paths.h"
#include "sim/compile/firmware_compiler.h"

namespace rc::sim::compile {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// Where else a name may be at home: a configuration, its folders of headers, what to do then.
struct Home {
  std::string config;
  std::array<std::string_view, 2> headers;
  std::string_view advice;
};
const std::array<Home, 3> kHomes{
    {{"nx", {"nx", ""}, "is NX's: compile with --nx"},
     {"cstar", {"cstar", ""}, "is C*'s: compile with --cstar"},
     {"compiler", {"rcce", "ircce"}, "is RCCE's: compile without --nx"}}};

// Without the colours that a terminal gets.
std::string plain(std::string_view text) {
  constexpr char kEscape = '\x1B';
  std::string all;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != kEscape) {
      all += text[i];
      continue;
    }
    while (i < text.size() && std::isalpha(static_cast<unsigned char>(text[i])) == 0) ++i;
  }
  return all;
}

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

// The name in the quotation marks, whichever they are, behind `at` or before it.
std::string name_behind(std::string_view text, std::size_t at) {
  const auto* const first = std::find_if(text.begin() + at, text.end(), in_name);
  return {first, std::find_if_not(first, text.end(), in_name)};
}
std::string name_before(std::string_view text, std::size_t at) {
  const auto end = std::make_reverse_iterator(text.begin());
  const auto last = std::find_if(std::make_reverse_iterator(text.begin() + at), end, in_name);
  return {std::find_if_not(last, end, in_name).base(), last.base()};
}

Names all_behind(std::string_view errors, std::string_view what) {
  Names names;
  for (auto at = errors.find(what); at != errors.npos; at = errors.find(what, at + 1))
    names.push_back(name_behind(errors, at + what.size()));
  return names;
}

// Headers that are not there, as the program has them: "sys/time.h".
Names missing_headers(std::string_view errors) {
  constexpr std::string_view kBefore = "fatal error: ", kBehind = ": No such file";
  Names names;
  for (auto at = errors.find(kBefore); at != errors.npos; at = errors.find(kBefore, at + 1)) {
    const std::string_view line = errors.substr(at, errors.find('\n', at) - at);
    if (const auto end = line.find(kBehind); end != line.npos)
      names.emplace_back(line.substr(kBefore.size(), end - kBefore.size()));
  }
  return names;
}

// Functions that a program calls and that no header declares.
Names undeclared(std::string_view errors) {
  constexpr std::string_view kUndeclared = " was not declared in this scope";
  Names names = all_behind(errors, "implicit declaration of function ");
  for (auto at = errors.find(kUndeclared); at != errors.npos; at = errors.find(kUndeclared, at + 1))
    names.push_back(name_before(errors, at));
  return names;
}

// What the index of an archive names (System V's format: a count and as many offsets, big end first,
// then the names).
Names archive_names(const std::string& file) {
  constexpr std::string_view kStart = "!<arch>\n/ ";
  constexpr std::size_t kHeader = 8 + 60, kSize = 8 + 48, kSizeDigits = 10, kWord = 4;
  const std::string archive = base::read_file(file);
  if (archive.size() < kHeader || !archive.starts_with(kStart)) return {};
  const std::size_t bytes = std::strtoul(archive.substr(kSize, kSizeDigits).c_str(), nullptr, 10);
  const std::string index = archive.substr(kHeader, bytes);
  if (index.size() < kWord || index.size() != bytes) return {};
  std::size_t count = 0;
  for (std::size_t i = 0; i < kWord; ++i) count = count << 8 | static_cast<std::uint8_t>(index[i]);
  Names names;
  for (std::size_t at = kWord * (count + 1); at < index.size(); at = index.find('\0', at) + 1)
    names.emplace_back(index.c_str() + at);
  return names;
}

bool has(const std::vector<std::string>& archives, const std::string& name) {
  return std::ranges::any_of(archives, [&](const std::string& file) {
    return std::ranges::count(archive_names(file), name) != 0;
  });
}

fs::path include_folder(const std::string& config) {
  return fs::path(base::compiler_config_file(config)).parent_path() / "include";
}

// Of functions that only the other kind of RCCE has, or declares.
std::string other_kind(const CompilerConfig& config, bool gory, const Names& undefined,
                       const Names& unknown) {
  const auto other = config.kinds.find(gory ? "" : "GORY");
  for (const std::string& name : undefined)
    if (other != config.kinds.end() && has(other->second, name))
      return gory ? name + " is not in RCCE's gory interface: compile without -DGORY"
                  : name + " is in RCCE's gory interface: compile with -DGORY";
  const fs::path header = include_folder("compiler") / "rcce" / "RCCE_gory.h";
  const bool asked = !gory && !unknown.empty() && fs::exists(header);
  const std::string declared = asked ? base::read_file(header) : "";
  for (const std::string& name : unknown)
    if (declared.find(" " + name + "(") != std::string::npos)
      return name + " is in RCCE's gory interface: compile with -DGORY";
  return "";
}

// None where that configuration has not been built.
std::vector<std::string> archives_of(const Home& home) {
  const std::string file = base::compiler_config_file(home.config);
  if (!fs::exists(file)) return {};
  const auto kinds = load_compiler_config(file).kinds;
  return kinds.empty() ? std::vector<std::string>{} : kinds.begin()->second;
}

bool has_header(const Home& home, const std::string& name) {
  const fs::path include = include_folder(home.config);
  return std::ranges::any_of(home.headers, [&](std::string_view folder) {
    return !folder.empty() && fs::is_regular_file(include / folder / name);
  });
}

}  // namespace

std::string compiler_hint(std::string_view raw, const std::vector<std::string>& command,
                          const std::string& config) {
  const std::string errors = plain(raw);
  const auto is_gory = [](const std::string& word) {
    return word.starts_with("-DGORY") ||
           fs::path(word).filename().string().find("_gory") != word.npos;
  };
  const bool gory = std::ranges::any_of(command, is_gory);
  Names functions = all_behind(errors, "undefined reference to ");
  const Names unknown = undeclared(errors);
  const CompilerConfig own = load_compiler_config(base::compiler_config_file(config));
  if (const std::string hint = other_kind(own, gory, functions, unknown); !hint.empty())
    return hint;
  std::ranges::copy(unknown, std::back_inserter(functions));
  for (const Home& home : kHomes) {
    if (home.config == config || (config == "native" && home.config == "compiler")) continue;
    for (const std::string& name : missing_headers(errors))
      if (has_header(home, name)) return fmt::format("{} {}", name, home.advice);
    for (const std::string& name : functions)
      if (has(archives_of(home), name)) return fmt::format("{} {}", name, home.advice);
  }
  for (const std::string& name : all_behind(errors, " arguments to function "))
    if (name.starts_with("RCCE_") && has(own.kinds.at(""), name))
      return fmt::format("{} has other arguments {} -DGORY", name, gory ? "without" : "with");
  return "";
}

}  // namespace rc::sim::compile
