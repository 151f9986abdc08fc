// SPDX-License-Identifier: Apache-2.0
#include "sim/run/job_key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/files.h"
#include "sim/base/hash.h"
#include "sim/lab/evaluation/graph_words.h"
#include "sim/lab/user/build.h"
#include "sim/machine/memory_image.h"
#include "sim/machine/parameters.h"

namespace rc::sim::run {

std::string contents_of(const std::string& file) {
  const std::string bytes = base::read_file(file, base::kMaxExecutable);
  return fmt::format("{} bytes, FNV-1a {}", bytes.size(), base::hash_of(bytes));
}

const std::string& this_simulator() {
  static const std::string text = contents_of("/proc/self/exe");
  return text;
}

std::string job_key(const FirmwareJob& job) {
  std::string key = fmt::format("simulator: {}\nimage: {}\n", this_simulator(),
                                job.image.empty() ? "none" : contents_of(job.image));
  for (const FirmwareJob::OtherProgram& other : job.others)
    key += fmt::format("image of cores {}: {}\n", other.cores, contents_of(other.image));
  for (const std::string& name : job.memory_images)
    for (const machine::MemoryPiece& piece : machine::read_memory_image(name))
      key += fmt::format("at {:#x}: {}\n", piece.address, contents_of(piece.file));
  for (const std::string& file : job.lut_files)
    key += fmt::format("lookup tables: {}\n", contents_of(file));
  if (!job.held.empty()) key += fmt::format("held: {}\n", job.held);
  machine::Machine machine = job.machine;
  key += fmt::format("kind: {}\nrouter: {}\ndcm: {}\n", machine.kind, machine.router, machine.dcm);
  for (const machine::Parameter& parameter : machine.parameters())
    key += fmt::format("{} = {:?}\n", parameter.path, machine::value_text(parameter));
  key += fmt::format("cores: {}\narguments: {}\n", job.cores, job.arguments);
  if (machine.is_scc() && lab::is_topology_file(machine.params.noc.topology))
    key += fmt::format("topology: {}\n", contents_of(machine.params.noc.topology));
  if (!machine.network.empty())
    key += fmt::format("network: {}\n", lab::network_contents(machine.network));
  if (job.stack_bytes != 0) key += fmt::format("stack: {}\n", job.stack_bytes);
  return key + fmt::format("fast_forward: {}\ndecoupled: {}\nmax_time: {} ps\n",
                           job.options.fast_forward, job.options.decoupled,
                           job.options.max_time.value);
}

}  // namespace rc::sim::run
