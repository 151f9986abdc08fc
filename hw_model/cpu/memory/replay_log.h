// SPDX-License-Identifier: Apache-2.0
// The completed accesses of one instruction. The instruction is executed repeatedly until the bus
// has answered all its requests; an access in the log is answered from it and does not happen
// again.
//
// Hits in the L0 lookup table are not logged. Those before the part (of an access, within a line)
// at which the last attempt stopped have happened already: while replaying() is true, MemoryPath
// leaves caches, TLB and counters unchanged.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/kernel/access_bytes.h"
#include "hw_model/kernel/state_image.h"

namespace rc::cpu {

class ReplayLog {
 public:
  enum class Kind : std::uint8_t {
    none,
    load,       // line part of a load, by virtual address
    store,      // line part of a store
    allocate,   // line fill before a store (write_allocate)
    translate,  // MemoryPath::translate() alone
    walk_read,  // page table access, by physical address
    walk_write,
    bus_read,  // naturally aligned word of a load that bypasses the caches
    bus_write,
    misaligned,  // the penalty of the access
    fetch,
    special,
    port_read,
    port_write,
  };
  // One word, which is written, read and compared as a whole.
  class Key {
   public:
    constexpr Key() = default;
    constexpr Key(Kind kind, std::uint32_t bytes, std::uint32_t address)
        : word_(static_cast<std::uint64_t>(kind) | std::uint64_t{bytes & 0xff} << 8 |
                std::uint64_t{address} << 32) {}
    constexpr Kind kind() const { return static_cast<Kind>(word_ & 0xff); }
    constexpr std::uint8_t bytes() const { return static_cast<std::uint8_t>(word_ >> 8); }
    constexpr std::uint32_t address() const { return static_cast<std::uint32_t>(word_ >> 32); }
    bool operator==(const Key&) const = default;
    template <class Archive>
    void archive(Archive& archive) {
      archive(word_);
    }

   private:
    std::uint64_t word_ = 0;
  };

  bool open() const { return replaying_ || !entries_.empty(); }
  void forget() {
    entries_.clear();
    next_ = 0;
    replaying_ = false;
  }

  void begin_part(Key key) {
    part_ = key;
    if (key == stopped_at_) replaying_ = false;
  }
  // The attempt stops inside the present part.
  void restart() {
    next_ = 0;
    replaying_ = true;
    stopped_at_ = part_;
  }
  bool replaying() const { return replaying_; }

  bool next_is(Key key) const { return next_ != entries_.size() && entries_[next_].key == key; }
  // Whether an earlier attempt completed this access. Reads then get their value.
  bool done(Key key, void* value = nullptr) {
    if (!next_is(key)) return false;
    if (value != nullptr) kernel::copy_bytes<8>(value, entries_[next_].value.data(), key.bytes());
    ++next_;
    return true;
  }
  // The present access is complete.
  void add(Key key, const void* value = nullptr) {
    if (next_ == entries_.size()) {
      append(key, value);
    } else {
      insert(key, value);
    }
    ++next_;
  }
  // The bus has answered the access at which the last attempt stopped. The next attempt finds it
  // after all accesses logged before it.
  void answer(Key key, const void* value = nullptr) { append(key, value); }
  // All words of an access are complete: one entry for the whole access replaces theirs.
  void add_whole(Kind words, Key key, const void* value = nullptr) {
    retract(words, words);
    add(key, value);
  }
  // The result of a page walk is in the TLB: the next attempt will not walk again.
  void retract_walk() { retract(Kind::walk_read, Kind::walk_write); }

  // For a fingerprint; empty between instructions.
  void append(kernel::StateImage& image) const {
    image.append(std::uint8_t{replaying_});
    image.append(static_cast<std::uint8_t>(next_));
    image.append(static_cast<std::uint8_t>(entries_.size()));
    for (const Entry& entry : entries_) {
      image.append(entry.key.kind());
      image.append(entry.key.bytes());
      image.append(entry.key.address());
      image.append(entry.value);
    }
  }
  template <class Archive>
  void archive(Archive& archive) {
    archive(entries_, next_, replaying_, part_, stopped_at_);
    archive.expect(next_ <= entries_.size());
  }

 private:
  struct Entry {
    Key key;
    std::array<std::uint8_t, 8> value{};

    template <class Archive>
    void archive(Archive& archive) {
      archive(key, value);
    }
  };
  // The host waits long for an entry that is put together elsewhere and copied as a whole.
  void append(Key key, const void* value) { fill(entries_.emplace_back(), key, value); }
  [[gnu::noinline]] void insert(Key key, const void* value) {
    const auto place = entries_.begin() + static_cast<std::ptrdiff_t>(next_);
    fill(*entries_.insert(place, Entry{}), key, value);
  }
  static void fill(Entry& entry, Key key, const void* value) {
    entry.key = key;
    if (value != nullptr) kernel::copy_bytes<8>(entry.value.data(), value, key.bytes());
  }
  void retract(Kind one, Kind other) {
    while (next_ != 0 &&
           (entries_[next_ - 1].key.kind() == one || entries_[next_ - 1].key.kind() == other)) {
      --next_;
      erase();
    }
  }
  [[gnu::noinline]] void erase() {
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(next_));
  }

  std::vector<Entry> entries_;
  std::size_t next_ = 0;
  bool replaying_ = false;
  Key part_, stopped_at_;
};

}  // namespace rc::cpu
