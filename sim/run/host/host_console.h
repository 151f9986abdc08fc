// SPDX-License-Identifier: Apache-2.0
// The host behind the system interface: console, files and reported results of the firmware.
//
// Standard output and error leave line by line (console_lines.h). Files are those below one
// directory of the host (host_files.h), none by default. Nothing here takes simulated time.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "hw_model/host/host_services.h"
#include "sim/run/host/console_lines.h"
#include "sim/run/host/host_files.h"

namespace rc::sim::run {

// One row that firmware measured (SCC_HOSTCALL_REPORT). Names have at most 256 bytes, and a run at
// most 100,000 rows.
struct Report {
  std::string name;
  double value = 0;
  int rank = 0;

  template <class Archive>
  void archive(Archive& archive) {
    archive(name, value, rank);
  }
};

class HostConsole : public host::HostServices {
 public:
  // `ues` decides whether lines are tagged. The streams must outlive this.
  HostConsole(std::ostream& out, std::ostream& error, int ues) : lines_(out, error, ues) {}

  // What the firmware may open.
  HostFiles& files() { return files_; }

  // `action` runs before anything is printed: what else draws on the terminal steps aside.
  void before_output(std::function<void()> action) { lines_.before_output(std::move(action)); }

  bool mid_line() const { return lines_.mid_line(); }
  void on_terminal(bool is) { lines_.on_terminal(is); }

  // `action` sees every line of the firmware's output, without its tag.
  void on_line(ConsoleLines::LineAction action) { lines_.on_line(std::move(action)); }

  host::HostReply call(const host::HostCall& call, const host::GuestMemory& memory) override;
  void exited(int core_id, int rank, int status) override;
  void print(int rank, unsigned console, char byte) override {
    lines_.print_serial(rank, console, byte);
  }

  // For a snapshot. kernel::InputError for open files that cannot be saved, or not be opened again.
  void archive(kernel::Archive& archive);

  // Writes out unfinished lines. kernel::InputError if the console could not be written.
  void finish() { lines_.finish(); }

  const std::vector<Report>& reports() const { return reports_; }
  // Exit status by rank, of the UEs that ended.
  const std::map<int, int>& statuses() const { return statuses_; }

 private:
  host::HostReply write(const host::HostCall& call, const host::GuestMemory& memory);
  host::HostReply read(const host::HostCall& call, const host::GuestMemory& memory);
  host::HostReply open(const host::HostCall& call, const host::GuestMemory& memory);
  host::HostReply name_call(const host::HostCall& call, const host::GuestMemory& memory);
  host::HostReply report(const host::HostCall& call, const host::GuestMemory& memory);

  ConsoleLines lines_;
  HostFiles files_;
  std::vector<Report> reports_;
  std::map<int, int> statuses_;
};

}  // namespace rc::sim::run
