// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/explore_tables.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/report/csv.h"

namespace rc::sim::explore {
namespace {

std::vector<std::string> column_names(const PointTable& table) {
  std::vector<std::string> names{"point"};
  names.insert(names.end(), table.columns.begin(), table.columns.end());
  names.insert(names.end(),
               {"error", "command", "machine", "files", "version", "commit", "simulator"});
  return names;
}

// As a terminal may show it.
Value shown_cell(const Value& value) {
  const std::string* text = std::get_if<std::string>(&value);
  return text ? Value(kernel::shown(*text, text->size())) : value;
}

std::vector<Value> cells_of(const Exploration& exploration, const PointTable::Row& row) {
  std::vector<Value> cells{static_cast<double>(row.point + 1)};
  cells.insert(cells.end(), row.cells.begin(), row.cells.end());
  cells.insert(cells.end(),
               {row.error.empty() ? Value() : Value(row.error), exploration.command_line(row.point),
                exploration.machine(row.point), exploration.files(row.point), exploration.version(),
                exploration.commit(), run::this_simulator()});
  std::ranges::transform(cells, cells.begin(), shown_cell);
  return cells;
}

// A new database under way; what goes wrong is an error that names it.
class Database {
 public:
  explicit Database(const std::string& file) : file_(file) {
    std::filesystem::remove(file);
    sqlite3* opened = nullptr;
    const int code = sqlite3_open(file.c_str(), &opened);
    handle_.reset(opened);
    check(code);
    // It gets its name when it is whole.
    run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  }

  void run(const std::string& sql) {
    check(sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr));
  }

  // Rows of a table of `columns` columns, one call each.
  class Insertion {
   public:
    Insertion(Database& database, const std::string& table, std::size_t columns)
        : database_(database) {
      std::string marks = "?";
      for (std::size_t i = 1; i < columns; ++i) marks += ",?";
      const std::string sql = fmt::format("INSERT INTO {} VALUES ({})", table, marks);
      sqlite3_stmt* made = nullptr;
      database.check(sqlite3_prepare_v2(database.handle_.get(), sql.c_str(), -1, &made, nullptr));
      statement_.reset(made);
    }
    void row(const std::vector<Value>& cells) {
      for (std::size_t i = 0; i < cells.size(); ++i)
        database_.check(bind(static_cast<int>(i + 1), cells[i]));
      if (const int code = sqlite3_step(statement_.get()); code != SQLITE_DONE)
        database_.check(code);
      database_.check(sqlite3_reset(statement_.get()));
    }

   private:
    int bind(int at, const Value& cell) {
      if (const std::string* text = std::get_if<std::string>(&cell))
        return sqlite3_bind_text(statement_.get(), at, text->c_str(),
                                 static_cast<int>(text->size()), SQLITE_TRANSIENT);
      const double* number = std::get_if<double>(&cell);
      if (!number) return sqlite3_bind_null(statement_.get(), at);
      constexpr double kExact = 9007199254740992;  // 2^53
      if (std::floor(*number) == *number && std::abs(*number) <= kExact)
        return sqlite3_bind_int64(statement_.get(), at, static_cast<sqlite3_int64>(*number));
      return sqlite3_bind_double(statement_.get(), at, *number);
    }
    struct Finalize {
      void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    Database& database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  };

 private:
  void check(int code) const {
    if (code != SQLITE_OK)
      throw kernel::InputError(fmt::format("{}: {}", kernel::shown(file_, kernel::kMaxPathShown),
                                           sqlite3_errmsg(handle_.get())));
  }
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };
  std::string file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace

std::string points_csv(const Exploration& exploration, const PointTable& table) {
  std::string text;
  const auto line = [&text](const auto& cells, auto to_text) {
    bool first = true;
    for (const auto& cell : cells) {
      if (!first) text += ",";
      first = false;
      text += report::csv_cell(to_text(cell));
    }
    text += "\n";
  };
  line(column_names(table), [](const std::string& name) { return name; });
  for (const PointTable::Row& row : table.rows)
    line(cells_of(exploration, row), [](const Value& cell) { return value_text(cell); });
  return text;
}

void write_sqlite(const Exploration& exploration, const PointTable& table,
                  const std::string& file) {
  const std::string unfinished = fmt::format("{}.{}", file, ::getpid());
  try {
    Database database(unfinished);
    const std::vector<std::string> names = column_names(table);
    std::string columns = "\"point\" INTEGER PRIMARY KEY";
    for (std::size_t i = 1; i < names.size(); ++i) columns += ", \"" + names[i] + "\"";
    database.run("CREATE TABLE points (" + columns + "); CREATE TABLE plan (text)");
    Database::Insertion(database, "plan", 1).row({exploration.plan().text});
    {
      Database::Insertion points(database, "points", names.size());
      for (const PointTable::Row& row : table.rows) points.row(cells_of(exploration, row));
    }
    database.run("COMMIT");
  } catch (...) {
    std::filesystem::remove(unfinished);
    throw;
  }
  std::filesystem::rename(unfinished, file);
}

}  // namespace rc::sim::explore
