// SPDX-License-Identifier: Apache-2.0
// What runs leave and other runs read: snapshots, recordings of traffic; and what programs ask of
// their host.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "sim/base/files.h"
#include "sim/base/numbers.h"
#include "sim/base/paths.h"
#include "sim/observe/replay/recording.h"
#include "tests/soak/inputs/input_kinds.h"
#include "tests/soak/inputs/packed.h"
#include "tests/soak/mutations.h"

namespace rc::soak {
namespace {

namespace fs = std::filesystem;
using lockstep::Random;
using sim::base::read_file;
using sim::base::write_file;

// What a run of a small program leaves in `file`.
std::string left_by_run(const std::string& file, const std::vector<std::string>& options) {
  std::vector<std::string> words{"run", sim::base::firmware_image("hello"), "--ues", "2"};
  words.insert(words.end(), options.begin(), options.end());
  const ChildEnd end = run_command_line(words);
  if (end.exit_code() != 0) throw std::logic_error("no good input: " + end.error);
  return read_file(file, sim::base::kMaxProgram);
}

std::string recorded(const std::string& folder) {
  const std::string file = folder + "/good.gz";
  return gunzip(left_by_run(file, {"--record-traffic", file}));
}

// Half a file is as much to a reader as one whose checksum is right.
std::string packed_or_spoiled(const std::string& text, Random& random) {
  const std::string packed = gzip(text);
  if (!random.chance(10)) return packed;
  const Bytes bad = spoiled(Bytes(packed.begin(), packed.end()), random);
  return {bad.begin(), bad.end()};
}

// Very many operations, which take few bytes since they are all the same.
std::string many_operations(const std::string& file, Random& random) {
  sim::observe::Recording recording;
  recording.cols = recording.rows = 1;
  recording.end_points.resize(1);
  recording.cores.resize(1);
  recording.cores[0].operations.resize(std::size_t{1} << random.below(22));
  sim::observe::write_recording(file, recording);
  return read_file(file, sim::base::kMaxProgram);
}

// One number is so large that a few of them wrap.
std::string with_large_number(std::string text, Random& random) {
  constexpr const char* kDigits = "0123456789";
  const std::size_t begin =
      text.find_first_of(kDigits, random.below(static_cast<std::uint32_t>(text.size())));
  if (begin == text.npos) return text;
  const std::size_t end = std::min(text.find_first_not_of(kDigits, begin), text.size());
  return text.replace(begin, end - begin, std::to_string(random.bits() >> random.below(6)));
}

// What its reader promises (sim/observe/replay/recording.h).
void check_recording(const sim::observe::Recording& recording, std::uint64_t packed) {
  constexpr std::uint64_t kFree = 1 << 16, kPerByte = 16;
  std::uint64_t operations = 0, left = sim::base::kMaxPicos;
  const auto take = [&](std::uint64_t time) {
    if (time > left) throw std::logic_error("times of more than is the longest");
    left -= time;
  };
  for (const sim::observe::CoreTraffic& core : recording.cores) {
    operations += core.operations.size();
    for (const sim::observe::Operation& each : core.operations) {
      take(each.delay);
      take(each.service);
    }
  }
  if (operations > kFree + kPerByte * packed)
    throw std::logic_error(fmt::format("{} operations of {} bytes", operations, packed));
}

Corpus recordings_read_by(const std::string& folder,
                          const std::function<void(const std::string&)>& read) {
  return {[good = recorded(folder), file = folder + "/many.gz"](Random& random) {
            if (random.chance(2)) return many_operations(file, random);
            if (random.chance(10)) return gzip(with_large_number(good, random));
            return packed_or_spoiled(spoiled(good, {"s", "d", "m", "w", "core", "mesh"}, random),
                                     random);
          },
          [folder, read](const std::string& text) {
            write_file(folder + "/traffic.gz", text);
            read(folder + "/traffic.gz");
          }};
}

}  // namespace

Corpus open_snapshots(const std::string& folder) {
  const std::string file = folder + "/good.snap";
  const std::string good = left_by_run(file, {"--save", file + "@100us"});
  return {[good, contents = snapshot_contents(good)](Random& random) {
            const Bytes bad = spoiled(Bytes(contents.begin(), contents.end()), random);
            return snapshot_with(good, std::string(bad.begin(), bad.end()));
          },
          [folder](const std::string& text) {
            write_file(folder + "/run.snap", text);
            expect_good_end(run_command_line(
                {"run", "--restore", folder + "/run.snap", "--max-time", "0.002"}));
          }};
}

Corpus open_recordings(const std::string& folder) {
  return recordings_read_by(folder, [](const std::string& file) {
    check_recording(sim::observe::read_recording(file), std::filesystem::file_size(file));
  });
}

Corpus open_replays(const std::string& folder) {
  return recordings_read_by(folder, [](const std::string& file) {
    expect_good_end(run_command_line({"noc", "--replay", file}));
    expect_good_end(run_command_line({"noc", "--replay", file, "--estimate"}));
  });
}

// Runs of a program that asks for anything. It has a folder, and nothing outside of it may change.
Corpus open_host_calls(const std::string& folder) {
  return {[](Random& random) { return fmt::format("{} {}", 1 + random.below(3), random.word()); },
          [folder](const std::string& text) {
            const std::string own = folder + "/own", outside = folder + "/outside";
            fs::remove_all(own);
            fs::create_directories(own + "/sub");
            write_file(outside, "untouched");
            write_file(own + "/file", "text\n");
            fs::create_symlink("../outside", own + "/link");
            fs::create_directory_symlink("..", own + "/up");
            ::mkfifo((own + "/fifo").c_str(), 0600);
            const std::size_t blank = text.find(' ');
            expect_good_end(run_command_line(
                {"run", sim::base::firmware_image("forged_calls"), "--ues", text.substr(0, blank),
                 "--files", own, "--max-time", "1", "--", text.substr(blank + 1), "300"}));
            const auto entries = std::distance(fs::directory_iterator(folder), {});
            if (entries != 2 || read_file(outside) != "untouched")
              throw std::logic_error("a program reached beyond its folder");
          }};
}

}  // namespace rc::soak
