// SPDX-License-Identifier: Apache-2.0
// Broadcasts over two-sided messages; what the arguments mean: trial.h.
#include "RCCE.h"
#include "firmware/collectives/ircce_broadcast.h"
#include "firmware/collectives/rcce_broadcast.h"
#include "iRCCE.h"
#include "trial.h"

namespace {

using namespace collectives;

constexpr Algorithm kAlgorithms[] = {
    {"none", [](const Settings&, char*, size_t, int) {}},
    {"cube", [](const Settings& s, char* data, size_t bytes,
                int root) { rcce_cube(data, bytes, root, s.part_bytes); }},
    {"cube_printed", [](const Settings& s, char* data, size_t bytes,
                        int root) { rcce_cube_printed(data, bytes, root, s.part_bytes); }},
    {"linear",
     [](const Settings&, char* data, size_t bytes, int root) { rcce_linear(data, bytes, root); }},
    {"binomial",
     [](const Settings&, char* data, size_t bytes, int root) { rcce_binomial(data, bytes, root); }},
    {"scatter_allgather", [](const Settings&, char* data, size_t bytes,
                             int root) { rcce_scatter_allgather(data, bytes, root); }},
    {"dopl", [](const Settings& s, char* data, size_t bytes,
                int root) { ircce_dopl(data, bytes, root, s.part_bytes, s.pipe_bytes); }},
    {"cube_ircce", [](const Settings& s, char* data, size_t bytes,
                      int root) { ircce_cube(data, bytes, root, s.part_bytes); }},
    {"binomial_ircce", [](const Settings&, char* data, size_t bytes,
                          int root) { ircce_binomial(data, bytes, root); }},
    {"scatter_allgather_ircce", [](const Settings&, char* data, size_t bytes,
                                   int root) { ircce_scatter_allgather(data, bytes, root); }},
    {"dopl_rcce", [](const Settings& s, char* data, size_t bytes,
                     int root) { rcce_dopl(data, bytes, root, s.part_bytes, s.pipe_bytes); }},
};

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  const int status = run_trials(argc, argv, kAlgorithms, sizeof kAlgorithms / sizeof *kAlgorithms);
  RCCE_finalize();
  return status;
}
