// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/parts.h"
#include "sim/cli/cli.h"

namespace rc::sim::cli {
namespace {

// roff takes a backslash, a dash and a line that begins with a dot or a quote for its own.
std::string roff(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else
      escaped += c;
  }
  return escaped;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// "UINT:1 to 16": what stands behind an option; empty for a switch.
std::string value_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return "";
  return option.get_type_name();
}

std::string option_entry(const CLI::Option& option) {
  std::string names, value = value_of(option), text = option.get_description();
  if (option.get_positional()) {
    names = option.get_name(true);
  } else {
    for (const std::string& name : option.get_snames())
      names += (names.empty() ? "-" : ", -") + name;
    for (const std::string& name : option.get_lnames())
      names += (names.empty() ? "--" : ", --") + name;
  }
  std::string entry = fmt::format(".TP\n\\fB{}\\fR", roff(names));
  if (!value.empty()) entry += fmt::format(" \\fI{}\\fR", roff(value));
  if (option.get_required()) text += " (required)";
  if (const std::string value_set = option.get_default_str(); !value_set.empty())
    text += fmt::format(" (default: {})", value_set);
  return fmt::format("{}\n{}\n", entry, roff(text));
}

// Below the titles of the help, in its order.
void add_options(const CLI::App& app, bool positional, const std::string& title,
                 std::string& page) {
  std::vector<std::pair<std::string, std::string>> groups;  // title, entries
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() != positional || option->get_group().empty()) continue;
    const std::string group = positional ? "" : option->get_group();
    auto found = std::ranges::find(groups, group, &std::pair<std::string, std::string>::first);
    if (found == groups.end()) found = groups.insert(found, {group, ""});
    found->second += option_entry(*option);
  }
  if (!groups.empty()) page += fmt::format(".SH {}\n", title);
  for (const auto& [group, entries] : groups) {
    if (groups.size() > 1) page += fmt::format(".SS {}\n", roff(group));
    page += entries;
  }
}

// What stands below the options in the help: titles, and lines as they are.
std::string footer_sections(const std::string& text) {
  std::string page;
  bool open = false;
  for (const std::string_view line : base::parts_of(text, '\n')) {
    if (line.empty()) continue;
    if (!line.starts_with(' ') && line.ends_with(':')) {
      page += fmt::format("{}.SH {}\n.nf\n", open ? ".fi\n" : "",
                          upper(std::string(line.substr(0, line.size() - 1))));
      open = true;
    } else {
      page += roff(std::string(line)) + "\n";
    }
  }
  return open ? page + ".fi\n" : page;
}

std::string synopsis(const CLI::App& app, const std::string& name) {
  std::string line = fmt::format("\\fB{}\\fR [\\fIOPTIONS\\fR]", roff(name));
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional()) {
      const std::string shown = "\\fI" + roff(option->get_name(true)) + "\\fR" +
                                (option->get_items_expected_max() > 1 ? " ..." : "");
      line += option->get_required() ? " " + shown : " [" + shown + "]";
    }
  return line + "\n";
}

// Words in braces are all that the option takes.
std::string values_of(const CLI::Option& option) {
  if (const auto words = offered(option); !words.empty())
    return fmt::format("{}", fmt::join(words, " "));
  const std::string type = value_of(option);
  const auto open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open)
    return type.starts_with("TEXT") || type.starts_with("OUTPUT") ? "-" : "";
  std::string values = type.substr(open + 1, close - open - 1);
  std::ranges::replace(values, ',', ' ');
  return values;
}

// A line of completions has one line of it.
std::string summary_of(const CLI::Option& option) {
  const std::string& text = option.get_description();
  return text.substr(0, text.find('\n'));
}

void add_lines(const CLI::App& app, const std::string& verb, std::string& lines) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames())
      lines += fmt::format("{}\toption\t--{}\t{}\t{}\n", verb, name, summary_of(*option),
                           values_of(*option));
    for (const std::string& word : offered(*option))
      if (option->get_positional())
        lines += fmt::format("{}\tword\t{}\t{}\t\n", verb, word, summary_of(*option));
  }
  for (const CLI::App* word : app.get_subcommands({})) {
    lines += fmt::format("{}\tword\t{}\t{}\n", verb, word->get_name(), word->get_description());
    add_lines(*word, verb, lines);
  }
}

}  // namespace

std::string manual_page(const CLI::App& verb) {
  const std::string name = "rockcreek " + verb.get_name();
  std::string page = fmt::format(
      ".TH \"ROCKCREEK\\-{}\" 1 \"\" \"Rock Creek\" \"Rock Creek\"\n.SH NAME\nrockcreek\\-{} \\- "
      "{}\n"
      ".SH SYNOPSIS\n{}",
      upper(verb.get_name()), verb.get_name(), roff(verb.get_description()), synopsis(verb, name));
  const std::vector<const CLI::App*> words = verb.get_subcommands({});
  for (const CLI::App* word : words)
    page += ".br\n" + synopsis(*word, name + " " + word->get_name());
  add_options(verb, true, "ARGUMENTS", page);
  add_options(verb, false, "OPTIONS", page);
  for (const CLI::App* word : words) {
    const std::string title = upper(word->get_name());
    page += fmt::format(".SH {}\n{}\n", title, roff(word->get_description()));
    add_options(*word, true, title + " ARGUMENTS", page);
    add_options(*word, false, title + " OPTIONS", page);
  }
  return page + footer_sections(verb.get_footer()) +
         ".SH EXIT STATUS\n0 success; 1 a bound was missed or a program returned non\\-zero; 2 bad "
         "input;\n"
         "3 the simulated machine failed.\n.SH SEE ALSO\n\\fBrockcreek\\fR(1)\n";
}

std::string completion_lines(const CLI::App& verb) {
  std::string lines;
  add_lines(verb, verb.get_name(), lines);
  return lines;
}

}  // namespace rc::sim::cli
