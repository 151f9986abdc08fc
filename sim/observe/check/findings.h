// SPDX-License-Identifier: Apache-2.0
// What `run --check` found: each defect once, with how often it was met.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw_model/kernel/time.h"
#include "hw_model/scc/tile/access_observer.h"

namespace rc::sim::observe {

enum class Defect : std::uint8_t {
  unordered_read,   // of what another core wrote
  unordered_write,  // over what another core wrote
  early_write,      // over what another core may still read
  stale_line,       // read from a cache although another core has written since
  unflushed,        // read although another core's store is still in its buffer or cache
  kept_back,        // a store that another core waits for never left the write-combine buffer
  never_written,    // read
  lost_update,      // a cache line written back over another core's bytes
  lost_word,        // of uncached memory, written over what another core wrote since it was read
  two_copies,    // of a cache line written, while another core's cache had written the same bytes
  foreign_lock,  // released although another core held it, which released it later
};

// One core's part in it.
struct Party {
  unsigned core = 0;
  std::uint32_t eip = 0;
  kernel::Picos time{0};
  // Behind the program's call of the library that `eip` is in; 0: unknown, or in none.
  std::uint32_t caller = 0;
};

struct Finding {
  Defect defect = Defect::unordered_read;
  Party by;     // whose access is at fault, or shows it
  Party other;  // never_written has none
  std::string where;
  std::uint64_t times = 1;
};

class Findings {
 public:
  // Which program a core runs, by core; empty: all run the same.
  explicit Findings(std::vector<std::size_t> programs = {}) : programs_(std::move(programs)) {}
  // The same defect of the same two instructions counts as one; those of libraries are the same where the
  // same call led to them.
  void add(const Finding& finding);
  const std::vector<Finding>& all() const { return all_; }

 private:
  // Program, instruction, caller.
  using Place = std::tuple<std::size_t, std::uint32_t, std::uint32_t>;
  using Key = std::tuple<Defect, Place, Place>;
  Place place(const Party& party) const {
    return {party.core < programs_.size() ? programs_[party.core] : 0, party.eip, party.caller};
  }
  std::vector<std::size_t> programs_;
  std::vector<Finding> all_;
  std::map<Key, std::size_t> known_;
};

// One line. `core_name` gives "core 3 (UE 1)", `locate` gives "function+offset" of a party's instruction.
std::string text(const Finding& finding, const std::function<std::string(unsigned)>& core_name,
                 const std::function<std::string(const Party&)>& locate);

}  // namespace rc::sim::observe
