// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/check/findings.h"

#include <fmt/format.h>

namespace rc::sim::observe {

void Findings::add(const Finding& finding) {
  const auto [known, fresh] =
      known_.try_emplace({finding.defect, place(finding.by), place(finding.other)}, all_.size());
  if (fresh) {
    all_.push_back(finding);
  } else {
    ++all_[known->second].times;
  }
}

std::string text(const Finding& finding, const std::function<std::string(unsigned)>& core_name,
                 const std::function<std::string(const Party&)>& locate) {
  const auto party = [&](const Party& of) {
    return fmt::format("{}, EIP {:#010x} ({}) at {:.3f} us", core_name(of.core), of.eip, locate(of),
                       static_cast<double>(of.time.value) * 1e-6);
  };
  const std::string by = party(finding.by), other = party(finding.other);
  const std::string& where = finding.where;
  const std::string line = [&]() -> std::string {
    switch (finding.defect) {
      case Defect::unordered_read:
        return fmt::format("read without a flag or lock: {} read {}, written by {}", by, where,
                           other);
      case Defect::unordered_write:
        return fmt::format("two writers without a flag or lock: {} wrote {}, written by {}", by,
                           where, other);
      case Defect::early_write:
        return fmt::format("overwritten while in use: {} wrote {}, read by {}", by, where, other);
      case Defect::stale_line:
        return fmt::format("stale cache line: {} read its old copy of {}, written by {}", by, where,
                           other);
      case Defect::unflushed:
        return fmt::format("read too early: {} read {}, not yet flushed by {}", by, where, other);
      case Defect::kept_back:
        return fmt::format(
            "never flushed: {} stored to {} and left it in its write-combine buffer, read by {}",
            by, where, other);
      case Defect::never_written:
        return fmt::format("never written: {} read {}, which no core has written", by, where);
      case Defect::lost_update:
        return fmt::format("lost update: {} wrote back its line of {}, written meanwhile by {}", by,
                           where, other);
      case Defect::lost_word:
        return fmt::format("lost update: {} read {} and wrote it, written meanwhile by {}", by,
                           where, other);
      case Defect::two_copies:
        return fmt::format(
            "lost update: {} wrote {} in its cache, written and not yet flushed by {}", by, where,
            other);
      case Defect::foreign_lock:
        return fmt::format("lock of another: {} released {}, taken and released by {}", by, where,
                           other);
    }
    return "";
  }();
  return finding.times == 1 ? line : fmt::format("{} ({} times)", line, finding.times);
}

}  // namespace rc::sim::observe
