// SPDX-License-Identifier: Apache-2.0
// What UEs print: of several line by line, each line under the UE that wrote it ("[07] text"), of one
// byte by byte. What a UE leaves without a newline comes out at the end. A line of more than 1 MB is
// broken there, so that none of any length is held in memory.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>

namespace rc::kernel {
class Archive;
}

namespace rc::sim::run {

class ConsoleLines {
 public:
  // `ues` decides whether lines are tagged. The streams must outlive this.
  ConsoleLines(std::ostream& out, std::ostream& error, int ues);

  // The output is seen on a terminal: what one UE leaves without an end of line gets one in the end.
  void on_terminal(bool is) { on_terminal_ = is; }

  // `action` runs before anything is printed: what else draws on the terminal steps aside.
  void before_output(std::function<void()> action) { before_output_ = std::move(action); }

  // `action` sees every line, without its tag.
  using LineAction = std::function<void(int rank, std::string_view line)>;
  void on_line(LineAction action) { on_line_ = std::move(action); }

  // A piece of what `rank` wrote to standard output or error. It is with the host when this
  // returns; where lines are tagged, up to the last end of a line.
  void print(int rank, bool error, std::string_view text);

  // A byte that `rank` sent to one of its serial consoles, each of which has lines of its own, shown on
  // standard output when they end: with LF, or CR LF.
  void print_serial(int rank, unsigned console, char byte);

  // Whether the last line on the console has no end yet.
  bool mid_line() const { return mid_line_; }

  // For a snapshot: what is not on the console yet.
  void archive(kernel::Archive& archive);

  // Writes out unfinished lines. kernel::InputError if the console could not be written.
  void finish();

 private:
  void take_line(int rank, bool error, std::string_view line);
  void take_serial(int rank, std::string line);
  void show(bool error, std::string_view text);

  std::ostream& out_;
  std::ostream& error_;
  bool tagged_;
  int tag_width_;
  bool on_terminal_ = false;
  bool mid_line_ = false;
  std::function<void()> before_output_ = [] {};
  LineAction on_line_ = [](int, std::string_view) {};
  std::map<std::pair<int, bool>, std::string> unfinished_;
  std::map<std::pair<int, unsigned>, std::string> serial_;  // likewise, by console
};

}  // namespace rc::sim::run
