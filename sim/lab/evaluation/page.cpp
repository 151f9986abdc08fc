// SPDX-License-Identifier: Apache-2.0
// report.html of `rockcreek noc`.
#include "sim/report/page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sim/lab/evaluation/report_text.h"
#include "sim/report/svg.h"

namespace rc::sim::lab {
namespace {

std::string network(const Json& setup) {
  if (setup.contains("ends"))
    return fmt::format("{} of {} end points with {} routing under {} traffic",
                       setup["topology"].get<std::string>(), setup["ends"].get<unsigned>(),
                       setup["routing"].get<std::string>(), setup["traffic"].get<std::string>());
  if (setup.contains("network"))
    return fmt::format("{} under {} traffic", own_network(setup),
                       setup["traffic"].get<std::string>());
  return fmt::format("{} x {} {} with {} routing under {} traffic", setup["cols"].get<unsigned>(),
                     setup["rows"].get<unsigned>(), setup["topology"].get<std::string>(),
                     setup["routing"].get<std::string>(), setup["traffic"].get<std::string>());
}

std::string summary(const Json& result) {
  std::string text = "The network alone, " + network(result) + ": ";
  if (result.contains("points"))
    return text +
           (result["saturation"].is_null() ? "no rate saturated it"
            : result["saturation"] == 0
                ? "it is stable at no rate of these"
                : fmt::format("it is stable up to {} flits offered per node and cycle",
                              result["saturation"].dump())) +
           fmt::format("; the highest throughput is {:.4f} flits per node and cycle.",
                       result["throughput"].get<double>());
  text += fmt::format("it accepted {:.4f} of {:.4f} flits offered per node and cycle{}",
                      result["accepted"].get<double>(), result["offered"].get<double>(),
                      verdict_text(result));
  const Json& latency = result["latency"];
  if (latency.is_null()) return text + "; no packet arrived in the window.";
  return text + fmt::format("; packets took {:.2f} cycles on average and {} at most.",
                            latency["mean"].get<double>(), latency["max"].dump());
}

report::Plot by_hop(const Json& single) {
  std::vector<report::Series> series{{"greatest"}, {"mean"}, {"mean in the network"}, {"least"}};
  for (const Json& hop : single["by_hop"])
    for (const auto& [at, key] :
         {std::pair{0, "max"}, {1, "mean"}, {2, "network_mean"}, {3, "min"}})
      series[at].points.emplace_back(hop["hops"].get<double>(), hop[key].get<double>());
  return {
      .title = "Latency by distance", .x = {"hops"}, .y = {"latency in cycles"}, .series = series};
}

// The network of a `--topology`, as the JSON has it; its options stand for the machine's parameters.
std::string graph_table(const Json& result) {
  std::vector<std::vector<std::string>> rows;
  const auto add = [&rows](const std::string& name, const Json& value) {
    rows.push_back({name, value.is_string() ? value.get<std::string>() : value.dump()});
  };
  for (const char* name : {"topology", "router_count", "ends", "channels", "radix", "routing",
                           "vcs", "classes", "vc_depth"})
    add(name, result[name]);
  for (const char* group : {"options", "stages"})
    for (const auto& [name, value] : result[group].items())
      if (!value.is_null()) add(name, value);
  return report::html_table({"parameter", "value"}, rows);
}

// One of the user's has end points and classes of the machine, and nothing else of it.
machine::Parameters of_own_network(machine::Parameters parameters) {
  std::erase_if(parameters, [](const machine::Parameter& each) {
    return each.path != "cols" && each.path != "rows" && each.path != "message_classes";
  });
  return parameters;
}

}  // namespace

std::string noc_page(const Json& result, const std::string& text, const std::string& picture,
                     const machine::Parameters& parameters) {
  report::Page page("Network on chip: " + network(result));
  page.summary(report::html_paragraph(summary(result)));
  if (result.contains("points")) {
    page.section("Latency by offered load");
    page.add(report::html_figure(
        curve_plot(result),
        "Lines end at the last stable rate, or where latency would exceed twelve times that of "
        "the lowest one."));
  } else {
    if (result.contains("links")) {
      page.section("Load of routers and links");
      page.add(report::html_figure(
          picture, "North is up; of the two lines between routers, traffic keeps to the right."));
    }
    if (!result["by_hop"].empty()) {
      page.section("Latency by distance");
      page.add(
          report::html_figure(by_hop(result), "Packets by links between source and destination."));
    }
  }
  page.section("Figures in numbers");
  page.add("<pre>" + report::html_escaped(text) + "</pre>\n");
  if (result.contains("ends")) {
    page.section("Network");
    page.add(graph_table(result));
  } else {
    page.section("Machine parameters");
    page.add(report::html_parameters(result.contains("network") ? of_own_network(parameters)
                                                                : parameters));
  }
  report::add_origin(page);
  return page.html();
}

}  // namespace rc::sim::lab
