// SPDX-License-Identifier: Apache-2.0
// The map and the timeline of a run's page: what they read, count and paint is what the trace, the
// statistics and the summary of the same run say.
#include <array>
#include <map>

#include "tests/pages/browser.h"

namespace rc::test {
namespace {

// Tells what the page has read and drawn.
constexpr const char* kTell = R"(<script>
addEventListener('load', () => {
  const {film, timeline} = document.getElementById('film').player;
  const counted = all => {
    const counts = {};
    for (const call of all.flat(2)) counts[film.names[call.name]] = (counts[film.names[call.name]] || 0) + 1;
    return counts;
  };
  const calls = counted(film.cores.map(core => core.calls));
  window.extra = {
    states: film.cores.map(core => film.kinds.map((name, kind) => core.states.total(kind))),
    kinds: film.kinds, end: film.end, calls, functions: counted(film.cores.map(core => core.functions)), flows: film.flows.count, drawn: timeline.messages,
    bytes: film.flows.bytes.reduce((sum, bytes) => sum + bytes, 0),
    marks: film.cores.flatMap(core => core.marks.map(each => [film.marks[each.mark], each.begin])),
    places: film.places.length, routers: film.places.filter(place => !place.cores.length).length,
    busiest: timeline.rows.length ? timeline.rows[0].name : '',
    links: Object.fromEntries(film.links.map(link => [link.name, link.load.total(0)])), linkBin: film.linkBin,
  };
});
</script>)";

// Uses it as a reader does.
constexpr const char* kUse = R"(<script>
addEventListener('load', () => {
  const {player} = document.getElementById('film'), {film, timeline, map, view} = player;
  const {calls} = window.extra;
  const [mapCanvas, canvas, over] = document.querySelectorAll('#film canvas');
  const expect = (right, what) => { if (!right) faults.push(what); };
  const painted = (of, x, y) => [...of.getContext('2d').getImageData(x, y, 1, 1).data].slice(0, 3).join();
  const rgb = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16)).join();
  // Colours in the lanes, without the lines across, and on the map are those of the kinds that prevail there.
  let right = 0, all = 0;
  const flows = film.flows.count;
  film.flows.count = 0;
  timeline.draw();
  film.cores.forEach((core, row) => {
    for (let x = timeline.left + 3; x < timeline.width; x += 29, ++all) {
      const kind = film.kindOf(core, timeline.timeAt(x), timeline.timeAt(x + 1));
      right += kind < 0 || painted(canvas, x, 22 + (row + 0.8) * timeline.lane) === rgb(film.colours[kind]);
    }
  });
  film.flows.count = flows;
  // Times on the axis have the unit that fits.
  const texts = [], context = CanvasRenderingContext2D.prototype, fillText = context.fillText;
  context.fillText = function(text, ...at) { texts.push(text); fillText.call(this, text, ...at); };
  timeline.draw();
  context.fillText = fillText;
  expect(texts.some(text => /^[.0-9]+ ms$/.test(text)) && !texts.some(text => /^[0-9]{4,}[.0-9]* us$/.test(text)),
         'units on the axis: ' + texts.filter(text => /s$/.test(text)).join());
  expect(right === all && all > 100, `lanes: ${right} of ${all} colours are right`);
  player.seek(film.end / 2);
  film.cores.forEach(core => {
    const place = film.places[core.place], i = place.cores.findIndex(each => film.cores[each.row] === core);
    const [left, top, wide, high] = map.partOf(place, i);
    const kind = film.kindOf(core, map.from, map.to);
    expect(kind < 0 || painted(mapCanvas, left + 3, top + high - 3) === rgb(film.colours[kind]), `${core.name} on the map`);
  });

  // Only with Ctrl does the wheel zoom; every message that is under way in a stretch is drawn.
  const wheel = ctrlKey => over.dispatchEvent(
    new WheelEvent('wheel', {deltaY: -100, ctrlKey, clientX: 500, clientY: 500, cancelable: true}));
  expect(wheel(false) && view.to - view.from === film.end, 'the wheel alone does something');
  expect(!wheel(true) && view.to - view.from < film.end, 'Ctrl and the wheel do not zoom');
  player.show(0.02 * film.end, 0.3 * film.end);
  let within = 0;
  for (let i = 0; i < film.flows.count; ++i) within += film.flows.come[i] >= view.from && film.flows.sent[i] <= view.to;
  // A message is on its way while it is written, and then waits until it has been read.
  let ordered = 0, waited = 0;
  const sums = film.waiting(film.end / 2).reduce((sum, each) => sum + each, 0);
  for (let i = 0; i < film.flows.count; ++i) {
    ordered += film.flows.sent[i] <= film.flows.come[i] && film.flows.come[i] <= film.flows.read[i];
    waited += film.flows.come[i] < film.end / 2 && film.flows.read[i] > film.end / 2;
  }
  expect(ordered === film.flows.count && waited === sums, 'order of messages, and how many wait');
  expect(timeline.messages === within && within > 0, 'messages of a stretch');
  over.dispatchEvent(new MouseEvent('dblclick'));
  expect(view.from === 0 && view.to === film.end && timeline.messages === film.flows.count, 'a double click');

  // Keyboard, search, slider, play.
  const key = name => document.getElementById('film').dispatchEvent(new KeyboardEvent('keydown', {key: name}));
  key('Home');
  key('ArrowRight');
  expect(Math.abs(view.time - view.interval) < 1e-9, 'an arrow steps by an interval');
  player.find('rcce_put');
  expect(player.matches.length === calls.RCCE_put, 'the search finds all calls');
  key('n');
  expect(view.time === player.matches.find(each => each.begin > view.interval).begin, 'n goes to the next');
  player.find('UE 3');
  expect(view.core === 3, 'the search finds a UE');
  player.find('');
  player.slider.value = 500;
  player.slider.dispatchEvent(new Event('input'));
  expect(Math.abs(view.time - film.end / 2) < 1e-6, 'the slider');
  key(' ');
  expect(player.playing, 'space plays');
  key(' ');
  expect(!player.playing, 'space stops');

  // The program's functions in place of calls: a lane shows the innermost.
  const band = () => {
    const pixels = new Set();
    for (let x = timeline.left + 3; x < timeline.width; x += 7) pixels.add(painted(canvas, x, 22 + 0.1 * timeline.lane));
    return pixels;
  };
  const shown = band(), box = document.querySelector('#film [name=functions]');
  box.click();
  const names = [...document.querySelectorAll('#film .film-legend button')].map(each => each.textContent);
  expect(view.functions && names.includes('main'), 'the legend of functions');
  expect([...band()].some(colour => !shown.has(colour)), 'functions in the lanes');
  expect(film.coreText(0, film.end / 2, 0, film.end).includes('in main, '), 'functions in the tip');
  box.click();
  expect(!view.functions && band().size === shown.size, 'calls again');

  // A heading sorts its table: the largest first, and the other way round.
  const heading = [...document.querySelectorAll('th')].find(each => each.textContent === 'instructions');
  const column = () => [...heading.closest('table').rows].slice(1).map(row => Number(row.cells[heading.cellIndex].textContent));
  const sorted = column().sort((a, b) => b - a);
  heading.click();
  expect(column().join() === sorted.join(), 'sorted');
  heading.click();
  expect(column().join() === sorted.reverse().join(), 'sorted the other way round');
});
</script>)";

class RunFilm : public Pages {
 protected:
  std::string file(const std::string& name) const { return (directory_ / name).string(); }
  json json_of(const std::string& name) const { return json::parse(file_text(file(name))); }

  json told(const std::string& page, bool dark, int width, const std::string& use = "") {
    std::string text = page;
    insert_at(text, "</body>", kTell + use);
    const json found = look(text, dark, width);
    if (found.is_null()) return {};
    expect_good(found);
    EXPECT_LE(found.at("overflow").get<int>(), 0) << "the page is wider than its window";
    return found.at("extra");
  }
};

// By core and kind, in percent, of --summary.
std::vector<std::array<double, 9>> shares_of(const std::string& summary) {
  std::vector<std::array<double, 9>> shares;
  std::istringstream lines(summary);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("core ")) continue;
    std::istringstream words(line.substr(10));
    double cycles = 0;
    std::array<double, 9> row{};
    words >> cycles;
    for (double& each : row) words >> each;
    shares.push_back(row);
  }
  return shares;
}

TEST_F(RunFilm, ShowsWhatTheTraceHas) {
  const std::string text = page("run --ues 8 " FIRMWARE_APPS "/stencil.elf --summary --trace " +
                                    file("trace.json") + " --stats " + file("stats.json"),
                                "--report");
  const json film = told(text, false, 1400, kUse);
  ASSERT_FALSE(film.is_null());

  std::map<std::string, int> calls, functions;
  std::map<std::string, double> flits, value, since;
  int flows = 0, bytes = 0;
  const double bin = film.at("linkBin");
  const json trace = json_of("trace.json");
  for (const json& event : trace.at("traceEvents")) {
    const std::string phase = event.at("ph"), name = event.at("name");
    if (phase == "s") {
      ++flows;
      bytes += std::stoi(name);
    } else if (phase == "X" && event.at("tid") == 2) {
      ++calls[name];
    } else if (phase == "X" && event.at("tid") == 3) {
      ++functions[name];
    } else if (phase == "C" && name.starts_with("(")) {
      const double at = event.at("ts");
      flits[name] += value[name] * (at - since[name]) / bin;
      value[name] = event.at("args").at("flits");
      since[name] = at;
    }
  }
  EXPECT_GT(flows, 400);
  EXPECT_EQ(film.at("flows"), flows);
  EXPECT_EQ(film.at("drawn"), flows);
  EXPECT_EQ(film.at("bytes"), bytes);
  EXPECT_EQ(film.at("calls"), json(calls));
  EXPECT_EQ(film.at("functions"), json(functions));
  EXPECT_EQ(functions["main"], 8);
  EXPECT_GT(functions.size(), 1u);
  ASSERT_GT(flits.size(), 10u);
  for (const auto& [name, count] : flits) {
    if (!name.ends_with(" L")) {
      EXPECT_NEAR(film.at("links").at(name).get<double>(), count, 0.01) << name;
    }
  }

  const json cores = json_of("stats.json").at("cores");
  const auto shares = shares_of(error_);
  ASSERT_EQ(shares.size(), 8u);
  for (std::size_t core = 0; core < shares.size(); ++core) {
    const std::vector<double> states = film.at("states").at(core);
    double sum = 0;
    for (const double each : states) sum += each;
    EXPECT_EQ(sum, cores.at(core).at("cycles").get<double>()) << core;
    for (std::size_t kind = 0; kind < states.size(); ++kind)
      EXPECT_NEAR(100 * states[kind] / sum, shares[core][kind], 0.051) << core << " " << kind;
  }

  EXPECT_FALSE(told(text, true, 600, kUse).is_null());
}

// As docs/questions.md finds it, and docs/python.md in ten lines.
TEST_F(RunFilm, ListsTheSlowLinkOfABroadcastFirst) {
  const CommandResult result = run_command(
      ROCKCREEK_SIM " run --ues 16 --report " + file("out") + " --stats " + file("stats.json") +
      " " FIRMWARE_APPS "/broadcast.elf -- cube bytes=16384 rounds=1");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const json film = told(file_text(file("out/report.html")), false, 1400);
  ASSERT_FALSE(film.is_null());
  std::uint64_t most = 0;
  std::string busiest;
  const json stats = json_of("stats.json");
  for (const json& link : stats.at("links")) {
    const auto flits = link.at("flits").get<std::uint64_t>();
    if (link.at("port") == "L" || flits <= most) continue;
    most = flits;
    busiest = "(" + std::to_string(link.at("x").get<int>()) + "," +
              std::to_string(link.at("y").get<int>()) + ") " + link.at("port").get<std::string>();
  }
  EXPECT_EQ(film.at("busiest"), busiest);
  EXPECT_EQ(busiest, "(0,0) E");
}

TEST_F(RunFilm, ShowsTheMessagesOfACube) {
  const json film =
      told(page("run --machine ipsc860 --ues 8 " FIRMWARE_APPS "/nx_hello.elf --stats " +
                    file("stats.json"),
                "--report"),
           true, 1400);
  ASSERT_FALSE(film.is_null());
  int received = 0, bytes = 0;
  const json stats = json_of("stats.json");
  for (const json& node : stats.at("nodes")) {
    received += node.at("received").get<int>();
    bytes += node.at("bytes_received").get<int>();
  }
  EXPECT_GT(received, 20);
  EXPECT_EQ(film.at("flows"), received);
  EXPECT_EQ(film.at("bytes"), bytes);
  const json numbers = json_of("out/run.json");
  double all = 0;
  for (const json& link : numbers.at("links")) {
    EXPECT_EQ(film.at("links").at(link.at("name").get<std::string>()), link.at("load")) << link;
    all += link.at("load").get<double>();
  }
  EXPECT_GE(all, bytes);  // each message takes a channel at least
}

TEST_F(RunFilm, ShowsTheChannelsOfAnyTopology) {
  std::ofstream(file("machine.toml"))
      << file_text(ROCKCREEK_SOURCE_DIR "/sim/machine/files/scc.toml")
      << "\n[noc]\ntopology = \"torus\"\n";
  const json film =
      told(page("run --machine " + file("machine.toml") +
                    " --ues 8 " FIRMWARE_APPS "/stencil.elf --stats " + file("stats.json"),
                "--report"),
           false, 1400);
  ASSERT_FALSE(film.is_null());
  std::uint64_t expected = 0;
  const json stats = json_of("stats.json");
  for (const json& link : stats.at("links"))
    if (link.at("to").get<std::string>().starts_with("router"))
      expected += link.at("flits").get<std::uint64_t>();
  double flits = 0;
  for (const json& link : film.at("links")) flits += link.get<double>();
  EXPECT_GT(flits, 1000);
  EXPECT_EQ(flits, expected);
  EXPECT_GT(film.at("linkBin"), 0.0);  // over time
}

TEST_F(RunFilm, ShowsRoutersWithoutCores) {
  const json film =
      told(page("run --set noc.topology=dragonfly --set noc.tiles=spread --ues 8 " FIRMWARE_APPS
                "/hello.elf",
                "--report"),
           false, 1400);
  ASSERT_FALSE(film.is_null());
  EXPECT_EQ(film.at("places"), 36);
  EXPECT_EQ(film.at("routers"), 12);
}

// Marks are where the timeline has them, by name.
TEST_F(RunFilm, ShowsMarksInRealTime) {
  const std::string elf = file("parts.elf");
  ASSERT_EQ(run_command(std::string(ROCKCREEK_SIM) +
                        " cc -O2 -DPART=2 -DCLOCKS -DRC_POWER_MANAGEMENT " ROCKCREEK_SOURCE_DIR
                        "/tests/firmware/profile/parts.c -o " +
                        elf)
                .exit_code,
            0);
  const json film =
      told(page("run --ues 8 " + elf + " --trace " + file("trace.json"), "--report"), false, 1400);
  ASSERT_FALSE(film.is_null());
  std::map<std::string, double> expected, found;
  const json trace = json_of("trace.json");
  for (const json& event : trace.at("traceEvents"))
    if (event.at("ph") == "i") expected[event.at("name")] += event.at("ts").get<double>();
  for (const json& mark : film.at("marks")) found[mark[0]] += mark[1].get<double>();
  ASSERT_EQ(expected.size(), 3u);
  for (const auto& [name, time] : expected) EXPECT_NEAR(found[name], time, 1e-4) << name;
}

TEST_F(RunFilm, SaysWhereItComesFrom) {
  const std::string text = page("run --ues 2 " FIRMWARE_APPS "/hello.elf", "--report");
  const auto origin = text.find("How this page was made</h2>");
  ASSERT_NE(origin, std::string::npos);
  for (const char* part :
       {"./rockcreek run --ues 2", " UTC, Rock Creek ", ", commit ", "on 2 cores of scc"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace rc::test
