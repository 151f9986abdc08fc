// SPDX-License-Identifier: Apache-2.0
#include "one_sided_messages.h"

#include "RCCE_lib.h"
#include "blocking.h"
#include "firmware/collectives/schedules/dopl.h"
#include "firmware/hal/processor.h"
#include "firmware/hal/tile.h"
#include "rcce_ranks.h"

namespace collectives {
namespace {

constexpr size_t kLine = RCCE_LINE_SIZE;

// Whether the flag is set; clears it.
bool taken(RCCE_FLAG* flag) {
  if (RCCE_probe(*flag) != RCCE_FLAG_SET) return false;
  RCCE_flag_write(flag, RCCE_FLAG_UNSET, RCCE_ue());
  return true;
}

struct OneSidedMessenger : RcceRanks {
  OneSidedMessages& messages;
  Copy copy;
  void send(char* data, size_t bytes, int peer) const { messages.send(copy, data, bytes, peer); }
  void receive(char* data, size_t bytes, int peer) const {
    messages.receive(copy, data, bytes, peer);
  }
};

}  // namespace

OneSidedMessages::OneSidedMessages() {
  for (int ue = 0; ue < RCCE_num_ues(); ++ue) {
    RCCE_flag_alloc(&sent_[ue]);
    RCCE_flag_alloc(&ready_[ue]);
  }
  buffer_ = RCCE_malloc_request(RCCE_BUFF_SIZE_MAX, &chunk_);
  chunk_ = chunk_ / kLine * kLine;
}

OneSidedMessages::Step OneSidedMessages::next_step(const Stream& stream, size_t done) const {
  const size_t rest = stream.cut.size(static_cast<int>(done / stream.cut.part_bytes)) -
                      done % stream.cut.part_bytes;
  if (rest >= chunk_) return {done, chunk_};
  return {done, rest >= kLine ? rest / kLine * kLine : rest};
}

void OneSidedMessages::note(unsigned long long begin, bool out) {
  if (timeline_ != nullptr) timeline_->add({begin, hal::cycles(), out});
}

void OneSidedMessages::send(Copy copy, char* data, size_t bytes, int peer) {
  pass(copy, {}, {data, {bytes, bytes == 0 ? 1 : bytes}, peer});
}

void OneSidedMessages::receive(Copy copy, char* data, size_t bytes, int peer) {
  pass(copy, {data, {bytes, bytes == 0 ? 1 : bytes}, peer}, {});
}

void OneSidedMessages::pass(Copy copy, const Stream& in, const Stream& out) {
  const int me = RCCE_ue();
  const bool same = in.data == out.data;
  size_t received = 0, sent = 0;
  bool under_way = false;
  // The piece that starts at `sent` is here.
  const auto here = [&] {
    const int piece = static_cast<int>(sent / out.cut.part_bytes);
    return !same || received >= out.cut.offset(piece + 1);
  };
  while (received < in.cut.bytes || sent < out.cut.bytes || under_way) {
    if (under_way && taken(&ready_[out.peer])) under_way = false;
    if (!under_way && sent < out.cut.bytes && here()) {
      const Step step = next_step(out, sent);
      const auto begin = hal::cycles();
      copy_out(copy, buffer_, out.data + step.offset, step.bytes);
      note(begin, true);
      RCCE_flag_write(&sent_[me], RCCE_FLAG_SET, out.peer);
      sent += step.bytes;
      under_way = true;
    }
    if (received < in.cut.bytes && taken(&sent_[in.peer])) {
      const Step step = next_step(in, received);
      const auto begin = hal::cycles();
      copy_in(copy, in.data + step.offset, buffer_, step.bytes, in.peer);
      note(begin, false);
      RCCE_flag_write(&ready_[me], RCCE_FLAG_SET, in.peer);
      received += step.bytes;
    }
  }
}

void one_sided_cube(OneSidedMessages& messages, Copy copy, char* data, size_t bytes, int root,
                    size_t part_bytes) {
  blocking_cube(data, bytes, root, part_bytes, OneSidedMessenger{{}, messages, copy});
}

void one_sided_dopl(OneSidedMessages& messages, Copy copy, char* data, size_t bytes, int root,
                    size_t part_bytes, size_t pipe_bytes) {
  const Cut parts{bytes, part_bytes};
  const Dopl dopl(mesh_for(RCCE_num_ues(), hal::columns()), root, parts.parts());
  const auto stream = [&](const Transfer& t) {
    if (!t) return Stream{};
    const size_t size = parts.size(t.part);
    return Stream{data + parts.offset(t.part), {size, t.piped ? pipe_bytes : size}, t.peer};
  };
  for (int round = 0; round < dopl.rounds(); ++round) {
    const Turn turn = dopl.turn(RCCE_ue(), round);
    messages.pass(copy, stream(turn.receive), stream(turn.send));
  }
}

}  // namespace collectives
