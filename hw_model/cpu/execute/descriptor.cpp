// SPDX-License-Identifier: Apache-2.0
// Segment registers: what may be loaded into them, and what may be accessed through them.
//
// Source: Intel, Pentium Processor Family Developer's Manual, vol. 3, chapters 11 and 12, and the
// operation of the instructions in chapter 25.
#include <algorithm>

#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {
namespace {

constexpr std::uint32_t kLocalTable = 4;

bool is_null(std::uint16_t sel) { return (sel & ~3u) == 0; }
std::uint32_t error_of(std::uint16_t sel) { return sel & ~3u; }

}  // namespace

// Descriptor tables are read with supervisor rights at any privilege.
Step Core::Impl::read_descriptor(std::uint16_t sel, std::uint32_t offset, std::uint64_t& descriptor,
                                 std::uint8_t vector) {
  const bool local = sel & kLocalTable;
  const std::uint32_t at = sel & ~7u;
  if (at + 7 > (local ? ldtr.limit : gdt.limit)) return raise(vector, error_of(sel));
  const Supervisor rights(mem);
  RC_TRY(mem.load((local ? ldtr.base : gdt.base) + at, offset, descriptor));
  return Step::next;
}

// The access byte, to the table.
Access Core::Impl::store_rights(const SegmentRegister& changed, std::uint32_t offset) {
  const std::uint32_t table = changed.selector & kLocalTable ? ldtr.base : gdt.base;
  const Supervisor rights(mem);
  return mem.store(table + (changed.selector & ~7u) + 5, offset,
                   static_cast<std::uint8_t>(changed.rights));
}

Step Core::Impl::mark_accessed(const SegmentRegister& found, std::uint32_t offset) {
  if (found.has(SegmentRegister::kAccessed) || is_null(found.selector)) return Step::next;
  SegmentRegister marked = found;
  marked.rights |= SegmentRegister::kAccessed;
  RC_TRY(store_rights(marked, offset));
  return Step::restart;
}

Step Core::Impl::check_code(const SegmentRegister& code, unsigned level, bool exact,
                            std::uint8_t vector) {
  const std::uint32_t error = error_of(code.selector);
  const bool is_code = code.has(SegmentRegister::kOrdinary | SegmentRegister::kCodeKind);
  const bool wrong = exact && !code.conforming() ? code.dpl() != level : code.dpl() > level;
  if (!is_code || wrong) return raise(vector, error);
  return code.has(SegmentRegister::kPresent) ? Step::next : raise(kSegmentNotPresent, error);
}

Step Core::Impl::find_data(std::uint16_t sel, std::uint32_t offset, SegmentRegister& found,
                           std::uint8_t vector) {
  found = {sel, 0, 0, 0};
  if (is_null(sel)) return Step::next;
  std::uint64_t descriptor;
  RC_TRY_STEP(read_descriptor(sel, offset, descriptor, vector));
  found = segment_of(sel, descriptor);
  const bool readable =
      found.data() || found.has(SegmentRegister::kOrdinary | SegmentRegister::kMiddle);
  const bool inner = !found.conforming() && found.dpl() < std::max<unsigned>(cpl, sel & 3);
  if (!readable || inner) return raise(vector, error_of(sel));
  return found.has(SegmentRegister::kPresent) ? Step::next
                                              : raise(kSegmentNotPresent, error_of(sel));
}

Step Core::Impl::find_stack(std::uint16_t sel, unsigned level, std::uint8_t vector,
                            std::uint32_t offset, SegmentRegister& found) {
  if (is_null(sel)) return raise(vector, 0);
  std::uint64_t descriptor;
  RC_TRY_STEP(read_descriptor(sel, offset, descriptor, vector));
  found = segment_of(sel, descriptor);
  const bool writable = found.data() && found.has(SegmentRegister::kMiddle);
  if ((sel & 3u) != level || found.dpl() != level || !writable) return raise(vector, error_of(sel));
  return found.has(SegmentRegister::kPresent) ? Step::next : raise(kStackFault, error_of(sel));
}

// Real mode keeps limit and size of what was loaded before: a segment of protected mode stays as
// large as it was.
SegmentRegister Core::Impl::paragraph(unsigned number, std::uint16_t sel) const {
  if (virtual_8086()) return real_segment(sel, 3);
  SegmentRegister found = real_segment(sel);
  const SegmentRegister& before = segment[number];
  if (!before.has(SegmentRegister::kPresent)) return found;
  found.rights |= before.rights & (SegmentRegister::kBig | SegmentRegister::kGranular);
  found.limit = before.limit;
  return found;
}

Step Core::Impl::find_segment(unsigned number, std::uint16_t sel, std::uint32_t offset,
                              SegmentRegister& found) {
  if (number == kCs || number > kGs) return raise(kInvalidOpcode);
  if (paragraphs()) {
    found = paragraph(number, sel);
    return Step::next;
  }
  RC_TRY_STEP(number == kSs ? find_stack(sel, cpl, kGeneralProtection, offset, found)
                            : find_data(sel, offset, found));
  return mark_accessed(found, offset);
}

Step Core::Impl::load_segment(unsigned number, std::uint16_t sel, std::uint32_t offset) {
  SegmentRegister found;
  RC_TRY_STEP(find_segment(number, sel, offset, found));
  set_segment(number, found);
  return Step::next;
}

void Core::Impl::set_segment(unsigned number, const SegmentRegister& value) {
  x87_leave();  // the unit's last instruction had the selectors of before
  segment[number] = value;
  segments_changed();
}

void Core::Impl::segments_changed() {
  const SegmentRegister& code = segment[kCs];
  const auto plain = [this](unsigned number) {
    const SegmentRegister& s = segment[number];
    return s.flat() && s.data() && s.has(SegmentRegister::kMiddle) &&
           !s.has(SegmentRegister::kThird);
  };
  if (!code.has(SegmentRegister::kBig)) {
    mode = CodeMode::segmented16;
  } else if (code.flat() && code.has(SegmentRegister::kCodeKind) &&
             segment[kSs].has(SegmentRegister::kBig) && plain(kSs) && plain(kDs) && plain(kEs)) {
    mode = CodeMode::flat32;
  } else {
    mode = CodeMode::segmented32;
  }
}

void Core::Impl::set_privilege(unsigned level) {
  cpl = static_cast<std::uint8_t>(level);
  mem.set_user_mode(cpl == 3);
}

void Core::Impl::drop_inner_segments() {
  for (const unsigned number : {kEs, kDs, kFs, kGs}) {
    SegmentRegister& s = segment[number];
    if (s.has(SegmentRegister::kPresent) && !s.conforming() && s.dpl() < cpl) s = {};
  }
  segments_changed();
}

Step Core::Impl::checked_address(unsigned number, std::uint32_t offset, std::uint32_t count,
                                 bool write, std::uint32_t& address) {
  const SegmentRegister& s = segment[number];
  address = s.base + offset;
  if (count == 0 || s.permits(offset, count, write)) return Step::next;
  return raise(number == kSs ? kStackFault : kGeneralProtection, 0);
}

bool Core::Impl::prepare_address(const MicroOp& op) {
  std::uint32_t offset = address_of(op);
  if (op.bits & kAddressSize16) offset &= 0xffff;
  std::uint32_t& address = reg[kAddressRegister / 4];
  if (checked_address(op.sub, offset, op.bytes, op.target != 0, address) == Step::next) return true;
  permit((&op)[1]);  // raises in its place
  return false;
}

Step Core::Impl::permit(const MicroOp& op) {
  if (is_x87(op)) return x87_permit(op);
  if (op.code != Code::generic) return Step::next;
  switch (static_cast<Function>(op.extra)) {
    case Function::access_rights:
      return paragraphs() ? raise(kInvalidOpcode) : Step::next;
    case Function::descriptor_registers:
      if (paragraphs()) return raise(kInvalidOpcode);
      return op.sub < 2 ? Step::next : privileged();
    case Function::descriptor_tables:
      return op.sub < 2 ? Step::next : privileged();
    case Function::machine_status_word:
      return op.sub == 4 ? Step::next : privileged();
    case Function::invalidate_page:
      return privileged();
    default:
      return Step::next;
  }
}

}  // namespace rc::cpu
