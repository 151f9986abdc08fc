// SPDX-License-Identifier: Apache-2.0
// What a host puts into memory and lookup tables before it releases cores: --image, --lut, --hold, and
// the console's commands; right ones, and wrong ones in one line each.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/command.h"

namespace {

using namespace rc::test;
namespace fs = std::filesystem;

class HostImages : public testing::Test {
 protected:
  HostImages() { fs::create_directories(folder_); }
  ~HostImages() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  static CommandResult run(const std::string& options) {
    return run_command(std::string(ROCKCREEK_SIM) + " run " + options);
  }
  // One line that ends with `text`.
  static void expect_refused(const CommandResult& result, const std::string& text, int code = 2) {
    EXPECT_EQ(result.exit_code, code) << result.error;
    EXPECT_TRUE(has(result.error, text)) << result.error;
    EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
  }
  CommandResult console(const std::string& script) {
    return run_command(std::string(ROCKCREEK_SIM) + " console --script " + write("script", script));
  }

  const fs::path folder_ =
      fs::temp_directory_path() / ("rockcreek_images_" + std::to_string(getpid()));
  const std::string apps_ = FIRMWARE_APPS;
};

TEST_F(HostImages, WrongFilesAreRefusedByLine) {
  const std::string flat = write("flat", "abc");
  expect_refused(run("--image " + flat), "expected FILE@ADDRESS");
  expect_refused(run("--image " + flat + "@0x100000000"), "expected FILE@ADDRESS");
  expect_refused(run("--image " + flat + "@0xffffffff"), "3 bytes at 0xffffffff end beyond");
  expect_refused(run("--image nowhere@0"), "nowhere");
  expect_refused(run("--image " + write("empty", "") + "@0"), "empty, expected an image");
  // The configuration registers are no memory.
  expect_refused(run("--ues 1 --image " + flat + "@0xf8000000"),
                 "core 0: no memory behind address 0xf8000000");
  expect_refused(run("--image " + write("a.map", "100000 flat\n0x200000\n")),
                 "a.map:2: expected an address and a file");
  expect_refused(run("--image " + write("a.obj", "00000001\n/eof\n")),
                 "a.obj:1: '00000001': expected /origin first");
  expect_refused(run("--image " + write("b.obj", "/origin 40\n1 2\n")),
                 "b.obj:2: the file ends without /eof");
  expect_refused(run("--image " + write("c.obj", "/origin 40\n1 x\n/eof\n")),
                 "c.obj:2: word 'x': expected a hexadecimal number up to ffffffff");
  expect_refused(run("--image " + write("mch_1_1.32.obj", "/origin 40\n1\n/eof\n")),
                 "there is no memory controller at router (1,1)");
}

TEST_F(HostImages, WrongLinesOfLookupTablesAreRefused) {
  const std::string image = "--image " + write("flat", "abc") + "@0 --lut ";
  expect_refused(run(image + write("a.dat", "00 2 7f8 0\n")),
                 "a.dat:1: destination 2, address 7f8: no slot of a lookup table; expected "
                 "destination 2 and 800 to 17f8 in steps of 8");
  expect_refused(run(image + write("b.dat", "# slots\n00 2 804 0\n")), "b.dat:2: destination 2");
  expect_refused(run(image + write("c.dat", "00 3 800 0\n")), "c.dat:1: destination 3");
  expect_refused(run(image + write("d.dat", "06 2 800 0\n")),
                 "d.dat:1: route 06: there is no tile (6,0)");
  expect_refused(run(image + write("e.dat", "00 2 800 400000\n")),
                 "e.dat:1: value 400000: expected an entry up to 3fffff");
  expect_refused(run(image + write("f.dat", "00 2 800\n")), "f.dat:1: expected route");
}

TEST_F(HostImages, HeldCoresAreOfTheRun) {
  const std::string hello = apps_ + "/hello.elf ";
  expect_refused(run(hello + "--ues 2 --hold 2"), "--hold: core 2 is none of the run's");
  expect_refused(run(hello + "--ues 2 --hold 48"), "--hold");
  expect_refused(run(hello + "--ues 2 --hold 0,1"), "--hold: no core is left to begin with");
  expect_refused(run(hello + "--machine ipsc860 --hold 1"),
                 "--image, --lut, --hold, --input: of an SCC only");
  expect_refused(run(apps_ + "/kernel.elf --ues 3 --hold 1 --restore nowhere"),
                 "--image, --lut, --hold, --input: are in the snapshot");
}

// The slot that the image is written through is the file's.
TEST_F(HostImages, LookupTablesComeBeforeImages) {
  const std::string image = "--image " + write("flat", "abc") + "@0x40000000 ";
  expect_refused(run("--ues 1 " + image), "core 0: no memory behind address 0x40000000");
  // Slot 0x40 of core 0 to what slot 0 has: controller (0,0) West, address 0.
  const std::string lut = write("lut.dat", "00 2 00000a00 0000000000001800\n");
  const CommandResult result = run("--ues 1 --lut " + lut + " " + image + apps_ + "/hello.elf");
  EXPECT_EQ(result.exit_code, 0) << result.error;
}

TEST_F(HostImages, ConsoleWritesImagesAndReleasesByGcbcfg) {
  write("one", "\x01\x02\x03\x04");
  write("words.map", "2000 one\n2004 one\n");
  const CommandResult result =
      console("image " + (folder_ / "words.map").string() + " 0,1\nread core 1 0x2000 2\n" +
              "load " + apps_ + "/hello.elf 0,1\nboot 0\nread tile 0 0x80\n" +
              // As it was read: the resets of core 1 and its L2 go.
              "write tile 0 0x80 0xa8e2f0\nrun 5ms\nstatus\n");
  EXPECT_TRUE(has(result.out, "04030201 04030201")) << result.out << result.error;
  EXPECT_TRUE(has(result.out, "0x0080: 00a8e2fa")) << result.out;
  EXPECT_TRUE(has(result.out, "core 1 (UE 1): exited with 0")) << result.out;
  expect_refused(console("image nowhere 0\n"), "1: --image nowhere: expected FILE@ADDRESS", 2);
  expect_refused(console("load " + apps_ + "/hello.elf 0\nboot 0\nimage a@0 0\n"),
                 "3: core 0 is not held in reset", 2);
}

}  // namespace
