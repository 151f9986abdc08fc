// SPDX-License-Identifier: Apache-2.0
#include "tests/support/slurm.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <thread>

#include "tests/support/command.h"

namespace rc::test {
namespace {

namespace fs = std::filesystem;

// A port that no process listens on.
int free_port() {
  const int made = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(made, reinterpret_cast<sockaddr*>(&address), size);
  ::getsockname(made, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(made);
  return ntohs(address.sin_port);
}

void end(pid_t& process) {
  if (process > 0) {
    ::kill(process, SIGTERM);
    ::waitpid(process, nullptr, 0);
  }
  process = -1;
}

}  // namespace

bool Slurm::is_installed() {
  return run_command("command -v munged slurmctld slurmd sbatch scontrol scancel").exit_code == 0;
}

Slurm::Slurm(std::string folder, int processors) : folder_(std::move(folder)) {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  host_ = std::string(name).substr(0, std::string(name).find('.'));
  write_configuration(processors);
  const auto file = [this](const char* each) { return folder_ + "/" + each; };
  munged_ = start({"munged", "--foreground", "--force", "--socket=" + file("munge.socket"),
                   "--key-file=" + file("munge.key"), "--pid-file=" + file("munged.pid"),
                   "--seed-file=" + file("munge.seed"), "--log-file=" + file("munged.log")});
  while (!fs::exists(file("munge.socket")) && ::waitpid(munged_, nullptr, WNOHANG) == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  start_controller();
  node_ = start({"slurmd", "-D", "-f", file("slurm.conf"), "-N", host_});
  while (run_command(environment() + "sinfo -h -o %T").out != "idle\n") {
    if (::waitpid(node_, nullptr, WNOHANG) != 0 || ::waitpid(controller_, nullptr, WNOHANG) != 0)
      throw std::runtime_error(run_command("cat " + file("*.out")).out);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

Slurm::~Slurm() {
  if (node_ > 0) run_command(environment() + "scancel --me");
  end(node_);
  end(controller_);
  end(munged_);
}

void Slurm::stop_controller() { end(controller_); }

void Slurm::start_controller() {
  controller_ = start({"slurmctld", "-D", "-f", folder_ + "/slurm.conf"});
}

pid_t Slurm::start(const std::vector<std::string>& command) const {
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  const std::string log = folder_ + "/" + command[0] + ".out";
  const int file = ::open(log.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0666);
  ::dup2(file, 1);
  ::dup2(file, 2);
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

void Slurm::write_configuration(int processors) const {
  fs::create_directories(folder_ + "/state");
  fs::create_directories(folder_ + "/spool");
  std::random_device random;
  std::ofstream key(folder_ + "/munge.key", std::ios::binary);
  for (int i = 0; i < 128; ++i) key.put(static_cast<char>(random()));
  key.close();
  ::chmod((folder_ + "/munge.key").c_str(), 0600);
  const std::string user = std::to_string(::getuid());
  std::ofstream(folder_ + "/slurm.conf")
      << "ClusterName=test\nSlurmctldHost=" << host_ << "(127.0.0.1)\nSlurmctldPort=" << free_port()
      << "\nSlurmdPort=" << free_port() << "\nAuthType=auth/munge\nAuthInfo=socket=" << folder_
      << "/munge.socket\nCredType=cred/munge\nSlurmUser=" << user << "\nSlurmdUser=" << user
      << "\nStateSaveLocation=" << folder_ << "/state\nSlurmdSpoolDir=" << folder_
      << "/spool\nSlurmctldPidFile=" << folder_ << "/slurmctld.pid\nSlurmdPidFile=" << folder_
      << "/slurmd.pid\nSlurmctldLogFile=" << folder_ << "/slurmctld.log\nSlurmdLogFile=" << folder_
      << "/slurmd.log\n"
         // Nothing of the host but processes: no control groups, mail or accounting.
         "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMailProg=/bin/true\n"
         "JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n"
         "MpiDefault=none\nSwitchType=switch/none\nReturnToService=2\n"
         "SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\n"
         "SchedulerParameters=sched_interval=1,batch_sched_delay=0\n"
         "SlurmdParameters=config_overrides\n"
      << "NodeName=" << host_ << " NodeAddr=127.0.0.1 CPUs=" << processors << " State=UNKNOWN\n"
      << "PartitionName=all Nodes=" << host_ << " Default=YES MaxTime=INFINITE State=UP\n";
}

}  // namespace rc::test
