// SPDX-License-Identifier: Apache-2.0
#include "sim/compile/cstar/translator.h"

#include <fmt/format.h>

#include <string_view>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/compile/cstar/grammar.h"
#include "sim/compile/cstar/translation.h"

namespace rc::sim::compile {

SourceLine lines_of_files() {
  return [](const std::string& file, int line) {
    try {
      const std::string text = base::read_file(file);
      std::string_view rest = text;
      for (int at = 1; at < line; ++at) {
        const std::size_t end = rest.find('\n');
        if (end == rest.npos) return std::string();
        rest.remove_prefix(end + 1);
      }
      return std::string(rest.substr(0, rest.find('\n')));
    } catch (const kernel::InputError&) {
      return std::string();
    }
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
