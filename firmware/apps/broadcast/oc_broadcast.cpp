// OC-Bcast, over one-sided transfers; what the arguments mean: trial.h.
#include "RCCE.h"
#include "firmware/collectives/rma_tree.h"
#include "trial.h"

namespace {

// Made at the first broadcast, when the arity is known.
collectives::RmaTree& tree(int arity) {
  static collectives::RmaTree only(arity);
  return only;
}

constexpr Algorithm kAlgorithms[] = {
    {"oc_bcast", [](const Settings& s, char* data, size_t bytes,
                    int root) { tree(s.arity).broadcast(data, bytes, root); }},
};

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int status = run_trials(argc, argv, kAlgorithms, 1);
  RCCE_finalize();
  return status;
}
