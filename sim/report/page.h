// SPDX-License-Identifier: Apache-2.0
// The one template of HTML reports: a summary in words, a table of contents, figures, tables, the
// machine, and the command. A page is one file that loads nothing: its style, its pictures (SVG)
// and its script stand in it. The script shows values under the pointer, hides lines and sorts
// tables; without it the pictures are the same.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/parameters.h"
#include "sim/report/plot.h"
#include "sim/report/result.h"

namespace rc::sim::report {

class Page {
 public:
  explicit Page(std::string title) : title_(std::move(title)) {}

  // Above everything else: what was measured and what came out.
  void summary(const std::string& html) { summary_ += html; }
  // What stands in the summary because it went wrong; nothing: it did not.
  void failure(const std::string& text);
  // A heading, listed in the contents; what is added afterwards stands below it.
  void section(const std::string& title) { sections_.push_back({title, ""}); }
  void add(const std::string& html);
  // The sections of another page, behind those of this one.
  void append(const Page& other);
  bool empty() const { return sections_.empty(); }

  std::string html() const;

 private:
  struct Section {
    std::string title, html;
  };
  std::string title_, summary_;
  std::vector<Section> sections_;
};

// A figure with what it shows and the command that made it (none: "").
std::string html_figure(const Plot& plot, const std::string& caption,
                        const std::string& command = "");
std::string html_figure(const std::string& svg, const std::string& caption,
                        const std::string& command = "");

std::string html_paragraph(const std::string& text);
std::string html_code(const std::string& text);

// Text under a heading, a line each.
std::string html_table(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& lines);
// Measured beside published, with verdicts; a row that misses its bound is marked.
std::string html_rows(const std::vector<Row>& rows);
// The rows that carry a verdict, and all of them to unfold.
std::string html_verdicts(const std::vector<Row>& rows);
std::string html_grid(const Grid& grid);
std::string html_parameters(const machine::Parameters& parameters);

// The end of every page: the command line of this process, when it ran, the simulator's version and
// commit.
void add_origin(Page& page);

/// What add_origin() says.
struct Origin {
  std::string command, date, version, commit;
};
Origin origin();

/// Writes `html` into `directory`, and says on standard error what to open.
void write_page(const std::string& directory, const std::string& html,
                const std::string& name = "report.html");

}  // namespace rc::sim::report
