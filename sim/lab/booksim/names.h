// SPDX-License-Identifier: Apache-2.0
// BookSim's names of routing functions and traffic patterns, and ours.
#pragma once

#include <span>
#include <string_view>

namespace rc::sim::lab {

struct BooksimRouting {
  std::string_view topology, name;
  std::string_view ours;
  std::string_view note;  // how it differs; empty: the same ways on the same VCs
};
std::span<const BooksimRouting> booksim_routings();

struct BooksimPattern {
  std::string_view name, ours;
  bool digits;  // goes by the digits of an end point's number
};
std::span<const BooksimPattern> booksim_patterns();

}  // namespace rc::sim::lab
