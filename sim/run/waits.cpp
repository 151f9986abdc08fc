// SPDX-License-Identifier: Apache-2.0
#include "sim/run/waits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <string_view>

#include "sim/run/calls/nx_request.h"
#include "sim/run/calls/rcce_request.h"

namespace rc::sim::run {
namespace {

using symbols::Frame;

// Special requests of NX have nx::Options of the same index, which begin with the node that a receive
// takes from.
constexpr std::string_view kOptions = "nx::(anonymous namespace)::options";
constexpr std::uint32_t kOptionsBytes = 20;
// Members of the elements of iRCCE_WAIT_LIST (firmware/ircce/iRCCE.h).
constexpr std::uint32_t kElementType = 0, kElementNext = 4, kElementRequest = 8, kSendType = 1;
constexpr unsigned kMostElements = 1000;

std::optional<std::uint32_t> first_argument(const Frame& frame,
                                            std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto word = frame.argument(name)) return word;
  return std::nullopt;
}

std::optional<std::size_t> as_rank(std::optional<std::uint32_t> word, std::size_t count) {
  return word && *word < count ? std::optional<std::size_t>(*word) : std::nullopt;
}

bool contains(const Frame& frame, std::string_view text) {
  return frame.function.find(text) != std::string::npos;
}

bool is_barrier(const Frame& frame) {
  return contains(frame, "barrier") || frame.function == "gsync";
}

class Reader {
 public:
  Reader(const StoppedMachine& machine, std::size_t rank)
      : machine_(machine), rank_(rank), frames_(machine.frames(rank)) {}

  Wait read() {
    const auto own = std::ranges::find(frames_, false, &Frame::library);
    library_ = {frames_.begin(), own};
    wait_.where = symbols::place_and_callers({own, frames_.end()});
    if (library_.empty()) {
      by_buffer();
      return wait_;
    }
    find_partner();
    wait_.call = library_.back().function;
    // What the program called may have left its frame.
    if (own != frames_.end() && !own->called.empty())
      wait_.call = own->called;
    else if (wait_.call.find("::") != std::string::npos)
      wait_.call = wait_.kind == Wait::Kind::send ? "a send" : "a receive";
    if (std::ranges::any_of(library_,
                            [](const Frame& frame) { return frame.argument("comm").has_value(); }))
      wait_.collective = wait_.call;
    // NX's: gsync, gdsum, gcol and so on.
    if (machine_.unit == "node" && wait_.call.starts_with('g')) wait_.collective = wait_.call;
    if (is_barrier(library_.back())) {
      wait_.kind = Wait::Kind::other;
      of_barrier(library_.back());
    } else if (wait_.kind == Wait::Kind::send) {
      of_message("to", "takes it");
    } else if (wait_.kind == Wait::Kind::receive) {
      of_message("from", "sends");
    } else {
      of_others();
    }
    return wait_;
  }

 private:
  std::string name(std::size_t rank) const { return fmt::format("{} {}", machine_.unit, rank); }

  // The innermost function that knows both partner and direction.
  void find_partner() {
    for (const Frame& frame : library_) {
      if (const auto request = request_of(frame); request && of_request(*request)) return;
      if (of_rcce_requests(frame) || of_probe(frame)) return;
      const bool sends = contains(frame, "send");
      const auto partner = frame.argument(sends ? "dest" : "source");
      if (!partner || (!sends && !contains(frame, "rec"))) continue;
      wait_.kind = sends ? Wait::Kind::send : Wait::Kind::receive;
      wait_.partner = as_rank(partner, machine_.count);
      wait_.bytes = first_argument(frame, {"size", "bytes"});
      return;
    }
  }

  // Where a frame of NX has its request, or says which.
  std::optional<std::uint32_t> request_of(const Frame& frame) const {
    if (machine_.unit != "node") return std::nullopt;
    if (const auto request = frame.argument("request")) return request;
    const auto id = frame.argument("id");
    return id && contains(frame, "msg") ? nx_request(machine_, rank_, *id) : std::nullopt;
  }

  // One of NX at this address.
  bool of_request(std::uint32_t address) {
    const auto flags = machine_.word(rank_, address);
    const auto type = machine_.word(rank_, address + kNxType);
    const auto bytes = machine_.word(rank_, address + kNxLength);
    const auto node = machine_.word(rank_, address + kNxNode);
    if (!flags || !type || !bytes || !node) return false;
    const bool sends = (*flags >> kNxSends & 1) != 0;
    wait_.kind = sends ? Wait::Kind::send : Wait::Kind::receive;
    if (sends)
      wait_.partner = as_rank(node, machine_.count);
    else if ((*flags >> kNxSpecial & 1) != 0)
      wait_.partner = chosen_sender(address);
    wait_.bytes = bytes;
    type_ = type;
    return true;
  }

  // Whose message a receive takes; nothing: any.
  std::optional<std::size_t> chosen_sender(std::uint32_t request) const {
    const auto requests = first_nx_request(machine_, rank_),
               options = address_of(machine_, rank_, kOptions);
    if (!requests || !options) return std::nullopt;
    const auto from =
        machine_.word(rank_, *options + (request - *requests) / kNxRequestBytes * kOptionsBytes);
    return from ? as_rank(*from & 0xFFFF, machine_.count) : std::nullopt;
  }

  bool of_probe(const Frame& frame) {
    if (machine_.unit != "node" || !contains(frame, "probe") || !frame.argument("typesel"))
      return false;
    wait_.kind = Wait::Kind::receive;
    wait_.partner = as_rank(frame.argument("node"), machine_.count);
    type_ = frame.argument("typesel");
    return true;
  }

  // iRCCE's: the one that is waited for, or the first of a list that is not finished.
  bool of_rcce_requests(const Frame& frame) {
    if (machine_.unit != "UE") return false;
    // Whether it sends is known by the function that the program called, not by those below.
    const bool sends = contains(frame, "send"), receives = contains(frame, "rec");
    if (const auto request = frame.argument("request"); request && (sends || receives))
      return of_rcce_request(*request, sends);
    const auto list = contains(frame, "iRCCE_wait") || contains(frame, "iRCCE_test")
                          ? frame.argument("list")
                          : std::nullopt;
    if (!list) return false;
    auto element = machine_.word(rank_, *list);
    for (unsigned i = 0; element && *element != 0 && i < kMostElements; ++i) {
      const auto request = machine_.word(rank_, *element + kElementRequest);
      const auto type = machine_.word(rank_, *element + kElementType);
      if (request && type && of_rcce_request(*request, *type == kSendType)) return true;
      element = machine_.word(rank_, *element + kElementNext);
    }
    return false;
  }

  bool of_rcce_request(std::uint32_t address, bool sends) {
    const auto size = machine_.word(rank_, address + kRcceSize);
    const auto partner = machine_.word(rank_, address + kRccePartner);
    const auto any_length = machine_.word(rank_, address + kRcceAnyLength);
    const auto finished = machine_.word(rank_, address + kRcceFinished);
    if (address == 0 || !size || !partner || !any_length || !finished || *finished != 0)
      return false;
    wait_.kind = sends ? Wait::Kind::send : Wait::Kind::receive;
    wait_.partner = as_rank(partner, machine_.count);
    if (sends || *any_length == 0) wait_.bytes = size;
    return true;
  }

  void of_message(std::string_view direction, std::string_view until) {
    if (wait_.bytes) wait_.call += " of " + bytes_text(*wait_.bytes);
    if (wait_.partner) wait_.call += fmt::format(" {} {}", direction, name(*wait_.partner));
    if (type_) wait_.call += fmt::format(", type {}", static_cast<std::int32_t>(*type_));
    wait_.what = fmt::format(
        "until {} {}", wait_.partner ? name(*wait_.partner) : "another " + machine_.unit, until);
  }

  void of_others() {
    for (const Frame& frame : library_) {
      if (contains(frame, "lock") && frame.argument("ue")) {
        of_lock(*frame.argument("ue"));
        return;
      }
      if (is_barrier(frame)) {
        of_barrier(frame);
        return;
      }
    }
    if (const auto ue = machine_.awaited_lock ? machine_.awaited_lock(rank_) : std::nullopt) {
      of_lock(*ue);
      return;
    }
    const Frame& inner = library_.front();
    if (inner.function == "RCCE_wait_until" && inner.argument("value"))
      wait_.what =
          fmt::format("until its flag {}is {}", flag_name(inner), *inner.argument("value"));
    else
      by_buffer();
  }

  // Of the flag that is the first argument, in the program's words, and a space; empty: unknown.
  std::string flag_name(const Frame& inner) const {
    std::array<std::uint32_t, 3> flag{};  // RCCE_FLAG
    for (std::uint32_t i = 0; i < flag.size(); ++i) {
      const auto word = machine_.word(rank_, inner.cfa + i * 4);
      if (!word || inner.cfa == 0) return "";
      flag[i] = *word;
    }
    for (std::size_t i = library_.size(); i < frames_.size() && machine_.variable; ++i)
      if (std::string name = machine_.variable(rank_, flag, "RCCE_FLAG", frames_[i]); !name.empty())
        return name + " ";
    return "";
  }

  void of_lock(std::size_t ue) {
    wait_.what = fmt::format("until the lock of UE {} is free", ue);
    if (ue >= machine_.count || !machine_.lock_holder) return;
    const auto holder = machine_.lock_holder(ue);
    if (!holder) return;
    wait_.what +=
        *holder == rank_ ? ", which it holds itself" : ", which " + name(*holder) + " holds";
    wait_.partner = holder;
    if (const std::string where = machine_.lock_taken ? machine_.lock_taken(ue) : "";
        !where.empty())
      wait_.what += " since " + where;
  }

  // The first of a group hears from every other one; they wait for it.
  void of_barrier(const Frame& frame) {
    if (machine_.polled(rank_)) wait_.partner = machine_.polled(rank_);
    if (wait_.partner == rank_) {
      wait_.partner.reset();
      if (const auto comm = frame.argument("comm"))
        wait_.partner = as_rank(machine_.word(rank_, *comm + kRcceFirstMember), machine_.count);
      if (wait_.partner == rank_) wait_.partner.reset();
    }
    wait_.in_barrier = true;
    wait_.what = "in a barrier for ";
    wait_.what += wait_.partner ? name(*wait_.partner) : "the others";
  }

  // All that is known is whose buffer it looks at.
  void by_buffer() {
    const auto polled = machine_.polled(rank_);
    if (!polled || *polled == rank_) return;
    wait_.partner = polled;
    wait_.what = "for " + name(*polled);
  }

  const StoppedMachine& machine_;
  std::size_t rank_;
  std::vector<Frame> frames_;
  std::span<const Frame> library_;  // its frames above the program's
  std::optional<std::uint32_t> type_;
  Wait wait_;
};

}  // namespace

std::string bytes_text(std::uint32_t bytes) {
  return fmt::format("{} {}", bytes, bytes == 1 ? "byte" : "bytes");
}

Wait wait_of(const StoppedMachine& machine, std::size_t rank) {
  return Reader(machine, rank).read();
}

}  // namespace rc::sim::run
