// SPDX-License-Identifier: Apache-2.0
// The files that firmware may use: those below one directory of the host, and no others.
//
// Paths are relative to that directory, or to the one below it that the UE has changed to. Whatever
// leads out of it is refused by the host's kernel (openat2, RESOLVE_BENEATH): absolute paths, "..",
// symbolic links to elsewhere, also while another process moves files. Only plain files are opened,
// never a device or a pipe that would block the simulator. Without a directory there are no files.
// Every UE has descriptors of its own.
//
// Errors of the firmware are newlib's errno in the reply: EACCES for what lies outside, or is no
// plain file, or for every path without a directory; EBADF, ENOENT, EISDIR... as usual. Files are
// at most 2^31 - 1 bytes (EFBIG beyond, and nothing is written), and 256 of them may be open, of
// all UEs together (EMFILE).
//
// A hard link below the directory is a file like any other, wherever else it has a name.
// A descriptor below 3 is the UE's console until duplicate() makes it a file's; and one may become
// the console's.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hw_model/host/host_services.h"
#include "sim/base/descriptor.h"

namespace rc::kernel {
class Archive;
}

namespace rc::sim::run {

// The firmware's answer to an error of the host's.
host::HostReply host_failure(int host_errno);

class HostFiles {
 public:
  HostFiles() = default;
  ~HostFiles();
  HostFiles(const HostFiles&) = delete;
  HostFiles& operator=(const HostFiles&) = delete;

  // kernel::InputError if it is not a directory.
  void allow_below(const std::string& directory);

  void close_all();
  // Descriptor 0 is not the simulator's standard input, but closed.
  void close_input() { input_ = -1; }
  // Whether some of it has been read.
  bool input_was_read() const { return input_read_ > 0; }

  // `flags` are newlib's, the result is the UE's descriptor, 3 or more.
  host::HostReply open(int rank, const std::string& path, std::uint32_t flags, std::uint32_t mode);
  host::HostReply close(int rank, std::uint32_t descriptor);
  // Fills the front of `data`. Descriptor 0 is the simulator's own standard input.
  host::HostReply read(int rank, std::uint32_t descriptor, std::string& data);
  host::HostReply write(int rank, std::uint32_t descriptor, std::string_view data);
  host::HostReply seek(int rank, std::uint32_t descriptor, std::int32_t offset,
                       std::uint32_t whence);
  host::HostReply size(int rank, std::uint32_t descriptor) const;
  host::HostReply resize(int rank, std::uint32_t descriptor, std::uint32_t bytes);
  // `to` also means what `from` means; -1: a free one.
  host::HostReply duplicate(int rank, std::uint32_t from, std::uint32_t to);
  // The stream of the console (1 or 2) that the descriptor means; nothing if none.
  std::optional<std::uint32_t> console_stream(int rank, std::uint32_t descriptor) const;

  host::HostReply unlink(int rank, const std::string& path);
  host::HostReply make_directory(int rank, const std::string& path, std::uint32_t mode);
  host::HostReply remove_directory(int rank, const std::string& path);
  host::HostReply rename(int rank, const std::string& from, const std::string& to);
  // `entries` as RC_HOSTCALL_LIST gives them.
  host::HostReply list(int rank, const std::string& path, std::string& entries) const;
  host::HostReply change_directory(int rank, const std::string& path);
  // For a snapshot; loading, after allow_below(). Files that are written are cut to the length that
  // they had. kernel::InputError for a file that was deleted, moved away or made shorter.
  void archive(kernel::Archive& archive);

  std::string current_directory(int rank) const;  // from allow_below()'s on, without a / in front

 private:
  struct OpenFile {
    int host = -1;             // descriptor
    std::uint32_t stream = 0;  // of the console, where `host` is -1
    std::uint64_t opened = 0;  // which open() made it; duplicates share it, and their position
  };
  // A name in a directory; errno says why there is none.
  struct Place {
    base::Descriptor directory;
    std::string name;
  };

  int host_descriptor(int rank, std::uint32_t descriptor) const;  // -1: not open
  std::uint32_t free_descriptor(int rank) const;
  Place place(int rank, const std::string& path) const;
  int resolve(int rank, const std::string& path, int flags, unsigned mode) const;
  void skip_input();
  int resolve_below(const std::string& path, int flags, unsigned mode) const;

  int directory_ = -1;
  int input_ = 0;
  std::uint64_t input_read_ = 0;  // bytes
  std::uint64_t openings_ = 0;
  std::map<std::pair<int, std::uint32_t>, OpenFile> open_;  // by rank and descriptor
  std::map<int, std::string> current_;                      // by rank
};

}  // namespace rc::sim::run
