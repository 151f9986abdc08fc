#include "sim/native_run.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" {
#include <sys/pidfd.h>  // glibc 2.36 left this out
}

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "hw_model/arch/native_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/chip/layout.h"
#include "hw_model/kernel/error.h"
#include "hw_model/tile/registers.h"
#include "sim/exit_statuses.h"
#include "sim/files.h"

namespace rc::sim {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kGrace = std::chrono::seconds(2);
constexpr int kCannotStart = 126;  // as a shell's

[[noreturn]] void refuse(const std::string& what) {
  throw kernel::InputError(fmt::format("native run: {}: {}", what, std::strerror(errno)));
}

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_ = -1;
};

// An image of the machine would start, on most hosts, and do anything.
void check_program(const std::string& path) {
  const std::string file = read_file(path);
  Elf64_Ehdr header{};
  std::memcpy(&header, file.data(), std::min(file.size(), sizeof header));
  const bool elf = std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0;
  if (!elf || header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64 ||
      file.find(std::string(NATIVE_MARK_1) + NATIVE_MARK_2) == std::string::npos)
    throw kernel::InputError(fmt::format(
        "{}: not a native program: expected one built with rockcreek cc --native{}", path,
        elf && header.e_ident[EI_CLASS] == ELFCLASS32
            ? " (an image of the machine runs without --native)"
            : ""));
  if (::access(path.c_str(), X_OK) != 0)
    throw kernel::InputError(fmt::format("{}: {}", path, std::strerror(errno)));
}

void write_words(int file, std::uint64_t offset, const std::uint32_t* words, std::size_t count) {
  const auto bytes = static_cast<ssize_t>(count * sizeof *words);
  if (::pwrite(file, words, static_cast<std::size_t>(bytes), static_cast<off_t>(offset)) != bytes)
    refuse("shared memory");
}

void write_boot_words(int file, const std::vector<int>& cores) {
  std::array<std::uint32_t, NATIVE_WORDS> words{};
  const auto start =
      static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now().time_since_epoch()).count());
  words[SCC_BOOT_WORD_MAGIC] = NATIVE_MAGIC;
  words[SCC_BOOT_WORD_UES] = static_cast<std::uint32_t>(cores.size());
  words[SCC_BOOT_WORD_CLOCK_KHZ] = NATIVE_CLOCK_KHZ;
  words[NATIVE_WORD_START] = static_cast<std::uint32_t>(start);
  words[NATIVE_WORD_START + 1] = static_cast<std::uint32_t>(start >> 32);
  std::ranges::copy(cores, words.begin() + SCC_BOOT_WORD_COREIDS);
  write_words(file, NATIVE_BOOT, words.data(), words.size());
}

void write_lut(int file, unsigned core, std::uint64_t table_at) {
  const auto lut = chip::default_lut(core, SCC_PRIVATE_SLOTS);
  std::array<std::uint32_t, 2 * SCC_LUT_ENTRIES> table{};  // 8-byte stride
  for (unsigned slot = 0; slot < SCC_LUT_ENTRIES; ++slot) table[2 * slot] = lut[slot];
  write_words(file, table_at, table.data(), table.size());
}

// As after the boot of the default machine; nothing depends on them.
void write_registers(int file) {
  constexpr unsigned kTileDivider = 3, kMeshDivider = 2;
  constexpr std::uint32_t kHeld = SCC_GCBCFG_RESET_CORE0 | SCC_GCBCFG_RESET_CORE1;
  const std::pair<std::uint32_t, std::uint32_t> values[] = {
      {SCC_CRB_GLCFG0, SCC_GLCFG_RESET_VALUE},
      {SCC_CRB_GLCFG1, SCC_GLCFG_RESET_VALUE},
      {SCC_CRB_L2CFG0, SCC_L2CFG_RESET_VALUE},
      {SCC_CRB_L2CFG1, SCC_L2CFG_RESET_VALUE},
      {SCC_CRB_GCBCFG, tile::gcbcfg_word(kTileDivider, kMeshDivider) & ~kHeld}};
  for (unsigned t = 0; t < SCC_TILES; ++t) {
    const std::uint64_t begin = NATIVE_CRB + t * SCC_CRB_SIZE;
    for (const auto& [offset, value] : values) write_words(file, begin + offset, &value, 1);
    write_lut(file, SCC_CORES_PER_TILE * t, begin + SCC_CRB_LUT0);
    write_lut(file, SCC_CORES_PER_TILE * t + 1, begin + SCC_CRB_LUT1);
  }
}

Descriptor make_shared_memory(const std::vector<int>& cores) {
  Descriptor file(::memfd_create("rockcreek", 0));
  if (file.number() < 0 || ::ftruncate(file.number(), NATIVE_BYTES) != 0) refuse("shared memory");
  write_boot_words(file.number(), cores);
  write_registers(file.number());
  return file;
}

// One stream for all UEs, so that what they print keeps its order; the kernel says with every piece
// which process wrote it.
class Channel {
 public:
  Channel() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) refuse("console");
    in_ = Descriptor(ends[0]);
    out_ = Descriptor(ends[1]);
    const int on = 1;
    if (::setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0 ||
        ::fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0)
      refuse("console");
  }

  int in() const { return in_.number(); }
  int out() const { return out_.number(); }
  void all_started() { out_.close(); }

  // Calls take(pid, text) for every piece that is there.
  template <class Take>
  void drain(Take take) const {
    std::array<char, 1 << 16> text;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> control;
    for (;;) {
      iovec part{text.data(), text.size()};
      msghdr message{};
      message.msg_iov = &part;
      message.msg_iovlen = 1;
      message.msg_control = control.data();
      message.msg_controllen = control.size();
      const ssize_t got = ::recvmsg(in(), &message, MSG_DONTWAIT);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return;
      ucred writer{};
      const cmsghdr* header = CMSG_FIRSTHDR(&message);
      if (header != nullptr && header->cmsg_type == SCM_CREDENTIALS)
        std::memcpy(&writer, CMSG_DATA(header), sizeof writer);
      take(writer.pid, std::string_view(text.data(), static_cast<std::size_t>(got)));
    }
  }

 private:
  Descriptor in_, out_;
};

struct Ue {
  int rank = 0;
  int core = 0;
  pid_t pid = -1;
  Descriptor ended;           // readable once it has
  std::optional<int> status;  // as waitpid() gives it
};

class NativeRun {
 public:
  NativeRun(const NativeJob& job, ConsoleLines& console) : job_(job), console_(console) {}
  ~NativeRun() { kill_all(); }
  NativeRun(const NativeRun&) = delete;
  NativeRun& operator=(const NativeRun&) = delete;

  bool run() {
    const Descriptor memory = make_shared_memory(job_.cores);
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
      check_time();
    }
    print_all();
    console_.finish();
    if (failed_ && !told_) fmt::print(stderr, "rockcreek: {}\n", failures());
    return !failed_;
  }

 private:
  void start(int core, int memory) {
    Ue ue;
    ue.rank = static_cast<int>(ues_.size());
    ue.core = core;
    const pid_t parent = ::getpid();
    ue.pid = ::fork();
    if (ue.pid < 0) refuse("cannot start a process");
    if (ue.pid == 0) become(ue.rank, parent, memory);
    rank_of_[ue.pid] = ue.rank;
    ue.ended = Descriptor(::pidfd_open(ue.pid, 0));
    const bool watched = ue.ended.number() >= 0;
    ues_.push_back(std::move(ue));
    if (!watched) refuse("cannot watch a process");
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
    const std::string program = std::filesystem::absolute(job_.program);
    const char* const directory = job_.directory.empty() ? "." : job_.directory.c_str();
    if (::chdir(directory) == 0) ::execv(program.c_str(), argv.data());
    fmt::print(stderr, "{}: {}\n", job_.program, std::strerror(errno));
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
        // A process that a UE started belongs to no rank; its words are not lost for that.
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

  [[noreturn]] void died(const Ue& ue, int signal) {
    kill_all();
    print_all();
    console_.finish();
    throw kernel::MachineError(fmt::format("UE {} on core {} died: {} (signal {})", ue.rank,
                                           ue.core, ::strsignal(signal), signal));
  }

  void check_time() {
    const auto now = Clock::now();
    const auto left = running();
    if (left > 0 && failed_ && now >= grace_ends_) {
      const std::string failed = failures();  // before those that are ended here
      kill_all();
      print_all();
      console_.finish();
      fmt::print(stderr, "rockcreek: {}; {} that still ran {} s later {} ended\n", failed, left,
                 kGrace.count(), left == 1 ? "was" : "were");
      told_ = true;
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
  Channel out_, error_;
  std::vector<Ue> ues_;
  std::map<pid_t, int> rank_of_;
  std::optional<Clock::time_point> limit_;
  bool failed_ = false;  // one returned something else than zero
  bool told_ = false;    // which, and that others were ended for it
  Clock::time_point grace_ends_;
};

}  // namespace

bool run_native(const NativeJob& job, ConsoleLines& console) {
  check_program(job.program);
  if (!job.directory.empty() && ::access(job.directory.c_str(), X_OK) != 0)
    throw kernel::InputError(fmt::format("--files {}: {}", job.directory, std::strerror(errno)));
  if (!job.directory.empty() && !std::filesystem::is_directory(job.directory))
    throw kernel::InputError(fmt::format("--files {}: not a directory", job.directory));
  return NativeRun(job, console).run();
}

}  // namespace rc::sim
