// SPDX-License-Identifier: Apache-2.0
#include "sim/run/native/native_run.h"

#include <elf.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" {
#include <sys/pidfd.h>  // glibc 2.36 left this out
}

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>

#include "firmware/native/native_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/say.h"
#include "sim/run/exit_statuses.h"
#include "sim/run/fault_text.h"
#include "sim/run/forgotten_start.h"
#include "sim/run/native/native_channel.h"
#include "sim/run/native/native_memory.h"
#include "sim/run/native/native_watch.h"
#include "sim/run/stopped_machine.h"
#include "sim/run/waits.h"
#include "sim/symbols/process_stack.h"

namespace rc::sim::run {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kGrace = std::chrono::seconds(2);
constexpr auto kLook = std::chrono::milliseconds(500);  // between looks for a deadlock
constexpr int kCannotStart = 126;                       // exit code, as in a shell

// Most hosts would start a firmware image too, with undefined results: so the program is checked.
void check_program(const std::string& path) {
  const std::string file = base::read_file(path, base::kMaxProgram);
  Elf64_Ehdr header{};
  std::memcpy(&header, file.data(), std::min(file.size(), sizeof header));
  const bool elf = std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0;
  if (!elf || header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64 ||
      file.find(std::string(NATIVE_MARK_1) + NATIVE_MARK_2) == std::string::npos)
    throw kernel::InputError(fmt::format(
        "{}: not a native program: expected one built with rockcreek cc --native{}", path,
        elf && header.e_ident[EI_CLASS] == ELFCLASS32 ? " (an image of the machine: rockcreek run)"
                                                      : ""));
  if (::access(path.c_str(), X_OK) != 0)
    throw kernel::InputError(
        fmt::format("{}: {}", kernel::shown(path, kernel::kMaxPathShown), std::strerror(errno)));
}

struct Ue {
  int rank = 0;
  int core = 0;
  pid_t pid = -1;
  base::Descriptor ended;     // readable once it has
  std::optional<int> status;  // as waitpid() gives it
};

class NativeRun {
 public:
  NativeRun(const NativeJob& job, ConsoleLines& console) : job_(job), console_(console) {}
  ~NativeRun() { kill_all(); }
  NativeRun(const NativeRun&) = delete;
  NativeRun& operator=(const NativeRun&) = delete;

  bool run() {
    const base::Descriptor memory = make_native_memory(job_.cores);
    watch_.emplace(memory);
    if (job_.max_seconds > 0)
      limit_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(job_.max_seconds));
    for (const int core : job_.cores) start(core, memory.number());
    out_.all_started();
    error_.all_started();
    while (running() > 0) {
      wait_for_events();
      print_all();
      collect_ended();
      check_faults();
      check_deadlock();
      check_time();
    }
    print_all();
    console_.finish();
    if (const std::string forgotten = forgotten_start(); !forgotten.empty())
      base::say("rockcreek: note: {}\n", forgotten);
    if (failed_ && !reported_) base::say("rockcreek: {}\n", failures());
    return !failed_;
  }

 private:
  void start(int core, int memory) {
    Ue ue;
    ue.rank = static_cast<int>(ues_.size());
    ue.core = core;
    const pid_t parent = ::getpid();
    ue.pid = ::fork();
    if (ue.pid < 0) refuse_native_run("cannot start a process");
    if (ue.pid == 0) become(ue.rank, parent, memory);
    rank_of_[ue.pid] = ue.rank;
    ue.ended = base::Descriptor(::pidfd_open(ue.pid, 0));
    const bool watched = ue.ended.number() >= 0;
    ues_.push_back(std::move(ue));
    if (!watched) refuse_native_run("cannot watch a process");
  }

  [[noreturn]] void become(int rank, pid_t parent, int memory) const {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(kCannotStart);  // it died before that
    ::dup2(out_.out(), STDOUT_FILENO);
    ::dup2(error_.out(), STDERR_FILENO);
    ::close(out_.out());
    ::close(error_.out());
    ::setenv(NATIVE_ENVIRONMENT, fmt::format("{},{}", memory, rank).c_str(), 1);
    std::string name = std::filesystem::path(job_.program).filename();
    std::vector<std::string> arguments = job_.arguments;
    std::vector<char*> argv{name.data()};
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    if (job_.stack_bytes != 0) {
      rlimit limit{};
      ::getrlimit(RLIMIT_STACK, &limit);
      limit.rlim_cur = job_.stack_bytes;
      if (::setrlimit(RLIMIT_STACK, &limit) != 0) {
        base::say("rockcreek: --stack: more than this host allows\n");
        ::_exit(kCannotStart);
      }
    }
    const std::string program = std::filesystem::absolute(job_.program);
    const char* const directory = job_.directory.empty() ? "." : job_.directory.c_str();
    if (::chdir(directory) == 0) ::execv(program.c_str(), argv.data());
    base::say("{}: {}\n", job_.program, std::strerror(errno));
    ::_exit(kCannotStart);
  }

  std::ptrdiff_t running() const {
    return std::ranges::count_if(ues_, [](const Ue& ue) { return !ue.status; });
  }

  void wait_for_events() const {
    std::vector<pollfd> waits{{out_.in(), POLLIN, 0}, {error_.in(), POLLIN, 0}};
    for (const Ue& ue : ues_)
      if (!ue.status) waits.push_back({ue.ended.number(), POLLIN, 0});
    constexpr int kPollMilliseconds = 100;
    ::poll(waits.data(), waits.size(), kPollMilliseconds);
  }

  void print_all() {
    for (const bool error : {false, true})
      (error ? error_ : out_).drain([&](pid_t writer, std::string_view text) {
        // A process that a UE started has no rank: its output is printed as rank 0's.
        const auto it = rank_of_.find(writer);
        console_.print(it != rank_of_.end() ? it->second : 0, error, text);
      });
  }

  void collect_ended() {
    for (Ue& ue : ues_) {
      int status = 0;
      if (ue.status || ::waitpid(ue.pid, &status, WNOHANG) != ue.pid) continue;
      ue.status = status;
      if (WIFSIGNALED(status)) died(ue, WTERMSIG(status));
      if (WEXITSTATUS(status) == 0) continue;
      if (!failed_) grace_ends_ = Clock::now() + kGrace;
      failed_ = true;
    }
  }

  [[noreturn]] void died(const Ue& ue, int signal, const std::string& story = "") {
    const std::string forgotten =
        watch_->never_started(static_cast<unsigned>(ue.core))
            ? never_started("UE", {static_cast<std::size_t>(ue.rank)}, "; ")
            : "";
    kill_all();
    print_all();
    console_.finish();
    throw kernel::MachineError(fmt::format("UE {} on core {} died: {} (signal {}){}{}{}", ue.rank,
                                           ue.core, ::strsignal(signal), signal,
                                           story.empty() ? "" : ": ", story, forgotten));
  }

  std::string forgotten_start(std::string_view before = "") const {
    std::vector<std::size_t> ranks;
    for (std::size_t rank = 0; rank < ues_.size(); ++rank)
      if (watch_->never_started(static_cast<unsigned>(ues_[rank].core))) ranks.push_back(rank);
    return never_started("UE", ranks, before);
  }

  std::optional<std::size_t> rank_of(int core) const {
    const auto at = std::ranges::find(job_.cores, core);
    if (at == job_.cores.end()) return std::nullopt;
    return static_cast<std::size_t>(at - job_.cores.begin());
  }

  // Without memory, whose pointers are longer than a machine's: requests and communicators are not read.
  StoppedMachine stopped() const {
    const auto core = [this](std::size_t rank) { return static_cast<unsigned>(ues_[rank].core); };
    StoppedMachine machine;
    machine.unit = "UE";
    machine.count = ues_.size();
    machine.ended = [this](std::size_t rank) { return ues_[rank].status.has_value(); };
    machine.name = [core](std::size_t rank) {
      return fmt::format("core {} (UE {})", core(rank), rank);
    };
    machine.state = [this, core](std::size_t rank) { return watch_->waiting_on(core(rank)); };
    machine.frames = [this](std::size_t rank) {
      return symbols::process_stack(ues_[rank].pid, ues_[rank].pid);
    };
    machine.word = [](std::size_t, std::uint32_t) { return std::nullopt; };
    machine.polled = [this, core](std::size_t rank) {
      return rank_of(watch_->polled_core(core(rank)));
    };
    machine.lock_holder = [this, core](std::size_t rank) {
      return rank_of(watch_->lock_holder(core(rank)));
    };
    machine.awaited_lock = [this, core](std::size_t rank) {
      return rank_of(watch_->awaited_lock(core(rank)));
    };
    return machine;
  }

  // A UE that has stopped for a signal ends here, with where it was.
  void check_faults() {
    for (const Ue& ue : ues_) {
      const auto fault = watch_->fault(static_cast<unsigned>(ue.core));
      if (ue.status || !fault) continue;
      const auto frames = symbols::process_stack(ue.pid, fault->thread);
      std::string story =
          fault->fault.exception ? fault_story(fault->fault, frames) : call_story(frames);
      if (fault->stack_overflow && !frames.empty())
        story = fmt::format("stack overflow in {}; --stack SIZE gives it more", frames[0].text());
      died(ue, fault->signal, story);
    }
  }

  void check_deadlock() {
    if (running() == 0 || failed_ || Clock::now() < next_look_) return;
    next_look_ = Clock::now() + kLook;
    std::vector<int> cores;
    for (const Ue& ue : ues_)
      if (!ue.status) cores.push_back(ue.core);
    if (!watch_->all_wait_in_vain(cores)) return;
    const std::string text =
        "deadlock: no core can go on" + wait_lines(stopped()) + forgotten_start("\n  ");
    kill_all();
    print_all();
    console_.finish();
    throw kernel::MachineError(text);
  }

  void check_time() {
    const auto now = Clock::now();
    const auto left = running();
    if (left > 0 && failed_ && now >= grace_ends_) {
      const std::string failed = failures();  // before those that are ended here
      kill_all();
      print_all();
      console_.finish();
      base::say("rockcreek: {}; {} that still ran {} s later {} ended\n", failed, left,
                kGrace.count(), left == 1 ? "was" : "were");
      reported_ = true;
    } else if (left > 0 && limit_ && now >= *limit_) {
      kill_all();
      print_all();
      console_.finish();
      throw kernel::MachineError(fmt::format("not finished after {:g} s: {} of {} UEs still ran",
                                             job_.max_seconds, left, ues_.size()));
    }
  }

  std::string failures() const {
    std::map<int, int> statuses;
    for (const Ue& ue : ues_)
      if (ue.status) statuses[ue.rank] = WEXITSTATUS(*ue.status);
    return nonzero_statuses(statuses, job_.cores);
  }

  void kill_all() {
    for (const Ue& ue : ues_)
      if (!ue.status) ::kill(ue.pid, SIGKILL);
    for (Ue& ue : ues_) {
      int status = 0;
      if (ue.status) continue;
      while (::waitpid(ue.pid, &status, 0) < 0 && errno == EINTR) {
      }
      ue.status = status;
    }
  }

  const NativeJob& job_;
  ConsoleLines& console_;
  NativeChannel out_, error_;
  std::vector<Ue> ues_;
  std::map<pid_t, int> rank_of_;
  std::optional<Clock::time_point> limit_;
  std::optional<NativeWatch> watch_;
  Clock::time_point next_look_ = Clock::now() + kLook;
  bool failed_ = false;    // a UE returned non-zero
  bool reported_ = false;  // which one, and that others were killed for it
  Clock::time_point grace_ends_;
};

}  // namespace

bool run_native(const NativeJob& job, ConsoleLines& console) {
  check_program(job.program);
  if (!job.directory.empty() && ::access(job.directory.c_str(), X_OK) != 0)
    throw kernel::InputError(fmt::format("--files {}: {}",
                                         kernel::shown(job.directory, kernel::kMaxPathShown),
                                         std::strerror(errno)));
  std::error_code ignored;
  if (!job.directory.empty() && !std::filesystem::is_directory(job.directory, ignored))
    throw kernel::InputError(fmt::format("--files {}: not a directory",
                                         kernel::shown(job.directory, kernel::kMaxPathShown)));
  return NativeRun(job, console).run();
}

}  // namespace rc::sim::run
