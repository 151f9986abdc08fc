// SPDX-License-Identifier: Apache-2.0
// Where all UEs of a native run write: one stream, so that their output keeps its order. The kernel
// reports with every piece which process wrote it.
#pragma once

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "sim/run/native/native_memory.h"

namespace rc::sim::run {

class NativeChannel {
 public:
  NativeChannel() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) refuse_native_run("console");
    in_ = base::Descriptor(ends[0]);
    out_ = base::Descriptor(ends[1]);
    const int on = 1;
    if (::setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0 ||
        ::fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0)
      refuse_native_run("console");
  }

  int in() const { return in_.number(); }
  int out() const { return out_.number(); }
  void all_started() { out_.close(); }

  // Calls take(pid, text) for every piece that has arrived; does not wait.
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
  base::Descriptor in_, out_;
};

}  // namespace rc::sim::run
