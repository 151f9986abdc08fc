// SPDX-License-Identifier: Apache-2.0
// A file of waves in GTKWave's format FST: signals in nested scopes, and how they change over time.
//
// The file is made in memory and written by commit(), so that no half file is ever seen; a limit on
// the number of changes (WaveLog) bounds it. Errors: kernel::InputError with path and reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rc::sim::observe {

class FstFile {
 public:
  static constexpr unsigned kMaxBits = 128;
  struct Value {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Value&) const = default;
  };
  using Signal = std::uint32_t;  // in the order of their declaration, from 0
  struct Declaration {
    std::vector<std::string> scopes;  // from the outermost
    std::string name;
    unsigned bits = 1;
  };

  // One unit of time is 10^exponent seconds.
  FstFile(std::string path, int exponent);
  ~FstFile();
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;

  // What is declared while it lives stands in the scope `name`, inside those that live already.
  class Scope {
   public:
    Scope(FstFile& file, const std::string& name) : file_(file) { file_.open_scope(name); }
    ~Scope() { file_.close_scope(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    FstFile& file_;
  };

  // Before the first time().
  Signal declare(const std::string& name, unsigned bits);

  // Changes that follow happen at `time`, which never decreases.
  void time(std::uint64_t time);
  void change(Signal signal, const Value& value);

  void commit();

  const std::string& path() const { return path_; }
  const std::vector<Declaration>& signals() const { return signals_; }

 private:
  void open_scope(const std::string& name);
  void close_scope();
  void finish();

  std::string path_;
  int memory_ = -1;
  void* writer_ = nullptr;
  std::vector<std::string> scopes_;
  std::vector<Declaration> signals_;
  std::vector<std::uint32_t> handles_;
  std::uint64_t time_ = ~std::uint64_t{0};  // of the changes; at first none
};

}  // namespace rc::sim::observe
