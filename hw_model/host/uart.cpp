// SPDX-License-Identifier: Apache-2.0
#include "hw_model/host/uart.h"

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
constexpr std::uint8_t kLatch = 0x80;                    // line control: DLAB
constexpr std::uint8_t kLoop = 0x10, kModemBits = 0x1F;  // modem control
constexpr std::uint8_t kReceived = 0x01, kSent = 0x60;   // line status
constexpr std::uint8_t kEnableReceived = 1, kEnableSent = 2, kEnableModem = 8, kEnableBits = 0xF;
constexpr std::uint8_t kFifos = 0xC0, kNone = 0x01, kHasReceived = 0x04, kHasSent = 0x02;
constexpr std::uint8_t kConnected = 0xB0;  // DCD, DSR, CTS
constexpr std::uint8_t kIdle = 0xFF;       // a line on which nothing was sent

}  // namespace

bool Uart::latch() const { return (line_ & kLatch) != 0; }
bool Uart::loops() const { return (modem_ & kLoop) != 0; }

std::uint8_t Uart::line_status() const {
  return static_cast<std::uint8_t>(kSent | (looped_ ? kReceived : 0));
}

// In a loop the outputs come back: RTS as CTS, DTR as DSR, OUT1 as RI, OUT2 as DCD.
std::uint8_t Uart::modem_levels() const {
  if (!loops()) return kConnected;
  const unsigned out = modem_;
  return static_cast<std::uint8_t>((out & 2) << 3 | (out & 1) << 5 | (out & 4) << 4 |
                                   (out & 8) << 4);
}

std::uint8_t Uart::identification() const {
  if ((enables_ & kEnableReceived) != 0 && looped_) return kFifos | kHasReceived;
  if ((enables_ & kEnableSent) != 0) return kFifos | kHasSent;
  if ((enables_ & kEnableModem) != 0 && modem_changes_ != 0) return kFifos;
  return kFifos | kNone;
}

std::uint8_t Uart::read(unsigned port) {
  switch (port) {
    case kData: {
      if (latch()) return static_cast<std::uint8_t>(divisor_);
      const std::uint8_t value = looped_.value_or(kIdle);
      looped_.reset();
      return value;
    }
    case kEnables:
      return latch() ? static_cast<std::uint8_t>(divisor_ >> 8) : enables_;
    case kIdentification:
      return identification();
    case kLine:
      return line_;
    case kModem:
      return modem_;
    case kLineStatus:
      return line_status();
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
