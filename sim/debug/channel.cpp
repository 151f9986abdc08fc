// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/channel.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "hw_model/kernel/error.h"

namespace rc::sim::debug {
namespace {

constexpr std::size_t kLongest = 192 * 1024;

union Control {
  cmsghdr header;
  std::array<char, CMSG_SPACE(sizeof(int))> bytes;
};

}  // namespace

std::pair<Channel, Channel> Channel::pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw kernel::InputError(fmt::format("cannot make a channel: {}", std::strerror(errno)));
  return {Channel(base::Descriptor(ends[0])), Channel(base::Descriptor(ends[1]))};
}

bool Channel::send(const nlohmann::json& message) { return send(message, -1); }
bool Channel::send(const nlohmann::json& message, const Channel& along) {
  return send(message, along.socket_.number());
}

bool Channel::send(const nlohmann::json& message, int along) {
  std::string text = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > kLongest) throw kernel::InputError("too much to tell at once");
  iovec part{text.data(), text.size()};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  Control control{};
  if (along >= 0) {
    header.msg_control = control.bytes.data();
    header.msg_controllen = control.bytes.size();
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof along);
    std::memcpy(CMSG_DATA(rights), &along, sizeof along);
  }
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(socket_.number(), &header, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent >= 0;
}

std::optional<nlohmann::json> Channel::receive() {
  std::vector<char> text(kLongest);
  iovec part{text.data(), text.size()};
  Control control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes.data();
  header.msg_controllen = control.bytes.size();
  ssize_t got = 0;
  do {
    got = ::recvmsg(socket_.number(), &header, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return std::nullopt;
  if (const cmsghdr* rights = CMSG_FIRSTHDR(&header);
      rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
    int along = -1;
    std::memcpy(&along, CMSG_DATA(rights), sizeof along);
    along_ = base::Descriptor(along);
  }
  return nlohmann::json::parse(text.begin(), text.begin() + got);
}

bool Channel::ready(int milliseconds) const {
  pollfd waiting{socket_.number(), POLLIN, 0};
  return ::poll(&waiting, 1, milliseconds) > 0;
}

std::optional<Channel> Channel::take_along() {
  if (along_.number() < 0) return std::nullopt;
  return Channel(std::move(along_));
}

}  // namespace rc::sim::debug
