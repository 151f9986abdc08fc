// SPDX-License-Identifier: Apache-2.0
// rockcreek cube getcube|relcube|cubeinfo|attachcube|load|killcube|rebootcube: the commands of an
// iPSC/860's host. A file records which user has which nodes; load simulates a cube.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/numbers.h"
#include "sim/base/paths.h"
#include "sim/base/say.h"
#include "sim/cli/cli.h"
#include "sim/hypercube/cubes.h"
#include "sim/machine/core_list.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::cli {
namespace {

namespace fs = std::filesystem;
using kernel::InputError;

struct CubeOptions {
  std::string system;  // the file
  std::string machine = machine::kIpsc860;
  std::string name;                  // -c
  std::string type;                  // -t
  bool all = false;                  // -a
  bool everybody = false;            // -s
  std::vector<std::string> program;  // of load, with its arguments
};

std::string user_name() {
  const passwd* entry = ::getpwuid(::getuid());
  return entry != nullptr ? entry->pw_name : std::to_string(::getuid());
}

std::string default_system_file() {
  if (const char* file = std::getenv("ROCKCREEK_SYSTEM")) return file;
  const char* home = std::getenv("HOME");
  return (home != nullptr ? std::string(home) + "/" : std::string()) + ".rockcreek-ipsc860.json";
}

// Held by the command that reads or changes the file.
class Lock {
 public:
  explicit Lock(const std::string& file)
      : descriptor_(::open((file + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX) != 0)
      throw InputError(fmt::format("{}.lock: {}", kernel::shown(file, kernel::kMaxPathShown),
                                   std::strerror(errno)));
  }
  ~Lock() { ::close(descriptor_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

hypercube::CubeSystem read_system(const CubeOptions& options) {
  std::error_code ignored;
  if (fs::exists(options.system, ignored)) {
    return hypercube::CubeSystem::restore(base::read_file(options.system), options.system);
  }
  const machine::Machine machine = machine::load_machine(options.machine, {}, "model");
  if (!machine.is_ipsc())
    throw InputError(fmt::format("cube: {} is not an iPSC/860", kernel::shown(machine.name)));
  return {options.machine, static_cast<unsigned>(machine.cores()),
          static_cast<unsigned>(machine.memory_bytes() >> 20)};
}

template <class Change>
auto with_system(const CubeOptions& options, Change change) {
  const Lock lock(options.system);
  hypercube::CubeSystem system = read_system(options);
  auto result = change(system);
  base::write_file(options.system, system.save());
  return result;
}

// --- processes that simulate a cube

// When the process started, in clock ticks since boot; 0 if there is none.
std::uint64_t start_of(int process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(text.substr(name_end + 1));
  constexpr int kStartField = 19;  // after the name
  std::string field;
  for (int i = 0; i <= kStartField; ++i) fields >> field;
  return base::parse_whole(field).value_or(0);
}

bool is_running(const hypercube::Cube& cube) {
  return cube.process != 0 && start_of(cube.process) == cube.process_start;
}

// Set in the process that simulates when the signal that stop() sends arrives.
volatile std::sig_atomic_t asked_to_end = 0;

void stop(hypercube::Cube& cube) {
  if (is_running(cube)) ::kill(cube.process, SIGTERM);
  cube.process = 0;
}

// --- commands

// The file that standard output is redirected to, where programs of the cube then write too.
std::string redirected_output() {
  struct stat status {};
  if (::fstat(STDOUT_FILENO, &status) != 0 || !S_ISREG(status.st_mode)) return "";
  return fs::read_symlink("/proc/self/fd/1").string();
}

int getcube(const CubeOptions& options) {
  const hypercube::CubeType type =
      options.type.empty() ? hypercube::CubeType{} : hypercube::parse_cube_type(options.type);
  const std::string user = user_name();
  const std::string name = options.name.empty() ? hypercube::kDefaultCube : options.name;
  const hypercube::Cube cube = with_system(options, [&](hypercube::CubeSystem& system) {
    system.allocate(user, name, type);
    hypercube::Cube& made = system.find("getcube", user, name);
    made.output = redirected_output();
    return made;
  });
  fmt::print(std::cout, "getcube: cube {}: {} nodes, {} to {} of the machine\n", cube.name,
             cube.nodes, cube.first, cube.first + cube.nodes - 1);
  return 0;
}

int relcube(const CubeOptions& options) {
  const std::string user = user_name();
  with_system(options, [&](hypercube::CubeSystem& system) {
    std::vector<std::string> names;
    if (options.all) {
      for (const hypercube::Cube& cube : system.cubes())
        if (cube.user == user) names.push_back(cube.name);
    } else {
      names.push_back(system.find("relcube", user, options.name).name);
    }
    for (const std::string& name : names) {
      stop(system.find("relcube", user, name));
      system.release(user, name);
    }
    return 0;
  });
  return 0;
}

int cubeinfo(const CubeOptions& options) {
  const Lock lock(options.system);
  hypercube::CubeSystem system = read_system(options);
  const std::string user = user_name();
  const hypercube::Cube* only = nullptr;
  if (!options.all && !options.everybody) only = &system.find("cubeinfo", user, "");
  fmt::print(std::cout, "{:<16} {:<12} {:>5} {:>5}  {}\n", "CUBE", "USER", "NODES", "FIRST",
             "PROGRAM");
  unsigned taken = 0;
  for (const hypercube::Cube& cube : system.cubes()) {
    taken += cube.nodes;
    const bool shown = options.everybody || (options.all ? cube.user == user : &cube == only);
    if (!shown) continue;
    fmt::print(std::cout, "{:<16} {:<12} {:>5} {:>5}  {}\n",
               cube.name + (system.is_current(cube) ? " *" : ""), cube.user, cube.nodes, cube.first,
               is_running(cube) ? cube.program + " (running)" : cube.program);
  }
  if (options.everybody)
    fmt::print(std::cout, "{} of {} nodes of {} are free\n", system.nodes() - taken, system.nodes(),
               system.machine());
  return 0;
}

int attachcube(const CubeOptions& options) {
  return with_system(options, [&](hypercube::CubeSystem& system) {
    system.attach(user_name(), options.name);
    return 0;
  });
}

int killcube(const CubeOptions& options) {
  return with_system(options, [&](hypercube::CubeSystem& system) {
    stop(system.find("killcube", user_name(), options.name));
    return 0;
  });
}

// The way out where a program does not end: nothing of it is left, and the cubes stay.
int rebootcube(const CubeOptions& options) {
  const std::string user = user_name();
  return with_system(options, [&](hypercube::CubeSystem& system) {
    std::vector<std::string> names;
    for (const hypercube::Cube& cube : system.cubes())
      if (cube.user == user && (options.name.empty() || cube.name == options.name))
        names.push_back(cube.name);
    if (names.empty()) system.find("rebootcube", user, options.name);  // says that there is none
    for (const std::string& name : names) {
      hypercube::Cube& cube = system.find("rebootcube", user, name);
      if (is_running(cube)) ::kill(cube.process, SIGKILL);
      cube.process = 0;
      cube.program.clear();
    }
    return 0;
  });
}

int run_on(const hypercube::Cube& cube, const std::string& machine, const CubeOptions& options) {
  run::FirmwareJob job;
  job.machine = machine::load_machine(machine, {}, "model");
  job.machine.ipsc.cube.dimension = static_cast<std::uint32_t>(std::countr_zero(cube.nodes));
  job.cores = machine::first_cores(job.machine.cores());
  job.image = options.program.front();
  job.arguments.assign(options.program.begin() + 1, options.program.end());
  std::ofstream file;
  if (!cube.output.empty()) {
    file.open(cube.output, std::ios::app);
    if (!file)
      throw InputError(
          fmt::format("{}: cannot be written", kernel::shown(cube.output, kernel::kMaxPathShown)));
  }
  run::HostConsole console(cube.output.empty() ? std::cout : file,
                           cube.output.empty() ? std::cerr : file, static_cast<int>(cube.nodes));
  const run::FirmwareRun done = run::run_firmware(job, console, [&](kernel::Picos) {
    if (asked_to_end)
      throw kernel::MachineError(
          fmt::format("load: cube '{}': {} was ended by killcube, relcube or a signal",
                      kernel::shown(cube.name), kernel::shown(job.image, kernel::kMaxPathShown)));
  });
  if (done.succeeded()) return 0;
  base::say("rockcreek: {}\n", run::nonzero_statuses(job, console));
  return 1;
}

int load(const CubeOptions& options) {
  if (options.program.empty()) throw InputError("load: expected a program");
  std::signal(SIGTERM, [](int) { asked_to_end = 1; });
  const std::string user = user_name();
  std::string machine;
  const hypercube::Cube cube = with_system(options, [&](hypercube::CubeSystem& system) {
    hypercube::Cube& wanted = system.find("load", user, options.name);
    if (is_running(wanted))
      throw InputError(fmt::format("load: cube '{}' is running {} (see killcube)",
                                   kernel::shown(wanted.name), kernel::shown(wanted.program)));
    wanted.program = options.program.front();
    wanted.process = ::getpid();
    wanted.process_start = start_of(wanted.process);
    machine = system.machine();
    return wanted;
  });
  return run_on(cube, machine, options);
}

CLI::App& add_command(CLI::App& verb, Action& action, const std::shared_ptr<CubeOptions>& options,
                      const char* name, const char* summary, int (*command)(const CubeOptions&)) {
  CLI::App& added = *verb.add_subcommand(name, summary);
  added.callback(
      [options, command, &action] { action = [options, command] { return command(*options); }; });
  return added;
}

}  // namespace

void add_cube(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CubeOptions>();
  options->system = default_system_file();
  CLI::App& verb =
      *app.add_subcommand("cube", "allocate cubes of an iPSC/860 and run programs on them");
  verb.require_subcommand(1);
  verb.add_option("--system", options->system,
                  "file that records which user has which nodes (or $ROCKCREEK_SYSTEM)")
      ->capture_default_str();
  offers(verb.add_option("--machine", options->machine,
                         "machine file, where the system file does not exist yet"),
         base::machine_names())
      ->capture_default_str();

  const auto add = [&](const char* name, const char* summary,
                       int (*command)(const CubeOptions&)) -> CLI::App& {
    return add_command(verb, action, options, name, summary, command);
  };
  const auto add_name = [&](CLI::App& command, const char* text) {
    command.add_option("-c", options->name, text);
  };
  CLI::App& get = add("getcube", "allocate a cube and make it the current one", getcube);
  add_name(get, "its name (default: defaultname)");
  get.add_option("-t", options->type,
                 "nodes, memory in MB and kind, as in 8rx or 4m8rx (default: the largest free)");
  CLI::App& release = add("relcube", "release the current cube", relcube);
  CLI::Option* all = release.add_flag("-a", options->all, "all cubes of the user");
  release.add_option("-c", options->name, "the cube of this name")->excludes(all);
  CLI::App& info = add("cubeinfo", "show the current cube", cubeinfo);
  info.add_flag("-a", options->all, "show all cubes of the user");
  info.add_flag("-s", options->everybody, "show all cubes on the system");
  add_name(add("attachcube", "make a cube the current one", attachcube),
           "its name (default: defaultname)");
  add_name(add("killcube", "end the program that runs on a cube", killcube),
           "its name (default: the current one)");
  add_name(add("rebootcube", "end by force what runs on the user's cubes, which stay", rebootcube),
           "only the cube of this name");
  CLI::App& run = add("load", "run a program on every node of a cube", load);
  add_name(run, "its name (default: the current one)");
  // The program's own arguments may look like ours.
  run.prefix_command();
  run.callback([&run, options, &action] {
    options->program = run.remaining();
    action = [options] { return load(*options); };
  });
}

}  // namespace rc::sim::cli
