// SPDX-License-Identifier: Apache-2.0
#include "sim/run/calls/collective_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>

#include "sim/run/calls/failed_calls.h"
#include "sim/run/calls/rcce_request.h"
#include "sim/run/waits.h"

namespace rc::sim::run {
namespace {

using Members = std::vector<std::uint32_t>;

// What calls are, in words.
constexpr std::string_view kOfAll = "of all", kOfSome = "of a communicator",
                           kBuffers = "that allocates in the message passing buffers",
                           kShared = "that allocates shared memory";

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

constexpr std::array<std::string_view, 6> kInBuffers = {
    "RCCE_malloc",  "RCCE_malloc_request",     "RCCE_flag_alloc",
    "iRCCE_malloc", "iRCCE_flag_alloc_tagged", "iRCCE_flag_alloc"};
constexpr std::array<std::string_view, 3> kInSharedMemory = {"RCCE_shmalloc", "RCCE_shrealloc",
                                                             "RCCE_shfree"};
constexpr std::array<std::string_view, 3> kOfAllUes = {"RCCE_finalize", "RCCE_comm_split",
                                                       "iRCCE_mcast"};
// Have a communicator and wait for no other member, or not in this call.
constexpr std::array<std::string_view, 9> kOfOne = {
    "RCCE_comm_size",        "RCCE_comm_rank",        "RCCE_comm_free",
    "RCCE_acquire_treelock", "RCCE_release_treelock", "RCCE_tree_init",
    "RCCE_nb_barrier",       "RCCE_nb_TNS_barrier",   "RCCE_nb_AIR_barrier"};
// Those of NX (firmware/nx/include/nx.h).
constexpr std::array<std::string_view, 22> kOfAllNodes = {
    "gsync",  "gdsum",  "gssum", "gisum", "gdprod", "gsprod", "giprod", "gdhigh",
    "gshigh", "gihigh", "gdlow", "gslow", "gilow",  "giand",  "gior",   "gixor",
    "gland",  "glor",   "glxor", "gcol",  "gcolx",  "gopf"};
// What all have to say alike. `length` of NX is gopf's.
constexpr std::array<std::string_view, 7> kEqual = {"size", "count", "root",  "type",
                                                    "op",   "n",     "length"};

// Nothing: the struct is not there.
std::optional<Members> members_of(const StoppedMachine& machine, std::size_t rank,
                                  const LibraryCalls::Call& call) {
  const auto word = call.argument("comm");
  const auto at = call.address_of("comm");
  if (!word || !at) return std::nullopt;
  // It is there itself, with its size first, or its address.
  const std::uint32_t address = *word <= machine.count ? *at : *word;
  const auto size = machine.word(rank, address + kRcceCommSize);
  if (!size || *size == 0 || *size > machine.count) return std::nullopt;
  Members members;
  for (std::uint32_t i = 0; i < *size; ++i) {
    const auto member = machine.word(rank, address + kRcceFirstMember + i * 4);
    if (!member || *member >= machine.count) return std::nullopt;
    members.push_back(*member);
  }
  return members;
}

std::size_t callers(const auto& ways) {
  std::size_t count = 0;
  for (const auto& way : ways) count += way.ranks.size();
  return count;
}

std::string told(const LibraryCalls::Call& call) {
  std::string text;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const std::string& name = call.function->parameters[i].name;
    if (is_one_of(kEqual, name))
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name,
                          static_cast<std::int32_t>(call.arguments[i]));
  }
  return text.empty() ? call.function->name : fmt::format("{}({})", call.function->name, text);
}

}  // namespace

// Nothing: not all have to make it.
std::optional<CollectiveCalls::Key> CollectiveCalls::key_of(const StoppedMachine& machine,
                                                            std::size_t rank,
                                                            const LibraryCalls::Call& call) {
  const std::string_view name = call.function->name;
  if (!call.function->library) return std::nullopt;
  const auto of_everybody = [&machine](std::string_view kind) {
    Members all(machine.count);
    std::iota(all.begin(), all.end(), 0u);
    return Key{kind, all};
  };
  if (machine.unit == "node")
    return is_one_of(kOfAllNodes, name) ? std::optional(of_everybody(kOfAll)) : std::nullopt;
  if (is_one_of(kInBuffers, name)) return of_everybody(kBuffers);
  if (is_one_of(kInSharedMemory, name)) return of_everybody(kShared);
  const auto comm = call.argument("comm");
  if (is_one_of(kOfAllUes, name) || comm == 0u) return of_everybody(kOfAll);
  if (!comm || is_one_of(kOfOne, name)) return std::nullopt;
  const auto members = members_of(machine, rank, call);
  if (!members || std::ranges::find(*members, rank) == members->end()) return std::nullopt;
  const Key all = of_everybody(kOfAll);
  return *members == all.second ? all : Key{kOfSome, *members};
}

void CollectiveCalls::began(const StoppedMachine& machine, std::size_t rank,
                            const LibraryCalls::Call& call) {
  auto key = key_of(machine, rank, call);
  if (!key) return;
  begun_[rank].push_back(
      {std::move(*key),
       {told(call), lines_.named(machine.program(rank), call.behind - 1), {rank}},
       call.esp});
}

void CollectiveCalls::returned(std::size_t rank, const LibraryCalls::Call& call,
                               std::uint32_t value) {
  std::vector<Begun>& open = begun_[rank];
  // Behind what a longjmp() has left.
  while (!open.empty() && open.back().esp < call.esp) open.pop_back();
  if (open.empty() || open.back().esp != call.esp) return;
  const bool none =
      !call.function->returns.empty() && call.function->returns != "int" && value == 0;
  if (!none && error_name(call.function->name, value).empty()) count(rank, open.back());
  open.pop_back();
}

void CollectiveCalls::count(std::size_t rank, const Begun& begun) {
  const Key& key = begun.key;
  const Way& made = begun.way;
  Order& order = orders_[key];
  const std::size_t number = order.made[rank]++;
  if (order.differs && number > *order.differs) return;
  if (number - order.passed == order.open.size()) order.open.emplace_back();
  Ways& ways = order.open[number - order.passed];
  const auto same = std::ranges::find_if(
      ways, [&](const Way& way) { return way.call == made.call && way.place == made.place; });
  if (same != ways.end())
    same->ranks.push_back(rank);
  else
    ways.push_back(made);
  if (made.call != ways.front().call) {
    order.differs = number;
    order.open.resize(number - order.passed + 1);
  }
  while (!order.open.empty() && order.passed != order.differs &&
         callers(order.open.front()) == key.second.size()) {
    if (order.open.front().size() > 1 && order.scattered.empty()) {
      order.scattered = order.open.front();
      order.scattered_at = order.passed;
    }
    order.open.pop_front();
    ++order.passed;
  }
}

// Allocations wait for nobody: that one made more of them is seen at the end alone, or by the place of one
// that all made.
bool CollectiveCalls::is_told(const StoppedMachine& machine, const Key& key, const Order& order) {
  if (order.differs) return true;
  if (key.first == kOfAll || key.first == kOfSome || order.open.empty()) return false;
  if (!order.scattered.empty()) return true;
  for (std::size_t rank = 0; rank < machine.count; ++rank)
    if (!machine.ended(rank)) return false;
  return true;
}

std::vector<std::string> CollectiveCalls::findings(const StoppedMachine& machine) {
  for (const auto& [rank, calls] : std::exchange(begun_, {}))
    for (const Begun& call : calls) count(rank, call);
  const auto text_of = [&](Ways ways) {
    for (Way& way : ways) std::ranges::sort(way.ranks);
    std::ranges::sort(ways, [](const Way& a, const Way& b) {
      return std::pair(b.ranks.size(), a.ranks[0]) < std::pair(a.ranks.size(), b.ranks[0]);
    });
    std::string text;
    for (const Way& way : ways) {
      text += fmt::format("{}{} {} {}, in {}", text.empty() ? "" : "; ", machine.unit,
                          ranges_text(way.ranks), way.call, way.place);
    }
    return text;
  };
  std::vector<std::string> texts;
  for (const auto& [key, order] : orders_) {
    if (!is_told(machine, key, order)) continue;
    const auto& [kind, members] = key;
    std::string text;
    if (order.differs)
      text = fmt::format("call {} {}: {}", *order.differs + 1, kind, text_of(order.open.back()));
    else
      text = fmt::format("call {} {}, not all made: {}", order.passed + 1, kind,
                         text_of(order.open.front()));
    if (!order.scattered.empty())
      text += fmt::format("; call {} was made in several places: {}", order.scattered_at + 1,
                          text_of(order.scattered));
    texts.push_back("calls differ: " + text);
  }
  return texts;
}

}  // namespace rc::sim::run
