// SPDX-License-Identifier: Apache-2.0
// The node's process: its id, its end and that of others.
#include <errno.h>
#include <stdlib.h>

#include "calls.h"
#include "nx.h"

long mypid() { return nx::own_pid(); }
long myptype() { return nx::own_pid(); }

void setpid(long pid) {
  if (pid < 0 || pid > nx::kMaxPid) nx::fail(EQPID, "setpid: process id %ld", pid);
  nx::set_pid(pid);
}
void setptype(long pid) { setpid(pid); }

// There is one process to a node, so no other process waits for the processor.
void flick() { nx::clock_ticks(); }

void killcube(long node, long) {
  if (node < -1 || node >= numnodes()) {
    nx::fail(EQNODE, "killcube: node %ld is outside the cube of %ld nodes", node, numnodes());
  }
  for (long other = 1; other < numnodes(); ++other) {
    const long victim = mynode() ^ other;
    if (node < 0 || node == victim) nx::kill(victim);
  }
  if (node < 0 || node == mynode()) exit(0);
}
void killproc(long node, long pid) { killcube(node, pid); }

namespace {
[[noreturn]] void for_hosts(const char* call) {
  nx::fail(ENOSYS, "%s: a call of programs on the host (docs/ipsc.md)", call);
}
}  // namespace

long load(const char*, long, long) { for_hosts("load"); }
void waitall(long, long) { for_hosts("waitall"); }
void waitone(long, long, long*, long*, long*) { for_hosts("waitone"); }
void getcube(const char*, const char*, const char*, long) { for_hosts("getcube"); }
void relcube(const char*) { for_hosts("relcube"); }
void attachcube(const char*) { for_hosts("attachcube"); }
void rebootcube() { for_hosts("rebootcube"); }
