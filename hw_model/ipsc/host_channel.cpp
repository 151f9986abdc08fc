// SPDX-License-Identifier: Apache-2.0
#include "hw_model/ipsc/host_channel.h"

#include <string>
#include <utility>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/error.h"

namespace rc::ipsc {

using kernel::Picos;

namespace {

constexpr std::uint32_t kNumberMask = (1u << IPSC_PID_SHIFT) - 1;

bool is_forced(std::uint32_t type) { return type >= IPSC_FORCED_FIRST && type <= IPSC_FORCED_LAST; }

}  // namespace

Message HostChannel::to(unsigned node, std::uint32_t kind) const {
  Message message;
  message.source = static_cast<std::uint8_t>(number_);
  message.destination = static_cast<std::uint8_t>(node);
  message.kind = kind;
  return message;
}

void HostChannel::send(unsigned node, std::uint32_t type, std::uint32_t tag,
                       std::vector<std::uint8_t> data, Picos time) {
  Message message = to(node, IPSC_KIND_DATA);
  message.type = type;
  message.count = static_cast<std::uint32_t>(data.size());
  message.tag = tag;
  message.data = std::move(data);
  if (message.count <= IPSC_UNRESERVED_BYTES || is_forced(type)) {
    launch_(std::move(message), time);
    return;
  }
  Message reserve = to(node, IPSC_KIND_RESERVE);
  reserve.type = type;
  reserve.count = message.count;
  const std::uint32_t request = next_++ & kNumberMask;
  reserve.tag = tag | request;
  waiting_[request] = std::move(message);
  launch_(std::move(reserve), time);
}

void HostChannel::kill(unsigned node, Picos time) { launch_(to(node, IPSC_KIND_KILL), time); }

std::optional<Message> HostChannel::take(const Message& message, Picos time) {
  const std::uint32_t number = message.tag & kNumberMask;
  Message came = message;
  switch (message.kind) {
    case IPSC_KIND_DATA:
      return came;
    case IPSC_KIND_RESERVE: {
      Message grant = to(message.source, IPSC_KIND_GRANT);
      grant.type = message.type;
      grant.count = next_++ & kNumberMask;
      grant.tag = number;
      granted_[grant.count] = message.tag - number;
      launch_(std::move(grant), time);
      return {};
    }
    case IPSC_KIND_RESERVED:
      came.tag = granted_.extract(number).mapped();
      return came;
    case IPSC_KIND_GRANT: {
      Message data = waiting_.extract(number).mapped();
      data.kind = IPSC_KIND_RESERVED;
      data.tag = message.count;
      launch_(std::move(data), time);
      return {};
    }
    case IPSC_KIND_REFUSE:  // the loss has been reported
      waiting_.erase(number);
      return {};
    default:
      throw kernel::MachineError("node " + std::to_string(message.source) + ": message of kind " +
                                 std::to_string(message.kind) + " to the host");
  }
}

}  // namespace rc::ipsc
