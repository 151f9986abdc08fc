// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/gdb_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <memory>
#include <optional>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/descriptor.h"
#include "sim/base/numbers.h"
#include "sim/base/say.h"
#include "sim/debug/checkpoint_process.h"
#include "sim/debug/gdb_packets.h"
#include "sim/debug/gdb_session.h"
#include "sim/debug/time_line.h"

namespace rc::sim::debug {
namespace {

constexpr int kKilled = 1, kFailed = 3;

[[noreturn]] void cannot_listen(const std::string& where) {
  throw kernel::InputError(
      fmt::format("--gdb {}: cannot listen: {}", kernel::shown(where), std::strerror(errno)));
}

base::Descriptor listen_at_path(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    throw kernel::InputError(fmt::format("--gdb {}: the path is too long", kernel::shown(path)));
  std::memcpy(address.sun_path, path.data(), path.size());
  base::Descriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::bind(listener.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener.number(), 1) != 0)
    cannot_listen(path);
  return listener;
}

base::Descriptor listen_at_port(const std::string& text) {
  const auto port = base::parse_whole(text, 65535);
  if (!port)
    throw kernel::InputError(fmt::format(
        "--gdb {}: expected a port, or the path of a socket with a /", kernel::shown(text)));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(*port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  base::Descriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  ::setsockopt(listener.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  socklen_t size = sizeof address;
  if (::bind(listener.number(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::listen(listener.number(), 1) != 0 ||
      ::getsockname(listener.number(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    cannot_listen(text);
  base::say("rockcreek: gdb may connect: target remote :{}\n", ntohs(address.sin_port));
  return listener;
}

bool ready(const base::Descriptor& socket, int milliseconds) {
  pollfd waiting{socket.number(), POLLIN, 0};
  return ::poll(&waiting, 1, milliseconds) > 0;
}

constexpr std::size_t kReadBytes = 4096, kReadsAtOnce = 32;

// A debugger's connection.
class Connection {
 public:
  explicit Connection(base::Descriptor socket) : socket_(std::move(socket)) {
    const int yes = 1;
    ::setsockopt(socket_.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }

  void send(std::string_view text) {
    while (!text.empty() && !lost_) {
      const ssize_t sent = ::send(socket_.number(), text.data(), text.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) lost_ = true;
      if (sent > 0) text.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  // Waits for what comes next; nothing if the connection is lost.
  std::optional<GdbPackets::Item> next() {
    for (;;) {
      if (auto item = packets_.next()) return item;
      if (lost_ || !read()) return std::nullopt;
    }
  }
  // Whether the debugger wants the run to stop, or is gone. Nothing else is due while the machine
  // runs: little of it is kept, and a debugger that sends more is left.
  bool interrupted() {
    for (std::size_t reads = 0; reads < kReadsAtOnce && !lost_ && ready(socket_, 0); ++reads)
      read();
    if (packets_.waiting() > GdbPackets::kLongest) {
      base::say(
          "rockcreek: the debugger sent more than {} bytes while the machine ran: its "
          "connection is closed\n",
          GdbPackets::kLongest);
      lost_ = true;
    }
    if (lost_) return true;
    if (!packets_.interrupt_waits()) return false;
    packets_.next();
    return true;
  }
  bool lost() const { return lost_; }

 private:
  bool read() {
    char buffer[kReadBytes];
    ssize_t got = 0;
    do {
      got = ::recv(socket_.number(), buffer, sizeof buffer, 0);
    } while (got < 0 && errno == EINTR);
    if (got <= 0) lost_ = true;
    if (got > 0) packets_.feed({buffer, static_cast<std::size_t>(got)});
    return got > 0;
  }

  base::Descriptor socket_;
  GdbPackets packets_;
  bool lost_ = false;
};

class GdbServer {
 public:
  GdbServer(TimeLine& run, base::Descriptor listener, const GdbOptions& options)
      : run_(run), listener_(std::move(listener)), options_(options) {}

  // Until the run is over or killed. True: over, or it cannot go on.
  bool serve() {
    bool attach = options_.wait;
    for (;;) {
      if (!attach) {
        const StopEvent stop = run_.go_on([this] { return ready(listener_, 0); });
        if (stop.why == StopEvent::Why::over || stop.why == StopEvent::Why::failed) return true;
      }
      attach = false;
      if (options_.started_for_gdb && !debugger_comes()) return false;
      base::Descriptor socket(::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC));
      if (socket.number() < 0) continue;
      const GdbSession::End end = session(std::move(socket));
      if (end == GdbSession::End::over) return true;
      if (end == GdbSession::End::killed) return false;
    }
  }

 private:
  // False: the process that is to become the debugger has ended before.
  bool debugger_comes() const {
    constexpr int kMoment = 500;  // ms
    while (!ready(listener_, kMoment))
      if (::getppid() != started_by_) return false;
    return true;
  }

  GdbSession::End session(base::Descriptor socket) {
    Connection gdb(std::move(socket));
    GdbSession session(
        run_, options_.started_for_gdb, [&] { return gdb.interrupted(); },
        [&](std::string_view text) {
          std::string line("O");
          line += to_hex(text);
          gdb.send(GdbPackets::frame(line));
        });
    std::string last;
    while (session.end() == GdbSession::End::none) {
      const auto item = gdb.next();
      if (!item) break;
      using Kind = GdbPackets::Item::Kind;
      if (item->kind == Kind::interrupt) continue;  // it stands already
      if (item->kind == Kind::repeat) {
        gdb.send(last);
        continue;
      }
      if (item->kind == Kind::damaged) {
        gdb.send("-");
        continue;
      }
      if (!session.silent()) gdb.send("+");
      if (const auto answer = session.answer(item->text))
        gdb.send(last = GdbPackets::frame(*answer));
    }
    run_.clear_breaks();
    return session.end_if_lost();
  }

  TimeLine& run_;
  base::Descriptor listener_;
  GdbOptions options_;
  pid_t started_by_ = ::getppid();
};

// Ends as the process does in which the run went on.
[[noreturn]] void end_as(int process) {
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(-1, &status, 0);
    if (ended < 0 && errno != EINTR) ::_exit(kFailed);
    if (ended == process) break;
  }
  if (WIFSIGNALED(status)) {
    base::say("rockcreek: error: the process that simulates died: {}\n",
              ::strsignal(WTERMSIG(status)));
    ::_exit(kFailed);
  }
  ::_exit(WEXITSTATUS(status));
}

}  // namespace

void run_under_gdb(DebugMachine& machine, const GdbOptions& options) {
  std::signal(SIGTERM, SIG_DFL);  // a session has no end in order but the debugger's
  const bool path = options.listen.find('/') != std::string::npos;
  base::Descriptor listener =
      path ? listen_at_path(options.listen) : listen_at_port(options.listen);
  if (path && !options.started_for_gdb)
    base::say("rockcreek: gdb may connect: target remote {}\n", options.listen);
  auto [ours, theirs] = Channel::pair();
  std::cout.flush();
  std::cerr.flush();
  const pid_t child = ::fork();
  if (child < 0)
    throw kernel::InputError(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0) {
    listener.close();
    { const Channel closed = std::move(ours); }
    HeldOutput output(std::cout, std::cerr);
    serve_debugger(machine, output, std::move(theirs), {nullptr, {}, options.explain});
    return;
  }
  { const Channel closed = std::move(theirs); }
  std::signal(SIGINT, options.started_for_gdb ? SIG_IGN : SIG_DFL);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // the process in which the run ends is a copy's copy
  int process = -1;
  try {
    TimeLine run(Simulation(std::move(ours)), options.programs, options.max_time);
    const bool over = GdbServer(run, std::move(listener), options).serve();
    if (over) process = run.finish();
  } catch (const std::exception& error) {
    base::say("rockcreek: error: {}\n", error.what());
    ::_exit(kFailed);
  }
  if (path) ::unlink(options.listen.c_str());
  if (options.started_for_gdb) ::rmdir(options.listen.substr(0, options.listen.rfind('/')).c_str());
  if (process < 0) ::_exit(kKilled);
  end_as(process);
}

}  // namespace rc::sim::debug
