// SPDX-License-Identifier: Apache-2.0
#include "hw_model/host/uart.h"

#include <algorithm>
#include <utility>

namespace rc::host {
namespace {

enum Port : unsigned {
  kData,
  kEnables,
  kIdentification,
  kLine,
  kModem,
  kLineStatus,
  kModemStatus,
  kScratch
};
constexpr std::uint8_t kLatch = 0x80;  // line control: DLAB
constexpr std::uint8_t kTwoStops = 0x04, kParity = 0x08;
constexpr std::uint8_t kLoop = 0x10, kModemBits = 0x1F;  // modem control
constexpr std::uint8_t kReceived = 0x01, kSent = 0x60;   // line status
constexpr std::uint8_t kEnableReceived = 1, kEnableSent = 2, kEnableModem = 8, kEnableBits = 0xF;
constexpr std::uint8_t kFifos = 0xC0, kNone = 0x01, kHasReceived = 0x04, kHasSent = 0x02;
constexpr std::uint8_t kConnected = 0xB0;  // DCD, DSR, CTS
constexpr std::uint8_t kIdle = 0xFF;       // a line on which nothing was sent

}  // namespace

bool Uart::latch() const { return (line_ & kLatch) != 0; }
bool Uart::loops() const { return (modem_ & kLoop) != 0; }

void Uart::type(std::vector<std::uint8_t> characters) {
  typed_ = std::move(characters);
  next_ = character_time();
}

// Start bit, five to eight bits, parity, one or two stop bits, of 16 times the divisor each.
kernel::Picos Uart::character_time() const {
  constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000, kCrystalHz = 1'843'200;
  const unsigned bits =
      1 + 5 + (line_ & 3) + ((line_ & kParity) != 0 ? 1 : 0) + ((line_ & kTwoStops) != 0 ? 2 : 1);
  const std::uint64_t divisor = std::max<std::uint64_t>(1, divisor_);
  return kernel::Picos{bits * 16 * divisor * kPicosecondsPerSecond / kCrystalHz};
}

bool Uart::received(kernel::Picos now) const {
  if (loops()) return looped_.has_value();
  return looped_ || (read_ < typed_.size() && now.value >= next_.value);
}

std::uint8_t Uart::take(kernel::Picos now) {
  if (!received(now)) return kIdle;
  if (looped_) return *std::exchange(looped_, std::nullopt);
  next_ = kernel::Picos{now.value + character_time().value};
  return typed_[read_++];
}

std::uint8_t Uart::line_status(kernel::Picos now) const {
  return static_cast<std::uint8_t>(kSent | (received(now) ? kReceived : 0));
}

// In a loop the outputs come back: RTS as CTS, DTR as DSR, OUT1 as RI, OUT2 as DCD.
std::uint8_t Uart::modem_levels() const {
  if (!loops()) return kConnected;
  const unsigned out = modem_;
  return static_cast<std::uint8_t>((out & 2) << 3 | (out & 1) << 5 | (out & 4) << 4 |
                                   (out & 8) << 4);
}

std::uint8_t Uart::identification(kernel::Picos now) const {
  if ((enables_ & kEnableReceived) != 0 && received(now)) return kFifos | kHasReceived;
  if ((enables_ & kEnableSent) != 0) return kFifos | kHasSent;
  if ((enables_ & kEnableModem) != 0 && modem_changes_ != 0) return kFifos;
  return kFifos | kNone;
}

std::uint8_t Uart::read(unsigned port, kernel::Picos now) {
  switch (port) {
    case kData:
      return latch() ? static_cast<std::uint8_t>(divisor_) : take(now);
    case kEnables:
      return latch() ? static_cast<std::uint8_t>(divisor_ >> 8) : enables_;
    case kIdentification:
      return identification(now);
    case kLine:
      return line_;
    case kModem:
      return modem_;
    case kLineStatus:
      return line_status(now);
    case kModemStatus: {
      const auto value = static_cast<std::uint8_t>(modem_levels() | modem_changes_);
      modem_changes_ = 0;
      return value;
    }
    default:
      return scratch_;
  }
}

std::optional<std::uint8_t> Uart::write(unsigned port, std::uint8_t value) {
  switch (port) {
    case kData:
      if (latch()) {
        divisor_ = static_cast<std::uint16_t>((divisor_ & 0xFF00) | value);
      } else if (loops()) {
        looped_ = value;
      } else {
        return value;
      }
      break;
    case kEnables:
      if (latch()) {
        divisor_ = static_cast<std::uint16_t>(value << 8 | (divisor_ & 0xFF));
      } else {
        enables_ = value & kEnableBits;
      }
      break;
    case kLine:
      line_ = value;
      break;
    case kModem: {
      const std::uint8_t before = modem_levels();
      modem_ = value & kModemBits;
      // Of CTS, DSR and DCD any change, of RI its end.
      const unsigned changed = before ^ modem_levels();
      const unsigned ends = before & ~unsigned{modem_levels()} & 0x40;
      modem_changes_ = static_cast<std::uint8_t>(modem_changes_ | ((changed & 0xB0) | ends) >> 4);
      break;
    }
    case kScratch:
      scratch_ = value;
      break;
    default:
      break;  // FIFO control, line status, modem status
  }
  return std::nullopt;
}

}  // namespace rc::host
