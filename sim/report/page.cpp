// SPDX-License-Identifier: Apache-2.0
#include "sim/report/page.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <optional>

#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/numbers.h"
#include "sim/base/paths.h"
#include "sim/base/say.h"
#include "sim/report/page_assets.h"
#include "sim/report/svg.h"

namespace rc::sim::report {
namespace {

// Seconds since 1970: SOURCE_DATE_EPOCH, by which pages of two runs can be equal (the specification of
// reproducible-builds.org), else now.
std::time_t date() {
  constexpr std::uint64_t kEndOf9999 = 253'402'300'799;
  const char* const text = std::getenv("SOURCE_DATE_EPOCH");
  const auto wanted = text == nullptr ? std::nullopt : base::parse_whole(text, kEndOf9999);
  return wanted ? static_cast<std::time_t>(*wanted) : std::time(nullptr);
}

std::string cell(std::optional<double> value, double scale = 1) {
  return value ? fmt::format("{:.4g}", *value * scale) : std::string();
}

std::string figure(const std::string& inside, const std::string& caption,
                   const std::string& command) {
  return fmt::format("<figure>\n{}<figcaption>{}{}</figcaption></figure>\n", inside,
                     html_escaped(caption), command.empty() ? "" : "<br>" + html_code(command));
}

std::string table(const std::string& header, const std::string& lines) {
  return "<div class=\"wide\"><table><thead><tr>" + header + "</tr></thead><tbody>\n" + lines +
         "</tbody></table></div>\n";
}

// The command line of this process, as it would be typed to the launcher.
std::string command_line() {
  const std::string words = base::read_file("/proc/self/cmdline");
  std::string line;
  for (std::size_t at = 0; at < words.size();) {
    const std::string word = words.substr(at, words.find('\0', at) - at);
    const bool plain =
        !word.empty() && word.find_first_of(" \t\n\"'\\$&|;<>()*?[]#~`!{}") == std::string::npos;
    if (at == 0)
      line = "./rockcreek";
    else
      line += plain ? " " + word : " '" + word + "'";
    at += word.size() + 1;
  }
  return line;
}

}  // namespace

void Page::failure(const std::string& text) {
  if (!text.empty()) summary("<p class=\"missed\">" + html_escaped(text) + "</p>\n");
}

void Page::add(const std::string& html) {
  if (sections_.empty()) section("Figures");
  sections_.back().html += html;
}

void Page::append(const Page& other) {
  sections_.insert(sections_.end(), other.sections_.begin(), other.sections_.end());
}

std::string Page::html() const {
  std::string contents, body;
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    const auto& [title, html] = sections_[i];
    contents += fmt::format("<li><a href=\"#s{}\">{}</a></li>\n", i, html_escaped(title));
    body += fmt::format("<section id=\"s{}\"><h2>{}</h2>\n{}</section>\n", i, html_escaped(title),
                        html);
  }
  // The policy forbids every load from elsewhere: what is here is all there is.
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">"
      "<meta name=\"viewport\" content=\"width=device-width\"><title>{0}</title>"
      "<style>{1}</style></head><body>\n<h1>{0}</h1>\n<div class=\"summary\">{2}</div>\n"
      "<nav><ol>\n{3}</ol></nav>\n{4}<script>{5}</script>\n</body></html>\n",
      html_escaped(title_), kPageStyle, summary_, contents, body, kPageScript);
}

std::string html_figure(const Plot& plot, const std::string& caption, const std::string& command) {
  return html_figure(svg_plot(plot), caption, command);
}

std::string html_figure(const std::string& svg, const std::string& caption,
                        const std::string& command) {
  return figure(svg, caption, command);
}

std::string html_paragraph(const std::string& text) {
  return "<p>" + html_escaped(text) + "</p>\n";
}

std::string html_code(const std::string& text) { return "<code>" + html_escaped(text) + "</code>"; }

std::string html_rows(const std::vector<Row>& rows) {
  std::string lines;
  for (const Row& row : rows) {
    // A bound on an error is in percent, as the error is; a claim's bound is in the claim's unit.
    const bool relative = row.published.has_value();
    lines += fmt::format(
        "<tr{}><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}{}</td><td>{}</td>"
        "<td>{}</td></tr>\n",
        row.ok ? "" : " class=\"missed\"", html_escaped(row.name), cell(row.measured),
        cell(row.published), html_escaped(row.unit), cell(row.rel_error(), 100),
        cell(row.bound, relative ? 100 : 1), relative && row.bound ? " %" : "", role_name(row.role),
        verdict_text(row, ""));
  }
  return table(
      "<th>case</th><th>measured</th><th>published</th><th>unit</th><th>error %</th><th>bound</th>"
      "<th>role</th><th>ok</th>",
      lines);
}

std::string html_table(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& lines) {
  const auto cells = [](const std::vector<std::string>& texts, const char* tag) {
    std::string html;
    for (const std::string& text : texts)
      html += fmt::format("<{0}>{1}</{0}>", tag, html_escaped(text));
    return html;
  };
  std::string rows;
  for (const auto& line : lines) rows += "<tr>" + cells(line, "td") + "</tr>\n";
  return table(cells(header, "th"), rows);
}

std::string html_verdicts(const std::vector<Row>& rows) {
  std::vector<Row> verdicts;
  std::ranges::copy_if(rows, std::back_inserter(verdicts), &Row::is_listed);
  std::string html = verdicts.empty() ? "" : html_rows(verdicts);
  if (verdicts.size() < rows.size())
    html += fmt::format("<details><summary>All {} rows</summary>\n{}</details>\n", rows.size(),
                        html_rows(rows));
  return html;
}

std::string html_grid(const Grid& grid) {
  std::string header = "<th></th>", lines;
  for (const std::string& column : grid.columns) header += "<th>" + html_escaped(column) + "</th>";
  for (const auto& [label, values] : grid.lines) {
    lines += "<tr><td>" + html_escaped(label) + "</td>";
    for (const double value : values) lines += "<td>" + cell_text(value) + "</td>";
    lines += "</tr>\n";
  }
  return "<h3>" + html_escaped(grid.title) + "</h3>\n" + table(header, lines);
}

std::string html_parameters(const machine::Parameters& parameters) {
  std::string lines;
  for (const machine::Parameter& parameter : parameters)
    lines += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"words\">{}</td></tr>\n",
                         parameter.path, html_escaped(machine::value_text(parameter)),
                         html_escaped(parameter.unit), html_escaped(parameter.source));
  return table("<th>parameter</th><th>value</th><th>unit</th><th class=\"words\">source</th>",
               lines);
}

Origin origin() {
  return {command_line(), fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(date())),
          ROCKCREEK_VERSION, base::source_commit()};
}

void add_origin(Page& page) {
  const Origin from = origin();
  page.section("How this page was made");
  page.add("<p>" + html_code(from.command) + "</p>\n" +
           html_paragraph(
               fmt::format("{}, Rock Creek {}, commit {}.", from.date, from.version, from.commit)));
}

void write_page(const std::string& directory, const std::string& html, const std::string& name) {
  const std::string file = directory + "/" + name;
  base::write_file(file, html);
  base::say("rockcreek: open {} in a browser\n", kernel::shown(file, kernel::kMaxPathShown));
}

}  // namespace rc::sim::report
