// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/host/host_mail.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw_model/arch/ipsc_map.h"

namespace rc::sim::hypercube {
namespace {

bool is_forced(std::int32_t type) {
  const auto bits = static_cast<std::uint32_t>(type);
  return bits >= IPSC_FORCED_FIRST && bits <= IPSC_FORCED_LAST;
}

bool selects_type(std::int32_t types, std::int32_t type) {
  if (types >= 0) return types == type;
  if (types == -1) return !is_forced(type);
  return type >= 0 && type < 31 && (static_cast<std::uint32_t>(types) >> type & 1) != 0;
}

}  // namespace

bool MailSelector::selects(const Mail& mail) const {
  return selects_type(types, mail.type) && (node < 0 || node == mail.node) &&
         (pid < 0 || pid == mail.pid);
}

std::string MailSelector::text() const {
  std::string text = " for a message";
  if (types >= 0) text += fmt::format(" of type {}", types);
  if (types < -1) text += fmt::format(" of the types {:#x}", static_cast<std::uint32_t>(types));
  if (node >= 0) text += fmt::format(" from node {}", node);
  return text;
}

bool HostMail::deliver(Mail mail) {
  Receive* first = nullptr;
  for (auto& [id, receive] : posted_) {
    const bool fits = !receive.mail && receive.wanted.selects(mail);
    if (fits && (first == nullptr || receive.order < first->order)) first = &receive;
  }
  if (first != nullptr) {
    first->mail = std::move(mail);
    return true;
  }
  if (is_forced(mail.type)) return false;
  waiting_.push_back(std::move(mail));
  return true;
}

bool HostMail::post(std::int32_t id, const MailSelector& wanted, std::uint32_t room) {
  if (posted_.contains(id)) return false;
  Receive receive{wanted, room, posts_++};
  const auto at =
      std::ranges::find_if(waiting_, [&](const Mail& mail) { return wanted.selects(mail); });
  if (at != waiting_.end()) {
    receive.mail = std::move(*at);
    waiting_.erase(at);
  }
  posted_[id] = std::move(receive);
  return true;
}

const Mail* HostMail::come(std::int32_t id) const {
  const auto& mail = posted_.at(id).mail;
  return mail ? &*mail : nullptr;
}

Mail HostMail::fetch(std::int32_t id) {
  Mail mail = std::move(*posted_.at(id).mail);
  posted_.erase(id);
  return mail;
}

void HostMail::cancel(std::int32_t id) {
  std::optional<Mail> mail = std::move(posted_.at(id).mail);
  posted_.erase(id);
  if (mail) deliver(std::move(*mail));
}

const Mail* HostMail::find(const MailSelector& wanted) const {
  const auto at =
      std::ranges::find_if(waiting_, [&](const Mail& mail) { return wanted.selects(mail); });
  return at == waiting_.end() ? nullptr : &*at;
}

void HostMail::flush(const MailSelector& wanted) {
  std::erase_if(waiting_, [&](const Mail& mail) { return wanted.selects(mail); });
}

}  // namespace rc::sim::hypercube
