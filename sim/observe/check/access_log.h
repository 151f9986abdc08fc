// SPDX-License-Identifier: Apache-2.0
// The accesses of a run, in an order that causes come before effects, kept back for a while: what
// is learned from later accesses (polling.h) is known when one is looked at.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <unordered_map>

#include "hw_model/scc/tile/access_observer.h"
#include "sim/observe/check/polling.h"

namespace rc::sim::observe {

constexpr std::uint32_t kLine = SCC_LINE;

struct AccessEvent {
  enum class Kind : std::uint8_t {
    load,     // a core has the value
    store,    // a core has let go of the value, which may be in its write-combine buffer or cache
    fetched,  // the bytes left memory for the core
    written,  // the core's bytes reached memory
    taken,    // a lock was free and is the core's now
    counted,  // an atomic counter was read and increased
    register_read,
    register_written,
  };
  scc::Place line = 0;
  std::uint32_t mask = 0;    // the bytes of the line
  std::uint32_t eip = 0;     // of loads and stores
  std::uint32_t caller = 0;  // Party::caller
  kernel::Picos time{0};
  std::uint8_t core = 0;
  Kind kind = Kind::load;
  bool cached = false;
};

class AccessLog : public scc::AccessObserver {
 public:
  using Sink = std::function<void(const AccessEvent&)>;
  explicit AccessLog(Sink sink) : sink_(std::move(sink)) {}
  // Tells behind which call of a library a core is; 0: in none.
  using CallSite = std::function<std::uint32_t(unsigned core)>;
  void attribute_to(CallSite call_site) { call_site_ = std::move(call_site); }

  void accessed(unsigned core_id, scc::Place place, const cpu::CoreAccess& access,
                kernel::Picos time) override;
  void served(const scc::Message& request, const scc::Message& response,
              kernel::Picos time) override;
  void finish();  // hands over all that is left

  const Polling& polling() const { return polling_; }
  // The address at which cores reach the 16 MB that `place` lies in.
  std::uint32_t address_of(scc::Place place) const;

 private:
  static constexpr std::size_t kKept = 500'000;  // 24 MB

  void share(scc::Place place, std::uint32_t address);
  void note_raisers(AccessEvent event, const scc::Message& request,
                    const std::array<std::uint8_t, 32>& data);
  void add(const AccessEvent& event);

  Sink sink_;
  CallSite call_site_;
  Polling polling_;
  std::deque<AccessEvent> events_;
  // Of off-chip memory that cores share, by place / 16 MB: the first address used for it.
  std::unordered_map<scc::Place, std::uint32_t> shared_;
  // Of other off-chip memory, private as far as is known: what each core fetched last.
  std::unordered_map<scc::Place, std::map<std::uint8_t, AccessEvent>> unshared_;
};

}  // namespace rc::sim::observe
