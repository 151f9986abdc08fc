// SPDX-License-Identifier: Apache-2.0
// The message-passing buffer alone: its one port, its bytes, and what lies beyond them.
#include "hw_model/scc/tile/mpb.h"

#include <gtest/gtest.h>

namespace rc::scc {
namespace {

Message request(Command command, std::uint64_t offset, std::uint8_t bytes) {
  Message message;
  message.command = command;
  message.subdestination = SCC_SUBDEST_MPB;
  message.address = offset;
  message.bytes = bytes;
  return message;
}

Message serve(Mpb& mpb, const Message& request) {
  Message response;
  mpb.serve(request, response);
  return response;
}

TEST(Mpb, RequestsTakeThePortInOrderOfArrival) {
  TileParams params;
  params.mpb_port_cycles = 2;
  TileCounters counters;
  Mpb mpb(params, counters);
  const Message read = request(Command::read_line, 0, 32);
  const Message write = request(Command::write, 0, 4);
  EXPECT_EQ(mpb.reserve(read, 10), 10 + params.mpb_access_cycles);
  EXPECT_EQ(mpb.reserve(write, 10), 12 + params.mpb_write_cycles);  // waits 2
  EXPECT_EQ(mpb.reserve(read, 13), 14 + params.mpb_access_cycles);  // waits 1
  EXPECT_EQ(mpb.reserve(read, 16), 16 + params.mpb_access_cycles);  // just free
  EXPECT_EQ(counters.mpb_wait_cycles, 3u);
}

TEST(Mpb, CombinedWritesObeyTheirMask) {
  TileCounters counters;
  Mpb mpb(TileParams{}, counters);
  Message write = request(Command::write_combined, 0x40, 32);
  write.data.fill(0xAA);
  write.byte_mask = 0x80000002;
  EXPECT_EQ(serve(mpb, write).command, Command::acknowledge);
  const Message line = serve(mpb, request(Command::read_line, 0x40, 32));
  EXPECT_EQ(line.command, Command::data_line);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(line.data[i], i == 1 || i == 31 ? 0xAA : 0) << i;
  EXPECT_EQ(counters.mpb_writes, 1u);
  EXPECT_EQ(counters.mpb_reads, 1u);
}

// As SCC Linux does to flush its L2: lines from 256 KB on.
TEST(Mpb, ReadsBeyondTheBufferAnswerZerosAndWritesAbort) {
  TileCounters counters;
  Mpb mpb(TileParams{}, counters);
  EXPECT_EQ(serve(mpb, request(Command::read, SCC_MPB_PER_TILE - 8, 8)).command, Command::data);
  mpb.write(0, "buffer", 6);
  for (const std::uint32_t offset : {SCC_MPB_PER_TILE, 0x40000u, 0xBFFE0u}) {
    const Message line = serve(mpb, request(Command::read_line, offset, 32));
    EXPECT_EQ(line.command, Command::data_line) << offset;
    EXPECT_EQ(line.data, decltype(line.data){}) << offset;
  }
  EXPECT_EQ(serve(mpb, request(Command::read, SCC_MPB_PER_TILE - 4, 8)).command, Command::data);
  EXPECT_EQ(serve(mpb, request(Command::write, SCC_MPB_PER_TILE, 1)).command, Command::abort);
  // The address of a lookup table entry counts, too.
  EXPECT_EQ(serve(mpb, request(Command::read, std::uint64_t{1} << SCC_SLOT_SHIFT, 4)).command,
            Command::abort);
  EXPECT_EQ(counters.mpb_reads, 5u);
  EXPECT_EQ(counters.mpb_writes, 0u);
}

TEST(Mpb, SnapshotsDependOnThePortAheadOnly) {
  TileCounters counters;
  Mpb mpb(TileParams{}, counters);
  const auto at = [&mpb](kernel::Cycle now) {
    Snapshot snapshot;
    mpb.port().snapshot(now, snapshot);
    return snapshot;
  };
  const Snapshot idle = at(50);
  mpb.reserve(request(Command::read_line, 0, 32), 100);
  const Snapshot busy = at(100);
  EXPECT_NE(busy, idle);
  EXPECT_EQ(at(200), idle);
  mpb.port().skip(1000);
  EXPECT_EQ(at(1100), busy);
}

}  // namespace
}  // namespace rc::scc
