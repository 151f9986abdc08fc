// SPDX-License-Identifier: Apache-2.0
// HostFiles' calls about names and directories.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <sstream>
#include <vector>

#include "hw_model/arch/host_file_calls.h"
#include "sim/run/host/host_files.h"

namespace rc::sim::run {

using host::HostReply;

namespace {

HostReply outcome(int result) { return result < 0 ? host_failure(errno) : HostReply{0, 0}; }

std::string without_trailing_slashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

char kind_of(int directory, const char* name) {
  struct stat status {};
  if (::fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) < 0) return RC_HOSTCALL_LIST_OTHER;
  if (S_ISDIR(status.st_mode)) return RC_HOSTCALL_LIST_DIRECTORY;
  return S_ISREG(status.st_mode) ? RC_HOSTCALL_LIST_FILE : RC_HOSTCALL_LIST_OTHER;
}

}  // namespace

// The directory that holds the name is resolved, so that the name itself may be anything.
HostFiles::Place HostFiles::place(int rank, const std::string& path) const {
  const std::string whole = without_trailing_slashes(path);
  const auto slash = whole.find_last_of('/');
  const bool bare = slash == std::string::npos;
  Place place{base::Descriptor(
                  resolve(rank, bare ? "." : whole.substr(0, slash + 1), O_PATH | O_DIRECTORY, 0)),
              bare ? whole : whole.substr(slash + 1)};
  return place;
}

HostReply HostFiles::unlink(int rank, const std::string& path) {
  const Place at = place(rank, path);
  return at.directory.number() < 0 ? host_failure(errno)
                                   : outcome(::unlinkat(at.directory.number(), at.name.c_str(), 0));
}

HostReply HostFiles::make_directory(int rank, const std::string& path, std::uint32_t mode) {
  const Place at = place(rank, path);
  return at.directory.number() < 0
             ? host_failure(errno)
             : outcome(::mkdirat(at.directory.number(), at.name.c_str(), mode & 0777));
}

HostReply HostFiles::remove_directory(int rank, const std::string& path) {
  const Place at = place(rank, path);
  return at.directory.number() < 0
             ? host_failure(errno)
             : outcome(::unlinkat(at.directory.number(), at.name.c_str(), AT_REMOVEDIR));
}

HostReply HostFiles::rename(int rank, const std::string& from, const std::string& to) {
  const Place old = place(rank, from);
  if (old.directory.number() < 0) return host_failure(errno);
  const Place made = place(rank, to);
  if (made.directory.number() < 0) return host_failure(errno);
  return outcome(::renameat(old.directory.number(), old.name.c_str(), made.directory.number(),
                            made.name.c_str()));
}

HostReply HostFiles::list(int rank, const std::string& path, std::string& entries) const {
  const int directory = resolve(rank, path, O_RDONLY | O_DIRECTORY, 0);
  if (directory < 0) return host_failure(errno);
  const std::unique_ptr<DIR, int (*)(DIR*)> reading(::fdopendir(directory), ::closedir);
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(reading.get())) names.emplace_back(entry->d_name);
  std::ranges::sort(names);
  entries.clear();
  for (const std::string& name : names) {
    entries += kind_of(directory, name.c_str());
    entries += name;
    entries += '\0';
  }
  return {static_cast<std::int32_t>(entries.size()), 0};
}

std::string HostFiles::current_directory(int rank) const {
  const auto it = current_.find(rank);
  return it == current_.end() ? "" : it->second;
}

HostReply HostFiles::change_directory(int rank, const std::string& path) {
  std::vector<std::string> parts;
  std::istringstream words((path.starts_with('/') ? "" : current_directory(rank) + '/') + path);
  for (std::string part; std::getline(words, part, '/');) {
    if (part == "..") {
      if (!parts.empty()) parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  std::string whole;
  for (const std::string& part : parts) whole += (whole.empty() ? "" : "/") + part;
  if (whole.empty()) {  // also without a directory of the host
    current_.erase(rank);
    return {0, 0};
  }
  const base::Descriptor there(resolve_below(whole, O_PATH | O_DIRECTORY, 0));
  if (there.number() < 0) return host_failure(errno);
  current_[rank] = whole;
  return {0, 0};
}

}  // namespace rc::sim::run
