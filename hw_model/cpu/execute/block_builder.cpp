// SPDX-License-Identifier: Apache-2.0
// Turns instruction bytes into blocks. The contents of a block, and the cycle of each of its ops,
// depend on the bytes alone: a block that grew line by line as its bytes arrived has the same ops
// at the same offsets as one whose bytes could be read at once.
#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "hw_model/cpu/decode/decoder.h"
#include "hw_model/cpu/execute/core_impl.h"
#include "hw_model/cpu/timing/timing.h"

namespace rc::cpu {
namespace {

constexpr std::uint32_t kLine = Block::kLineBytes;
// An instruction has at most a fetch, an address and the op itself; one more ends the block.
constexpr unsigned kMaxOps = 3 * Block::kMaxInstructions + 2;
static_assert(kMaxOps <= 0xff && Block::kMaxCodeBytes <= 0xffff);  // as Block holds them

bool is_direct_branch(Code code) {
  return (code >= Code::jcc_0 && code <= Code::call) || code == Code::loop_or_jecxz;
}

// What the dead-flag pass needs of one instruction.
struct FlagUse {
  unsigned op;
  std::uint32_t read, killed;
  bool observed;
};

class BlockText {
 public:
  MicroOp& add(const MicroOp& op) { return ops_[count_++] = op; }
  unsigned count() const { return count_; }
  const MicroOp* ops() const { return ops_.data(); }
  std::uint16_t last_offset() const { return count_ ? ops_[count_ - 1].offset : 0; }

  // A compare and the jump after it become one dispatch.
  void fuse_last_jump() {
    if (count_ < 2) return;
    const unsigned jump = static_cast<unsigned>(ops_[count_ - 1].code);
    const unsigned first = static_cast<unsigned>(Code::jcc_0);
    if (jump < first || jump >= first + 16) return;
    ops_[count_ - 2].code = fused_with_jump(ops_[count_ - 2].code, jump - first);
  }

  void use_flags(const Decoded& decoded, bool observed) {
    uses_[used_++] = {count_ - 1, decoded.flags_read, decoded.flags_killed, observed};
  }
  // Replaces operations whose flags are overwritten before they can be read. An instruction that
  // may fault reads all flags (its handler sees them), and so does one that enters a new line,
  // where the block may end for now. (The handler of an interrupt between two instructions may see
  // old flags. They are overwritten after it returns, before anything depends on them.)
  void drop_dead_flags() {
    std::uint32_t live = kArithmeticFlags;
    for (unsigned i = used_; i-- > 0;) {
      const FlagUse& use = uses_[i];
      if ((use.killed & live) == 0) ops_[use.op].code = without_flags(ops_[use.op].code);
      live = use.observed ? kArithmeticFlags : (live & ~use.killed) | use.read;
    }
  }

 private:
  std::array<MicroOp, kMaxOps> ops_;
  std::array<FlagUse, Block::kMaxInstructions> uses_;
  unsigned count_ = 0;
  unsigned used_ = 0;
};

// A block without a place: what comes of the bytes that were read for it.
struct Plan {
  CodeMode mode = CodeMode::flat32;
  std::vector<std::uint8_t> read;
  std::vector<MicroOp> ops;
  std::uint32_t code_bytes = 0, cycles = 0, last_group = 0;
  std::uint8_t instructions = 0;
  bool partial = false;
};

// The cores of a chip mostly run one program, each with blocks of its own. Plans of timed blocks
// are kept by address and bytes, and serve all cores of the thread.
class Plans {
 public:
  // The plan for the block at `at`, whose first `available` bytes are in `code`; null if none is
  // known. Reads on as building would: that these bytes do not hold the whole block is known from a
  // plan that begins with them and is partial or longer.
  template <class ReadLine>
  const Plan* find(std::uint32_t at, CodeMode mode, const std::uint8_t* code,
                   const std::uint32_t& available, ReadLine read_line) const {
    const auto known = plans_.find(at);
    if (known == plans_.end()) return nullptr;
    for (;;) {
      const Plan* exact = nullptr;
      bool longer = false;
      for (const Plan& plan : known->second) {
        if (plan.mode != mode || plan.read.size() < available ||
            std::memcmp(plan.read.data(), code, available) != 0) {
          continue;
        }
        if (plan.read.size() == available) {
          exact = &plan;
        } else {
          longer = true;
        }
      }
      if (exact != nullptr && !exact->partial) return exact;
      if (exact == nullptr && !longer) return nullptr;
      if (!read_line()) return exact;
    }
  }
  void keep(std::uint32_t at, const Plan& plan) {
    if (++count_ > kMax) {
      plans_.clear();
      count_ = 1;
    }
    std::vector<Plan>& known = plans_[at];
    if (known.size() == kMaxAtOneAddress) known.clear();  // programs come and go there
    known.push_back(plan);
  }

 private:
  static constexpr unsigned kMax = 8192;  // some 5 MB
  static constexpr std::size_t kMaxAtOneAddress = 8;

  std::unordered_map<std::uint32_t, std::vector<Plan>> plans_;
  unsigned count_ = 0;
};

// The instruction that the segment ends before or within.
Decoded beyond_limit(std::uint32_t at, std::uint8_t length) {
  Decoded decoded;
  decoded.op = MicroOp{};
  decoded.op.eip = at;
  decoded.op.base = decoded.op.index = kZeroRegister;
  decoded.op.code = Code::generic;
  decoded.op.extra = static_cast<std::uint16_t>(Function::beyond_limit);
  decoded.op.length = length;
  decoded.issue.cost = cost::kAlone;
  decoded.may_fault = decoded.ends_block = true;
  return decoded;
}

// Decodes from `code`, of which `available` bytes are there, and reads on as needed. Without
// instructions: not even the first one is readable (which in a timed block is no end). `room`: bytes
// from `at` to the end of the segment; `most`: instructions.
template <class ReadLine>
Plan make_plan(bool timed, CodeMode mode, std::uint64_t room, unsigned most, std::uint32_t at,
               const std::uint8_t* code, const std::uint32_t& available, ReadLine read_line) {
  Plan plan;
  plan.mode = mode;
  BlockText text;
  Scheduler scheduler;
  std::uint32_t done = 0;  // bytes decoded
  std::uint32_t last_line = at & ~(kLine - 1);
  std::uint16_t instructions = 0;
  bool partial = false, closed = false;
  const auto fetch_op = [&](Code fetch_code, std::uint32_t line) {
    MicroOp op{};
    op.code = fetch_code;
    op.target = line;
    op.eip = at + done;
    op.offset = text.last_offset();
    op.number = static_cast<std::uint8_t>(instructions);
    text.add(op);
  };

  while (!closed && instructions < most && ((at + done) & kPageMask) == (at & kPageMask)) {
    Decoded decoded;
    const auto decodes = [&] {
      return done < available && decode(at + done, code + done, available - done, decoded, mode);
    };
    bool enough = done >= room || decodes();
    while (!enough && read_line()) enough = decodes();
    if (enough && (done >= room || decoded.op.length > room - done)) {
      const std::uint8_t length = done >= room ? std::uint8_t{1} : decoded.op.length;
      const std::uint32_t line = (at + done + length - 1) & ~(kLine - 1);
      if (instructions != 0) {
        if (timed && line != last_line) fetch_op(Code::fetch, line);  // its bytes were needed
        break;
      }
      decoded = beyond_limit(at, length);
    }
    if (!enough) {
      if (timed) {
        fetch_op(Code::fetch_more, at + available);
        partial = closed = true;
      } else if (instructions == 0) {
        return plan;
      }
      break;
    }
    MicroOp& op = decoded.op;
    const std::uint32_t line = (at + done + op.length - 1) & ~(kLine - 1);
    const bool new_line = line != last_line;
    if (new_line) {
      last_line = line;
      if (timed) fetch_op(Code::fetch, line);
    }
    Scheduler::Slot slot{instructions, true, false};
    if (timed) slot = scheduler.issue(decoded.issue);
    op.offset = static_cast<std::uint16_t>(slot.offset);
    op.number = static_cast<std::uint8_t>(instructions);
    std::uint8_t bits = slot.v_pipe ? kVPipe : 0;
    if (slot.starts_group) bits |= kStartsGroup;
    if (decoded.address16 || decoded.segmented) {
      MicroOp address = op;
      address.code = decoded.segmented ? Code::segment_address : Code::address16;
      address.bits = bits;
      if (decoded.address16) address.bits |= kAddressSize16;
      if (decoded.segmented) {
        address.sub = decoded.segment;
        address.bytes = decoded.operand_bytes;
        address.target = decoded.writes;
      }
      text.add(address);
      bits &= static_cast<std::uint8_t>(~kStartsGroup);
      op.base = kAddressRegister;
      op.index = kZeroRegister;
      op.scale = 0;
      op.displacement = 0;
    }
    op.bits |= bits;
    if (is_direct_branch(op.code)) op.displacement = at + done + op.length;
    text.add(op);
    text.use_flags(decoded, decoded.may_fault || new_line);
    done += op.length;
    ++instructions;
    closed = decoded.ends_block;
  }
  const std::uint32_t cycles = timed ? scheduler.end() : instructions;
  if (!partial && !(closed && is_branch(text.ops()[text.count() - 1].code))) {
    MicroOp op{};
    op.code = Code::end_block;
    op.eip = at + done;
    op.offset = static_cast<std::uint16_t>(cycles);
    op.number = static_cast<std::uint8_t>(instructions);
    text.add(op);
  }
  text.drop_dead_flags();
  text.fuse_last_jump();

  plan.read.assign(code, code + available);
  plan.ops.assign(text.ops(), text.ops() + text.count());
  plan.code_bytes = partial ? available : done;
  plan.cycles = cycles;
  plan.last_group = timed ? scheduler.last_group() : instructions - 1u;
  plan.instructions = static_cast<std::uint8_t>(instructions);
  plan.partial = partial;
  return plan;
}

}  // namespace

Block* Core::Impl::find_block(Access& access) {
  if (flush_blocks || !cache_blocks) {
    blocks.flush();
    flush_blocks = false;
  }
  if (cache_blocks && !single && code_room(eip) >= Block::kMaxCodeBytes) {
    if (Block* const known = blocks.find(eip, mode)) return known;
  }
  return build(eip, mode, nullptr, 0, access);
}

// Builds the present block anew, now that the line of `last`, its fetch_more, can be read; the op that
// has taken the place of `last`.
MicroOp* Core::Impl::in_longer_block(const MicroOp& last) {
  const auto index = &last - block->ops();
  std::array<std::uint8_t, Block::kMaxCodeBytes> kept;  // the arena may be flushed meanwhile
  const std::uint32_t count = block->code_bytes;
  std::memcpy(kept.data(), block->kept_bytes(), count);
  block->invalidate();
  Access access = Access::ok;
  block = build(block->eip, block->mode, kept.data(), count, access);
  if (block == nullptr || index + 1 >= block->op_count)
    throw std::logic_error("core: a line of code that was fetched cannot be read");
  return block->ops() + index;
}

bool Core::Impl::decodes_to(Block& partial) const {
  const std::uint32_t available = partial.code_bytes;
  const Plan plan =
      make_plan(params.caches, partial.mode, code_room(partial.eip), most_instructions(),
                partial.eip, partial.kept_bytes(), available, [] { return false; });
  const auto same = [](const MicroOp& one, const MicroOp& other) {
    const bool line = one.code == Code::fetch || one.code == Code::fetch_more;
    return one.code == other.code && one.eip == other.eip && one.length == other.length &&
           (!line || one.target == other.target);
  };
  return plan.partial && std::equal(plan.ops.begin(), plan.ops.end(), partial.ops(),
                                    partial.ops() + partial.op_count, same);
}

// Up to the end of CS; as many as matter if it lies far off.
std::uint64_t Core::Impl::code_room(std::uint32_t at) const {
  const std::uint32_t offset = code_offset(at);
  if (mode == CodeMode::flat32) return Block::kMaxCodeBytes;
  if (offset > segment[kCs].limit) return 0;
  return std::uint64_t{segment[kCs].limit} - offset + 1;
}

Block* Core::Impl::build(std::uint32_t at, CodeMode as, const std::uint8_t* kept,
                         std::uint32_t kept_count, Access& access) {
  const bool timed = params.caches;
  std::array<std::uint8_t, Block::kMaxCodeBytes> code;
  std::uint32_t available = kept_count;
  if (kept_count != 0) std::memcpy(code.data(), kept, kept_count);
  const auto read_line = [&] {
    const std::uint32_t from = at + available;
    const std::uint32_t bytes = kLine - from % kLine;
    if (!mem.read_code(from, code.data() + available, bytes)) return false;
    available += bytes;
    return true;
  };
  if (available == 0 && !read_line()) {
    access = mem.fetch(at, 0);
    if (access == Access::ok) fail("fetched instruction bytes are not readable");
    return nullptr;
  }

  // What ends with the segment is good for this segment only, and a single instruction for once.
  const std::uint64_t room = code_room(at);
  const bool lasting = room >= Block::kMaxCodeBytes && !single;
  thread_local Plans plans;
  const Plan* plan =
      timed && lasting ? plans.find(at, as, code.data(), available, read_line) : nullptr;
  Plan made;
  if (plan == nullptr) {
    made = make_plan(timed, as, room, most_instructions(), at, code.data(), available, read_line);
    if (made.ops.empty()) {
      access = mem.fetch(at + available, 0);
      return nullptr;
    }
    if (timed && lasting) plans.keep(at, made);
    plan = &made;
  }

  const std::uint32_t code_bytes = plan->code_bytes;
  const std::size_t ops_bytes = plan->ops.size() * sizeof(MicroOp);
  const std::size_t size = sizeof(Block) + ops_bytes + (plan->partial ? code_bytes : 0);
  void* memory = blocks.allocate(size);
  if (!memory) {
    blocks.flush();
    memory = blocks.allocate(size);
  }
  Block* const result = new (memory) Block;
  result->eip = at;
  result->line = at & ~(kLine - 1);
  result->code_bytes = static_cast<std::uint16_t>(code_bytes);
  result->cycles = plan->cycles;
  result->last_group = plan->last_group;
  result->instructions = plan->instructions;
  result->op_count = static_cast<std::uint8_t>(plan->ops.size());
  result->partial = plan->partial;
  result->mode = as;
  result->link[0] = result->link[1] = BlockCache::none();
  std::memcpy(static_cast<void*>(result->ops()), plan->ops.data(), ops_bytes);
  if (plan->partial) std::memcpy(result->kept_bytes(), code.data(), code_bytes);
  if (breaks.active()) mark(*result);

  // Where the code lies, so that stores to it can find the block.
  const std::uint32_t first_part = std::min(code_bytes, 0x1000 - (at & 0xfff));
  const std::uint32_t parts[2] = {first_part, code_bytes - first_part};
  std::uint32_t vaddr = at;
  for (unsigned i = 0; i < 2 && parts[i] != 0; ++i) {
    std::uint32_t paddr;
    PageType type;
    if (mem.translate(vaddr, false, true, 0, paddr, type) != Access::ok) {
      fail("translation of fetched instruction bytes was lost");
    }
    result->paddr[i] = paddr;
    // Of the last page of all, all but the last byte.
    result->paddr_end[i] = paddr + std::min(parts[i], ~0u - paddr);
    mem.mark_code_page(paddr & kPageMask, true);
    vaddr += parts[i];
  }
  blocks.insert(result, lasting);
  return result;
}

void Core::Impl::code_written(std::uint32_t paddr, std::uint32_t bytes) {
  bool hit_present = false;
  if (!blocks.invalidate(paddr, bytes, block, hit_present)) {
    mem.mark_code_page(paddr & kPageMask, false);
  }
  if (hit_present) {
    block_written = true;
    clock.attention = true;
  }
}

}  // namespace rc::cpu
