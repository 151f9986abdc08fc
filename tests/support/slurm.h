// SPDX-License-Identifier: Apache-2.0
// A Slurm cluster of this host alone, for as long as the object lives: controller, node and munge
// in the foreground, with ports, keys, configuration and state of their own. A configuration of the
// host itself is neither read nor changed.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace rc::test {

class Slurm {
 public:
  // Whether Debian's packages slurmctld, slurmd, slurm-client and munge are there.
  static bool is_installed();

  // In `folder`, which exists. It takes the host to have `processors`. std::runtime_error, with the
  // daemons' output, if the node does not come up.
  explicit Slurm(std::string folder, int processors = 2);
  ~Slurm();
  Slurm(const Slurm&) = delete;
  Slurm& operator=(const Slurm&) = delete;

  // What goes before a command for this cluster.
  std::string environment() const { return "SLURM_CONF=" + folder_ + "/slurm.conf "; }
  // Ends the controller in order, as for an update. Where it is killed instead, Slurm itself may
  // start jobs twice and then takes the node out of service.
  void stop_controller();
  void start_controller();

 private:
  pid_t start(const std::vector<std::string>& command) const;
  void write_configuration(int processors) const;
  std::string folder_, host_;
  pid_t munged_ = -1, controller_ = -1, node_ = -1;
};

}  // namespace rc::test
