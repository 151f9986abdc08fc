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

inline constexpr const char* kChartLibrary = "/usr/share/javascript/chart.js/chart.min.js";

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
  // Pixels of a canvas by colour; text and grid are grey.
  const coloured = canvas => {
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b, a] = data.slice(i, i + 4);
      if (a > 128 && Math.max(r, g, b) - Math.min(r, g, b) > 60) ++count;
    }
    return count;
  };
  const figures = [...document.querySelectorAll('figure')].map(figure => {
    const canvas = figure.querySelector('canvas'), svg = figure.querySelector('svg');
    const data = figure.querySelector('script');
    const lines = data ? JSON.parse(data.textContent).series : [];
    return {
      plot: Boolean(data),
      canvas: Boolean(canvas),
      ink: canvas ? coloured(canvas) : svg.querySelectorAll('line, rect, path, polyline').length,
      wide: (canvas || svg).getBoundingClientRect().width,
      colours: lines.map(line => line.colour),
      empty: lines.filter(line => line.points.length === 0).length,
      tips: figure.querySelectorAll('[data-tip]').length,
    };
  });
  const pre = document.createElement('pre');
  pre.id = 'found';
  pre.textContent = JSON.stringify({
    faults, figures,
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

  void SetUp() override {
    if (run_command("command -v chromium").exit_code != 0)
      GTEST_SKIP() << "chromium is missing (Debian package chromium): no page was opened";
    fs::create_directories(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  // The page that `arguments` leave; exit code 1, a bound that is missed, is no fault of the page.
  std::string page(const std::string& arguments, const std::string& environment = "",
                   const std::string& option = "--out") {
    const fs::path out = directory_ / "out";
    fs::remove_all(out);
    const CommandResult result = run_command(environment + " " + ROCKCREEK_SIM + " " + arguments +
                                             " " + option + " " + out.string());
    EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 1) << result.error;
    return file_text(out / "report.html");
  }

  json look(std::string text, bool dark) {
    insert_at(text, "</head>", kListen);
    insert_at(text, "</body>", kLook);
    std::ofstream(directory_ / "page.html") << text;
    const fs::path profile = directory_ / "profile";
    fs::remove_all(profile);
    const CommandResult result = run_command(
        "timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--hide-scrollbars --window-size=1150,1200 --blink-settings=preferredColorScheme=" +
        std::string(dark ? "0" : "1") + " --user-data-dir=" + profile.string() +
        " --dump-dom file://" + (directory_ / "page.html").string());
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

  static void expect_good(const json& found, bool library) {
    EXPECT_TRUE(found.at("faults").empty()) << found["faults"];
    EXPECT_TRUE(found.at("loaded").empty()) << found["loaded"];
    EXPECT_GT(found.at("summary").get<std::string>().size(), 40u);
    EXPECT_GE(found.at("contents").get<int>(), 3);
    EXPECT_EQ(found.at("contents"), found.at("sections"));
    EXPECT_FALSE(found.at("figures").empty());
    for (const json& figure : found.at("figures")) {
      EXPECT_EQ(figure.at("canvas"), library && figure.at("plot")) << figure;
      EXPECT_GT(figure.at("ink").get<int>(), figure.at("canvas") ? 300 : 10) << figure;
      EXPECT_GT(figure.at("wide").get<double>(), 300) << figure;
      EXPECT_EQ(figure.at("empty"), 0) << figure;
      // Values under the pointer: from the chart, or from the picture's parts.
      EXPECT_TRUE(figure.at("canvas") || figure.at("tips") > 5) << figure;
      std::vector<std::string> colours = figure.at("colours");
      std::ranges::sort(colours);
      EXPECT_EQ(std::ranges::adjacent_find(colours), colours.end()) << "a colour twice: " << figure;
    }
  }

  void expect_good_page(const std::string& arguments) {
    const std::string text = page(arguments);
    ASSERT_FALSE(text.empty()) << arguments;
    EXPECT_EQ(text.find(" src="), std::string::npos);
    EXPECT_EQ(text.find("<link"), std::string::npos);
    const bool library = fs::exists(kChartLibrary);
    EXPECT_EQ(text.find("libjs-chart.js") == std::string::npos, library);
    const json light = look(text, false), dark = look(text, true);
    ASSERT_FALSE(light.is_null() || dark.is_null());
    expect_good(light, library);
    expect_good(dark, library);
    EXPECT_EQ(light.at("background"), "rgb(255, 255, 255)");
    EXPECT_EQ(dark.at("background"), "rgb(22, 24, 28)");
  }
};

}  // namespace rc::test
