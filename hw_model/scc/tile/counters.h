// SPDX-License-Identifier: Apache-2.0
// What a tile counts; never read by the model itself.
#pragma once

#include <cstdint>

namespace rc::scc {

struct TileCounters {
  std::uint64_t mpb_reads = 0, mpb_writes = 0, register_accesses = 0;
  std::uint64_t local_bypass = 0, own_mesh = 0, sent = 0, received = 0;
  std::uint64_t mpb_wait_cycles = 0, refused = 0;

  // f(name, pointer to member), in declaration order.
  template <class F>
  static void each(F&& f) {
    f("mpb_reads", &TileCounters::mpb_reads);
    f("mpb_writes", &TileCounters::mpb_writes);
    f("register_accesses", &TileCounters::register_accesses);
    f("local_bypass", &TileCounters::local_bypass);
    f("own_mesh", &TileCounters::own_mesh);
    f("sent", &TileCounters::sent);
    f("received", &TileCounters::received);
    f("mpb_wait_cycles", &TileCounters::mpb_wait_cycles);
    f("refused", &TileCounters::refused);
  }

  template <class Archive>
  void archive(Archive& archive) {
    each([&](const char*, auto member) { archive(this->*member); });
  }
};

}  // namespace rc::scc
