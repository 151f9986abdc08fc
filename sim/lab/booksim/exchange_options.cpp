// SPDX-License-Identifier: Apache-2.0
// Reads and writes: requests with replies.
//
// BookSim counts the flits of a request and its reply as one load, in whole flits, and the latency of
// a reply from the arrival of its request (src/trafficmanager.cpp).
#include "sim/base/numbers.h"
#include "sim/lab/booksim/reading.h"

namespace rc::sim::lab {
namespace {

unsigned size_of(BooksimReading& reading, const char* key) {
  const auto size = base::parse_whole(reading.of_class(key), 256);
  if (size && *size != 0) return static_cast<unsigned>(*size);
  reading.refuse(key, "expected 1 to 256 flits");
  return 1;
}

// Requests have the lower half of the VCs here, replies the upper one.
void judge_vcs(BooksimReading& reading) {
  const unsigned vcs = reading.whole("num_vcs", 1, 4096), half = vcs / 2;
  if (vcs % 2 != 0 || vcs > 16) {
    reading.refuse("num_vcs", "expected an even number up to 16 with use_read_write");
    return;
  }
  for (const char* kind : {"read", "write"}) {
    for (const auto& [packet, begin, end] :
         {std::tuple{"request", 0U, half - 1}, std::tuple{"reply", half, vcs - 1}}) {
      const std::string name = fmt::format("{}_{}_", kind, packet);
      // Unset ones are these halves in BookSim, too.
      if (reading.whole_or_unset(name + "begin_vc", 0, 4096).value_or(begin) == begin &&
          reading.whole_or_unset(name + "end_vc", 0, 4096).value_or(end) == end)
        continue;
      reading.note(name + "begin_vc", fmt::format("VCs {} to {}", begin, end));
    }
  }
}

}  // namespace

BooksimLoad exchange_options(BooksimReading& reading) {
  const unsigned read = size_of(reading, "read_request_size"),
                 read_reply = size_of(reading, "read_reply_size"),
                 write = size_of(reading, "write_request_size"),
                 write_reply = size_of(reading, "write_reply_size");
  const double writes = reading.real_of("write_fraction", reading.of_class("write_fraction"));
  if (writes > 1) reading.refuse("write_fraction", "expected at most 1");
  judge_vcs(reading);
  std::string mix;
  if (writes < 1) mix = fmt::format("{}-{}:{}", read, read_reply, 1 - writes);
  if (writes > 0)
    mix += fmt::format("{}{}-{}:{}", mix.empty() ? "" : ",", write, write_reply, writes);
  reading.option("--exchanges", mix);
  reading.option("--service-cycles", "0");
  const unsigned counted = (read + read_reply + write + write_reply) / 2;
  return {static_cast<double>(counted),
          (1 - writes) * (read + read_reply) + writes * (write + write_reply)};
}

}  // namespace rc::sim::lab
