// SPDX-License-Identifier: Apache-2.0
// What a core reports to its observer. Called from the executor's observed instantiation and from
// the slow paths of core.cpp only.
#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {
namespace {

std::uint32_t describe(CoreObserver& observer, Block& block) {
  std::array<CoreObserver::Instruction, Block::kMaxInstructions> instructions;
  std::size_t count = 0;
  const MicroOp* const ops = block.ops();
  for (unsigned i = 0; i < block.op_count; ++i) {
    const MicroOp& op = ops[i];
    const bool pseudo =
        op.code == Code::fetch || op.code == Code::fetch_more || op.code == Code::end_block;
    // Of an instruction of several ops the first one counts.
    if (pseudo || op.number != count || count == instructions.size()) continue;
    instructions[count++] = {op.eip, op.offset};
  }
  if (count == 0) instructions[count++] = {block.eip, 0};
  const std::uint32_t number = observer.describe({instructions.data(), count});
  if (number <= 0xffff) block.observed = static_cast<std::uint16_t>(number);
  return number;
}

}  // namespace

void Core::Impl::observe_entry(Block& entered) {
  const std::uint32_t number =
      entered.observed != 0 ? entered.observed : describe(*observer, entered);
  observer->entered({number, reg[4], call_site}, {clock.base, counters});
  call_site = 0;
}

void Core::Impl::observe_spent(std::uint32_t at) {
  if (observer) observer->spent(at, {clock.base, counters});
}

void Core::observe(CoreObserver* observer) { impl_->observer = observer; }
bool Core::observed() const { return impl_->observer != nullptr; }

}  // namespace rc::cpu
