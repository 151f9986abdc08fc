// SPDX-License-Identifier: Apache-2.0
// Types and constants of the direct-connect module: the SystemVerilog side of hw_model/ipsc/pins.h.
// docs/dcm.md describes the module.
package rc_dcm_pkg;

  localparam int unsigned NumPorts = 9;
  localparam int unsigned NumLines = 10;  // that leave: one by each port, and the buffer line
  localparam int unsigned PortW = 4;
  localparam int unsigned NodeW = 7;    // up to 128 nodes
  localparam int unsigned CyclesW = 20; // of the timing inputs

  // Channels to the neighbours across dimensions 0 to 6, then:
  localparam logic [PortW-1:0] HostPort = 4'd7;  // wired on node 0 only
  localparam logic [PortW-1:0] NodePort = 4'd8;
  localparam logic [PortW-1:0] BufferLine = 4'd9;  // a second way into the node

  typedef struct packed {
    logic [NodeW-1:0] source;
    logic [NodeW-1:0] destination;
    logic             to_host;
  } probe_t;

  // The forward lines of a circuit, from the source on. `probe` is zero while not busy.
  typedef struct packed {
    logic   busy;
    probe_t probe;
  } forward_t;
  localparam int unsigned ProbeW = 15;
  localparam int unsigned ForwardW = 16;

  // Bit times from pin to pin: of a probe, an acknowledgement, a release.
  typedef struct packed {
    logic [CyclesW-1:0] probe;
    logic [CyclesW-1:0] acknowledge;
    logic [CyclesW-1:0] pass;
  } timing_t;

endpackage
