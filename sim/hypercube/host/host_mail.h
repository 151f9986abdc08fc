// SPDX-License-Identifier: Apache-2.0
// Messages for a program on the host: receives that it has posted and messages that have come, each
// in order, matched by the rules of the nodes (firmware/nx/kernel/posted_receives.h). Plain data,
// no time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rc::sim::hypercube {

struct Mail {
  std::int32_t type = 0;
  std::int32_t node = 0;
  std::int32_t pid = 0;
  std::vector<std::uint8_t> data;
};

// Which messages are wanted: a type, -1 for all UNFORCED ones, or a set; a sender, or -1 for any.
struct MailSelector {
  std::int32_t types = -1;
  std::int32_t node = -1;
  std::int32_t pid = -1;
  bool selects(const Mail& mail) const;
  std::string text() const;  // as in " for a message of type 5 from node 3"
};

class HostMail {
 public:
  // False for a FORCED message that no receive waits for: it is lost.
  bool deliver(Mail mail);

  // False if `id` is in use.
  bool post(std::int32_t id, const MailSelector& wanted, std::uint32_t room);
  bool posted(std::int32_t id) const { return posted_.contains(id); }
  // What has come for it; nullptr: nothing yet.
  const Mail* come(std::int32_t id) const;
  std::uint32_t room(std::int32_t id) const { return posted_.at(id).room; }
  const MailSelector& wanted(std::int32_t id) const { return posted_.at(id).wanted; }
  // Takes the receive away, with what has come for it.
  Mail fetch(std::int32_t id);
  // The same, but what has come is kept for another.
  void cancel(std::int32_t id);

  // The oldest that no receive has taken; nullptr if there is none.
  const Mail* find(const MailSelector& wanted) const;
  void flush(const MailSelector& wanted);

 private:
  struct Receive {
    MailSelector wanted;
    std::uint32_t room = 0;
    std::uint64_t order = 0;
    std::optional<Mail> mail = {};
  };

  std::map<std::int32_t, Receive> posted_;  // by id
  std::deque<Mail> waiting_;
  std::uint64_t posts_ = 0;
};

}  // namespace rc::sim::hypercube
