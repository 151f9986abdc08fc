// SPDX-License-Identifier: Apache-2.0
#include "sim/compile/cstar/translator.h"

#include <fmt/format.h>

#include <fstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/compile/cstar/grammar.h"
#include "sim/compile/cstar/translation.h"

namespace rc::sim::compile {

SourceLine lines_of_files() {
  return [](const std::string& file, int line) {
    std::ifstream in(file);
    std::string text;
    for (int at = 0; at < line && std::getline(in, text); ++at) {
    }
    return in ? text : std::string();
  };
}

std::string translate_cstar(const std::string& preprocessed, const SourceLine& source_line) {
  cstar::Translation translation(preprocessed);
  const cstar::Scanner& scanner = translation.scanner;
  try {
    cstar::Parser(translation).parse();
  } catch (const cstar::Fault& fault) {
    const std::string& file = scanner.files()[static_cast<std::size_t>(fault.place.file)];
    const int line = fault.place.line;
    throw kernel::InputError(fmt::format("{}:{}:{}: {}", kernel::shown(file, kernel::kMaxPathShown),
                                         line, scanner.column(fault.place, source_line(file, line)),
                                         kernel::shown(fault.what, kernel::kMaxPathShown)));
  }
  cstar::append(translation.code, std::move(translation.rest));
  return cstar::print(translation.code, scanner.files());
}

}  // namespace rc::sim::compile
