// SPDX-License-Identifier: Apache-2.0
// Names of results that are no plain files, or where none can be: a command writes there or says
// why not, waits for nobody, and leaves nothing half written.
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <vector>

#include "sim/base/descriptor.h"
#include "sim/base/files.h"
#include "sim/base/paths.h"
#include "tests/soak/inputs/input_kinds.h"

namespace rc::soak {
namespace {

namespace fs = std::filesystem;
using lockstep::Random;
using Strings = std::vector<std::string>;

constexpr ChildBounds kBounds{.waiting_seconds = 20};
constexpr const char* kOptions[] = {
    "noc --json", "noc --csv",   "noc --packets",        "noc --waves",  "noc --out",
    "run --save", "run --stats", "run --record-traffic", "run --report", "explore --out"};
constexpr const char* kPlaces[] = {
    "plain",   "folder",   "pipe",     "socket", "link-to-pipe",      "circle",
    "missing", "below-it", "too-long", "full",   "pipe-among-results"};

void make_socket(const std::string& path) {
  const sim::base::Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  if (::bind(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    throw std::logic_error("no socket at " + path);
}

Strings command(const std::string& verb, const std::string& option, const std::string& place,
                const std::string& plan) {
  Strings words{verb};
  if (verb == "noc")
    words = {verb, "--cols", "2", "--rows", "2", "--measure", "200", "--max-measure", "400"};
  else if (verb == "run")
    words = {verb, sim::base::firmware_image("hello"), "--ues", "2"};
  else
    words.push_back(plan);
  words.insert(words.end(), {option, option == "--save" ? place + "@10us" : place});
  return words;
}

// What a run has left in `folder`, and then one of its files is a pipe.
void replace_one_by_pipe(const std::string& folder, std::size_t number) {
  Strings files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  if (files.empty()) return;
  std::ranges::sort(files);
  const std::string& file = files[number % files.size()];
  fs::remove(file);
  ::mkfifo(file.c_str(), 0600);
}

std::string made_place(const std::string& kind, const std::string& folder) {
  const std::string place = folder + "/result";
  if (kind == "folder") fs::create_directory(place);
  if (kind == "pipe") ::mkfifo(place.c_str(), 0600);
  if (kind == "socket") make_socket(place);
  if (kind == "circle") fs::create_symlink(place, place);
  if (kind == "link-to-pipe") {
    ::mkfifo((folder + "/pipe").c_str(), 0600);
    fs::create_symlink("pipe", place);
  }
  if (kind == "below-it") sim::base::write_file(place, "a file");
  if (kind == "below-it" || kind == "missing") return place + "/below";
  if (kind == "too-long") return folder + '/' + std::string(300, 'n');
  return kind == "full" ? "/dev/full" : place;
}

}  // namespace

Corpus open_places(const std::string& folder) {
  const std::string plan = folder + "/plan.toml";
  sim::base::write_file(
      plan,
      "command = \"noc --cols 2 --rows 2 --measure {measure} --max-measure 1000\"\n[parameters]\n"
      "measure = [200, 300]\n[record]\nlatency = \"/latency/mean\"\n");
  return {[](Random& random) {
            return fmt::format("{} {} {}", kOptions[random.below(std::size(kOptions))],
                               kPlaces[random.below(std::size(kPlaces))], random.below(100));
          },
          [plan, own = folder + "/own"](const std::string& text) {
            std::istringstream words(text);
            std::string verb, option, kind;
            std::size_t number = 0;
            words >> verb >> option >> kind >> number;
            fs::remove_all(own);
            fs::create_directory(own);
            const std::string place = made_place(kind, own);
            const Strings line = command(verb, option, place, plan);
            if (kind == "pipe-among-results") {
              expect_good_end(run_command_line(line, kBounds));
              if (fs::is_directory(place)) replace_one_by_pipe(place, number);
            }
            expect_good_end(run_command_line(line, kBounds));
            for (const fs::directory_entry& entry : fs::recursive_directory_iterator(own))
              if (entry.path().extension() == ".tmp")
                throw std::logic_error("left behind: " + entry.path().string());
          }};
}

}  // namespace rc::soak
