// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/router/router.h"

#include "hw_model/noc/router/per_port.h"

namespace rc::noc {
namespace {

const NocParams& checked(const NocParams& params) {
  check_params(params);
  return params;
}

}  // namespace

Router::Router(const NocParams& params, unsigned x, unsigned y)
    : pipeline_(static_cast<std::uint8_t>(checked(params).pipeline)),
      vcs_(static_cast<std::uint8_t>(params.vcs)),
      allocator_(params, x, y),
      inputs_(one_per_port<InputUnit>(params)),
      outputs_(one_per_port<OutputUnit>(params)) {}

void Router::reset() {
  for (InputUnit& input : inputs_) input.reset();
  for (OutputUnit& output : outputs_) output.reset();
  allocator_.reset();
  input_register_.valid = switch_register_.valid = waiting_ = 0;
  flits_ = 0;
}

// From the last stage to the first, so that each reads what the one before held before this edge.
void Router::tick(const RouterPins& in, RouterPins& out) {
  out.flit_valid = 0;
  out.credit.fill(0);
  flits_ += static_cast<unsigned>(std::popcount(in.flit_valid));

  if (pipeline_ >= 3) traverse_switch(out);
  if (pipeline_ == 1) write_buffers(in.flit_valid, in.flit);
  if (waiting_ != 0) allocate(out);
  if (pipeline_ == 2 || pipeline_ == 3) write_buffers(in.flit_valid, in.flit);
  if (pipeline_ == 4) {
    write_buffers(input_register_.valid, input_register_.flit);
    input_register_.valid = in.flit_valid;
    for_each_bit(in.flit_valid, [&](unsigned p) { input_register_.flit[p] = in.flit[p]; });
  }
  for (unsigned port = 0; port < kPorts; ++port) {
    if (in.credit[port] != 0) outputs_[port].take_credits(in.credit[port]);
  }
  flits_ -= static_cast<unsigned>(std::popcount(out.flit_valid));
}

void Router::write_buffers(std::uint8_t valid, const std::array<Flit, kPorts>& flits) {
  for_each_bit(valid, [&](unsigned port) { inputs_[port].write(flits[port]); });
  waiting_ |= valid;
}

void Router::allocate(RouterPins& out) {
  std::uint8_t& valid = pipeline_ >= 3 ? switch_register_.valid : out.flit_valid;
  std::array<Flit, kPorts>& flits = pipeline_ >= 3 ? switch_register_.flit : out.flit;
  allocator_.allocate(inputs_, outputs_, waiting_, [&](const Grant& grant) {
    InputUnit& input = inputs_[grant.in_port];
    Flit& flit = flits[grant.out_port];
    flit = input.read(grant.in_vc, grant.out_port, grant.out_vc);
    if (input.waiting() == 0) waiting_ &= static_cast<std::uint8_t>(~(1u << grant.in_port));
    out.credit[grant.in_port] |= static_cast<std::uint16_t>(1u << grant.in_vc);
    flit.vc = grant.out_vc;
    valid |= static_cast<std::uint8_t>(1u << grant.out_port);
    outputs_[grant.out_port].send(grant.out_vc, flit);
  });
}

void Router::traverse_switch(RouterPins& out) {
  out.flit_valid = switch_register_.valid;
  for_each_bit(out.flit_valid, [&](unsigned p) { out.flit[p] = switch_register_.flit[p]; });
  switch_register_.valid = 0;
}

bool Router::tell(RouterState& state) const {
  for (unsigned port = 0; port < kPorts; ++port) {
    RouterState::Input& in = state.inputs[port];
    RouterState::Output& out = state.outputs[port];
    in.filled = inputs_[port].waiting();
    in.routed = 0;
    out.owned = outputs_[port].owned();
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const InputUnit::Vc& queue = inputs_[port].vc(vc);
      in.routed |= static_cast<std::uint16_t>(unsigned{queue.routed} << vc);
      in.held[vc] = queue.count;
      in.out_vc[vc] = queue.out_vc;
      out.credits[vc] = static_cast<std::uint8_t>(outputs_[port].credits(vc));
    }
  }
  return true;
}

}  // namespace rc::noc
