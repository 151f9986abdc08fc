// SPDX-License-Identifier: Apache-2.0
// Every kind of input that the simulator reads: how to make a spoiled one, and its reader. A test
// compares this list with the sources: whoever reads something stands here.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/lockstep/isa/random.h"
#include "tests/soak/case.h"
#include "tests/soak/child.h"

namespace rc::soak {

struct Corpus {
  std::function<std::string(lockstep::Random&)> make;
  // Takes the input or throws kernel::Error; std::logic_error for what a reader must not do.
  std::function<void(const std::string&)> read;
};

struct InputKind {
  std::string name;
  unsigned inputs;                   // of a case
  std::vector<std::string> readers;  // sources that take it in, from the root
  // `folder` is an empty one of its own. Called in the process that reads: one that simulates can
  // do so once.
  Corpus (*open)(const std::string& folder);
};

const std::vector<InputKind>& input_kinds();

// Reads `kind.inputs` inputs in a child; `bounds.cpu_seconds` are of one input. Adds to `inputs`.
// Empty, or which input is read wrongly and how.
std::string check_inputs(const InputKind& kind, std::uint64_t seed, const ChildBounds& bounds,
                         std::uint64_t& inputs);

// What each command of a corpus must do: std::logic_error otherwise.
void expect_good_end(const ChildEnd& end);

Corpus open_images(const std::string& folder);
Corpus open_memory_images(const std::string& folder);
Corpus open_machine_files(const std::string& folder);
Corpus open_settings(const std::string& folder);
Corpus open_option_values(const std::string& folder);
Corpus open_console_lines(const std::string& folder);
Corpus open_gdb_packets(const std::string& folder);

Corpus open_traces(const std::string& folder);
Corpus open_netraces(const std::string& folder);
Corpus open_matrices(const std::string& folder);
Corpus open_topologies(const std::string& folder);
Corpus open_anynets(const std::string& folder);
Corpus open_booksims(const std::string& folder);
Corpus open_comparisons(const std::string& folder);
Corpus open_network_folders(const std::string& folder);
Corpus open_modules(const std::string& folder);
Corpus open_protocols(const std::string& folder);
Corpus open_tables(const std::string& folder);

Corpus open_schedules(const std::string& folder);
Corpus open_cube_states(const std::string& folder);
Corpus open_listings(const std::string& folder);
Corpus open_cstar_programs(const std::string& folder);

Corpus open_snapshots(const std::string& folder);
Corpus open_recordings(const std::string& folder);
Corpus open_replays(const std::string& folder);
Corpus open_host_calls(const std::string& folder);

Corpus open_places(const std::string& folder);

Corpus open_plans(const std::string& folder);
Corpus open_explorations(const std::string& folder);
Corpus open_kept_outcomes(const std::string& folder);
Corpus open_kept_verdicts(const std::string& folder);
Corpus open_results(const std::string& folder);
Corpus open_run_numbers(const std::string& folder);
Corpus open_soak_states(const std::string& folder);

}  // namespace rc::soak
