// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/descriptor.h"
#include "sim/base/files.h"
#include "sim/base/hash.h"
#include "sim/base/paths.h"
#include "sim/base/program.h"
#include "sim/base/temporary_folder.h"

namespace rc::sim::lab {
namespace {

namespace fs = std::filesystem;
using kernel::InputError;

// Held while a network is built; the kernel lets it go when the process ends.
base::Descriptor lock(const std::string& path) {
  base::Descriptor file(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666));
  if (file.number() < 0 || ::flock(file.number(), LOCK_EX) != 0)
    throw InputError(fmt::format("{}: cannot lock: {}", path, std::strerror(errno)));
  return file;
}

const std::string& verilator_version() {
  static const std::string version = [] {
    const base::TemporaryFolder folder("rockcreek-verilator-");
    const std::string log = folder.file("version");
    if (run_logged({"verilator", "--version"}, folder.path(), log) != 0)
      throw InputError("verilator: not found; install Debian's package verilator");
    return base::read_file(log);
  }();
  return version;
}

// With its length, so that the limits between texts count.
void add(std::string& key, std::string_view text) {
  key += fmt::format("{}\n", text.size());
  key += text;
}

// Include directories and library directories count with the files in them.
void add_files(std::string& key, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::vector<fs::path> files;
    if (fs::is_directory(path)) {
      for (const auto& entry : fs::recursive_directory_iterator(path))
        if (entry.is_regular_file()) files.push_back(entry.path());
      std::sort(files.begin(), files.end());
    } else {
      files.emplace_back(path);
    }
    for (const fs::path& file : files) {
      add(key, file.string());
      add(key, base::read_file(file));
    }
  }
}

std::string key_of(const NetworkDescription& network, const std::vector<std::string>& made) {
  std::string key;
  add(key, verilator_version());
  add(key, base::read_file(network.directory + "/network.toml"));
  for (const std::string& text : made) add(key, text);
  for (const auto* paths :
       {&network.sources, &network.include_dirs, &network.library_dirs, &network.data_files})
    add_files(key, *paths);
  add_files(key, {base::network_file("rtl"), base::network_file("rc_network.h")});
  return base::hash_of(key);
}

std::string first_error(const std::string& log, std::string_view mark) {
  std::istringstream lines(log);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(mark) != line.npos && line.find("Exiting due to") == line.npos) return line;
    if (!line.empty()) last = line;
  }
  return last;
}

[[noreturn]] void refuse(const NetworkDescription& network, int status, const std::string& log) {
  if (log.find("Cannot find file containing module: '" + network.top + "'") != log.npos)
    throw InputError(fmt::format("{}/network.toml: top = \"{}\": no such module in the sources",
                                 network.directory, network.top));
  std::string line = first_error(log, "%Error");
  if (line.find("%Error") == line.npos)
    if (const std::string other = first_error(log, "error:"); !other.empty()) line = other;
  if (const auto pin = line.find("Pin not found: "); pin != line.npos)
    line = fmt::format("the top module {} lacks a pin: {}", network.top, line.substr(pin + 15));
  const std::string how =
      WIFSIGNALED(status) ? fmt::format(" (ended by signal {})", WTERMSIG(status)) : "";
  throw InputError(fmt::format("{}: Verilator{}: {}", network.directory, how,
                               kernel::shown(line, kernel::kMaxPathShown)));
}

std::vector<std::string> verilator_command(const NetworkDescription& network,
                                           const std::string& folder) {
  std::vector<std::string> command{
      "verilator",
      "--cc",
      "--build",
      "-j",
      "2",
      "--Mdir",
      "obj",
      "-O3",
      "--prefix",
      "Vrc_net_top",
      "--top-module",
      "rc_net_top",
      "--x-assign",
      "unique",
      "--x-initial",
      "unique",
      "-Wno-fatal",
      "--no-timing",
      "-CFLAGS",
      "-fPIC -fvisibility=hidden -DVL_USER_FATAL -DVL_USER_STOP -DVL_USER_FINISH",
      "-MAKEFLAGS",
      "OPT_FAST=-O1 OPT_GLOBAL=-O1"};
  if (!network.hierarchical.empty()) command.push_back("--hierarchical");
  for (const auto& [name, value] : network.defines)
    command.push_back(fmt::format("-D{}={}", name, value));
  for (const std::string& directory : network.include_dirs) command.push_back("-I" + directory);
  for (const std::string& directory : network.library_dirs) {
    command.push_back("-y");
    command.push_back(directory);
  }
  command.push_back("-y");
  command.push_back(base::network_file("rtl"));
  command.insert(command.end(), network.verilator_flags.begin(), network.verilator_flags.end());
  command.push_back(folder + "/rc_net.vlt");
  command.push_back(folder + "/rc_net_pkg.sv");
  command.insert(command.end(), network.sources.begin(), network.sources.end());
  command.push_back(folder + "/rc_net_top.sv");
  return command;
}

// With the libraries of hierarchical modules, the top's own last.
std::vector<std::string> link_command(const std::string& folder) {
  std::vector<std::string> command{
      "g++",
      "-std=c++17",
      "-O1",
      "-fPIC",
      "-shared",
      "-w",
      "-fvisibility=hidden",
      "-Wl,--exclude-libs,ALL",
      "-I.",
      "-Iobj",
      "-I" + fs::path(base::network_file("rc_network.h")).parent_path().string()};
  const std::string known = base::read_file(folder + "/root");
  const std::string root = known.substr(0, known.find('\n'));
  for (const char* part : {"/include", "/include/vltstd"}) command.push_back("-I" + root + part);
  for (const char* part : {"FATAL", "STOP", "FINISH"})
    command.push_back(fmt::format("-DVL_USER_{}", part));
  // Verilator's runtime has no library of its own.
  for (const char* part : {"verilated.cpp", "verilated_threads.cpp"})
    command.push_back(root + "/include/" + part);
  command.insert(command.end(), {base::network_file("rtl") + "/verilated_network.cpp", "-o",
                                 "network.so", "-Wl,-z,defs", "-Wl,--start-group"});
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(folder) / "obj"))
    if (entry.path().extension() == ".a") command.push_back(entry.path());
  command.insert(command.end(), {"-Wl,--end-group", "-pthread"});
  return command;
}

void copy_data(const NetworkDescription& network, const fs::path& folder) {
  const fs::path data = folder / "data";
  fs::create_directories(data);
  for (const std::string& file : network.data_files) {
    const fs::path to = data / fs::relative(file, network.directory);
    fs::create_directories(to.parent_path());
    fs::copy_file(file, to);
  }
}

}  // namespace

int run_logged(const std::vector<std::string>& command, const std::string& directory,
               const std::string& log) {
  return base::run_program(command, [&] {
    const int out = ::open(log.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0666);
    return out >= 0 && ::chdir(directory.c_str()) == 0 && ::dup2(out, 1) >= 0 &&
           ::dup2(out, 2) >= 0;
  });
}

std::string network_contents(const std::string& path) {
  if (fs::is_directory(path)) return key_of(read_network(path), {});
  return base::hash_of(base::read_file(path, base::kMaxExecutable));
}

BuiltNetwork build_network(const NetworkDescription& network, const NetworkShape& shape) {
  const std::string package = network_package(network, shape), top = network_top(network, shape),
                    constants = network_constants(network, shape);
  const fs::path cache = fs::path(base::cache_folder("networks"));
  const std::string key = key_of(network, {package, top, constants});
  const fs::path kept = cache / key;
  const BuiltNetwork built{kept / "network.so", kept / "verilator.log"};
  if (fs::exists(built.library)) return built;
  const base::Descriptor locked = lock(cache / (key + ".lock"));
  if (fs::exists(built.library)) return built;
  fmt::print(stderr, "rockcreek: building {} with Verilator; the result is kept\n",
             network.directory);
  const base::TemporaryFolder scratch(key + ".", cache);  // gone unless it becomes what is kept
  const std::string& folder = scratch.path();
  base::write_file(folder + "/rc_net_pkg.sv", package);
  base::write_file(folder + "/rc_net_top.sv", top);
  base::write_file(folder + "/rc_net_constants.h", constants);
  base::write_file(folder + "/rc_net.vlt", network_settings(network));
  run_logged({"verilator", "--getenv", "VERILATOR_ROOT"}, folder, folder + "/root");
  const std::string log = folder + "/verilator.log";
  int status = run_logged(verilator_command(network, folder), folder, log);
  if (status != 0) refuse(network, status, base::read_file(log));
  const std::string link_log = folder + "/link.log";
  status = run_logged(link_command(folder), folder, link_log);
  if (status != 0) {
    const std::string said = base::read_file(link_log), missing = "undefined reference to";
    std::string line = first_error(said, missing);
    if (const auto at = line.find(missing); at == line.npos)
      line = first_error(said, "rror:");
    else
      line = line.substr(at) + "; functions imported by DPI are not linked";
    throw InputError(fmt::format("{}: the compiler: {}", network.directory,
                                 kernel::shown(line, kernel::kMaxPathShown)));
  }
  copy_data(network, folder);
  fs::remove_all(fs::path(folder) / "obj");
  fs::rename(folder, kept);
  return built;
}

}  // namespace rc::sim::lab
