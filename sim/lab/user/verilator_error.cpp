// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/verilator_error.h"

#include <fmt/format.h>

#include <string_view>

#include "sim/lab/user/verilated_library.h"

namespace rc::sim::lab {
namespace {

struct Advice {
  std::string_view said, means;
};

constexpr Advice kAdvice[] = {
    {"Cannot find file containing module",
     "add its file to sources, or its folder to library_dirs"},
    {"Cannot find include file", "add its folder to include_dirs"},
    {"Importing from missing package", "list the file of the package in sources, before its users"},
    {"Package/class", "list the file of the package in sources, before its users"},
    {"Parent instance's interface is not found",
     "pins are vectors and flit_t: an interface stays inside, and flit_t needs 'import "
     "rc_net_pkg::*' behind the module's name"},
    {"Can't find definition of variable: 'CLASSES'",
     "write 'import rc_net_pkg::*' behind the module's name"},
    {"Can't find definition of variable: 'N'",
     "write 'import rc_net_pkg::*' behind the module's name"}};

constexpr std::string_view kSecondPackage = "Duplicate declaration of module: 'rc_net_pkg'";

// What stands behind "file:line:column: ".
std::string_view message_of(std::string_view line) {
  const auto file = line.find(".sv:");
  const auto text = file == line.npos ? file : line.find(": ", file);
  return text == line.npos ? line : line.substr(text + 2);
}

// What stands below an error: perhaps the name that was meant, and the line of the source, as
// "    3 |     .P(4)".
struct Below {
  std::string_view alternative, source;
};

Below below(std::string_view log, std::string_view error) {
  constexpr std::string_view kAlternative = "Suggested alternative: ";
  Below result;
  std::size_t at = log.find(error);
  while (at != log.npos && (at = log.find('\n', at)) != log.npos && result.source.empty()) {
    const std::string_view line = log.substr(at + 1, log.find('\n', at + 1) - at - 1);
    if (const auto begin = line.find(kAlternative); begin != line.npos)
      result.alternative = line.substr(begin + kAlternative.size());
    if (line.find(" | ") != line.npos) result.source = line;
    ++at;
  }
  return result;
}

// Of an error in a file that was made from the description: the entry.
std::string entry_of(const NetworkDescription& network, std::string_view source) {
  for (std::size_t i = 0; i < network.statistics.size(); ++i)
    if (source.find(fmt::format("assign statistic_{} ", i)) != source.npos)
      return fmt::format("[statistics] {} = \"{}\"", network.statistics[i].first,
                         network.statistics[i].second);
  for (const auto& [name, value] : network.parameters)
    if (source.find(fmt::format(".{}({})", name, value)) != source.npos)
      return fmt::format("parameters: {} = {}", name, value);
  return {};
}

}  // namespace

bool brings_package(const std::string& log) { return log.find(kSecondPackage) != log.npos; }

std::string verilator_error(const NetworkDescription& network, const std::string& log) {
  const std::string file = network.directory + "/network.toml";
  if (log.find("Cannot find file containing module: '" + network.top + "'") != log.npos)
    return fmt::format("{}: top = \"{}\": no such module in the sources", file, network.top);
  if (brings_package(log)) {
    constexpr std::string_view kWarning = "%Warning-MODDUP: ";
    const auto begin = log.rfind(kWarning, log.find(kSecondPackage)) + kWarning.size();
    return fmt::format(
        "{} another rc_net_pkg: Rock Creek makes this package; leave the file out of "
        "sources",
        log.substr(begin, log.find(' ', begin) - begin));
  }
  std::string line = first_error(log, "%Error");
  if (line.find("%Error") == line.npos)
    if (const std::string other = first_error(log, "error:"); !other.empty()) line = other;
  const Below more = below(log, line);
  if (line.find("/rc_net_pins.sv:") != line.npos || line.find("/rc_net_top.sv:") != line.npos)
    if (const std::string entry = entry_of(network, more.source); !entry.empty())
      line = fmt::format("{}: {}: {}", file, entry, message_of(line));
  if (!more.alternative.empty()) line += fmt::format(" (did you mean {}?)", more.alternative);
  for (const Advice& advice : kAdvice)
    if (line.find(advice.said) != line.npos) return fmt::format("{}; {}", line, advice.means);
  return line;
}

}  // namespace rc::sim::lab
