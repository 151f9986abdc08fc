// Random traffic around one router, as its neighbours may drive it: they spend credits, keep the
// flits of a packet in order on one VC, start a packet only where the whole of it has room (virtual
// cut-through), and pay every flit back some time. Everything else is random and changes from phase
// to phase: load, where packets want to go, gaps inside packets, how long credits are kept back,
// floods and droughts, drains until nothing is left.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/noc/flit.h"
#include "hw_model/noc/params.h"
#include "tests/support/random.h"

namespace rc::test {

class LinkTraffic {
 public:
  // Around a router at (x, y) with `params`; flits carry `payload_bytes` random bytes, then zeros.
  LinkTraffic(const noc::NocParams& params, unsigned x, unsigned y, unsigned payload_bytes,
              std::uint64_t seed);

  // What the neighbours drive in this cycle, given what the router drove in the one before.
  void drive(const noc::RouterPins& out, noc::RouterPins& in);

  // No flit is anywhere between the neighbours.
  bool quiet() const { return inside_ == 0; }

  // What has happened, to see that it was worth it.
  struct Coverage {
    std::array<std::array<std::uint64_t, noc::kPorts>, noc::kPorts> flits{};  // by input and output
    std::array<std::uint64_t, noc::kMaxVcs> by_vc{};                          // flits, by input VC
    std::array<std::uint64_t, 5> packets{};                                   // by length
    std::uint64_t full = 0;    // a VC without a credit, by cycle
    std::uint64_t drains = 0;  // times it became quiet
  };
  const Coverage& coverage() const { return coverage_; }

 private:
  struct Sender {       // one VC of an input port
    noc::Flit next;     // of the packet being sent
    unsigned left = 0;  // its flits not yet sent
    unsigned credits = 0;
  };
  void new_phase();
  void take(const noc::RouterPins& out);
  void start_packet(unsigned port, unsigned vc);
  void send(unsigned port, noc::RouterPins& in);
  void pay_back(noc::RouterPins& in);

  noc::NocParams params_;
  std::uint8_t x_, y_;
  unsigned payload_bytes_;
  Random random_;
  std::array<std::array<Sender, noc::kMaxVcs>, noc::kPorts> senders_{};
  std::array<std::array<unsigned, noc::kMaxVcs>, noc::kPorts> owed_{};  // credits, by output VC
  unsigned inside_ = 0;  // flits sent and not paid back, or owed

  // The phase, in percent.
  unsigned phase_left_ = 0;
  std::array<unsigned, noc::kPorts> load_{}, payback_{};
  unsigned arrived_ = 0;    // packets that are here at their destination
  unsigned favourite_ = 0;  // packets for favourite_port_
  std::uint8_t favourite_port_ = 0;
  unsigned max_length_ = 1;
  bool draining_ = false;
  Coverage coverage_;
};

}  // namespace rc::test
