// SPDX-License-Identifier: Apache-2.0
#include "sim/report/results_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <tuple>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/json_input.h"
#include "sim/report/page.h"
#include "sim/report/svg.h"

namespace rc::sim::report {
namespace {

namespace fs = std::filesystem;

// The text from behind `begin` to `end`, the first after `mark`, if it is text alone.
std::string between(std::string_view page, std::string_view mark, std::string_view begin,
                    std::string_view end) {
  const std::size_t marked = page.find(mark);
  const std::size_t found = marked == page.npos ? page.npos : page.find(begin, marked);
  if (found == page.npos) return "";
  const std::string_view rest = page.substr(found + begin.size());
  const std::string_view text = rest.substr(0, rest.find(end));
  return text.find('<') == text.npos ? std::string(text) : "";
}

// As Page writes it.
ResultsFolder::MadePage described(const std::string& file, std::string_view page) {
  constexpr std::string_view kOrigin = "How this page was made</h2>";
  const std::size_t begin = page.find("<div class=\"summary\">");
  const std::string_view summary =
      begin == page.npos ? "" : page.substr(begin, page.find("</div>", begin) - begin);
  return {file,
          between(page, "<head>", "<title>", "</title>"),
          between(summary, "", "<p class=\"missed\">", "</p>"),
          between(summary, "", "<p>", "</p>"),
          between(page, kOrigin, "<code>", "</code>"),
          between(page, kOrigin, "</p>\n<p>", ", ")};
}

// What the JSON of a run says of how it failed.
std::string failure_in(const std::string& file, std::uint64_t bytes) {
  constexpr std::uint64_t kMost = std::uint64_t{4} << 20;
  if (!file.ends_with(".json") || bytes > kMost) return "";
  try {
    const auto json = base::parse_json(base::read_file(file, kMost));
    if (!json || !json->is_object()) return "";
    const auto failure = json->find("failure");
    return failure != json->end() && failure->is_string() ? failure->get<std::string>() : "";
  } catch (const kernel::InputError&) {  // not ours to read
    return "";
  }
}

std::string missed(const std::string& html) {
  return html.empty() ? "" : " <span class=\"missed\">" + html + "</span>";
}

// For an attribute: bytes that mean something in an address are written as numbers.
std::string link_to(const std::string& file) {
  std::string address;
  for (const unsigned char byte : file) {
    const bool plain =
        std::isalnum(byte) != 0 || std::string_view("-_./").find(byte) != std::string_view::npos;
    address += plain ? std::string(1, static_cast<char>(byte)) : fmt::format("%{:02X}", byte);
  }
  return fmt::format("<a href=\"./{}\">{}</a>", address, html_escaped(file));
}

}  // namespace

ResultsFolder find_results(const std::string& directory) {
  if (!fs::is_directory(directory))
    throw kernel::InputError(fmt::format("{}: expected a folder of results",
                                         kernel::shown(directory, kernel::kMaxPathShown)));
  ResultsFolder found;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(directory, fs::directory_options::skip_permission_denied)) {
    if (entry.is_symlink() || !entry.is_regular_file()) continue;
    const std::string file = entry.path().lexically_relative(directory).string();
    if (file == "index.html") continue;
    if (entry.path().extension() == ".html")
      found.pages.push_back(
          described(file, base::read_file(entry.path().string(), base::kMaxProgram)));
    else
      found.others.push_back(
          {file, entry.file_size(), failure_in(entry.path().string(), entry.file_size())});
  }
  std::ranges::sort(found.pages, [](const auto& a, const auto& b) {
    return std::tie(b.date, a.file) < std::tie(a.date, b.file);
  });
  std::ranges::sort(found.others, {}, &ResultsFolder::Other::file);
  return found;
}

std::string results_page(const std::string& directory, const ResultsFolder& found) {
  Page page("Results in " + fs::weakly_canonical(directory).filename().string());
  page.summary(html_paragraph(
      fmt::format("Pages: {}. Other files: {}.", found.pages.size(), found.others.size())));
  const auto failures =
      std::ranges::count_if(found.pages, [](const auto& each) { return !each.failure.empty(); });
  if (failures > 0) page.failure(fmt::format("Pages that tell of a failure: {}.", failures));
  page.section("Pages");
  std::string rows;
  for (const ResultsFolder::MadePage& each : found.pages)
    rows += fmt::format(
        "<tr><td>{}</td><td class=\"words\"><b>{}</b>{} "
        "{}<br><code>{}</code></td><td>{}</td></tr>\n",
        link_to(each.file), each.title, missed(each.failure), each.said, each.command, each.date);
  page.add("<table><tr><th>page</th><th class=\"words\">what it says</th><th>date</th></tr>\n" +
           rows + "</table>\n");
  page.section("Other files");
  rows.clear();
  for (const ResultsFolder::Other& each : found.others)
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td class=\"words\">{}</td></tr>\n",
                        link_to(each.file), each.bytes, missed(html_escaped(each.failure)));
  page.add("<table><tr><th>file</th><th>bytes</th><th class=\"words\"></th></tr>\n" + rows +
           "</table>\n");
  add_origin(page);
  return page.html();
}

}  // namespace rc::sim::report
