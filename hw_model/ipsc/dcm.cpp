// SPDX-License-Identifier: Apache-2.0
#include "hw_model/ipsc/dcm.h"

#include <algorithm>
#include <stdexcept>

#include "hw_model/ipsc/ecube.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/param.h"
#include "hw_model/kernel/text.h"

namespace rc::ipsc {

using kernel::Cycle;

unsigned route(const Probe& probe, unsigned here) {
  if (probe.destination != here)
    return static_cast<unsigned>(next_channel(static_cast<int>(here), probe.destination));
  return probe.to_host ? kHostPort : kNodePort;
}

Dcm::Dcm(unsigned here, const DcmParams& params)
    : here_(here), params_(params), lowest_first_(params.arbitration == "lowest") {
  check(params);
}

void Dcm::reset() {
  inputs_ = {};
  outputs_ = {};
  out_ = {};
  wake_ = kNoWake;
}

const DcmPins& Dcm::tick(Cycle now, const DcmPins& in) {
  for (unsigned port = 0; port < kPorts; ++port) sense(inputs_[port], port, now, in);
  const auto waits = [](const Input& input) { return input.phase == Phase::waiting; };
  if (std::ranges::any_of(inputs_, waits)) {
    for (unsigned port = 0; port < kPorts; ++port) grant(port, now);
    if (params_.node_circuits > 1) grant(kBufferLine, now);
  }
  for (unsigned port = 0; port < kPorts; ++port) answer(inputs_[port], port, now, in);

  wake_ = kNoWake;
  for (const Input& input : inputs_) {
    wake_ = std::min(wake_, input.release);
    if (input.phase == Phase::probing) wake_ = std::min(wake_, input.due);
    if (input.phase == Phase::waiting && may_leave(input)) wake_ = now + 1;
    if (input.phase == Phase::connected && !out_.acknowledge[&input - inputs_.data()]) {
      wake_ = std::min(wake_, input.answer);
    }
  }
  return out_;
}

// The port's own line: a probe comes in, a circuit ends.
void Dcm::sense(Input& input, unsigned port, Cycle now, const DcmPins& in) {
  const Forward& line = in.forward[port];
  if (input.phase == Phase::connected && !line.busy) {
    input.phase = Phase::idle;
    out_.acknowledge[port] = false;
    input.released = input.output;
    input.release = now + delay(port, params_.pass_cycles);
  } else if (input.phase == Phase::idle && line.busy) {
    input.phase = Phase::probing;
    input.probe = line.probe;
    input.due = now + delay(port, params_.probe_cycles);
  } else if (input.phase != Phase::idle && !line.busy) {
    throw std::logic_error("dcm: a circuit was given up before it was complete");
  }
  if (now >= input.release) {
    input.release = kNoWake;
    outputs_[input.released] = {false, now};
    out_.forward[input.released] = {};
  }
  if (input.phase == Phase::probing && now >= input.due) {
    input.phase = Phase::waiting;
    input.output = static_cast<std::uint8_t>(route(input.probe, here_));
    input.arrival = now;
  }
}

bool Dcm::before(const Input& a, const Input& b) const {
  if (!lowest_first_ && a.arrival != b.arrival) return a.arrival < b.arrival;
  return a.probe.source < b.probe.source;
}

bool Dcm::may_leave(const Input& input) const {
  return !outputs_[input.output].taken ||
         (params_.node_circuits > 1 && input.output == kNodePort && !outputs_[kBufferLine].taken);
}

void Dcm::grant(unsigned line, Cycle now) {
  Output& output = outputs_[line];
  if (output.taken || (output.free_since == now && now != 0)) return;
  const unsigned port = line == kBufferLine ? kNodePort : line;
  Input* chosen = nullptr;
  for (Input& input : inputs_) {
    if (input.phase != Phase::waiting || input.output != port) continue;
    if (chosen == nullptr || before(input, *chosen)) chosen = &input;
  }
  if (chosen == nullptr) return;
  chosen->phase = Phase::connected;
  chosen->output = static_cast<std::uint8_t>(line);
  chosen->armed = false;
  chosen->answer = kNoWake;
  output.taken = true;
  out_.forward[line] = {true, chosen->probe};
}

// The acknowledgement, back along a complete circuit.
void Dcm::answer(Input& input, unsigned port, Cycle now, const DcmPins& in) {
  if (input.phase != Phase::connected) return;
  if (!in.acknowledge[input.output]) {
    input.armed = true;
  } else if (input.armed && input.answer == kNoWake) {
    input.answer = now + delay(port, params_.acknowledge_cycles);
  }
  if (now >= input.answer) out_.acknowledge[port] = true;
}

}  // namespace rc::ipsc
