// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/verilated_library.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <sstream>
#include <stop_token>
#include <thread>

#include "hw_model/kernel/error.h"
#include "sim/base/descriptor.h"
#include "sim/base/files.h"
#include "sim/base/interruption.h"
#include "sim/base/paths.h"
#include "sim/base/program.h"
#include "sim/base/say.h"
#include "sim/base/temporary_folder.h"

namespace rc::sim::lab {
namespace {

namespace fs = std::filesystem;
using kernel::InputError;

// Held while a library is built; the kernel lets it go when the process ends.
base::Descriptor lock(const std::string& path) {
  base::Descriptor file(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666));
  if (file.number() < 0 || ::flock(file.number(), LOCK_EX) != 0)
    throw InputError(fmt::format("{}: cannot lock: {}", path, std::strerror(errno)));
  return file;
}

// With the libraries of hierarchical modules, the top's own last.
std::vector<std::string> link_command(const LibraryPlan& plan, const std::string& folder) {
  std::vector<std::string> command{"g++",
                                   "-std=c++17",
                                   "-O1",
                                   "-fPIC",
                                   "-shared",
                                   "-w",
                                   "-fvisibility=hidden",
                                   "-Wl,--exclude-libs,ALL",
                                   "-I.",
                                   "-Iobj"};
  for (const std::string& directory : plan.include_dirs) command.push_back("-I" + directory);
  const std::string known = base::read_file(folder + "/root");
  const std::string root = known.substr(0, known.find('\n'));
  for (const char* part : {"/include", "/include/vltstd"}) command.push_back("-I" + root + part);
  for (const char* part : {"FATAL", "STOP", "FINISH"})
    command.push_back(fmt::format("-DVL_USER_{}", part));
  command.insert(command.end(), plan.compiler_flags.begin(), plan.compiler_flags.end());
  // Verilator's runtime has no library of its own.
  for (const char* part : {"verilated.cpp", "verilated_threads.cpp"})
    command.push_back(root + "/include/" + part);
  command.insert(command.end(), {plan.source, "-o", plan.name, "-Wl,-z,defs", "-Wl,--start-group"});
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(folder) / "obj"))
    if (entry.path().extension() == ".a") command.push_back(entry.path());
  command.insert(command.end(), {"-Wl,--end-group", "-pthread"});
  return command;
}

std::vector<std::string> verilator_command(const LibraryPlan& plan, const std::string& folder) {
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
      "V" + plan.top,
      "--top-module",
      plan.top,
      "--x-assign",
      plan.unknowns,
      "--x-initial",
      plan.unknowns,
      "--no-timing",
      "-CFLAGS",
      "-fPIC -fvisibility=hidden -DVL_USER_FATAL -DVL_USER_STOP -DVL_USER_FINISH",
      "-MAKEFLAGS",
      "OPT_FAST=-O1 OPT_GLOBAL=-O1"};
  for (std::string& more : plan.verilator(folder)) command.push_back(std::move(more));
  return command;
}

// Runs one step of a build in `folder`. What a step that fails leaves is kept as `kept`: its log names
// the files that were made for it.
void build_step(const std::vector<std::string>& command, const std::string& folder,
                const std::string& log_name, const fs::path& kept,
                const std::function<void(int, const std::string&)>& refuse) {
  const std::string log = folder + "/" + log_name;
  const int status = run_logged(command, folder, log);
  if (status == 0) return;
  std::string text = base::read_file(log);
  for (auto at = text.find(folder); at != text.npos; at = text.find(folder, at))
    text.replace(at, folder.size(), kept.string());
  base::write_file(log, text);
  fs::remove_all(fs::path(folder) / "obj");
  fs::remove_all(kept);
  fs::rename(folder, kept);
  try {
    refuse(status, text);
  } catch (const InputError& error) {
    throw InputError(
        fmt::format("{}; the whole log is {}", error.what(), (kept / log_name).string()));
  }
}

// Says every half minute how far a build is.
class BuildClock {
 public:
  explicit BuildClock(const std::string& folder)
      : thread_([folder](const std::stop_token& stop) {
          using std::chrono::seconds;
          const auto begin = std::chrono::steady_clock::now();
          std::mutex mutex;
          std::condition_variable_any ended;
          std::unique_lock held(mutex);
          while (!ended.wait_for(held, stop, kPeriod, [&stop] { return stop.stop_requested(); })) {
            const auto past = std::chrono::steady_clock::now() - begin;
            base::say("rockcreek: still building after {} s: {}\n",
                      std::chrono::duration_cast<seconds>(past).count(), compiled(folder));
          }
        }) {}

 private:
  static constexpr std::chrono::seconds kPeriod{30};

  static std::string compiled(const std::string& folder) {
    std::size_t sources = 0, objects = 0;
    std::error_code gone;  // files come and go meanwhile
    for (fs::recursive_directory_iterator at(fs::path(folder) / "obj", gone), end;
         !gone && at != end; at.increment(gone)) {
      sources += at->path().extension() == ".cpp" ? 1 : 0;
      objects += at->path().extension() == ".o" ? 1 : 0;
    }
    return sources == 0 ? "Verilator reads the sources"
                        : fmt::format("the compiler has made {} files of {}", objects, sources);
  }

  std::jthread thread_;
};

}  // namespace

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

void add_to_key(std::string& key, std::string_view text) {
  key += fmt::format("{}\n", text.size());
  key += text;
}

void add_files_to_key(std::string& key, const std::vector<std::string>& paths) {
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
      add_to_key(key, file.string());
      add_to_key(key, base::read_file(file));
    }
  }
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

int run_logged(const std::vector<std::string>& command, const std::string& directory,
               const std::string& log) {
  const int status = base::run_program(command, [&] {
    const int out = ::open(log.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0666);
    return out >= 0 && ::chdir(directory.c_str()) == 0 && ::dup2(out, 1) >= 0 &&
           ::dup2(out, 2) >= 0;
  });
  // A terminal sends its signal to the program, too.
  if (base::Interruption::signal() != 0)
    throw kernel::MachineError("a build with Verilator, which begins anew next time");
  return status;
}

BuiltLibrary build_library(const LibraryPlan& plan) {
  const fs::path cache = fs::path(base::cache_folder(plan.cache));
  const fs::path kept = cache / plan.key;
  const BuiltLibrary built{kept / plan.name, kept / "verilator.log"};
  if (fs::exists(built.library)) return built;
  const base::Descriptor locked = lock(cache / (plan.key + ".lock"));
  if (fs::exists(built.library)) return built;
  base::say("rockcreek: {}\n", plan.announce);
  const base::TemporaryFolder scratch(plan.key + ".",
                                      cache);  // gone unless it becomes what is kept
  const std::string& folder = scratch.path();
  for (const auto& [name, text] : plan.files) base::write_file(folder + "/" + name, text);
  run_logged({"verilator", "--getenv", "VERILATOR_ROOT"}, folder, folder + "/root");
  const fs::path failed = cache / (plan.key + ".failed");
  {
    const BuildClock clock(folder);
    if (plan.examine) {
      std::vector<std::string> command = plan.examine(folder);
      command.insert(command.begin(), "verilator");
      build_step(command, folder, "examine.log", failed, plan.refuse_verilator);
      plan.examined(folder);
    }
    build_step(verilator_command(plan, folder), folder, "verilator.log", failed,
               plan.refuse_verilator);
    build_step(link_command(plan, folder), folder, "link.log", failed, plan.refuse_compiler);
  }
  if (plan.finish) plan.finish(folder);
  fs::remove_all(fs::path(folder) / "obj");
  fs::remove_all(failed);
  fs::rename(folder, kept);
  return built;
}

}  // namespace rc::sim::lab
