// SPDX-License-Identifier: Apache-2.0
#include "sim/run/kept_outcomes.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <set>

#include "sim/base/files.h"

namespace {

namespace fs = std::filesystem;
using rc::sim::run::FirmwareJob;
using rc::sim::run::job_key;
using rc::sim::run::KeptOutcomes;

class Kept : public ::testing::Test {
 protected:
  const fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_kept_" + std::to_string(::getpid()));
  const KeptOutcomes kept_{directory_.string()};
  void TearDown() override { fs::remove_all(directory_); }
};

TEST_F(Kept, AnOutcomeIsFoundUnderItsKeyOnly) {
  kept_.store("one", R"({"time":1})");
  EXPECT_EQ(kept_.find("one"), R"({"time":1})");
  EXPECT_EQ(kept_.find("two"), std::nullopt);
}

TEST_F(Kept, KeysOfOneFileNameAreToldApart) {
  kept_.store("one", R"({"time":1})");
  fs::copy_file(kept_.file_of("one"), kept_.file_of("two"));  // as if their hashes were equal
  EXPECT_EQ(kept_.find("two"), std::nullopt);
  kept_.store("two", R"({"time":2})");
  EXPECT_EQ(kept_.find("two"), R"({"time":2})");
}

TEST_F(Kept, ADamagedFileHoldsNothing) {
  for (const char* text : {"", "{", "[]", R"({"key":"one"})", R"({"outcome":{}})", "7"}) {
    rc::sim::base::write_file(kept_.file_of("one"), text);
    EXPECT_EQ(kept_.find("one"), std::nullopt) << text;
  }
}

TEST_F(Kept, AnAlteredFileHoldsNothing) {
  const std::string outcome = R"({"console":"a b","reports":[["us",1.5,0]],"time":1})";
  kept_.store("one", outcome);
  const std::string file = kept_.file_of("one"), good = rc::sim::base::read_file(file);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const char other : {' ', '0', '[', static_cast<char>(good[at] ^ 1)}) {
      std::string bad = good;
      bad[at] = other;
      rc::sim::base::write_file(file, bad);
      EXPECT_EQ(kept_.find("one"), bad == good ? std::optional(outcome) : std::nullopt) << bad;
    }
  }
  rc::sim::base::write_file(file, good + " ");
  EXPECT_EQ(kept_.find("one"), std::nullopt);
  rc::sim::base::write_file(file, good);
  EXPECT_EQ(kept_.find("one"), outcome);
}

TEST_F(Kept, APipeInItsPlaceIsNotWaitedFor) {
  ASSERT_EQ(::mkfifo(kept_.file_of("one").c_str(), 0600), 0);
  EXPECT_THROW(kept_.find("one"), rc::kernel::InputError);
  EXPECT_THROW(kept_.store("one", "{}"), rc::kernel::InputError);
}

TEST_F(Kept, WithoutADirectoryNothingIsKept) {
  const KeptOutcomes none("");
  none.store("one", "{}");
  EXPECT_EQ(none.find("one"), std::nullopt);
}

TEST_F(Kept, AKeyTellsApartAllThatDecides) {
  const std::string image = (directory_ / "image").string(),
                    other = (directory_ / "other").string();
  rc::sim::base::write_file(image, "some code");
  rc::sim::base::write_file(other, "some more");
  FirmwareJob job;
  job.image = image;
  job.cores = {1, 23};
  job.arguments = {"a b", "\xff"};
  std::set<std::string> keys{job_key(job)};
  const auto differs = [&](auto change) {
    FirmwareJob changed = job;
    change(changed);
    return keys.insert(job_key(changed)).second;
  };
  EXPECT_FALSE(differs([](FirmwareJob&) {}));
  EXPECT_TRUE(differs([&](FirmwareJob& j) { j.image = other; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.machine.router = "rtl"; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.machine.dcm = "rtl"; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.machine.kind = rc::sim::machine::kIpsc860; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.machine.params.noc.pipeline += 1; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.cores = {12, 3}; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.arguments = {"a", "b", "\xff"}; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.arguments = {"a b", "\xfe"}; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.arguments = {"a b\", \"\xff"}; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.options.fast_forward = false; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.options.decoupled = false; }));
  EXPECT_TRUE(differs([](FirmwareJob& j) { j.options.max_time = rc::kernel::Picos{1}; }));
}

TEST_F(Kept, AKeyKnowsTheContentsOfANetwork) {
  const fs::path folder = directory_ / "net";
  fs::create_directories(folder);
  const std::string library = (directory_ / "net.so").string();
  rc::sim::base::write_file(library, "code");
  rc::sim::base::write_file(folder / "network.toml",
                            "contract = 1\ntop = \"a\"\nsources = [\"*.sv\"]\n");
  rc::sim::base::write_file(folder / "a.sv", "module a; endmodule\n");
  FirmwareJob job;
  job.image = library;
  std::set<std::string> keys{job_key(job)};
  for (const std::string& network : {library, folder.string()}) {
    job.machine.network = network;
    EXPECT_TRUE(keys.insert(job_key(job)).second) << network;
    EXPECT_FALSE(keys.insert(job_key(job)).second) << network;
  }
  rc::sim::base::write_file(folder / "a.sv", "module a; wire b; endmodule\n");
  EXPECT_TRUE(keys.insert(job_key(job)).second) << "the source is another one";
}

}  // namespace
