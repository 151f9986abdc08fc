// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/engine/engine.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/descriptor.h"
#include "sim/base/files.h"
#include "sim/base/interruption.h"
#include "sim/base/json_output.h"
#include "sim/base/paths.h"
#include "sim/base/processes.h"
#include "sim/base/program.h"
#include "sim/base/progress.h"

namespace rc::sim::explore {
namespace {

namespace fs = std::filesystem;

// For a shell, whatever is in it.
std::string quoted(const std::string& word) {
  std::string all = "'";
  for (const char c : word) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "'";
}

std::string command_line(const std::vector<std::string>& words) {
  std::string call = quoted(fs::read_symlink("/proc/self/exe").string());
  for (const std::string& word : words) call.append(" ").append(quoted(word));
  return fmt::format("(cd {} || exit 2; {} || [ $? -eq 1 ])", quoted(fs::current_path().string()),
                     call);
}

// The engine's folder, empty and for this call alone. The lock is inherited: it lasts until the
// engine has ended, also if this process is killed.
class EngineFolder {
 public:
  explicit EngineFolder(const std::string& path) : path_(fs::absolute(path).string()) {
    base::make_directory(path_);
    const std::string file = path_ + "/lock";
    lock_ = base::Descriptor(::open(file.c_str(), O_CREAT | O_RDWR, 0666));
    if (lock_.number() < 0 || ::flock(lock_.number(), LOCK_EX | LOCK_NB) != 0)
      throw kernel::InputError(fmt::format(
          "{}: {}", kernel::shown(path_, kernel::kMaxPathShown),
          errno == EWOULDBLOCK ? "another call of rockcreek uses it" : std::strerror(errno)));
    for (const fs::directory_entry& entry : fs::directory_iterator(path_))
      if (entry.path().filename() != "lock") fs::remove_all(entry.path());
  }

  std::string file(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }
  std::size_t done() const {
    std::error_code none_yet;
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(file("done"), none_yet), fs::directory_iterator()));
  }

 private:
  std::string path_;
  base::Descriptor lock_;
};

std::vector<std::string> snakemake_call(const EngineFolder& folder, const EngineOptions& options) {
  // The folder's lock is ours, and nothing of an earlier call is left to compare with.
  std::vector<std::string> call{"snakemake",
                                "--snakefile",
                                base::engine_file("Snakefile"),
                                "--directory",
                                folder.path(),
                                "--configfile",
                                folder.file("jobs.json"),
                                "--nolock",
                                "--keep-going",
                                "--drop-metadata",
                                "--scheduler",
                                "greedy"};
  if (options.profile.empty())
    call.insert(call.end(), {"--cores", std::to_string(base::host_processors())});
  else
    call.insert(call.end(), {"--profile", find_profile(options.profile)});
  return call;
}

// Calls Snakemake and waits for it; what waitpid() gives. It runs in a process of its own, which
// leads a group, so that one signal stops everything below it: a terminal's Ctrl-C does not
// reach the group, and Snakemake takes only the first one to cancel what it has handed over.
int run_snakemake(const std::vector<std::string>& call, const std::string& log) {
  ::setpgid(0, 0);
  std::signal(SIGINT, SIG_IGN);
  struct sigaction stop {};
  stop.sa_handler = [](int) { ::kill(0, SIGINT); };
  ::sigaction(SIGTERM, &stop, nullptr);
  return base::run_program(call, [&] {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    const int file = ::open(log.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0666);
    const int nothing = ::open("/dev/null", O_RDONLY);
    return file >= 0 && nothing >= 0 && ::dup2(nothing, 0) >= 0 && ::dup2(file, 1) >= 0 &&
           ::dup2(file, 2) >= 0;
  });
}

}  // namespace

std::string find_profile(const std::string& name) {
  for (const std::string& folder : {name, base::engine_file(name)})
    if (fs::is_regular_file(folder + "/config.yaml")) return fs::absolute(folder).string();
  throw kernel::InputError(
      fmt::format("--profile '{}': expected a folder with config.yaml, or 'slurm'",
                  kernel::shown(name, kernel::kMaxPathShown)));
}

void run_by_engine(const std::vector<EngineJob>& jobs, const EngineOptions& options,
                   const std::string& directory) {
  if (jobs.empty()) return;
  if (base::run_program({"sh", "-c", "command -v snakemake > /dev/null"}) != 0)
    throw kernel::InputError(
        "--engine snakemake: there is no program snakemake (Debian: apt-get install snakemake)");
  const EngineFolder folder(directory + "/engine");
  const std::vector<std::string> call = snakemake_call(folder, options);
  nlohmann::json list = {{"threads", options.threads}, {"jobs", nlohmann::json::object()}};
  for (const EngineJob& job : jobs) list["jobs"][job.name] = command_line(job.words);
  base::write_json(folder.file("jobs.json"), list);

  const std::string log = folder.file("snakemake.log");
  const base::Interruption interruption;
  base::Progress progress("engine");
  const auto told = [&] {
    return fmt::format("{} of {} jobs done; the same command goes on from there", folder.done(),
                       jobs.size());
  };
  auto looked = std::chrono::steady_clock::now();
  const auto watch = [&](std::size_t) {
    if (const int signal = base::Interruption::signal())
      throw kernel::MachineError(fmt::format("interrupted ({}): {}", ::strsignal(signal), told()));
    if (std::chrono::steady_clock::now() - looked < std::chrono::seconds(1)) return;
    looked = std::chrono::steady_clock::now();
    const std::size_t done = folder.done();
    progress.update(static_cast<double>(done) / static_cast<double>(jobs.size()),
                    fmt::format("{}/{} jobs", done, jobs.size()));
  };
  const base::Task task{"snakemake", [&] { return std::to_string(run_snakemake(call, log)); }};
  const base::Ended ended = base::try_in_processes({task}, 1, watch).front();
  if (ended.error || ended.text != "0")
    throw kernel::MachineError(fmt::format("snakemake ended early: {}; {} tells why", told(),
                                           kernel::shown(log, kernel::kMaxPathShown)));
}

}  // namespace rc::sim::explore
