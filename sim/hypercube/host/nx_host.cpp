// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/host/nx_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <filesystem>
#include <numeric>

#include "firmware/nx/include/nx_codes.h"
#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/say.h"
#include "sim/hypercube/cubes.h"

namespace rc::sim::hypercube {

using kernel::Picos;

namespace {

constexpr Picos kTick{1'000'000'000'000 / IPSC_CLOCK_HZ};
constexpr Picos kUntilQuiet{10'000'000};  // between looks whether a node's channel is

std::string text_of(const std::vector<std::uint8_t>& data) {
  return {data.begin(), std::ranges::find(data, std::uint8_t{0})};
}

}  // namespace

// --- the machine's side

std::optional<unsigned> NxHost::wanted_nodes(unsigned most) {
  for (;;) {
    request_ = process_.next();
    if (!request_) {
      over_ = true;
      return {};
    }
    if (request_->head.call == NX_HOST_SET_PID) {
      attempt(Picos{0});
      process_.answer(reply_);
      replied_ = false;
      continue;
    }
    if (request_->head.call != NX_HOST_GET_CUBE) return most;
    const std::string type = text_of(request_->data);
    const CubeType wanted = type.empty() ? CubeType{} : parse_cube_type(type);
    if (wanted.nodes == 0) return most;
    if (!std::has_single_bit(wanted.nodes) || wanted.nodes > most)
      throw kernel::InputError(
          fmt::format("host program: getcube: type '{}': expected a power of two up to {}, the "
                      "nodes of this machine",
                      kernel::shown(type), most));
    return wanted.nodes;
  }
}

void NxHost::attach(ipsc::IpscSystem& system, unsigned nodes) {
  system_ = &system;
  nodes_ = nodes;
}

Picos NxHost::act(Picos now) {
  if (now > acted_) process_.time_passed();
  acted_ = now;
  if (replied_) {
    process_.answer(reply_, reply_data_);
    replied_ = false;
    request_.reset();
  }
  if (!request_) request_ = process_.next();
  if (!request_) {
    over_ = true;
    if (process_.status() != 0) system_->stop();
    return next_ = Picos::never();
  }
  retry_ = Picos::never();
  if (!attempt(now)) next_ = retry_;
  return next_;
}

Picos NxHost::progress(Picos time) {
  if (!over_ && request_ && !replied_) attempt(time);
  return next_;
}

Picos NxHost::arrived(const ipsc::Message& message, Picos time) {
  const Mail mail{static_cast<std::int32_t>(message.type), message.source,
                  static_cast<std::int32_t>(message.tag >> IPSC_PID_SHIFT), message.data};
  if (!mail_.deliver(mail))
    base::say(
        "message lost: type {}, {} bytes, from node {}, to the host: no receive was "
        "posted\n",
        mail.type, mail.data.size(), mail.node);
  return progress(time);
}

Picos NxHost::ended(unsigned node, int status, Picos time) {
  ended_.push_back({node, status});
  return progress(time);
}

std::string NxHost::waiting_on() const {
  return fmt::format("waits in {}{}", request_ ? request_->name() : "", waits_for_);
}

const machine::ElfImage* NxHost::image_of(unsigned node) const {
  const auto image = image_of_.find(node);
  return image == image_of_.end() ? nullptr : image->second;
}

// --- what all calls share

bool NxHost::done(Picos now, std::int32_t result) {
  reply_.result = result;
  replied_ = true;
  next_ = now;
  return true;
}

bool NxHost::done_later(Picos now, std::int32_t result) { return done(now + call_time_, result); }

bool NxHost::fail(std::int32_t code, const std::string& text) {
  if (request_->head.reports == 0)
    throw kernel::MachineError(fmt::format("host program: {}: {}", request_->name(), text));
  reply_.error = code;
  done(next_, -1);
  return true;
}

std::optional<std::vector<unsigned>> NxHost::nodes_of(std::int32_t node) {
  if (node < -1 || node >= static_cast<std::int32_t>(nodes_)) {
    fail(EQNODE, fmt::format("node {} is outside the cube of {} nodes", node, nodes_));
    return {};
  }
  std::vector<unsigned> nodes(node < 0 ? nodes_ : 1);
  std::iota(nodes.begin(), nodes.end(), node < 0 ? 0u : static_cast<unsigned>(node));
  return nodes;
}

bool NxHost::any_running(const std::vector<unsigned>& nodes) const {
  return std::ranges::any_of(nodes, [this](unsigned node) { return system_->running(node); });
}

bool NxHost::attempt(Picos now) {
  reply_ = {};
  reply_data_.clear();
  waits_for_.clear();
  next_ = now;
  switch (request_->head.call) {
    case NX_HOST_GET_CUBE:
      return get_cube(now);
    case NX_HOST_ATTACH:
    case NX_HOST_NODES:
      return done(now, static_cast<std::int32_t>(nodes_));
    case NX_HOST_SET_PID:
      if (argument(0) < 0 || argument(0) >= 1 << (IPSC_PID_SHIFT - 1))
        return fail(EQPID, fmt::format("process id {}", argument(0)));
      pid_ = argument(0);
      return done(now);
    case NX_HOST_CLOCK: {
      const std::uint64_t ticks = now.value / kTick.value;
      reply_.info[0] = static_cast<std::int32_t>(ticks);
      reply_.info[1] = static_cast<std::int32_t>(ticks >> 32);
      return done(now);
    }
    case NX_HOST_LOAD:
      return load(now);
    case NX_HOST_RELEASE:
    case NX_HOST_KILL:
      return kill(now);
    case NX_HOST_WAIT_ALL: {
      const auto nodes = nodes_of(argument(0));
      if (!nodes) return true;
      if (!any_running(*nodes)) return done(now);
      next_ = Picos::never();
      return false;
    }
    case NX_HOST_WAIT_ONE:
      return wait_one(now);
    default:
      return attempt_message(now);
  }
}

// --- cubes and programs

bool NxHost::get_cube(Picos now) {
  const std::string type = text_of(request_->data);
  const unsigned wanted = type.empty() ? 0 : parse_cube_type(type).nodes;
  if (wanted != 0 && wanted != nodes_)
    return fail(EINVAL,
                fmt::format("{} nodes: all cubes of a run have one size, here {}", wanted, nodes_));
  return done(now, static_cast<std::int32_t>(nodes_));
}

const machine::ElfImage& NxHost::image(const std::string& path) {
  auto& image = images_[path];
  if (image == nullptr) image = std::make_unique<machine::ElfImage>(read_image_(path));
  return *image;
}

bool NxHost::load(Picos now) {
  const auto nodes = nodes_of(argument(0));
  if (!nodes) return true;
  const std::string path = text_of(request_->data);
  const machine::ElfImage* elf = nullptr;
  try {
    elf = &image(path);
  } catch (const kernel::InputError& error) {
    images_.erase(path);
    if (request_->head.reports != 0) return fail(ENOENT, "");
    throw kernel::InputError(fmt::format("host program: load: {}", error.what()));
  }
  for (const unsigned node : *nodes)
    if (system_->running(node))
      return fail(EBUSY, fmt::format("node {} still runs its program: killcube or waitall comes "
                                     "before another load",
                                     node));
  for (const unsigned node : *nodes) {
    if (system_->quiet(node)) continue;
    next_ = retry_ = now + kUntilQuiet;
    return false;
  }
  const host::Image program =
      machine::to_image(*elf, std::filesystem::path(path).filename().string());
  for (const unsigned node : *nodes) {
    image_of_[node] = elf;
    pid_of_[node] = argument(1);
    system_->load(program, node, static_cast<std::uint32_t>(argument(1)) & 0x7FFF, now);
  }
  return done(now);
}

bool NxHost::kill(Picos now) {
  const bool all = request_->head.call == NX_HOST_RELEASE;
  const auto nodes = nodes_of(all ? -1 : argument(0));
  if (!nodes) return true;
  if (!std::exchange(killing_, true))
    for (const unsigned node : *nodes)
      if (system_->running(node)) system_->kill(node, now);
  if (any_running(*nodes)) {
    next_ = Picos::never();
    return false;
  }
  killing_ = false;
  return done(now);
}

bool NxHost::wait_one(Picos now) {
  const auto nodes = nodes_of(argument(0));
  if (!nodes) return true;
  const auto at = std::ranges::find_if(ended_, [&](const EndedProgram& program) {
    return std::ranges::find(*nodes, program.node) != nodes->end();
  });
  if (at != ended_.end()) {
    reply_.info[0] = static_cast<std::int32_t>(at->node);
    reply_.info[1] = pid_of_[at->node];
    reply_.info[2] = at->status;
    ended_.erase(at);
    return done(now);
  }
  if (!any_running(*nodes)) return fail(ECHILD, "no program runs there");
  next_ = Picos::never();
  return false;
}

}  // namespace rc::sim::hypercube
