// SPDX-License-Identifier: Apache-2.0
// Remembers the first old value of every aligned 8-byte word of cached memory that is stored to,
// and of every line of L1D that is filled, and reports later whether all of them hold it again
// (fast-forward of polling loops). A store whose old value is not in the caches, or more than
// kMaxWords words or kMaxLines lines, make the answer no until start(), as it is before start() and
// after stop().
//
// If they do, and the tags of L1D are those of the start, its data are, too: what stored to a line
// was undone, and what took a line's place left it as it was.
#pragma once

#include <algorithm>
#include <array>
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
    lines_.clear();
    place_.fill(kMaxWords);
  }
  void stop() { on_ = false; }
  bool on() const { return on_; }
  bool lost() const { return lost_; }
  void give_up() { lost_ = true; }

  // `line` is the content of the line of `paddr` before the store.
  void before_store(std::uint32_t paddr, std::uint32_t bytes, const std::uint8_t* line) {
    if (on_ && !lost_) remember_words(paddr, bytes, line);
  }

  // Line `line` of L1D, now with `data`, is about to be filled.
  void before_fill(std::uint32_t line, const std::uint8_t* data) {
    if (on_ && !lost_) remember_line(line, data);
  }

  // find_line(paddr) gives the line's content in the caches, or null; data_of(line) that of a line
  // of L1D.
  template <class FindLine, class DataOf>
  bool neutral(FindLine find_line, DataOf data_of) const {
    if (!on_ || lost_) return false;
    for (const Line& line : lines_) {
      if (std::memcmp(line.old, data_of(line.line), sizeof line.old) != 0) return false;
    }
    for (const Word& word : words_) {
      const std::uint8_t* line = find_line(word.paddr);
      if (line == nullptr || std::memcmp(word.old, line + (word.paddr & 31u), 8) != 0) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kMaxWords = 64, kMaxLines = 64;
  struct Word {
    std::uint32_t paddr;
    std::uint8_t old[8];
  };
  struct Line {
    std::uint32_t line;
    std::uint8_t old[32];
  };
  // While no watch is on, as nearly always, the inline part is a comparison.
  [[gnu::noinline]] void remember_words(std::uint32_t paddr, std::uint32_t bytes,
                                        const std::uint8_t* line) {
    for (std::uint32_t word = paddr & ~7u; word < paddr + bytes; word += 8) {
      if (known(word)) continue;
      if (words_.size() == kMaxWords) return give_up();
      Word entry{word, {}};
      std::memcpy(entry.old, line + (word & 31u), 8);
      words_.push_back(entry);
    }
  }
  [[gnu::noinline]] void remember_line(std::uint32_t line, const std::uint8_t* data) {
    for (const Line& known : lines_) {
      if (known.line == line) return;
    }
    if (lines_.size() == kMaxLines) return give_up();
    Line entry{line, {}};
    std::memcpy(entry.old, data, sizeof entry.old);
    lines_.push_back(entry);
  }
  // Whether it is in words_; remembers where it is, or will be if it is not.
  bool known(std::uint32_t paddr) {
    std::uint8_t& place = place_[paddr / 8 % kMaxWords];
    if (place < words_.size() && words_[place].paddr == paddr) return true;
    const auto first = words_.begin();
    const auto at = place == kMaxWords  // no word of this place has come
                        ? words_.end()
                        : std::find_if(first, words_.end(),
                                       [paddr](const Word& word) { return word.paddr == paddr; });
    place = static_cast<std::uint8_t>(at - first);
    return at != words_.end();
  }

  bool on_ = false, lost_ = false;
  std::vector<Word> words_;
  std::vector<Line> lines_;
  std::array<std::uint8_t, kMaxWords> place_{};  // of a word in words_, by a part of its address
};

}  // namespace rc::cpu
