// Broadcasts over one-sided transfers; what the arguments mean: trial.h.
#include "RCCE.h"
#include "firmware/collectives/courier.h"
#include "firmware/collectives/rma_tree.h"
#include "firmware/hal/host.h"
#include "trial.h"

namespace {

using namespace collectives;

// Either takes the message passing buffer for itself, at the first broadcast.
RmaTree& tree(int arity) {
  static RmaTree only(arity);
  return only;
}
Courier& courier() {
  static Courier only;
  return only;
}

Timeline timeline;

// Each broadcast begins a new timeline.
Courier& noting(const Settings& settings) {
  timeline.count = 0;
  courier().record(settings.trace ? &timeline : nullptr);
  return courier();
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
  courier_cube(noting(s), copy, data, bytes, root, s.part_bytes);
}

template <Copy copy>
void dopl(const Settings& s, char* data, size_t bytes, int root) {
  courier_dopl(noting(s), copy, data, bytes, root, s.part_bytes, s.pipe_bytes);
}

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
