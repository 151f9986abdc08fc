// SPDX-License-Identifier: Apache-2.0
// Speaks GDB's remote protocol, packet by packet, to a run that listens at a Unix socket.
// kernel::MachineError if the server is not there or does not answer.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "hw_model/kernel/error.h"
#include "sim/base/descriptor.h"
#include "sim/debug/gdb_packets.h"

namespace rc::test {

class GdbClient {
 public:
  // As soon as the server listens.
  explicit GdbClient(const std::string& path) {
    constexpr int kTry = 10;  // ms
    for (int waited = 0; waited < kPatience; waited += kTry) {
      if (connected(path)) return;
      ::usleep(kTry * 1000);
    }
    throw kernel::MachineError("no debugger's server at " + path);
  }

  // False: the connection is closed. What comes meanwhile is kept: a server that answers noise
  // would wait for its answers to be read.
  bool send_bytes(std::string_view bytes) {
    while (!bytes.empty()) {
      pollfd both{socket_.number(), POLLIN | POLLOUT, 0};
      if (::poll(&both, 1, kPatience) <= 0)
        throw kernel::MachineError("the server takes nothing more");
      if ((both.revents & POLLIN) != 0 && !receive()) return false;
      if ((both.revents & POLLOUT) == 0) {
        if ((both.revents & POLLIN) == 0) return false;
        continue;
      }
      const ssize_t sent =
          ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent <= 0 && errno != EAGAIN) return false;
      if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  bool send(std::string_view packet) { return send_bytes(sim::debug::GdbPackets::frame(packet)); }

  // The text of the next packet, or "-" if the server wants the last one again; lines for the user
  // are left out. Nothing: the connection is closed.
  std::optional<std::string> answer() {
    for (;;) {
      while (auto item = packets_.next()) {
        using Kind = sim::debug::GdbPackets::Item::Kind;
        if (item->kind == Kind::repeat) return "-";
        if (item->kind != Kind::packet) throw kernel::MachineError("an answer is damaged");
        const bool line = item->text.starts_with('O') && item->text != "OK";
        if (!line) return item->text;
      }
      if (!ready(kPatience)) throw kernel::MachineError("no answer");
      if (!receive()) return std::nullopt;
    }
  }
  // Whether an answer begins within so many milliseconds, or the connection is closed. The
  // acknowledgement of a packet is none.
  bool answers(int milliseconds) {
    while (packets_.waiting() == 0) {
      if (!ready(milliseconds)) return false;
      if (!receive()) break;
    }
    return true;
  }
  std::optional<std::string> ask(std::string_view packet) {
    send(packet);
    return answer();
  }
  // Ends a server that does not answer, and the processes that simulate for it: it leads their
  // group.
  void kill_server() const {
    ucred server{};
    socklen_t size = sizeof server;
    if (::getsockopt(socket_.number(), SOL_SOCKET, SO_PEERCRED, &server, &size) == 0 &&
        ::getpgid(server.pid) == server.pid)
      ::killpg(server.pid, SIGKILL);
  }

 private:
  static constexpr int kPatience = 60'000;  // ms

  bool ready(int milliseconds) const {
    pollfd waiting{socket_.number(), POLLIN, 0};
    return ::poll(&waiting, 1, milliseconds) > 0;
  }
  bool receive() {
    char buffer[4096];
    const ssize_t got = ::recv(socket_.number(), buffer, sizeof buffer, 0);
    if (got > 0) packets_.feed({buffer, static_cast<std::size_t>(got)});
    return got > 0;
  }
  bool connected(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    socket_ = sim::base::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    return ::connect(socket_.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }

  sim::base::Descriptor socket_;
  sim::debug::GdbPackets packets_;
};

}  // namespace rc::test
