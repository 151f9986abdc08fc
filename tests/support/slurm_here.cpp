// SPDX-License-Identifier: Apache-2.0
// slurm_here COMMAND...: runs a command with a Slurm cluster of this host at hand (slurm.h), to try
// or measure what needs one. The cluster has SLURM_CPUS processors, two unless set, whatever the
// host has.
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "sim/base/temporary_folder.h"
#include "tests/support/slurm.h"

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fputs("usage: slurm_here COMMAND...\n", stderr);
    return 2;
  }
  const rc::sim::base::TemporaryFolder folder("rockcreek_slurm_");
  const char* processors = std::getenv("SLURM_CPUS");
  const rc::test::Slurm cluster(folder.path(), processors ? std::atoi(processors) : 2);
  std::string command = cluster.environment();
  for (int i = 1; i < argc; ++i) command.append(" ").append(argv[i]);
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "slurm_here: %s\n", error.what());
  return 2;
}
