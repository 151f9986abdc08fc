// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/synthesis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/paths.h"
#include "sim/base/temporary_folder.h"
#include "sim/lab/user/verilated_library.h"

namespace rc::sim::lab {

namespace fs = std::filesystem;

namespace {

bool brings(const std::vector<std::string>& sources, const fs::path& name) {
  return std::ranges::any_of(
      sources, [&](const std::string& source) { return fs::path(source).filename() == name; });
}

std::string read_command(const NetworkDescription& network, const std::vector<std::string>& files) {
  std::string script = "read_verilog -sv -DSYNTHESIS";
  for (const std::string& directory : network.include_dirs) script += " -I" + directory;
  for (const auto& [name, value] : network.defines) script += fmt::format(" -D{}={}", name, value);
  return fmt::format("{} {}", script, fmt::join(files, " "));
}

std::string error_line(const std::string& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (line.find("ERROR: ") != line.npos) return line;
  return "";
}

// Adds to `files` those of `more` that Yosys reads behind them. It stops at others, as one with arrays
// as pins, in which the module to be synthesised need not be. The first thing that it said of those.
std::string add_readable(const NetworkDescription& network, const std::vector<std::string>& more,
                         const std::string& folder, std::vector<std::string>& files) {
  const std::string log = folder + "/read";
  std::string refused;
  for (const std::string& source : more) {
    files.push_back(source);
    if (run_logged({"yosys", "-p", read_command(network, files)}, folder, log) == 0) continue;
    files.pop_back();
    if (refused.empty()) refused = error_line(base::read_file(log));
  }
  return refused;
}

// Of which only those in use are synthesised; a network may bring copies.
std::vector<std::string> small_modules(const std::vector<std::string>& sources) {
  std::vector<std::string> files;
  for (const auto& file : fs::directory_iterator(base::network_file("rtl")))
    if (file.path().extension() == ".sv" && !brings(sources, file.path().filename()))
      files.push_back(file.path().string());
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::string synthesise(const NetworkDescription& network, const NetworkShape& shape) {
  const base::TemporaryFolder folder("rockcreek-synthesis-");
  const std::string package = folder.file("rc_net_pkg.sv");
  base::write_file(package, network_package(network, shape, false));
  std::string refused;
  std::vector<std::string> files = network.synthesis_sources;
  if (files.empty()) {
    files = {package};
    refused = add_readable(network, network.sources, folder.path(), files);
  }
  add_readable(network, small_modules(files), folder.path(), files);
  std::string script = read_command(network, files);
  const std::string top = network.synthesis_top.empty() ? network.top : network.synthesis_top;
  // Yosys knows the transistors of plain flip-flops only: enables and synchronous resets become
  // gates before them.
  script += fmt::format("; hierarchy -check -top {}", top);
  // Each shape of these once, times their number.
  for (const std::string& module : network.synthesis_modules)
    script += fmt::format("; setattr -mod -set keep_hierarchy 1 *{0} *{0}?*=*", module);
  script += fmt::format(
      "; synth -flatten -top {}; dfflegalize -cell $_DFF_?_ x -cell "
      "$_DFF_???_ x -cell $_DLATCH_?_ x; abc -fast; opt_clean; stat -tech cmos",
      top);
  const std::string log = folder.file("log");
  const int status = run_logged({"yosys", "-p", script}, folder.path(), log);
  std::istringstream lines(base::read_file(log));
  std::string text, cells, area;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("Number of cells:") != line.npos) cells = line.substr(line.rfind(' ') + 1);
    if (line.find("Estimated number of transistors:") != line.npos)
      area = line.substr(line.rfind(' ') + 1);
  }
  if (const std::string error = status == 0 ? "" : error_line(base::read_file(log)); !error.empty())
    throw kernel::InputError(fmt::format(
        "{}: Yosys: {}{}", network.directory, kernel::shown(error, kernel::kMaxPathShown),
        refused.empty() ? "" : "; of a source that it left out: " + refused));
  if (status != 0)
    throw kernel::InputError(
        "network synth: yosys did not run; install Debian's package yosys, which ./rockcreek "
        "network synth does");
  return fmt::format("{}: {} cells, about {} transistors\n", top, cells, area);
}

}  // namespace rc::sim::lab
