#include "rcce_broadcast.h"

#include "RCCE.h"
#include "blocking.h"
#include "cube.h"
#include "dopl.h"
#include "firmware/hal/tile.h"
#include "trees.h"

namespace collectives {
namespace {

struct RcceMessenger {
  void send(char* data, size_t bytes, int peer) const { RCCE_send(data, bytes, peer); }
  void receive(char* data, size_t bytes, int peer) const { RCCE_recv(data, bytes, peer); }
};

// Whole lines: only the last block of a message may end within one.
size_t block_bytes(size_t bytes, int blocks) {
  const size_t even = (bytes + static_cast<size_t>(blocks) - 1) / static_cast<size_t>(blocks);
  return even == 0 ? RCCE_LINE_SIZE : (even + RCCE_LINE_SIZE - 1) / RCCE_LINE_SIZE * RCCE_LINE_SIZE;
}

}  // namespace

void rcce_cube(char* data, size_t bytes, int root, size_t part_bytes) {
  const Cut cut{bytes, part_bytes};
  const Cube cube(RCCE_num_ues(), root, cut.parts());
  play_blocking(cube, cut, data, RCCE_ue(), RcceMessenger{});
}

void rcce_linear(char* data, size_t bytes, int root) {
  RCCE_bcast(data, bytes, root, RCCE_COMM_WORLD);
}

void rcce_binomial(char* data, size_t bytes, int root) {
  const Cut cut{bytes, bytes == 0 ? 1 : bytes};
  const Binomial binomial(RCCE_num_ues(), root, cut.parts());
  play_blocking(binomial, cut, data, RCCE_ue(), RcceMessenger{});
}

void rcce_scatter_allgather(char* data, size_t bytes, int root) {
  const Cut cut{bytes, block_bytes(bytes, RCCE_num_ues())};
  const ScatterAllgather schedule(RCCE_num_ues(), root);
  play_blocking(schedule, cut, data, RCCE_ue(), RcceMessenger{});
}

void rcce_dopl(char* data, size_t bytes, int root, size_t part_bytes, size_t pipe_bytes) {
  const Cut parts{bytes, part_bytes};
  const Dopl dopl(mesh_for(RCCE_num_ues(), SCC_COLS), root, parts.parts());
  for (int round = 0; round < dopl.rounds(); ++round) {
    const Turn turn = dopl.turn(RCCE_ue(), round);
    const auto pieces = [&](const Transfer& t) {
      const size_t size = t ? parts.size(t.part) : 0;
      return Cut{size, t.piped ? pipe_bytes : size + 1};
    };
    const Cut out = pieces(turn.send), in = pieces(turn.receive);
    const auto send = [&](int piece) {
      if (piece < 0 || piece >= out.parts()) return;
      RCCE_send(data + parts.offset(turn.send.part) + out.offset(piece), out.size(piece),
                turn.send.peer);
    };
    const auto receive = [&](int piece) {
      if (piece < 0 || piece >= in.parts()) return;
      RCCE_recv(data + parts.offset(turn.receive.part) + in.offset(piece), in.size(piece),
                turn.receive.peer);
    };
    if (turn.send_first) {
      for (int piece = 0; piece < out.parts(); ++piece) send(piece);
      for (int piece = 0; piece < in.parts(); ++piece) receive(piece);
    } else if (turn.send.piped) {
      for (int piece = 0; piece < in.parts(); ++piece) {
        receive(piece);
        send(piece);
      }
    } else {
      for (int piece = 0; piece < in.parts(); ++piece) receive(piece);
      send(0);
    }
  }
}

}  // namespace collectives
