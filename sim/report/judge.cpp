// SPDX-License-Identifier: Apache-2.0
#include "sim/report/judge.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "hw_model/kernel/error.h"
#include "sim/machine/machine.h"
#include "sim/report/bounds.h"
#include "sim/report/csv.h"

namespace rc::sim::report {
namespace {

// One for each list of parameters, and those with fits of their own.
constexpr const char* kMachines[] = {machine::kScc, machine::kIpsc860, machine::kXeonPhi,
                                     machine::kSandyBridge};

// "A, B": rows that one parameter was fitted on.
std::vector<std::string> cases_of(std::string_view fitted_on) {
  constexpr std::string_view kBetween = ", ";
  std::vector<std::string> cases;
  for (;;) {
    const std::size_t end = fitted_on.find(kBetween);
    cases.emplace_back(fitted_on.substr(0, end));
    if (end == std::string_view::npos) return cases;
    fitted_on.remove_prefix(end + kBetween.size());
  }
}

void add_parameters(std::vector<FittedRows>& fits, const char* name) {
  machine::Machine machine = machine::load_machine(name, {}, "model");
  for (const machine::Parameter& parameter : machine.parameters()) {
    if (parameter.fitted_on.empty()) continue;
    for (const std::string& rows : cases_of(parameter.fitted_on)) {
      const bool there = std::ranges::any_of(fits, [&](const FittedRows& f) {
        return f.constant == parameter.path && f.rows == rows;
      });
      if (!there) fits.push_back({parameter.path, "", rows});
    }
  }
}

struct Verdict {
  Role role;
  std::string reason;
};

Verdict verdict(const std::string& experiment, const Row& row,
                const std::vector<FittedRows>& fits) {
  const bool judged = row.published || row.basis == Basis::statement || row.basis == Basis::check;
  const auto fit = std::ranges::find_if(
      fits, [&](const FittedRows& f) { return judged && f.names(experiment, row.name); });
  if (fit != fits.end())
    return {Role::fitted, (fit->follows ? "follows from " : "fitted: ") + fit->constant};
  if (row.basis == Basis::computed) return {Role::by_construction, "computed, not simulated"};
  if (row.basis == Basis::check) return {Role::by_construction, "a check of ours"};
  if (row.published && bound_of(row.unit) == kCountBound) return {Role::by_construction, "a count"};
  if (!row.same_as.empty()) return {Role::unjudged, "the run of " + row.same_as};
  if (row.basis == Basis::statement) return {Role::statement, ""};
  if (row.basis == Basis::compared) return {Role::validation, ""};
  if (row.basis == Basis::shown) return {Role::unjudged, "shown only"};
  return {Role::unjudged, ""};
}

}  // namespace

bool FittedRows::names(const std::string& in_experiment, const std::string& row) const {
  return (experiment.empty() || experiment == in_experiment) &&
         fnmatch(rows.c_str(), row.c_str(), 0) == 0;
}

std::vector<FittedRows> known_fits() {
  std::vector<FittedRows> fits;
  for (const char* name : kMachines) add_parameters(fits, name);
  const Csv csv = load_reference("fits");
  for (std::size_t row = 0; row < csv.rows(); ++row)
    fits.push_back({csv.text(row, "constant"), csv.text(row, "experiment"), csv.text(row, "rows"),
                    csv.text(row, "relation") == "follows"});
  return fits;
}

void judge(Result& result, const std::vector<FittedRows>& fits) {
  std::set<std::string> names;
  for (Row& row : result.rows) {
    if (!names.insert(row.name).second)
      throw kernel::InputError(
          fmt::format("{}: row '{}' is there twice, expected once: a run counts once",
                      result.experiment, row.name));
    const auto [role, reason] = verdict(result.experiment, row, fits);
    row.role = role;
    row.reason = reason;
    if (role == Role::unjudged) {
      row.bound.reset();
      row.ok = row.measured.has_value();
    }
    if (role == Role::unjudged || !row.published) continue;
    row.bound = bound_of(row.unit);
    const bool in_bound = row.measured && std::abs(*row.rel_error()) <= *row.bound;
    row.ok = row.basis == Basis::computed ? row.ok && in_bound : in_bound;
  }
}

}  // namespace rc::sim::report
