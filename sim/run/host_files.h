// The files that firmware may use: those below one directory of the host, and no others.
//
// Paths are relative to that directory. Whatever leads out of it is refused by the host's kernel
// (openat2, RESOLVE_BENEATH): absolute paths, "..", symbolic links to elsewhere, also while someone
// moves things about. Only plain files are opened, never a device or a pipe that would block the
// simulator. Without a directory there are no files. Every UE has descriptors of its own.
//
// Errors of the firmware are newlib's errno in the reply: EACCES for what lies outside, or is no
// plain file, or for every path without a directory; EBADF, ENOENT, EISDIR... as usual. Files are
// at most 2^31 - 1 bytes (EFBIG beyond, and nothing is written), and 256 of them may be open, of
// all UEs together (EMFILE).
//
// A hard link below the directory is a file like any other, wherever else it has a name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "hw_model/host/host_services.h"

namespace rc::sim {

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

  // `flags` are newlib's, the result is the UE's descriptor, 3 or more.
  chip::HostReply open(int rank, const std::string& path, std::uint32_t flags, std::uint32_t mode);
  chip::HostReply close(int rank, std::uint32_t descriptor);
  // Fills the front of `data`. Descriptor 0 is the simulator's own standard input.
  chip::HostReply read(int rank, std::uint32_t descriptor, std::string& data);
  chip::HostReply write(int rank, std::uint32_t descriptor, std::string_view data);
  chip::HostReply seek(int rank, std::uint32_t descriptor, std::int32_t offset,
                       std::uint32_t whence);
  chip::HostReply size(int rank, std::uint32_t descriptor) const;
  chip::HostReply unlink(const std::string& path);

 private:
  int host_descriptor(int rank, std::uint32_t descriptor) const;  // -1: not open
  int resolve(const std::string& path, int flags, unsigned mode) const;

  int directory_ = -1;
  int input_ = 0;
  std::map<std::pair<int, std::uint32_t>, int> open_;  // by rank and descriptor
};

}  // namespace rc::sim
