// SPDX-License-Identifier: Apache-2.0
#include "hw_model/systemc/run_loop.h"

#include <algorithm>
#include <systemc>

#include "hw_model/kernel/deadlock.h"
#include "hw_model/kernel/fault.h"
#include "hw_model/kernel/hex.h"
#include "hw_model/kernel/time_text.h"
#include "hw_model/systemc/sc_time.h"

namespace rc::systemc {

using kernel::Picos;

namespace {
constexpr Picos kSlice{1'000'000'000};
}  // namespace

void RunLoop::simulate(Picos duration) const {
  if (begin_) begin_(now() + duration);
  sc_core::sc_start(to_sc(duration));
  if (!failure_) return;
  try {
    std::rethrow_exception(failure_);
  } catch (const kernel::FaultError& error) {
    throw error.named(name_of(error.fault().core, error.fault().eip));
  }
}

std::string RunLoop::name_of(int core_id, std::uint32_t eip) const {
  return options_.symbolise ? options_.symbolise(core_id, eip) : "";
}

std::string RunLoop::place(int core_id, std::uint32_t eip) const {
  const std::string name = name_of(core_id, eip);
  return "EIP " + kernel::hex32(eip) + (name.empty() ? name : " (" + name + ")");
}

bool RunLoop::run(const Hooks& hooks) const {
  Picos limit = options_.max_time;
  bool asked = false;
  while (!hooks.over()) {
    if (now() >= limit && (asked || programs_.running() != 0)) {
      if (hooks.end) hooks.end(now());
      return true;
    }
    if (hooks.before) hooks.before();
    Picos end = now() + std::min(kSlice, limit - now());
    if (hooks.end) end = std::min(end, hooks.end(limit));
    simulate(end - now());
    if (hooks.over()) break;
    if (hooks.after) hooks.after();
    if (options_.progress) options_.progress(now());
    if (asked || !options_.asked_to_end || !options_.asked_to_end()) continue;
    // Cores have run past now: they end together, a little later.
    asked = true;
    limit = std::min(limit, now() + kSlice);
  }
  return false;
}

void RunLoop::deadlock(const std::string& what, Picos since,
                       const std::function<std::string(std::size_t rank)>& line,
                       const std::string& more) const {
  const std::string head = "deadlock: no " + what + " can go on; nothing has changed since " +
                           kernel::microseconds(since);
  std::string text;
  for (std::size_t rank = 0; rank < programs_.count(); ++rank) {
    if (!programs_.finished(rank)) text += "\n  " + line(rank);
  }
  if (!more.empty()) text += "\n  " + more;
  throw kernel::DeadlockError(head, text, since);
}

}  // namespace rc::systemc
