// SPDX-License-Identifier: Apache-2.0
// Random programs on random machines, saved at random instants and gone on with: all statistics and
// the output must be those of the run that nobody saved. The ways of both runs are random, too:
// threads, shortcuts, instruments. Then the snapshot is spoiled, with a checksum that is right: it
// is refused in one line, or the run goes on to some end.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "sim/base/paths.h"
#include "sim/base/processes.h"
#include "sim/observe/check/checker.h"
#include "sim/observe/profile/instruments.h"
#include "sim/observe/waves/waves.h"
#include "sim/run/job_programs.h"
#include "sim/run/snapshot.h"
#include "sim/run/snapshot_file.h"
#include "tests/soak/case.h"
#include "tests/soak/firmware_statistics.h"
#include "tests/soak/mutations.h"
#include "tests/soak/random_program.h"

namespace rc::soak {
namespace {

namespace fs = std::filesystem;
using lockstep::Random;
using sim::run::FirmwareJob;

constexpr unsigned kInstants = 2, kSpoiled = 10;

// How a run is watched and computed, which its result must not show.
struct Way {
  bool check = false, profile = false, waves = false;
  bool plain_polling = false, in_step = false, exact = false;
  unsigned threads = 1;
};

Way random_way(Random& random, bool saves, const FirmwareJob& job) {
  Way way;
  switch (random.below(9)) {
    case 0:
      way.check = job.machine.geometry().has_scc_map();
      break;
    case 1:
      way.profile = true;
      break;
    case 2:
      way.waves = saves;
      break;
    case 3:
      way.plain_polling = true;
      break;
    case 4:
      way.in_step = true;
      break;
    case 5:
      way.exact = saves;
      break;
    case 6:
      way.threads = 2 + random.below(3);
      break;
    default:
      break;
  }
  return way;
}

std::string describe(const Way& way) {
  return fmt::format(
      "{}{}{}{}{}{}--threads {}", way.check ? "--check " : "", way.profile ? "--profile " : "",
      way.waves ? "--waves " : "", way.plain_polling ? "--no-fast-forward " : "",
      way.in_step ? "--quantum 0 " : "", way.exact ? "--network-exact " : "", way.threads);
}

// In a process of its own. `directory`: for what the instruments write.
std::string statistics_in(const Way& way, FirmwareJob job, const fs::path& directory) {
  if (way.exact) job.machine.network_exact = true;
  job.options.fast_forward = !way.plain_polling;
  job.options.decoupled = !way.in_step;
  job.options.threads = way.threads;
  std::optional<sim::observe::Checker> checker;
  if (way.check) {
    checker.emplace(sim::run::programs_by_core(job), !job.restore);
    job.options.accesses = &checker->observer();
  }
  sim::observe::InstrumentOptions wanted;
  if (way.profile) wanted.profile = directory / "profile";
  const sim::observe::Instruments instruments(wanted, job);
  std::optional<sim::observe::Waves> waves;
  if (way.waves) {
    sim::observe::WaveOptions options;
    options.file = directory / "waves.fst";
    options.window = "0-1";
    waves.emplace(options, job);
  }
  return firmware_statistics(job);
}

// One of the part `firmware`, or one that waits in all ways of the libraries, or iRCCE's storm.
RandomProgram random_snapshot_program(const SoakCase& which, Random& random) {
  constexpr std::size_t kMostThatWait = 16;
  RandomProgram program = random_program(which, random);
  const bool any_geometry = program.image.ends_with("_any.elf");
  if (random.chance(60)) {
    constexpr const char* kFlags[] = {"", "_bigflags", "_singlebitflags"};
    constexpr const char* kHow[] = {"any", "any", "any", "all", "each", "test", "anyone", "limit"};
    program.image = sim::base::firmware_image(std::string("waits") +
                                              (any_geometry ? "_any" : kFlags[random.below(3)]));
    program.arguments = {kHow[random.below(8)], std::to_string(random.word()),
                         std::to_string(1 + which.of(1 + random.below(10)))};
    if (program.cores.size() > kMostThatWait) program.cores.resize(kMostThatWait);
  } else if (!any_geometry && random.chance(40)) {
    program.image =
        sim::base::firmware_image(random.chance(50) ? "ircce_check" : "ircce_check_bigflags");
    program.arguments = {"storm", std::to_string(4 + which.of(1 + random.below(40))),
                         std::to_string(random.word())};
  }
  return program;
}

struct Case {
  FirmwareJob job;
  fs::path directory;
  nlohmann::json plain;
};

std::string describe(const Case& one) {
  std::string text = one.job.machine.name + ", cores";
  for (const int core : one.job.cores) text += fmt::format(" {}", core);
  text += ", " + fs::path(one.job.image).stem().string();
  for (const std::string& argument : one.job.arguments) text += " " + argument;
  return text;
}

// The result of one run: a text of JSON, or why there is none.
sim::base::Ended run_alone(const std::string& name, const std::function<std::string()>& action) {
  return sim::base::try_in_processes({{name, action}}, 1, [](std::size_t) {}).front();
}

FirmwareJob restored(const std::string& file, kernel::Picos limit) {
  FirmwareJob job;
  sim::run::go_on_with(std::make_shared<sim::run::Snapshot>(sim::run::read_snapshot(file)), job);
  job.options.max_time = limit;
  return job;
}

// Of the plain run and another one, which went on from a snapshot if `later`.
std::string difference_of(const nlohmann::json& plain, const sim::base::Ended& ended, bool later) {
  if (ended.error) return ended.text;
  nlohmann::json other = nlohmann::json::parse(ended.text), expected = plain;
  if (later) {
    const auto whole = plain["output"].get<std::string>(), end = other["output"].get<std::string>();
    if (!whole.ends_with(end)) return "other output: " + end;
    expected.erase("output");
    other.erase("output");
  }
  if (other == expected) return "";
  return nlohmann::json::diff(expected, other).front().dump();
}

// Saved at `time`, and gone on with.
std::string save_and_restore(const Case& one, const std::string& file, kernel::Picos time,
                             Random& random) {
  const Way saving = random_way(random, true, one.job), going = random_way(random, false, one.job);
  const std::string what = fmt::format("{}, {} --save @{}ps, then {}: ", describe(one),
                                       describe(saving), time.value, describe(going));
  const auto saved = run_alone("saved", [&] {
    FirmwareJob job = one.job;
    job.save = {file, time};
    sim::run::check_saved(job);
    return statistics_in(saving, job, one.directory);
  });
  std::string differs = difference_of(one.plain, saved, false);
  if (!differs.empty()) return what + "saving changes " + differs + "\n";
  const auto gone_on = run_alone("restored", [&] {
    return statistics_in(going, restored(file, one.job.options.max_time), one.directory);
  });
  differs = difference_of(one.plain, gone_on, true);
  return differs.empty() ? "" : what + "restored, it differs: " + differs + "\n";
}

// --- spoiled snapshots ---------------------------------------------------------------------------

struct Section {
  std::string name;
  std::size_t at, bytes;
};

// Of an archive (hw_model/kernel/archive.h).
std::vector<Section> sections_of(const std::string& bytes) {
  std::vector<Section> sections;
  const auto number = [&](std::size_t at) {
    std::uint64_t value = 0;
    bytes.copy(reinterpret_cast<char*>(&value), sizeof value, at);
    return value;
  };
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = number(at);
    const std::size_t begin = at + 8 + length + 8;
    sections.push_back({bytes.substr(at + 8, length), begin, number(begin - 8)});
    at = begin + sections.back().bytes;
  }
  return sections;
}

// Some bytes of one section are others, mostly near its begin or end: caches lie between.
std::string spoil(std::string& bytes, Random& random) {
  const std::vector<Section> sections = sections_of(bytes);
  const Section& section = sections[random.below(static_cast<std::uint32_t>(sections.size()))];
  constexpr std::size_t kNear = 600;
  std::size_t first = section.at, count = section.bytes;
  if (count > kNear && random.chance(80)) {
    if (random.chance(50)) first += count - kNear;
    count = kNear;
  }
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(first);
  const Bytes changed = spoiled(Bytes(begin, begin + static_cast<std::ptrdiff_t>(count)), random);
  bytes.replace(first, count, std::string(changed.begin(), changed.end()));
  return fmt::format("section '{}'", section.name);
}

// What such a state makes of the run is no matter; that it is refused or ends is.
std::string end_of(const std::string& file, kernel::Picos limit) {
  [[maybe_unused]] constexpr ::rlim_t kMemory = ::rlim_t{8} << 30;
  constexpr ::rlim_t kSeconds = 100;
  const ::rlimit seconds{kSeconds, kSeconds};
  ::setrlimit(RLIMIT_CPU, &seconds);
#ifndef __SANITIZE_ADDRESS__  // its shadow takes more than any bound
  const ::rlimit memory{kMemory, kMemory};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  try {
    firmware_statistics(restored(file, limit));
  } catch (const kernel::InputError& error) {
    const std::string text = error.what();
    return text.find('\n') == std::string::npos ? "" : "refused in more than a line: " + text;
  } catch (const kernel::Error&) {
    return "";
  } catch (const std::exception& error) {
    return std::string("ends with ") + error.what();
  }
  return "";
}

std::string go_on_with_spoiled(const Case& one, const std::string& good, unsigned spoiled,
                               Random& random) {
  const std::string file = one.directory / "spoiled";
  const kernel::Picos limit{one.plain["simulated_ps"].get<std::uint64_t>() + 1'000'000'000};
  const std::string whole = sim::run::read_snapshot_file(good);
  for (unsigned i = 0; i < spoiled; ++i) {
    std::string bytes = whole;
    const std::string where = spoil(bytes, random);
    sim::run::write_snapshot_file(file, bytes);
    const auto ended = run_alone("spoiled", [&] { return end_of(file, limit); });
    if (ended.text.empty()) continue;
    return fmt::format("{}: snapshot number {} with other bytes in {}: {}\n", describe(one), i,
                       where, ended.text);
  }
  return "";
}

}  // namespace

SoakResult soak_snapshot(const SoakCase& which) {
  Random random(which.seed);
  Case one;
  one.job = random_snapshot_program(which, random).job();
  one.directory = fs::temp_directory_path() / fmt::format("rockcreek-snapshots-{}", ::getpid());
  SoakResult result;
  const auto plain = run_alone("plain", [&] { return firmware_statistics(one.job); });
  if (plain.error) return {{}, describe(one) + ": " + plain.text + "\n"};
  one.plain = nlohmann::json::parse(plain.text);
  for (const auto& core : one.plain["cores"])
    result.totals.instructions += core.value("instructions", std::uint64_t{0});
  for (const auto& tile : one.plain["tiles"])
    result.totals.messages += tile.value("sent", std::uint64_t{0});
  fs::create_directories(one.directory);
  const std::string file = one.directory / "snapshot";
  const std::uint64_t end = one.plain["simulated_ps"];
  const unsigned instants = which.of(kInstants), spoiled = which.of(kSpoiled);
  for (unsigned i = 0; i < instants && result.mismatch.empty(); ++i, ++result.totals.snapshots)
    result.mismatch = save_and_restore(one, file, kernel::Picos{random.bits() % end}, random);
  if (result.mismatch.empty()) {
    result.mismatch = go_on_with_spoiled(one, file, spoiled, random);
    result.totals.inputs = spoiled;
  }
  fs::remove_all(one.directory);
  return result;
}

}  // namespace rc::soak
