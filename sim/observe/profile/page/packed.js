// SPDX-License-Identifier: Apache-2.0
// Whole numbers as sim/report/packed_numbers.h packs them: seven bits a byte, lowest first, in base64.
class PackedNumbers {
  constructor(text) {
    const bytes = atob(text);
    this.bytes = new Uint8Array(bytes.length);
    for (let i = 0; i < bytes.length; ++i) this.bytes[i] = bytes.charCodeAt(i);
    this.at = 0;
  }

  get done() { return this.at >= this.bytes.length; }

  next() {
    for (let value = 0, scale = 1;; scale *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
}
