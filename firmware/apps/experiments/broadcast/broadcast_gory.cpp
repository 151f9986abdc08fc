// SPDX-License-Identifier: Apache-2.0
// Broadcasts over one-sided transfers; what the arguments mean: trial.h.
#include "RCCE.h"
#include "firmware/collectives/one_sided_messages.h"
#include "firmware/collectives/rma_tree.h"
#include "firmware/hal/host.h"
#include "trial.h"

namespace {

using namespace collectives;

// Each takes the whole message passing buffer, at its first broadcast.
RmaTree& tree(int arity) {
  static RmaTree only(arity);
  return only;
}
OneSidedMessages& messages() {
  static OneSidedMessages only;
  return only;
}

Timeline timeline;

// Each broadcast begins a new timeline.
OneSidedMessages& recording(const Settings& settings) {
  timeline.count = 0;
  messages().record(settings.trace ? &timeline : nullptr);
  return messages();
}

void report_timeline() {
  for (int i = 0; i < timeline.count; ++i) {
    const Timeline::Event& event = timeline.events[i];
    hal::report(event.out ? "timeline/out" : "timeline/in", microseconds(event.begin));
    hal::report("timeline/end", microseconds(event.end));
  }
}

template <Copy copy>
void cube(const Settings& s, char* data, size_t bytes, int root) {
  one_sided_cube(recording(s), copy, data, bytes, root, s.part_bytes);
}

template <Copy copy>
void dopl(const Settings& s, char* data, size_t bytes, int root) {
  one_sided_dopl(recording(s), copy, data, bytes, root, s.part_bytes, s.pipe_bytes);
}

// courier_*: broadcasts over one-sided messages, under the name that scripts know them by.
constexpr Algorithm kAlgorithms[] = {
    {"oc_bcast", [](const Settings& s, char* data, size_t bytes,
                    int root) { tree(s.arity).broadcast(data, bytes, root); }},
    {"courier_cube", cube<Copy::allocating>},
    {"courier_cube_plain", cube<Copy::plain>},
    {"courier_dopl", dopl<Copy::allocating>},
    {"courier_dopl_plain", dopl<Copy::plain>},
};

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int status = run_trials(argc, argv, kAlgorithms, sizeof kAlgorithms / sizeof *kAlgorithms);
  report_timeline();
  RCCE_finalize();
  return status;
}
