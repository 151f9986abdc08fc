// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/held_output.h"

namespace rc::sim::debug {

HeldOutput::HeldOutput(std::ostream& out, std::ostream& error, bool kept)
    : streams_{Stream(out), Stream(error)}, kept_(kept) {}

HeldOutput::Positions HeldOutput::positions() const {
  return {streams_[0].position(), streams_[1].position()};
}

void HeldOutput::show(const Positions& shown) {
  for (std::size_t i = 0; i < streams_.size() && !kept_; ++i) streams_[i].show(shown[i]);
}

std::string HeldOutput::text(std::uint64_t from, std::size_t bytes) const {
  return streams_[0].text(from, bytes);
}

void HeldOutput::release() {
  for (Stream& stream : streams_) stream.release();
}

void HeldOutput::Stream::show(std::uint64_t shown) {
  const std::uint64_t skip = shown > begin_ ? shown - begin_ : 0;
  if (skip < held_.size()) {
    own_->sputn(held_.data() + skip, static_cast<std::streamsize>(held_.size() - skip));
    own_->pubsync();
  }
  begin_ += held_.size();
  held_.clear();
}

std::string HeldOutput::Stream::text(std::uint64_t from, std::size_t bytes) const {
  if (from < begin_ || from - begin_ >= held_.size()) return {};
  return held_.substr(from - begin_, bytes);
}

void HeldOutput::Stream::release() {
  if (own_ == nullptr) return;
  stream_.rdbuf(own_);
  own_ = nullptr;
}

HeldOutput::Stream::int_type HeldOutput::Stream::overflow(int_type c) {
  if (!traits_type::eq_int_type(c, traits_type::eof())) held_ += traits_type::to_char_type(c);
  return traits_type::not_eof(c);
}

std::streamsize HeldOutput::Stream::xsputn(const char* text, std::streamsize count) {
  held_.append(text, static_cast<std::size_t>(count));
  return count;
}

}  // namespace rc::sim::debug
