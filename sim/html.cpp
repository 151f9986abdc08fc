#include "sim/html.h"

#include <fmt/format.h>

#include <optional>

namespace rc::sim {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --rule: #ccc; --bad: #b00020; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #16181c; --rule: #444; --bad: #ff7b8a; }
}
body { font: 15px/1.5 sans-serif; color: var(--ink); background: var(--paper); max-width: 1100px;
  margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; font-size: 13px; }
td, th { border-bottom: 1px solid var(--rule); padding: 2px 10px; text-align: right; }
td:first-child, th:first-child { text-align: left; }
.best { font-weight: bold; }
.missed { color: var(--bad); font-weight: bold; }
svg { background: #fff; border-radius: 6px; max-width: 100%; height: auto; margin: .3em 0; }
code { font-size: 12px; overflow-wrap: anywhere; }
figure { margin: 1.5em 0; }
)";

std::string cell(std::optional<double> value, double scale = 1) {
  return value ? fmt::format("{:.4g}", *value * scale) : std::string();
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

std::string html_page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>{0}</title><style>{1}</style></head><body>\n"
      "<h1>{0}</h1>\n{2}</body></html>\n",
      html_escaped(title), kStyle, body);
}

std::string html_figure(const std::string& svg, const std::string& caption,
                        const std::string& command) {
  const std::string line =
      command.empty() ? "" : fmt::format("<br><code>{}</code>", html_escaped(command));
  return fmt::format("<figure>\n{}<figcaption>{}{}</figcaption></figure>\n", svg,
                     html_escaped(caption), line);
}

std::string html_rows(const std::vector<Row>& rows) {
  std::string html =
      "<table><tr><th>case</th><th>measured</th><th>published</th><th>unit</th><th>error %</th>"
      "<th>bound</th><th>role</th><th>ok</th></tr>\n";
  for (const Row& row : rows) {
    // A bound on an error is in percent, as the error is; a claim's bound is in the claim's unit.
    const bool relative = row.published.has_value();
    html += fmt::format(
        "<tr{}><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}{}</td><td>{}</td>"
        "<td>{}</td></tr>\n",
        row.ok ? "" : " class=\"missed\"", html_escaped(row.name), cell(row.measured),
        cell(row.published), html_escaped(row.unit), cell(row.rel_error(), 100),
        cell(row.bound, relative ? 100 : 1), relative && row.bound ? " %" : "", role_name(row.role),
        row.ok ? "yes" : "NO");
  }
  return html + "</table>\n";
}

std::string html_parameters(const Parameters& parameters) {
  std::string html =
      "<table><tr><th>parameter</th><th>value</th><th>unit</th><th>source</th></tr>\n";
  for (const Parameter& parameter : parameters)
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", parameter.path,
                        html_escaped(value_text(parameter)), html_escaped(parameter.unit),
                        html_escaped(parameter.source));
  return html + "</table>\n";
}

}  // namespace rc::sim
