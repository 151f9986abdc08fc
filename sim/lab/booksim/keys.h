// SPDX-License-Identifier: Apache-2.0
// Every key of BookSim 2's configurations, its default, and what becomes of it here: the one table
// of which `noc --booksim` takes its messages, and docs/booksim.md its list.
//
// Source: BookSim 2, commit 28f4329: src/booksim_config.cpp (keys, defaults).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/lab/booksim/config.h"

namespace rc::sim::lab {

enum class BooksimUse : std::uint8_t {
  exact,        // means here what it means there
  approximate,  // other values than the default and `same` are said in a line
  refused,      // other values than the default and `same` end the run, with a line each
  unused        // changes no figure
};

struct BooksimKey {
  std::string_view name;
  std::string_view standard;  // the default; empty: none
  BooksimUse use;
  std::string_view same;  // further values that need no line, between blanks
  std::string_view what;  // what it becomes, or what to do instead
};

std::span<const BooksimKey> booksim_keys();
// Nothing for a key that BookSim has not.
const BooksimKey* find_booksim_key(std::string_view name);
const char* name_of(BooksimUse use);

// Whether this value of a key needs no word: the default, or one that is the same here.
bool is_plain(const BooksimKey& key, std::string_view value);

// The table as Markdown: "| key | default | here | |".
std::string booksim_key_table();

}  // namespace rc::sim::lab
