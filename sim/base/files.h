// Files in and out, with every error checked and named: kernel::InputError with path and reason.
#pragma once

#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

namespace rc::sim {

// The whole file.
std::string read_file(const std::string& path);

// A result under way: it is written beside `path`, and commit() gives it its name. A full disk, a
// crash or an exception never leaves half a result under the name, nor anything else behind.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }
  void commit();

 private:
  std::string path_;
  std::string temporary_;  // empty: a device or pipe, appended to in place; or committed
  std::ofstream stream_;
};

void write_file(const std::string& path, std::string_view text);

// Before long work: throws for results that could not be written after it. Creates `directory`, and
// neither leaves nor changes a file. An empty name is a result that is not wanted.
void check_outputs(const std::string& directory, std::initializer_list<std::string> files);

// Creates `path` and its parents where missing.
void make_directory(const std::string& path);

}  // namespace rc::sim
