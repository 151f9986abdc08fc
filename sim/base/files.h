// SPDX-License-Identifier: Apache-2.0
// Files in and out, with every error checked and named: kernel::InputError with path and reason.
#pragma once

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace rc::sim::base {

inline constexpr std::uint64_t kMaxInput = std::uint64_t{64} << 20;      // bytes of a text
inline constexpr std::uint64_t kMaxProgram = std::uint64_t{256} << 20;   // of an image, a trace
inline constexpr std::uint64_t kMaxExecutable = std::uint64_t{2} << 30;  // of this simulator

// A file that is read piece by piece, as its beginning says what it is.
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  // The next bytes, `most` of them or up to the end of the file.
  std::string read(std::uint64_t most);
  // Of all that it holds; 0 for what is no regular file, and for one that the system makes up.
  std::uint64_t size() const;

 private:
  std::string path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

// The whole file; kernel::InputError for one of more than `most` bytes.
std::string read_file(const std::string& path, std::uint64_t most = kMaxInput);

// The next line of `in`, of `name`, without its end; false if there is none. kernel::InputError for
// a line of more than 1 MB, and if it cannot be read.
bool read_line(std::istream& in, const std::string& name, std::string& line);

// A result under way: it is written beside `path`, and commit() gives it its name. A full disk, a
// crash or an exception never leaves half a result under the name, nor anything else behind. A
// symbolic link stays one: the file it leads to is replaced. kernel::InputError for a folder, a pipe,
// a socket or a disk; terminals, /dev/null and descriptors that are open (/dev/fd/N) are written in
// place.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }
  void commit();

 private:
  std::string path_, target_;  // as given, and without symbolic links
  std::string temporary_;      // empty: a device or pipe, appended to in place; or committed
  std::ofstream stream_;
};

void write_file(const std::string& path, std::string_view text);

// Before long work: throws for results that could not be written after it, that would take the place
// of a file which this process has read, or of each other. Creates `directory`, and neither leaves nor
// changes a file. An empty name is a result that is not wanted.
void check_outputs(const std::string& directory, std::initializer_list<std::string> files);

// Whether a result under one name would take the place of what is under the other, now or later. What
// is no plain file, as /dev/null, takes no place.
bool same_file(const std::string& one, const std::string& other);

// Of all files that were checked or begun and not committed, removes what earlier runs left under
// their names: after a run that failed, nobody shall take them for its results.
void discard_older_outputs();

// Creates `path` and its parents where missing.
void make_directory(const std::string& path);

}  // namespace rc::sim::base
