// SPDX-License-Identifier: Apache-2.0
// Parameters of the iPSC/860: cube, channels, node, and the part of the node's software time that
// the firmware's own instructions do not take.
//
// Published are sums, not shares: seed paper "Complete Exchange on the iPSC-860" (ICASE 91-4),
// section 2.2, gives t = 95 + 0.394 m + 10.3 d us for a message of m bytes over d channels, 95 and
// 155 us for no bytes over 1 and 7 channels, and t = 164 + 0.398 m + 29.9 d us with the
// reserve-acknowledge exchange. How each figure below follows from these: docs/ipsc.md.
#pragma once

#include <cstdint>
#include <string>

#include "hw_model/cpu/params.h"

namespace rc::ipsc {

struct CubeParams {
  std::uint32_t dimension = 7;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("dimension", dimension, {0, 7}, "of the hypercube",
            "largest iPSC/860, ICASE 91-4 section 6.2");
  }
};

struct DcmParams {
  double bit_mhz = 20.3046;
  std::uint32_t probe_cycles = 203;
  std::uint32_t acknowledge_cycles = 3;
  std::uint32_t pass_cycles = 3;
  std::string arbitration = "arrival";
  double overlap_window_us = 40;
  std::uint32_t node_circuits = 2;

  template <class Visitor>
  void visit(Visitor& v) {
    v.fitted("bit_mhz", bit_mhz, {0.1, 1000}, "MHz",
             "eight bit times are 0.394 us, ICASE 91-4 section 2.2", "latency/forced/1/4096");
    v.fitted("probe_cycles", probe_cycles, {1, 1e6}, "bit times per channel",
             "10.0 us from 95 us over one channel to 155 us over seven, ICASE 91-4 section 2.2",
             "latency/forced/1/0, latency/forced/7/0");
    v.fitted("acknowledge_cycles", acknowledge_cycles, {1, 1e6}, "bit times per channel",
             "half of what a message with data adds to the probe: 10.3 - 10.0 us, ICASE 91-4 2.2",
             "latency/forced/7/100");
    v.fitted("pass_cycles", pass_cycles, {1, 1e6}, "bit times per channel",
             "the other half: data and release through one DCM", "latency/forced/7/100");
    v.field("arbitration", arbitration, "'arrival' or 'lowest'",
            "who gets a channel that several wait for: the first to come, or the lowest source as "
            "ICASE 91-4 section 4 assumes for its naive chart");
    v.field(
        "overlap_window_us", overlap_window_us, {0, 1e6}, "us",
        "assumed: ICASE 91-4 section 5 says 'nearly simultaneously' and 'a short delay'; longer "
        "than what pairwise synchronisation leaves, shorter than accepting a message takes");
    v.field("node_circuits", node_circuits, {1, 2}, "",
            "circuits that a node takes at a time; with 2, what comes while a message comes in "
            "goes to a buffer of the interface. ICASE 91-4 does not say: docs/exchange.md has why");
  }
};

// Caches and memory of the i860 node. Instructions are those of the i586 core at the i860's clock.
struct NodeParams {
  double clock_mhz = 40;
  bool l2 = false;
  std::uint32_t memory_line_ns = 400;
  std::uint32_t memory_word_ns = 150;
  std::uint32_t register_ns = 100;
  std::uint32_t interrupt_ns = 100;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("clock_mhz", clock_mhz, {1, 1000}, "MHz", "i860 XR of the iPSC/860");
    v.field("l2", l2, "", "the i860 has no second cache");
    v.field("memory_line_ns", memory_line_ns, {0, 1e6}, "ns",
            "assumed: 32 bytes of page-mode DRAM");
    v.field("memory_word_ns", memory_word_ns, {0, 1e6}, "ns",
            "assumed: one access to page-mode DRAM");
    v.field("register_ns", register_ns, {0, 1e6}, "ns",
            "assumed: one access to the DCM's registers");
    v.field("interrupt_ns", interrupt_ns, {0, 1e6}, "ns", "assumed: DCM event to interrupt pin");
  }
};

// Time that a step of the node's operating system takes on top of the instructions of firmware/nx:
// reading the cost register of the step takes this long.
struct SoftwareParams {
  double send_us = 2;
  double accept_us = 64;
  double complete_us = 7;
  double receive_us = 2;
  double control_us = 26;
  double host_accept_us = 100;
  double host_call_us = 100;
  double jitter_us = 0;
  std::uint32_t seed = 1;

  template <class Visitor>
  void visit(Visitor& v) {
    v.fitted("send_us", send_us, {0, 1e6}, "us", "share of 95 us: before the probe leaves",
             "latency/forced/1/100");
    v.fitted("accept_us", accept_us, {0, 1e6}, "us",
             "share of 95 us with the circuit held: header to acknowledgement",
             "latency/forced/1/100, contention_ratio/8");
    v.fitted("complete_us", complete_us, {0, 1e6}, "us",
             "what a message with data has and an empty one has not: end of data to its receive",
             "latency/forced/1/0");
    v.fitted("receive_us", receive_us, {0, 1e6}, "us",
             "share of 95 us: the receiving call's return", "latency/forced/1/100");
    v.fitted("control_us", control_us, {0, 1e6}, "us",
             "half of 164 - 95 us: a reserve or its acknowledgement", "latency/unforced/1/101");
    v.field("host_accept_us", host_accept_us, {0, 1e6}, "us", "assumed: the host takes a message");
    v.field("host_call_us", host_call_us, {1, 1e6}, "us",
            "assumed: a program on the host sends, or asks for what is not there yet");
    v.field("jitter_us", jitter_us, {0, 1e6}, "us",
            "each send starts up to this much later, drawn at random; 0: none. Unpredictable "
            "operating system overhead, ICASE 91-4 section 4.2");
    v.field("seed", seed, {0, 4294967295}, "", "of the jitter");
  }
};

struct MachineParams {
  double deadlock_ms = 20;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field(
        "deadlock_ms", deadlock_ms, {2, 1e6}, "ms simulated",
        "so long after the last message or host call, or 2, 4, 8 times as long, the run is given "
        "up if all nodes sleep or are in loops without an end");
  }
};

struct IpscParams {
  CubeParams cube;
  DcmParams dcm;
  NodeParams node;
  cpu::CoreParams core;
  SoftwareParams software;
  MachineParams machine;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("ipsc", cube);
    v.group("dcm", dcm);
    v.group("node", node);
    v.group("core", core);
    v.group("software", software);
    v.group("machine", machine);
  }
};

}  // namespace rc::ipsc
