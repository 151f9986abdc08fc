// Broadcasts over one-sided transfers; what the arguments mean: trial.h.
#include "RCCE.h"
#include "firmware/collectives/courier.h"
#include "firmware/collectives/rma_tree.h"
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

template <Copy copy>
void cube(const Settings& s, char* data, size_t bytes, int root) {
  courier_cube(courier(), copy, data, bytes, root, s.part_bytes);
}

template <Copy copy>
void dopl(const Settings& s, char* data, size_t bytes, int root) {
  courier_dopl(courier(), copy, data, bytes, root, s.part_bytes, s.pipe_bytes);
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
  RCCE_finalize();
  return status;
}
