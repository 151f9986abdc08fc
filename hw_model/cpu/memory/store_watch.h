// Remembers the first old value of every aligned 8-byte word of cached memory that is stored to,
// and tells later whether all of them hold it again (fast-forward of polling loops). A store whose
// old value is not in the caches, or more than kMaxWords words, make the answer no until start().
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace rc::cpu {

class StoreWatch {
 public:
  void start() {
    on_ = true;
    lost_ = false;
    words_.clear();
  }
  void stop() { on_ = false; }
  bool on() const { return on_; }
  bool lost() const { return lost_; }
  void give_up() { lost_ = true; }

  // `line` is the content of the line of `paddr` before the store.
  void before_store(std::uint32_t paddr, std::uint32_t bytes, const std::uint8_t* line) {
    if (!on_ || lost_) return;
    for (std::uint32_t word = paddr & ~7u; word < paddr + bytes; word += 8) {
      if (known(word)) continue;
      if (words_.size() == kMaxWords) return give_up();
      Word entry{word, {}};
      std::memcpy(entry.old, line + (word & 31u), 8);
      words_.push_back(entry);
    }
  }

  // find_line(paddr) gives the line's content in the caches, or null.
  template <class FindLine>
  bool neutral(FindLine find_line) const {
    if (lost_) return false;
    for (const Word& word : words_) {
      const std::uint8_t* line = find_line(word.paddr);
      if (line == nullptr || std::memcmp(word.old, line + (word.paddr & 31u), 8) != 0) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kMaxWords = 64;
  struct Word {
    std::uint32_t paddr;
    std::uint8_t old[8];
  };
  bool known(std::uint32_t paddr) const {
    for (const Word& word : words_) {
      if (word.paddr == paddr) return true;
    }
    return false;
  }

  bool on_ = false, lost_ = false;
  std::vector<Word> words_;
};

}  // namespace rc::cpu
