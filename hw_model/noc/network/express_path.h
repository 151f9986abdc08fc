// SPDX-License-Identifier: Apache-2.0
// What an express packet of EventNetwork reserves: the ports on its path.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/noc/flit.h"

namespace rc::noc {

inline constexpr unsigned kMaxExpressFlits = 3;

// An express packet at one router, and what it found there.
struct Hop {
  std::uint64_t input_until, until, books, vcs, inputs;
  std::uint32_t router;
  std::uint8_t in_port, in_vc, out_port, out_vc;
};

// The routers on the path of an express packet. Keeps its memory.
class ExpressPath {
 public:
  void reserve(std::size_t routers) { hops_.resize(routers); }
  Hop& add() { return hops_[size_++]; }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Hop& operator[](std::size_t i) const { return hops_[i]; }
  const Hop& back() const { return hops_[size_ - 1]; }
  const Hop* begin() const { return hops_.data(); }
  const Hop* end() const { return hops_.data() + size_; }

 private:
  std::vector<Hop> hops_;
  std::size_t size_ = 0;
};

// An express packet's path through the network, and when.
struct Journey {
  bool on = false;
  std::uint32_t place = 0;   // in express_
  std::uint64_t number = 0;  // by which they are ordered
  std::uint64_t start = 0;   // cycle in which its head was sent
  std::uint64_t end = 0;     // cycle in which it is delivered
  std::uint8_t vc = 0;       // there
  ExpressPath path;
};

// A port, as express packets use it: what they need together lies together.
struct alignas(64) ExpressPort {
  struct Vc {
    // The cycle in which all credits of the buffer behind it are back, and how many those of
    // express packets are, one in each cycle.
    std::uint64_t books = 0;
    std::uint64_t flits = 0;  // of express packets: not in the counters of links and buffers

    static_assert(kMaxExpressFlits < 4);
    std::uint64_t back() const { return books >> 2; }
    unsigned under_way() const { return books & 3; }
    void owe(unsigned credits, std::uint64_t until) { books = until << 2 | credits; }

    template <class Archive>
    void archive(Archive& archive) {
      archive(books, flits);
    }
  };
  std::uint64_t reserved_until = 0;  // the cycle from which on its output is free
  std::uint64_t input_until = 0;     // ... its input
  std::uint64_t credits_until = 0;   // the cycle in which the credits of all VCs are back
  std::array<Vc, kMaxVcs> vcs;

  template <class Archive>
  void archive(Archive& archive) {
    archive(reserved_until, input_until, credits_until, vcs);
  }
};

// Where such a packet is on its path.
struct Crossing {
  std::uint32_t router;
  unsigned in_port, in_vc;
  std::uint64_t cycle;
};

}  // namespace rc::noc
