// SPDX-License-Identifier: Apache-2.0
// The HTML reports as a reader sees them: each is opened in headless Chromium, light and dark, with
// a script added that looks at every figure. No script error, no empty figure, nothing loaded.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace rc::test {

namespace fs = std::filesystem;
using nlohmann::json;

// Stands before the page's own scripts and hears of their errors.
inline constexpr const char* kListen = R"(<script>
window.faults = [];
addEventListener('error', event => faults.push('error: ' + event.message));
addEventListener('unhandledrejection', event => faults.push('rejected: ' + event.reason));
addEventListener('securitypolicyviolation', event => faults.push('load: ' + event.blockedURI));
</script>)";

// Stands behind them, counts what each figure shows and leaves it in the document.
inline constexpr const char* kLook = R"(<script>
addEventListener('load', () => {
  // Whether the entries of a legend hide what they name, and show it again.
  const hides = (svg, line) => {
    const entry = svg.querySelector(`[data-entry="${line.dataset.series}"]`);
    const toggled = ['none', ''].map(display => {
      entry.dispatchEvent(new MouseEvent('click', {bubbles: true}));
      return line.style.display === display;
    });
    return toggled.every(Boolean);
  };
  const figures = [...document.querySelectorAll('figure')].map(figure => {
    const svg = figure.querySelector('svg');
    const series = [...svg.querySelectorAll('[data-series]')];
    const lines = series.map(line => line.querySelector(':scope > polyline')).filter(Boolean);
    return {
      ink: svg.querySelectorAll('line, rect, path, polyline').length,
      wide: svg.getBoundingClientRect().width,
      colours: lines.map(line => line.getAttribute('stroke') + line.getAttribute('stroke-dasharray')),
      empty: lines.filter(line => !line.getAttribute('points').trim()).length,
      stuck: series.filter(line => !hides(svg, line)).length,
      tips: figure.querySelectorAll('[data-tip]').length,
    };
  });
  const pre = document.createElement('pre');
  pre.id = 'found';
  pre.textContent = JSON.stringify({
    faults, figures, extra: window.extra || null,
    overflow: document.documentElement.scrollWidth - innerWidth,
    background: getComputedStyle(document.body).backgroundColor,
    summary: document.querySelector('.summary').textContent.trim(),
    contents: document.querySelectorAll('nav a').length,
    sections: document.querySelectorAll('section').length,
    loaded: performance.getEntriesByType('resource').map(entry => entry.name),
  });
  document.body.append(pre);
});
</script>)";

inline std::string file_text(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

inline void insert_at(std::string& page, const std::string& before, const std::string& text) {
  const auto at = page.rfind(before);
  ASSERT_NE(at, std::string::npos) << before;
  page.insert(at, text);
}

inline std::string unescaped(std::string text) {
  for (const auto& [from, to] : {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}})
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
      text.replace(at, std::string(from).size(), to);
  return text;
}

class Pages : public ::testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_pages_" + std::to_string(::getpid()));
  std::string error_;  // what the command of the last page said on standard error

  void SetUp() override {
    if (run_command("command -v chromium").exit_code != 0)
      GTEST_SKIP() << "chromium is missing (Debian package chromium): no page was opened";
    fs::create_directories(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  // The page that `arguments` leave; exit code 1, a bound that is missed, is no fault of the page.
  std::string page(const std::string& arguments, const std::string& option = "--out") {
    const fs::path out = directory_ / "out";
    fs::remove_all(out);
    const CommandResult result = run_command(std::string(ROCKCREEK_SIM) + " " + arguments + " " +
                                             option + " " + out.string());
    EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 1) << result.error;
    error_ = result.error;
    return file_text(out / "report.html");
  }

  // `extra`: what a script that was inserted before has left in window.extra.
  json look(std::string text, bool dark, int width = 1150) {
    insert_at(text, "</head>", kListen);
    insert_at(text, "</body>", kLook);
    std::ofstream(directory_ / "page.html") << text;
    const fs::path profile = directory_ / "profile";
    fs::remove_all(profile);
    const CommandResult result = run_command(
        "timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--hide-scrollbars --window-size=" +
        std::to_string(width) + ",1200 --blink-settings=preferredColorScheme=" +
        (dark ? "0" : "1") + " --user-data-dir=" + profile.string() + " --dump-dom file://" +
        (directory_ / "page.html").string());
    EXPECT_EQ(result.exit_code, 0) << result.error;
    const std::string mark = "<pre id=\"found\">";
    const auto begin = result.out.find(mark);
    if (begin == std::string::npos) {
      ADD_FAILURE() << "the page never came to its end\n" << result.error;
      return {};
    }
    const auto end = result.out.find("</pre>", begin);
    return json::parse(
        unescaped(result.out.substr(begin + mark.size(), end - begin - mark.size())));
  }

  static void expect_good(const json& found) {
    EXPECT_TRUE(found.at("faults").empty()) << found["faults"];
    EXPECT_TRUE(found.at("loaded").empty()) << found["loaded"];
    EXPECT_GT(found.at("summary").get<std::string>().size(), 40u);
    EXPECT_GE(found.at("contents").get<int>(), 3);
    EXPECT_EQ(found.at("contents"), found.at("sections"));
    EXPECT_FALSE(found.at("figures").empty());
    for (const json& figure : found.at("figures")) {
      EXPECT_GE(figure.at("ink").get<int>(), 10) << figure;  // axes, grid and values
      EXPECT_GT(figure.at("wide").get<double>(), 300) << figure;
      EXPECT_EQ(figure.at("empty"), 0) << figure;
      EXPECT_EQ(figure.at("stuck"), 0) << figure;
      EXPECT_GT(figure.at("tips"), 5) << "no values under the pointer: " << figure;
      std::vector<std::string> colours = figure.at("colours");
      std::ranges::sort(colours);
      EXPECT_EQ(std::ranges::adjacent_find(colours), colours.end()) << "a look twice: " << figure;
    }
  }

  void expect_good_page(const std::string& arguments) {
    const std::string text = page(arguments);
    ASSERT_FALSE(text.empty()) << arguments;
    EXPECT_EQ(text.find(" src="), std::string::npos);
    EXPECT_EQ(text.find("<link"), std::string::npos);
    const json light = look(text, false), dark = look(text, true);
    ASSERT_FALSE(light.is_null() || dark.is_null());
    expect_good(light);
    expect_good(dark);
    EXPECT_EQ(light.at("background"), "rgb(255, 255, 255)");
    EXPECT_EQ(dark.at("background"), "rgb(22, 24, 28)");
  }
};

}  // namespace rc::test
