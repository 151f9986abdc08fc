// SPDX-License-Identifier: Apache-2.0
// The state of a machine as bytes, to save and to load. Every box with state has one function
//   void archive(kernel::Archive&)
// beside its members, which names them in a fixed order, for both directions: saving appends their
// values, loading replaces them. Parameters, wiring and what can be computed again are not named.
//
// Numbers are little-endian, containers begin with their size. A section begins with its name and
// its length, so that bytes of another layout are reported by name and not taken for state.
//
// Errors: kernel::InputError for bytes that end too early, and for sections of another name or
// length. No count in the bytes is believed: a container grows with the elements that it finds. A
// box whose members index each other checks them with expect(); whoever reads a file checks that it
// is whole.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw_model/kernel/error.h"

namespace rc::kernel {

class Archive {
 public:
  static_assert(std::endian::native == std::endian::little);

  // Saves.
  Archive() = default;
  // Loads from `bytes`.
  explicit Archive(std::string bytes) : bytes_(std::move(bytes)), loading_(true) {}

  bool loading() const { return loading_; }

  template <class... Types>
  void operator()(Types&... values) {
    (one(values), ...);
  }
  // A vector whose size is a parameter, as the one in memory has it.
  template <class T>
  void fixed(std::vector<T>& values) {
    std::uint64_t size = values.size();
    one(size);
    if (size != values.size()) mismatch("a table of another size");
    elements(values);
  }
  // Loading, what was read makes sense, or it is no state of this box.
  void expect(bool sense) const {
    if (loading_ && !sense) mismatch("a number out of range");
  }
  void raw(void* data, std::size_t bytes) {
    if (bytes == 0) return;  // an empty table has no data to copy from or to
    if (!loading_) {
      bytes_.append(static_cast<const char*>(data), bytes);
      return;
    }
    if (bytes > bytes_.size() - position_) mismatch("too few bytes");
    std::memcpy(data, bytes_.data() + position_, bytes);
    position_ += bytes;
  }

  // What follows belongs to `name`.
  void section(const std::string& name) {
    end_section();
    std::string found = name;
    one(found);
    if (found != name) {
      throw InputError("expected section '" + name +
                       "' and found another: it was saved by another "
                       "version of the simulator");
    }
    section_ = name;
    one(length_);
    begin_ = loading_ ? position_ : bytes_.size();
  }
  // Everything was named; saving, the bytes are complete.
  void finish() {
    end_section();
    if (loading_ && position_ != bytes_.size()) mismatch("more than was expected");
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  static constexpr bool kPlain = std::is_arithmetic_v<T> || std::is_enum_v<T>;
  template <class T>
  static constexpr bool kBytes = kPlain<T> && !std::is_same_v<T, bool>;

  [[noreturn]] void mismatch(const char* what) const {
    throw InputError(
        "section '" + section_ + "' has " + what +
        ": it was saved by another version of the simulator, or with other parameters");
  }
  void end_section() {
    if (section_.empty()) return;
    const std::uint64_t length = (loading_ ? position_ : bytes_.size()) - begin_;
    if (loading_ && length != length_) mismatch("another length");
    if (!loading_) std::memcpy(bytes_.data() + begin_ - sizeof length, &length, sizeof length);
    section_.clear();
    length_ = 0;
  }

  template <class T>
  void one(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = value;
      raw(&byte, 1);
      value = byte != 0;
    } else if constexpr (kPlain<T>) {
      raw(&value, sizeof value);
    } else {
      value.archive(*this);
    }
  }
  template <class T>
  void elements(T& values) {
    using Element = typename T::value_type;
    constexpr bool kDense = requires { values.data(); }
    &&kBytes<Element>;
    if constexpr (kDense) {
      raw(values.data(), values.size() * sizeof(Element));
    } else {
      for (auto& value : values) one(value);
    }
  }
  // The size of a container whose elements take so many bytes at least.
  std::size_t size(std::size_t present, std::size_t least = 1) {
    std::uint64_t size = present;
    one(size);
    if (loading_ && size > (bytes_.size() - position_) / least) mismatch("too few bytes");
    return static_cast<std::size_t>(size);
  }
  // A container of the size that the bytes tell. An element may take far more room than bytes.
  template <class T>
  void sized(T& values) {
    using Element = typename T::value_type;
    if constexpr (kBytes<Element>) {
      values.resize(size(values.size(), sizeof(Element)));
      return elements(values);
    }
    const std::size_t count = size(values.size());
    if (count < values.size()) values.resize(count);
    for (auto& value : values) one(value);
    while (values.size() < count) one(values.emplace_back());
  }

  template <class T, std::size_t kSize>
  void one(std::array<T, kSize>& values) {
    elements(values);
  }
  template <class T>
  void one(std::vector<T>& values) {
    sized(values);
  }
  void one(std::vector<bool>& values) {
    values.resize(size(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
      bool value = values[i];
      one(value);
      values[i] = value;
    }
  }
  template <class T>
  void one(std::deque<T>& values) {
    sized(values);
  }
  void one(std::string& text) {
    text.resize(size(text.size()));
    raw(text.data(), text.size());
  }
  template <class A, class B>
  void one(std::pair<A, B>& pair) {
    one(pair.first);
    one(pair.second);
  }
  template <class T>
  void one(std::optional<T>& value) {
    bool there = value.has_value();
    one(there);
    if (!there) {
      value.reset();
      return;
    }
    if (!value) value.emplace();
    one(*value);
  }
  template <class Key, class T>
  void one(std::map<Key, T>& values) {
    std::vector<std::pair<Key, T>> list(values.begin(), values.end());
    one(list);
    if (loading_) values = {list.begin(), list.end()};
  }

  std::string bytes_;
  std::size_t position_ = 0;  // loading
  bool loading_ = false;
  std::string section_;  // the present one; empty: none
  std::uint64_t length_ = 0;
  std::size_t begin_ = 0;
};

}  // namespace rc::kernel
