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

}  // namespace

std::string synthesise(const NetworkDescription& network, const NetworkShape& shape) {
  const base::TemporaryFolder folder("rockcreek-synthesis-");
  const std::string package = folder.file("rc_net_pkg.sv");
  base::write_file(package, network_package(network, shape));
  const bool own = !network.synthesis_sources.empty();
  std::string script = "read_verilog -sv -DSYNTHESIS";
  for (const std::string& directory : network.include_dirs) script += " -I" + directory;
  for (const auto& [name, value] : network.defines) script += fmt::format(" -D{}={}", name, value);
  const auto& sources = own ? network.synthesis_sources : network.sources;
  if (!own) script += fmt::format(" {}", package);
  script += fmt::format(" {}", fmt::join(sources, " "));
  // The small modules, of which only those in use are synthesised; a network may bring copies.
  for (const auto& file : fs::directory_iterator(base::network_file("rtl")))
    if (file.path().extension() == ".sv" && !brings(sources, file.path().filename()))
      script += fmt::format(" {}", file.path().string());
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
    if (const auto at = line.find("ERROR: "); status != 0 && at != line.npos)
      throw kernel::InputError(fmt::format("{}: Yosys: {}", network.directory,
                                           kernel::shown(line, kernel::kMaxPathShown)));
    if (line.find("Number of cells:") != line.npos) cells = line.substr(line.rfind(' ') + 1);
    if (line.find("Estimated number of transistors:") != line.npos)
      area = line.substr(line.rfind(' ') + 1);
  }
  if (status != 0)
    throw kernel::InputError(
        "network synth: yosys did not run; install Debian's package yosys, which ./rockcreek "
        "network synth does");
  return fmt::format("{}: {} cells, about {} transistors\n", top, cells, area);
}

}  // namespace rc::sim::lab
