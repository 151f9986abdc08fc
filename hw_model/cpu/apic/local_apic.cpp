// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/apic/local_apic.h"

#include <algorithm>
#include <bit>

#include "hw_model/arch/apic_map.h"

namespace rc::cpu {
namespace {

using kernel::Cycle;

// Version 0x10: integrated in a P54C; entry 3 is the last of the LVT.
constexpr std::uint32_t kVersionWord = 0x00030010;
constexpr std::uint32_t kIdBits = 0x0F000000, kHighByte = 0xFF000000, kDfrOnes = 0x0FFFFFFF;
constexpr std::uint32_t kSvrBits = 0x3FF, kSvrOnes = 0xF;  // the vector's low bits are wired
constexpr std::uint32_t kLevel = 1u << 15, kRemoteIrr = 1u << 14, kActiveLow = 1u << 13,
                        kPending = 1u << 12;
constexpr std::uint32_t kFixed = 0, kExtInt = 7u << 8;
// What software may write to the LVTs, by source.
constexpr std::uint32_t kLvtBits[] = {0x300FF, 0x1A7FF, 0x1A7FF, 0x100FF};
constexpr std::uint32_t kEsrSendAccept = 1u << 2, kEsrReceiveVector = 1u << 6,
                        kEsrRegister = 1u << 7;
constexpr std::uint32_t kIcrBits = 0x000CCFFF, kIcrShorthandShift = 18, kIcrSelf = 1, kIcrAll = 2;
constexpr std::uint8_t kFirstVector = 16;
// There is no interrupt controller outside whose vector an ExtINT could fetch: ours.
constexpr std::uint8_t kExternalVector[] = {0x20, 0x21};

void set_level(std::uint8_t& levels, unsigned lint, bool high) {
  const auto bit = static_cast<std::uint8_t>(1u << lint);
  levels = static_cast<std::uint8_t>(high ? levels | bit : levels & ~bit);
}

}  // namespace

void LocalApic::reset() {
  const std::uint8_t levels = announced_;
  *this = LocalApic{};
  high_ = announced_ = levels;
  dfr_ = ~0u;
  svr_ = 0xFF;
  lvt_.fill(RC_APIC_LVT_MASKED);
}

void LocalApic::set_up_for_programs() {
  svr_ |= RC_APIC_SVR_ENABLE;
  lvt_[kLint0] = lvt_[kLint1] = kExtInt;
}

// --- vectors -------------------------------------------------------------------------------------

unsigned LocalApic::highest(const Vectors& vectors) {
  for (unsigned i = 8; i-- != 0;) {
    if (vectors[i] != 0) return 32 * i + 31 - static_cast<unsigned>(std::countl_zero(vectors[i]));
  }
  return kNone;
}
void LocalApic::set(Vectors& vectors, unsigned vector, bool on) {
  const std::uint32_t bit = 1u << vector % 32;
  vectors[vector / 32] = on ? vectors[vector / 32] | bit : vectors[vector / 32] & ~bit;
}
bool LocalApic::has(const Vectors& vectors, unsigned vector) {
  return (vectors[vector / 32] >> vector % 32 & 1) != 0;
}

unsigned LocalApic::priority() const { return std::max(tpr_ >> 4, highest(isr_) >> 4); }
bool LocalApic::enabled() const { return (svr_ & RC_APIC_SVR_ENABLE) != 0; }
bool LocalApic::asserted(unsigned lint, std::uint8_t levels) const {
  return (levels >> lint & 1) != ((lvt_[kLint0 + lint] & kActiveLow) != 0 ? 1 : 0);
}

void LocalApic::error(std::uint32_t bits) {
  const bool first = (esr_ & bits) != bits;
  esr_ |= bits;
  if (first && (lvt_[kError] & 0xFF) >= kFirstVector) fire(kError);
}

void LocalApic::request(unsigned vector, bool level) {
  if (vector < kFirstVector) return error(kEsrReceiveVector);
  set(irr_, vector, true);
  set(tmr_, vector, level);
}

// The event of `source` goes where its LVT says.
void LocalApic::fire(Source source) {
  const std::uint32_t entry = lvt_[source];
  if ((entry & RC_APIC_LVT_MASKED) != 0) return;
  const bool pin = source == kLint0 || source == kLint1;
  const std::uint32_t mode = pin ? entry & kModeMask : kFixed;
  if (mode == kExtInt) {
    external_ |= static_cast<std::uint8_t>(1u << (source - kLint0));
  } else if (mode == kFixed) {
    const bool level = pin && (entry & kLevel) != 0;
    if (level && (entry & kRemoteIrr) != 0) return;
    if (level) lvt_[source] |= kRemoteIrr;
    request(entry & 0xFF, level);
  }
}

// --- time ----------------------------------------------------------------------------------------

unsigned LocalApic::divisor() const {
  const unsigned code = (divider_ & 3) | (divider_ >> 1 & 4);
  return code == 7 ? 1 : 2u << code;
}

void LocalApic::run_to(Cycle now) {
  while (!edges_.empty() && edges_.front().at <= now) {
    const Edge edge = edges_.front();
    edges_.pop_front();
    take(edge);
  }
  if (expires_ > now) return;
  const bool periodic = (lvt_[kTimer] & RC_APIC_LVT_PERIODIC) != 0;
  expires_ = periodic ? expires_ + ((now - expires_) / period() + 1) * period() : kNever;
  fire(kTimer);
}

void LocalApic::take(const Edge& edge) {
  const bool before = asserted(edge.lint, high_);
  set_level(high_, edge.lint, edge.high);
  if (asserted(edge.lint, high_) && !before) fire(static_cast<Source>(kLint0 + edge.lint));
}

bool LocalApic::pin(unsigned lint, bool high, Cycle at) {
  const bool before = asserted(lint, announced_);
  set_level(announced_, lint, high);
  const Edge edge{at, static_cast<std::uint8_t>(lint), high};
  const auto later = [](const Edge& a, const Edge& b) { return a.at < b.at; };
  edges_.insert(std::upper_bound(edges_.begin(), edges_.end(), edge, later), edge);
  return gives_nmi(static_cast<Source>(kLint0 + lint)) && asserted(lint, announced_) && !before;
}

std::uint32_t LocalApic::current_count(Cycle now) const {
  if (expires_ == kNever || expires_ <= now) return 0;
  return static_cast<std::uint32_t>((expires_ - now + divisor() - 1) / divisor());
}

// --- the core ------------------------------------------------------------------------------------

// An event of `source` would interrupt the core as things are, which only the core changes.
bool LocalApic::would_interrupt(Source source) const {
  const std::uint32_t entry = lvt_[source];
  if ((entry & RC_APIC_LVT_MASKED) != 0) return false;
  const std::uint32_t mode = source == kTimer ? kFixed : entry & kModeMask;
  if (mode == kExtInt) return true;
  if (mode != kFixed || (entry & kRemoteIrr) != 0) return false;
  const unsigned vector = entry & 0xFF;
  if (vector >= kFirstVector) return deliverable(vector);
  // An error comes of a vector that is none.
  const unsigned reported = lvt_[kError] & 0xFF;
  return (esr_ & kEsrReceiveVector) == 0 && (lvt_[kError] & RC_APIC_LVT_MASKED) == 0 &&
         reported >= kFirstVector && deliverable(reported);
}

Cycle LocalApic::waits_from() const {
  if (external_ != 0 || deliverable(highest(irr_))) return 0;
  Cycle first = would_interrupt(kTimer) ? expires_ : kNever;
  std::uint8_t levels = high_;
  for (const Edge& edge : edges_) {
    if (edge.at >= first) break;
    const bool before = asserted(edge.lint, levels);
    set_level(levels, edge.lint, edge.high);
    const bool rises = asserted(edge.lint, levels) && !before;
    if (rises && would_interrupt(static_cast<Source>(kLint0 + edge.lint))) first = edge.at;
  }
  return first;
}

std::uint8_t LocalApic::acknowledge(Cycle now) {
  run_to(now);
  for (const unsigned lint : {1u, 0u}) {
    if ((external_ >> lint & 1) == 0) continue;
    external_ &= static_cast<std::uint8_t>(~(1u << lint));
    return kExternalVector[lint];
  }
  const unsigned vector = highest(irr_);
  if (!deliverable(vector)) return svr_ & 0xFF;
  set(irr_, vector, false);
  set(isr_, vector, true);
  return static_cast<std::uint8_t>(vector);
}

// --- registers -----------------------------------------------------------------------------------

void LocalApic::end_of_interrupt() {
  const unsigned vector = highest(isr_);
  if (vector == kNone) return;
  set(isr_, vector, false);
  if (!has(tmr_, vector)) return;
  for (const Source source : {kLint0, kLint1}) {
    if ((lvt_[source] & kRemoteIrr) == 0 || (lvt_[source] & 0xFF) != vector) continue;
    lvt_[source] &= ~kRemoteIrr;
    if (asserted(source - kLint0, high_)) fire(source);
  }
}

void LocalApic::write_lvt(Source source, std::uint32_t value) {
  const std::uint32_t kept = lvt_[source] & kRemoteIrr;
  lvt_[source] = (value & kLvtBits[source]) | kept | (enabled() ? 0 : RC_APIC_LVT_MASKED);
  const bool pin = source == kLint0 || source == kLint1;
  const bool level = pin && (value & kLevel) != 0 && (value & kModeMask) == kFixed;
  if (!level) lvt_[source] &= ~kRemoteIrr;
  if (level && asserted(source - kLint0, high_)) fire(source);
}

void LocalApic::command(std::uint32_t value) {
  icr_low_ = value & kIcrBits;
  const std::uint32_t whom = value >> kIcrShorthandShift & 3;
  const bool self = whom == kIcrSelf || whom == kIcrAll;
  if (!self || (value & kModeMask) != kFixed) return error(kEsrSendAccept);
  request(value & 0xFF, false);
}

std::uint32_t LocalApic::whole(std::uint32_t offset) const {
  for (const auto& [first, vectors] :
       {std::pair{RC_APIC_ISR, &isr_}, {RC_APIC_TMR, &tmr_}, {RC_APIC_IRR, &irr_}}) {
    if (offset >= first && offset < first + 0x80) return (*vectors)[(offset - first) >> 4];
  }
  switch (offset) {
    case RC_APIC_ID:
      return id_;
    case RC_APIC_VERSION:
      return kVersionWord;
    case RC_APIC_TPR:
      return tpr_;
    case RC_APIC_PPR: {
      const unsigned served = highest(isr_);
      return tpr_ >> 4 >= served >> 4 ? tpr_ : served & 0xF0;
    }
    case RC_APIC_LDR:
      return ldr_;
    case RC_APIC_DFR:
      return dfr_;
    case RC_APIC_SVR:
      return svr_;
    case RC_APIC_ESR:
      return esr_;
    case RC_APIC_ICR_LOW:
      return icr_low_;
    case RC_APIC_ICR_HIGH:
      return icr_high_;
    case RC_APIC_INITIAL_COUNT:
      return initial_;
    case RC_APIC_DIVIDER:
      return divider_;
    default:
      return 0;
  }
}

std::uint32_t LocalApic::read(std::uint32_t offset, Cycle now) {
  run_to(now);
  const std::uint32_t reg = offset & ~15u;
  if ((offset & 15) > 3) return 0;
  std::uint32_t value = reg == RC_APIC_CURRENT_COUNT ? current_count(now) : whole(reg);
  static constexpr std::uint32_t kLvts[] = {RC_APIC_LVT_TIMER, RC_APIC_LVT_LINT0, RC_APIC_LVT_LINT1,
                                            RC_APIC_LVT_ERROR};
  for (unsigned source = 0; source < kSources; ++source) {
    if (reg != kLvts[source]) continue;
    value = lvt_[source];
    const unsigned vector = value & 0xFF;
    if ((value & kModeMask) == kFixed && has(irr_, vector)) value |= kPending;
  }
  return value >> 8 * (offset & 3);
}

void LocalApic::write(std::uint32_t offset, std::uint32_t value, std::uint32_t bytes, Cycle now) {
  run_to(now);
  if (bytes != 4 || (offset & 15) != 0) return error(kEsrRegister);
  switch (offset) {
    case RC_APIC_ID:
      id_ = value & kIdBits;
      return;
    case RC_APIC_TPR:
      tpr_ = value & 0xFF;
      return;
    case RC_APIC_EOI:
      return end_of_interrupt();
    case RC_APIC_LDR:
      ldr_ = value & kHighByte;
      return;
    case RC_APIC_DFR:
      dfr_ = value | kDfrOnes;
      return;
    case RC_APIC_SVR:
      svr_ = (value & kSvrBits) | kSvrOnes;
      if (!enabled())
        for (std::uint32_t& entry : lvt_) entry |= RC_APIC_LVT_MASKED;
      return;
    case RC_APIC_ESR:
      esr_ = 0;
      return;
    case RC_APIC_ICR_LOW:
      return command(value);
    case RC_APIC_ICR_HIGH:
      icr_high_ = value & kHighByte;
      return;
    case RC_APIC_LVT_TIMER:
      return write_lvt(kTimer, value);
    case RC_APIC_LVT_LINT0:
      return write_lvt(kLint0, value);
    case RC_APIC_LVT_LINT1:
      return write_lvt(kLint1, value);
    case RC_APIC_LVT_ERROR:
      return write_lvt(kError, value);
    case RC_APIC_INITIAL_COUNT:
      initial_ = value;
      expires_ = value == 0 ? kNever : now + period();
      return;
    case RC_APIC_DIVIDER: {
      const std::uint32_t left = current_count(now);
      divider_ = value & 0xB;
      if (left != 0) expires_ = now + Cycle{left} * divisor();
      return;
    }
    case RC_APIC_VERSION:
    case RC_APIC_APR:
    case RC_APIC_PPR:
    case RC_APIC_REMOTE_READ:
    case RC_APIC_LVT_THERMAL:
    case RC_APIC_LVT_COUNTER:
    case RC_APIC_CURRENT_COUNT:
      return;  // read-only, or of later processors
    default:
      if (offset >= RC_APIC_ISR && offset < RC_APIC_ESR) return;
      error(kEsrRegister);
  }
}

// --- what passes time ----------------------------------------------------------------------------

void LocalApic::fingerprint(Cycle now, kernel::StateImage& image) const {
  image.append(
      std::array{id_, tpr_, ldr_, dfr_, svr_, esr_, icr_high_, icr_low_, divider_, initial_});
  image.append(lvt_);
  image.append(isr_);
  image.append(irr_);
  image.append(tmr_);
  image.append(std::array<std::uint8_t, 3>{external_, high_, announced_});
  for (const Edge& edge : edges_) {
    image.append(edge.at - now);
    image.append(std::array<std::uint8_t, 2>{edge.lint, edge.high});
  }
  image.append(expires_ == kNever ? kNever : expires_ - now);
}

void LocalApic::skip(Cycle cycles) {
  for (Edge& edge : edges_) edge.at += cycles;
  if (expires_ != kNever) expires_ += cycles;
}

}  // namespace rc::cpu
