// SPDX-License-Identifier: Apache-2.0
// The calls of a program on the host that send and receive.
#include <fmt/format.h>

#include <cerrno>

#include "firmware/nx/include/nx_codes.h"
#include "hw_model/arch/ipsc_map.h"
#include "sim/hypercube/host/nx_host.h"

namespace rc::sim::hypercube {

using kernel::Picos;

namespace {
constexpr std::int32_t kMaxPosted = 1024;
}

bool NxHost::attempt_message(Picos now) {
  switch (request_->head.call) {
    case NX_HOST_SEND:
      return send(now);
    case NX_HOST_POST:
      return post(now);
    case NX_HOST_DONE:
      if (!mail_.posted(argument(0)))
        return fail(EQMID, fmt::format("{} is no message id", argument(0)));
      return mail_.come(argument(0)) != nullptr ? done(now, 1) : done_later(now);
    case NX_HOST_RECEIVE:
      return receive(now);
    case NX_HOST_CANCEL:
      if (!mail_.posted(argument(0)))
        return fail(EQMID, fmt::format("{} is no message id", argument(0)));
      mail_.cancel(argument(0));
      return done(now);
    case NX_HOST_PROBE:
      return probe(now);
    case NX_HOST_FLUSH:
      mail_.flush({argument(0), argument(1), argument(2)});
      return done(now);
    default:
      return fail(ENOSYS, "built for another version of Rock Creek: build it again");
  }
}

bool NxHost::send(Picos now) {
  const std::int32_t type = argument(0), node = argument(1), length = argument(2);
  if (length < 0 || length > static_cast<std::int32_t>(IPSC_MEMORY_BYTES))
    return fail(EQLEN, fmt::format("length {}", length));
  if (argument(3) != 0) return fail(EQPBUF, fmt::format("no buffer for {} bytes", length));
  if (type < 0) return fail(EQTYPE, fmt::format("type {}", type));
  if (node == static_cast<std::int32_t>(nodes_)) {
    mail_.deliver({type, node, pid_, request_->data});
    return done_later(now);
  }
  const auto nodes = nodes_of(node);
  if (!nodes) return true;
  for (const unsigned each : *nodes)
    system_->send(each, static_cast<std::uint32_t>(type),
                  static_cast<std::uint32_t>(pid_) << IPSC_PID_SHIFT, request_->data, now);
  return done_later(now);
}

bool NxHost::post(Picos now) {
  const std::int32_t id = argument(0), room = argument(2), node = argument(3);
  if (id < 1 || id > kMaxPosted || mail_.posted(id))
    return fail(EAGAIN, fmt::format("more than {} messages posted", kMaxPosted));
  if (room < 0) return fail(EQLEN, fmt::format("length {}", room));
  if (node > static_cast<std::int32_t>(nodes_))
    return fail(EQNODE, fmt::format("node {} is outside the cube of {} nodes", node, nodes_));
  mail_.post(id, {argument(1), node, argument(4)}, static_cast<std::uint32_t>(room));
  return done(now);
}

bool NxHost::receive(Picos now) {
  const std::int32_t id = argument(0);
  if (!mail_.posted(id)) return fail(EQMID, fmt::format("{} is no message id", id));
  const Mail* come = mail_.come(id);
  if (come == nullptr) {
    waits_for_ = mail_.wanted(id).text();
    next_ = Picos::never();
    return false;
  }
  if (come->data.size() > mail_.room(id)) {
    const std::string text = fmt::format(
        "a message of {} bytes, type {} from node {}, is longer than the {} bytes "
        "posted for it",
        come->data.size(), come->type, come->node, mail_.room(id));
    mail_.cancel(id);
    return fail(EQMSGLONG, text);
  }
  Mail mail = mail_.fetch(id);
  note(mail);
  reply_data_ = std::move(mail.data);
  return done(now);
}

bool NxHost::probe(Picos now) {
  const MailSelector wanted{argument(0), argument(1), argument(2)};
  if (const Mail* mail = mail_.find(wanted)) {
    note(*mail);
    return done(now, 1);
  }
  if (argument(3) == 0) return done_later(now);
  waits_for_ = wanted.text();
  next_ = Picos::never();
  return false;
}

void NxHost::note(const Mail& mail) {
  reply_.info[0] = mail.type;
  reply_.info[1] = static_cast<std::int32_t>(mail.data.size());
  reply_.info[2] = mail.node;
  reply_.info[3] = mail.pid;
}

}  // namespace rc::sim::hypercube
