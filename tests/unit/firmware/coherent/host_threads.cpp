// SPDX-License-Identifier: Apache-2.0
// Collectives on threads of the host, under ThreadSanitizer where the build allows: their results,
// and no data race.
#include "firmware/coherent/host_threads.h"

#include <gtest/gtest.h>

#include "tests/unit/firmware/coherent/checks.h"

namespace {

using namespace shared_memory;

class Host {
 public:
  Address new_lines(int lines) { return memory_.new_lines(lines); }
  void run(int threads, const std::function<Program(Thread&, int)>& program) {
    run_on_host(memory_, threads, program);
  }

 private:
  HostMemory memory_{4096};
};

TEST(CoherentOnHost, SmallCollectives) {
  for (const int n : {2, 3, 8, 16}) {
    Host host;
    checks::check_broadcast(host, level_tree(n, {4, 4}), Acknowledge::one_line);
    checks::check_broadcast(host, fibonacci_tree(n, 2), Acknowledge::line_per_child);
    checks::check_reduction(host, level_tree(n, {4, 4}));
    checks::check_barrier(host, n, 3);
  }
}

TEST(CoherentOnHost, LargeBroadcasts) {
  for (const int n : {2, 5, 8}) {
    Host host;
    checks::check_large(host, flat_broadcast, n, 32);
    checks::check_large(host, pipelined_broadcast, n, 32);
  }
}

TEST(CoherentOnHost, PingPong) {
  Host host;
  checks::check_ping_pong(host, 1);
  checks::check_ping_pong(host, 32);
}

TEST(CoherentOnHost, ErrorsOfAProgramEndIt) {
  HostMemory memory(1);
  EXPECT_THROW(memory.new_lines(2), std::length_error);
}

}  // namespace
