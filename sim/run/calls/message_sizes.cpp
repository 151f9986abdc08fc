// SPDX-License-Identifier: Apache-2.0
#include "sim/run/calls/message_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "hw_model/arch/scc_map.h"
#include "sim/run/calls/nx_request.h"
#include "sim/run/calls/rcce_request.h"

namespace rc::sim::run {
namespace {

enum Side : std::uint8_t { sends, receives };

// What a function does with a message.
struct Does {
  std::string_view name;
  Side side = sends;
  bool posts = false;      // returns before the message has moved
  bool queued = false;     // goes behind the requests of its queue
  bool pipelined = false;  // sends each chunk as two halves
};
constexpr std::array<Does, 14> kFunctions = {{
    {"RCCE_send", sends, false, false, false},
    {"RCCE_recv", receives, false, false, false},
    {"RCCE_send_tagged", sends, false, false, false},
    {"RCCE_recv_tagged", receives, false, false, false},
    {"RCCE_send_pipe", sends, false, true, true},
    {"RCCE_recv_pipe", receives, false, true, true},
    {"RCCE_isend", sends, true, true, false},
    {"RCCE_irecv", receives, true, true, false},
    {"iRCCE_send", sends, false, true, true},
    {"iRCCE_recv", receives, false, true, true},
    {"iRCCE_isend", sends, true, true, false},
    {"iRCCE_irecv", receives, true, true, false},
    {"iRCCE_issend", sends, true, true, true},
    {"iRCCE_isrecv", receives, true, true, true},
}};

const Does* of(const StoppedMachine& machine, const LibraryCalls::Call& call) {
  if (machine.unit != "UE" || !call.function->library) return nullptr;
  const auto found = std::ranges::find(kFunctions, call.function->name, &Does::name);
  return found == kFunctions.end() ? nullptr : &*found;
}

// Bytes that a UE's buffer has for a message; nothing: the program manages it itself.
std::optional<std::uint32_t> chunk_of(const StoppedMachine& machine, std::size_t rank) {
  const auto lines = address_of(machine, rank, "(anonymous namespace)::first_free_line");
  const auto used = lines ? machine.word(rank, *lines) : std::nullopt;
  if (!used) return std::nullopt;
  return SCC_MPB_PER_CORE - *used * SCC_LINE;
}

}  // namespace

void MessageSizes::began(const StoppedMachine& machine, std::size_t rank,
                         const LibraryCalls::Call& call) {
  const std::string_view name = call.function->name;
  if (call.function->library && name.find("RCCE_") != name.npos &&
      (name.ends_with("RCCE_recv_test") || name.ends_with("_cancel")))
    lost_ = true;
  const Does* const does = of(machine, call);
  if (does != nullptr && !does->posts) add(machine, rank, call);
}

void MessageSizes::returned(const StoppedMachine& machine, std::size_t rank,
                            const LibraryCalls::Call& call, std::uint32_t value) {
  const Does* const does = of(machine, call);
  if (does == nullptr || !does->posts) return;
  if (value == 0 || is_unfinished(does->name.starts_with('i'), value)) add(machine, rank, call);
}

void MessageSizes::add(const StoppedMachine& machine, std::size_t rank,
                       const LibraryCalls::Call& call) {
  const Does& does = *of(machine, call);
  const auto data = call.argument("data"), bytes = call.argument("size"),
             partner = call.argument(does.side == sends ? "dest" : "source");
  if (!data || !bytes || !partner || *partner == kRcceAny) lost_ = true;
  if (lost_) return;
  const bool any = does.queued && *bytes == kRcceAny;
  // What the library refuses, or does not send.
  if (*data == 0 || *bytes == 0 || (static_cast<std::int32_t>(*bytes) < 0 && !any) ||
      *partner >= machine.count || *partner == rank)
    return;
  const std::size_t other = *partner;
  const auto key = does.side == sends ? std::pair(rank, other) : std::pair(other, rank);
  Pair& pair = pairs_[key];
  (does.queued ? pair.queued : pair.direct)[does.side] = true;
  pair.open[does.side].push_back({any ? 0 : *bytes, call.behind, call.function});
  auto& [sent, received] = pair.open;
  if (sent.empty() || received.empty()) return;
  const bool in_order = !(pair.queued[sends] && pair.direct[sends]) &&
                        !(pair.queued[receives] && pair.direct[receives]);
  if (in_order) compare(machine, key.first, key.second, sent.front(), received.front());
  sent.pop_front();
  received.pop_front();
}

void MessageSizes::compare(const StoppedMachine& machine, std::size_t from, std::size_t to,
                           const Message& sent, const Message& received) {
  if (sent.bytes == 0 || received.bytes == 0) return;
  const auto place = [&](std::size_t rank, const Message& message) {
    return lines_.named(machine.program(rank), message.behind - 1);
  };
  if (sent.bytes != received.bytes) {
    found_.add(fmt::format(
        "sizes differ: UE {} sends {} bytes to UE {}, in {}; UE {} receives {}, in {}", from,
        sent.bytes, to, place(from, sent), to, received.bytes, place(to, received)));
    return;
  }
  const auto pipelined = [](const Message& message) {
    return std::ranges::find(kFunctions, message.function->name, &Does::name)->pipelined;
  };
  const auto chunk = chunk_of(machine, from);
  if (pipelined(sent) == pipelined(received) || !chunk || sent.bytes < *chunk) return;
  found_.add(fmt::format(
      "functions differ: UE {} calls {} of {} bytes to UE {}, in {}; UE {} calls {}, in {}; from a "
      "chunk on, {} bytes, {} needs its counterpart",
      from, sent.function->name, sent.bytes, to, place(from, sent), to, received.function->name,
      place(to, received), *chunk, (pipelined(sent) ? sent : received).function->name));
}

std::vector<std::string> MessageSizes::findings() const {
  return lost_ ? std::vector<std::string>{} : found_.texts();
}

}  // namespace rc::sim::run
