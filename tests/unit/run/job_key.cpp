// SPDX-License-Identifier: Apache-2.0
#include "sim/run/job_key.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <set>

#include "sim/base/files.h"

namespace {

namespace fs = std::filesystem;
using rc::sim::run::FirmwareJob;
using rc::sim::run::job_key;

class JobKey : public ::testing::Test {
 protected:
  const fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_key_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }
};

TEST_F(JobKey, TellsApartAllThatDecides) {
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

TEST_F(JobKey, KnowsTheContentsOfANetwork) {
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
