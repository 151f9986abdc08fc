// SPDX-License-Identifier: Apache-2.0
// What the measurements of the coherent machines have in common: a machine, fresh lines in a wanted
// state, and figures with their spread.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "hw_model/coherent/system.h"
#include "hw_model/kernel/random.h"
#include "sim/experiments/coherence/program.h"
#include "sim/machine/machine.h"

namespace rc::sim::experiments {

// Mean and standard deviation.
class Spread {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  double count() const { return count_; }
  double mean() const { return sum_ / count_; }
  double deviation() const { return std::sqrt(std::max(0.0, squares_ / count_ - mean() * mean())); }

 private:
  double count_ = 0, sum_ = 0, squares_ = 0;
};

struct Buffer {
  coherent::Address address;
  unsigned lines = 1;
};

class Lab {
 public:
  explicit Lab(const machine::Machine& machine);

  coherent::Cores& cores() { return system_->cores(); }
  coherent::System& system() { return *system_; }
  // kernel::InputError for one that the machine does not have.
  Thread thread(unsigned core, unsigned sibling = 0);
  bool sockets() const { return sockets_; }

  // `lines` unused consecutive lines, at a random address; on a machine with sockets their home
  // is that of `core`.
  Buffer fresh(unsigned core, unsigned lines = 1);
  // Lets a thread do one thing, alone.
  void let(Thread thread, const coherent::Access& access);
  // Puts a fresh buffer whose owner is `owner` into a state: S and F are shared with `peer`, in S
  // the peer was the last to read it, in F the owner.
  void prepare(const Buffer& buffer, char state, Thread owner, Thread peer);
  // What a program stores and another waits for; 0 before.
  static constexpr std::uint64_t kCanary = 1;
  // Puts the canary into the buffer's last word, which is then in no cache.
  void fill(const Buffer& buffer, Thread owner);
  static coherent::Address canary(const Buffer& buffer) {
    return buffer.address + buffer.lines * coherent::kLineBytes - coherent::kWordBytes;
  }

 private:
  std::unique_ptr<coherent::System> system_;
  kernel::Random random_{1};
  bool sockets_;
  unsigned per_socket_ = 1;
};

double nanoseconds(kernel::Picos time);

// The machine's name in the published tables.
std::string published_name(const machine::Machine& machine);

}  // namespace rc::sim::experiments
