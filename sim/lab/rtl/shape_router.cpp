// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/rtl/shape_router.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "rtl_stubs/wrap/pins.h"

namespace rc::sim::lab {
namespace {

// dst_x, dst_y and dst_port of a header are one number.
constexpr unsigned kYAt = rtl::header::kPortBits, kXAt = kYAt + rtl::header::kCoordBits;

class ShapeRouter final : public noc::PinRouter {
 public:
  ShapeRouter(const rc_shape_api& api, const RouterShape& shape,
              const std::vector<noc::WayEntry>& entries)
      : api_(api), shape_(shape), router_(api.make(packed_table(shape, entries).data())) {}
  ~ShapeRouter() override { api_.drop(router_); }
  ShapeRouter(const ShapeRouter&) = delete;

  void take(unsigned in_port, const noc::PinFlit& flit) override {
    noc::Flit header;
    header.vc = flit.vc;
    header.head = flit.head;
    header.tail = flit.tail;
    header.dst_x = static_cast<std::uint8_t>(flit.destination >> kXAt);
    header.dst_y = static_cast<std::uint8_t>(flit.destination >> kYAt & 0x1F);
    header.dst_port = static_cast<std::uint8_t>(flit.destination & 7);
    header.message_class = flit.message_class;
    // Wormhole does not look at it, and its packets may be longer than it can say.
    header.length = static_cast<std::uint8_t>(shape_.wormhole ? 1 : flit.length);
    in_.valid |= std::uint64_t{1} << in_port;
    in_.header[in_port] = rtl::pack_header(header);
    in_.payload[in_port] = flit.payload;
    ++inside_;
  }
  void credit(unsigned out_port, unsigned vc) override {
    in_.credit[out_port] |= static_cast<std::uint16_t>(1u << vc);
  }
  void tick() override {
    api_.tick(router_, &in_, &out_);
    in_.valid = 0;
    std::ranges::fill(in_.credit, 0);
    inside_ -= static_cast<unsigned>(std::popcount(out_.valid));
  }
  noc::VcMask freed(unsigned in_port) const override { return out_.credit[in_port]; }
  bool sent(unsigned out_port, noc::PinFlit& flit) const override {
    if ((out_.valid >> out_port & 1) == 0) return false;
    noc::Flit header;
    rtl::unpack_header(out_.header[out_port], header);
    flit = {out_.payload[out_port],
            static_cast<noc::EndId>(header.dst_x << kXAt | header.dst_y << kYAt | header.dst_port),
            header.length,
            header.vc,
            header.message_class,
            header.head,
            header.tail};
    return true;
  }
  bool idle() const override { return inside_ == 0; }
  void tell(unsigned port, noc::PortInput& input, noc::PortOutput& output) const override {
    rc_shape_registers registers;
    api_.tell(router_, port, &registers);
    input.filled = registers.filled;
    input.routed = registers.routed;
    output.owned = registers.owned;
    std::ranges::copy(registers.held, input.held.begin());
    std::ranges::copy(registers.credits, output.credits.begin());
  }

 private:
  const rc_shape_api& api_;
  RouterShape shape_;
  void* router_;
  rc_shape_pins in_{}, out_{};
  unsigned inside_ = 0;  // flits
};

}  // namespace

noc::MakePinRouter rtl_routers(const noc::Graph& graph, const noc::RouterParams& router,
                               noc::WayTables tables, const std::vector<std::string>& sources) {
  const RouterShape shape = router_shape(graph, router, tables);
  const rc_shape_api& api = load_shape(shape, sources);
  return [&api, tables = std::move(tables), shape](noc::RouterId id) {
    return std::make_unique<ShapeRouter>(api, shape, tables.of(id));
  };
}

}  // namespace rc::sim::lab
