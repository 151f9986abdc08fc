// SPDX-License-Identifier: Apache-2.0
#include "sim/report/documents.h"

#include <fnmatch.h>

#include <algorithm>

#include "sim/report/csv.h"

namespace rc::sim::report {

bool is_whole(const std::string& document) {
  return std::ranges::find(kWholeDocuments, document) != kWholeDocuments.end();
}

std::vector<DocumentRows> known_documents() {
  std::vector<DocumentRows> known;
  const Csv figures = load_reference("many-cores");
  for (std::size_t row = 0; row < figures.rows(); ++row)
    known.push_back({"many-cores", figures.text(row, "case"), figures.text(row, "document")});
  const Csv csv = load_reference("documents");
  for (std::size_t row = 0; row < csv.rows(); ++row)
    known.push_back(
        {csv.text(row, "experiment"), csv.text(row, "rows"), csv.text(row, "document")});
  return known;
}

bool is_of_publication(const Row& row) { return row.published || row.basis == Basis::statement; }

std::string document_of(const std::string& experiment, const Row& row,
                        const std::vector<DocumentRows>& documents) {
  const auto found = std::ranges::find_if(documents, [&](const DocumentRows& d) {
    return d.experiment == experiment && fnmatch(d.rows.c_str(), row.name.c_str(), 0) == 0;
  });
  return found == documents.end() ? kNoDocument : found->document;
}

}  // namespace rc::sim::report
