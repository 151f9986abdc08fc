// SPDX-License-Identifier: Apache-2.0
// GdbSession: what goes on, what stops, and what ends.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/debug/gdb_session.h"
#include "sim/debug/gdb_text.h"

namespace rc::sim::debug {

// --- breakpoints and running ---------------------------------------------------------------------

// ZTYPE,ADDRESS,BYTES and z...
std::string GdbSession::breakpoint(const std::string& packet) {
  const bool on = packet[0] == 'Z';
  std::string_view text = std::string_view(packet).substr(1);
  const auto type = take_word(text);
  if (!type || !take(text, ',')) return kWrong;
  const auto address = take_word(text);
  if (!address || !take(text, ',')) return kWrong;
  const auto bytes = take_word(text);
  if (!bytes || !text.empty()) return kWrong;
  if (*type <= 1) {
    target_.set_breakpoint(target_.programs().of_rank[rank_], *address, *type == 1, on);
    return "OK";
  }
  if (*type > 4) return "";
  if (*bytes == 0 || *bytes > kMaxMemory) return kWrong;
  const WatchKind kind = *type == 2   ? WatchKind::write
                         : *type == 3 ? WatchKind::read
                                      : WatchKind::access;
  target_.set_watch(rank_, kind, *address, *bytes, on);
  return "OK";
}

// c, s, bc, bs, vCont;ACTION[:THREAD]...: simulated time passes for all cores, whatever moves. A
// step for which nothing says that others go on is alone: GDB expects no stop but that one's.
std::string GdbSession::resume(const std::string& packet) {
  if (!statuses_.empty()) return exited();
  StepRequest step;
  step.rank = rank_;
  step.alone = alone_;
  if (packet == "bc") return stopped(target_.go_back(interrupted_));
  if (packet == "bs") return stopped(target_.step_back(step, interrupted_));
  if (packet == "c") return stopped(target_.go_on(interrupted_));
  if (packet == "s") return stopped(target_.step(step, interrupted_));
  if (!packet.starts_with("vCont;")) return "";
  std::string_view text = std::string_view(packet).substr(6);
  bool steps = false;
  step.alone = true;
  while (!text.empty()) {
    const std::string_view action = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(text.size(), action.size() + 1));
    const auto next = step_of(action);
    if (!next) return kWrong;
    if (next->alone && !std::exchange(steps, true)) {
      step = *next;
    } else {
      step.alone = false;
    }
  }
  if (auto stop = introduction()) return *stop;
  if (!steps) return stopped(target_.go_on(interrupted_));
  return stopped(target_.step(step, interrupted_));
}

// An action of vCont, a step alone or none.
std::optional<StepRequest> GdbSession::step_of(std::string_view action) const {
  StepRequest step;
  const std::string_view thread = action.substr(std::min(action.find(':'), action.size()));
  std::string_view what = action.substr(0, action.size() - thread.size());
  const auto rank = thread.empty() ? rank_ : rank_of(thread.substr(1));
  if (what.empty()) return std::nullopt;
  if (what[0] == 'c' || what[0] == 'C') return step;
  if (!rank) return std::nullopt;
  step.rank = *rank;
  step.alone = true;
  if (what[0] == 's' || what[0] == 'S') return step;
  if (!take(what, 'r')) return std::nullopt;
  const auto first = take_word(what);
  if (!first || !take(what, ',')) return std::nullopt;
  const auto end = take_word(what);
  if (!end || !what.empty() || *end < *first) return std::nullopt;
  step.first = *first;
  step.bytes = *end - *first;
  return step;
}

std::string GdbSession::stopped(const StopEvent& event) {
  using Why = StopEvent::Why;
  const auto at = [&](int signal, const std::string& why) {
    return fmt::format("T{:02x}thread:{};{}", signal, thread_of(rank_), why);
  };
  constexpr int kInterrupt = 2, kTrap = 5, kAbort = 6;
  const bool of_all =
      event.why == Why::interrupted || event.why == Why::beginning || event.why == Why::failed;
  if (!of_all || event.of_rank) rank_ = event.rank;
  switch (event.why) {
    case Why::breakpoint:
      return last_stop_ = at(kTrap, event.hardware ? "hwbreak:;" : "swbreak:;");
    case Why::watch: {
      const char* const name = event.watch == WatchKind::write  ? "watch"
                               : event.watch == WatchKind::read ? "rwatch"
                                                                : "awatch";
      return last_stop_ = at(kTrap, fmt::format("{}:{:x};", name, event.address));
    }
    case Why::stepped:
      return last_stop_ = at(kTrap, "");
    case Why::interrupted:
      return last_stop_ = at(kInterrupt, "");
    case Why::beginning:
      return last_stop_ = at(kTrap, "replaylog:begin;");
    case Why::failed:
      say_(event.text + "\n");
      return last_stop_ = at(event.signal.value_or(kAbort), "");
    case Why::over:
      break;
  }
  statuses_ = event.statuses;
  return exited();
}

// --- the end of a process ------------------------------------------------------------------------

// Each stop reports the end of one process, the next stop that of another.
std::string GdbSession::exited() {
  if (!processes_) {
    present_.clear();
    ends(End::over);
    const auto failed = std::ranges::find_if(statuses_, [](int status) { return status != 0; });
    return last_stop_ = fmt::format("W{:02x}", failed == statuses_.end() ? 0 : *failed & 0xff);
  }
  const unsigned program = *present_.begin();
  present_.erase(program);
  if (present_.empty()) ends(End::over);
  return last_stop_ = fmt::format("W{:02x};process:{:x}", statuses_[program] & 0xff, program + 1);
}

// ";PROCESS", or nothing for all: the session ends with the last one. The machine is one, so a
// process that was killed alone goes on as long as another is there.
std::string GdbSession::leave(std::string_view process, End how) {
  if (!processes_ || !take(process, ';')) {
    present_.clear();
  } else {
    const auto program = index_of(process, target_.programs().files.size());
    if (!program || present_.erase(*program) == 0) return kWrong;
  }
  if (present_.empty()) ends(statuses_.empty() ? how : End::over);
  return "OK";
}

void GdbSession::ends(End how) {
  const bool may_restart = extended_ && !processes_ && how != End::detached;
  (may_restart ? waits_ : end_) = how;
}

// vRun;FILE[;ARGUMENT]...: the file is the one that was loaded, and so are the arguments.
std::string GdbSession::restart(std::string_view packet) {
  packet.remove_prefix(packet.find(';') + 1);
  if (processes_ || packet.find(';') != packet.npos) return kWrong;
  target_.restart();
  statuses_.clear();
  for (unsigned i = 0; i < target_.programs().files.size(); ++i) present_.insert(i);
  waits_ = End::none;
  rank_ = 0;
  introduced_ = 1;
  return last_stop_ = fmt::format("T05thread:{};", thread_of(rank_));
}

// GDB numbers threads as it hears of them, and asks for none of a run that begins anew. So each is
// introduced by a stop after which GDB goes on by itself: a library was loaded, and it has none.
std::optional<std::string> GdbSession::introduction() {
  if (introduced_ >= target_.count()) return std::nullopt;
  return fmt::format("T05thread:{};library:;", thread_of(introduced_++));
}

}  // namespace rc::sim::debug
