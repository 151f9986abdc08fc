// SPDX-License-Identifier: Apache-2.0
// A run over time, as sim/observe/profile/film.h writes it: what each core did and what each link carried
// in any stretch of time, calls, messages. Times are microseconds.

// Sums over bins of time, so that any stretch is two look-ups; the last bin ends at `end`.
class BinnedSums {
  constructor(kinds, bins, width, end) {
    Object.assign(this, {kinds, bins, width, end});
    this.sums = new Float64Array((bins + 1) * kinds);
  }

  // Bins are added in order.
  add(bin, values) {
    const {kinds, sums} = this;
    for (let kind = 0; kind < kinds; ++kind)
      sums[(bin + 1) * kinds + kind] = sums[bin * kinds + kind] + values[kind];
  }

  // All of `kind` before `time`; within a bin it counts evenly.
  before(time, kind) {
    const {kinds, bins, width, end, sums} = this;
    const bin = Math.floor(time / width);
    if (time <= 0) return 0;
    if (bin >= bins || time >= end) return sums[bins * kinds + kind];
    const part = (time - bin * width) / (Math.min(end, (bin + 1) * width) - bin * width);
    const low = sums[bin * kinds + kind];
    return low + part * (sums[(bin + 1) * kinds + kind] - low);
  }

  between(from, to, kind) { return this.before(to, kind) - this.before(from, kind); }
  total(kind) { return this.sums[this.bins * this.kinds + kind]; }
}

// Which time a core's cycles have: pieces of {first cycle, its time, a cycle's time}.
class CoreClock {
  constructor(pieces) { this.pieces = pieces; }

  // The last piece that begins at or before `value` by its `field`.
  piece(field, value) {
    let low = 0, high = this.pieces.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.pieces[middle][field] <= value) low = middle; else high = middle;
    }
    return this.pieces[low];
  }

  time(cycle) {
    const [first, begin, period] = this.piece(0, cycle);
    return begin + (cycle - first) * period;
  }

  cycle(time) {
    const [first, begin, period] = this.piece(1, time);
    return first + (time - begin) / period;
  }
}

// Cycles by kind: bins that are equal follow each other as one, {how many, bits of the kinds, cycles of each}.
function readStates(core, kinds) {
  const numbers = new PackedNumbers(core.states);
  const states = new BinnedSums(kinds, core.bins, core.width, core.end), values = new Float64Array(kinds);
  for (let bin = 0; !numbers.done;) {
    const count = numbers.next(), bits = numbers.next();
    for (let kind = 0; kind < kinds; ++kind) values[kind] = bits >> kind & 1 ? numbers.next() : 0;
    for (let i = 0; i < count; ++i) states.add(bin++, values);
  }
  return states;
}

// By depth; calls of one depth do not overlap.
function readCalls(packed, clock) {
  const numbers = new PackedNumbers(packed), depths = [];
  for (let begin = 0; !numbers.done;) {
    begin += numbers.next();
    const end = begin + numbers.next(), name = numbers.next(), depth = numbers.next();
    while (depths.length <= depth) depths.push([]);
    depths[depth].push({begin: clock.time(begin), end: clock.time(end), name});
  }
  return depths;
}

// Places that the program has marked, in order.
function readMarks(core, clock) {
  const numbers = new PackedNumbers(core.marks), marks = [];
  for (let at = 0; !numbers.done;) {
    at += numbers.next();
    marks.push({begin: clock.time(at), end: clock.time(at), mark: numbers.next()});
  }
  return marks;
}

function readLink(link, bin, bins) {
  const numbers = new PackedNumbers(link.load), load = new BinnedSums(1, bins, bin, bins * bin);
  let at = 0;
  while (!numbers.done) {
    for (const next = at + numbers.next(); at < next;) load.add(at++, [0]);
    load.add(at++, [numbers.next()]);
  }
  while (at < bins) load.add(at++, [0]);
  return {...link, load};
}

function readFlows(text, count, tick) {
  const numbers = new PackedNumbers(text);
  const flows = {count, from: new Uint16Array(count), to: new Uint16Array(count), bytes: new Uint32Array(count),
                 sent: new Float64Array(count), come: new Float64Array(count), read: new Float64Array(count)};
  for (let i = 0, read = 0; i < count; ++i) {
    read += numbers.next();
    const come = read - numbers.next();
    flows.read[i] = read * tick;
    flows.come[i] = come * tick;
    flows.sent[i] = (come - numbers.next()) * tick;
    flows.from[i] = numbers.next();
    flows.to[i] = numbers.next();
    flows.bytes[i] = numbers.next();
  }
  return flows;
}

// Of a link on which nothing moved; a difference of sums may be a little above 0.
const kNoLoad = 1e-9;

class Film {
  constructor(data) {
    this.kinds = data.kinds;
    this.colours = data.colours;
    this.names = data.names;
    this.marks = data.marks;
    this.places = data.places;
    this.linkUnit = data.linkUnit;
    this.linkMost = data.linkMost;  // of a link, in a microsecond
    this.missing = data.missing;
    this.cores = data.cores.map(core => {
      const clock = new CoreClock(core.clock);
      return {
        name: core.name, ue: core.ue, place: core.place, end: clock.time(core.end), clock,
        states: readStates(core, data.kinds.length),
        calls: readCalls(core.calls, clock), functions: readCalls(core.functions, clock), marks: readMarks(core, clock),
      };
    });
    this.linkBin = data.linkBins > 1 ? data.linkBin : 0;  // 0: only the whole run is known
    this.links = data.links.map(link => readLink(link, data.linkBin, data.linkBins));
    this.flows = readFlows(data.flows, data.flowCount, data.tick);
    this.end = Math.max(...this.cores.map(core => core.end), 1e-6);
  }

  // What prevails in a stretch of time: a kind, or -1 if the core had not begun or had ended.
  kindOf(core, from, to) {
    let best = -1, most = 0;
    const first = core.clock.cycle(from), last = core.clock.cycle(to);
    for (let kind = 0; kind < this.kinds.length; ++kind) {
      const cycles = core.states.between(first, last, kind);
      if (cycles > most) [best, most] = [kind, cycles];
    }
    return best;
  }

  // Shares of the core's own time in a stretch, the largest first.
  shares(core, from, to) {
    const first = core.clock.cycle(from), last = core.clock.cycle(to);
    const all = this.kinds.map((name, kind) => ({name, kind, cycles: core.states.between(first, last, kind)}));
    const sum = all.reduce((total, each) => total + each.cycles, 0) || 1;
    return all.filter(each => each.cycles > 0).map(each => ({...each, share: each.cycles / sum}))
      .sort((a, b) => b.share - a.share);
  }

  // Those of a core's calls, or of its functions, at an instant, the outermost first.
  at(depths, time) {
    const found = [];
    for (const calls of depths) {
      const call = calls[firstAfter(calls, time)];
      if (call && call.begin <= time) found.push(call);
    }
    return found;
  }

  // How busy a link was, 0 to 1.
  load(link, from, to) { return link.load.between(from, to, 0) / (this.linkMost * (to - from)); }

  // The busiest link's load in any of the intervals of a stretch.
  mostLoad(from, to, interval) {
    const key = `${from} ${to} ${interval}`;
    if (this.mostKey === key) return this.most;
    let most = kNoLoad;
    for (const link of this.links)
      for (let at = from; at < to; at += interval) most = Math.max(most, this.load(link, at, at + interval));
    [this.mostKey, this.most] = [key, most];
    return most;
  }

  loadText(load) {
    return `${load < 0.001 && load > kNoLoad ? load.toExponential(1) : load.toFixed(3)} ${this.linkUnit}`;
  }

  // Lines about a core at `time`: functions and calls then, and its time in the stretch.
  coreText(row, time, from, to) {
    const core = this.cores[row], lines = [`${core.name}, UE ${core.ue}, at ${timeText(time, Math.max((to - from) / 2, 1e-3))}`];
    if (time > core.end) return lines[0] + ': it has ended';
    for (const call of [...this.at(core.functions, time), ...this.at(core.calls, time)])
      lines.push(`in ${this.names[call.name]}, ${timeText(call.end - call.begin, 0.01)}`);
    for (const each of core.marks)
      if (each.begin >= from && each.begin <= to) lines.push('mark: ' + this.marks[each.mark]);
    lines.push(this.shares(core, from, to).map(each => `${each.name} ${Math.round(100 * each.share)} %`).join(', '));
    return lines.join('\n');
  }

  // f(i) for each message that was on its way in the stretch: from the begin of its writing to the end.
  eachFlow(from, to, f) {
    const {sent, come, count} = this.flows;
    for (let i = 0; i < count; ++i) if (come[i] >= from && sent[i] <= to) f(i);
  }

  // By core, how many messages had come at `time` and were not read yet.
  waiting(time) {
    const {to, come, read, count} = this.flows, waiting = new Uint32Array(this.cores.length);
    for (let i = 0; i < count; ++i) if (come[i] < time && read[i] > time) ++waiting[to[i]];
    return waiting;
  }

  countFlows(from, to) {
    let count = 0;
    this.eachFlow(from, to, () => { ++count; });
    return count;
  }

  // Calls, functions and marks whose name has the text, of all cores, by time.
  find(text) {
    const wanted = text.toLowerCase();
    const having = names => new Set(names.map((name, i) => name.toLowerCase().includes(wanted) ? i : -1));
    const names = having(this.names), marks = having(this.marks), found = [];
    this.cores.forEach((core, row) => {
      for (const calls of [...core.calls, ...core.functions])
        for (const call of calls) if (names.has(call.name)) found.push({...call, row});
      for (const each of core.marks) if (marks.has(each.mark)) found.push({...each, row});
    });
    return found.sort((a, b) => a.begin - b.begin);
  }

  // The core that a text names: "core 3", "UE 3".
  coreNamed(text) {
    const wanted = text.trim().toLowerCase().replace(/\s+/g, ' ');
    return this.cores.findIndex(core => wanted === core.name.toLowerCase() || wanted === `ue ${core.ue}`);
  }
}

// The first of some calls, which do not overlap, that ends after `time`.
function firstAfter(calls, time) {
  let low = 0, high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls[middle].end > time) high = middle; else low = middle + 1;
  }
  return low;
}

// A time of microseconds in words; `step`: what it shall be told apart from.
function timeText(time, step) {
  const [unit, scale] = [['s', 1e6], ['ms', 1e3], ['us', 1]].find(each => Math.max(time, step) >= each[1]) || ['us', 1];
  const digits = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step / scale) - 1e-9)));
  return `${(time / scale).toFixed(digits)} ${unit}`;
}

// 1, 2 or 5 times a power of ten, at least `least`.
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map(by => by * power).find(step => step >= least * (1 - 1e-9));
}

// As sim/report/svg.h colours what is busy.
function heatColour(share) {
  const s = Math.min(Math.max(share, 0), 1);
  const [low, high, at] = s < 0.5 ? [[255, 247, 236], [253, 141, 60], 2 * s] : [[253, 141, 60], [127, 0, 0], 2 * s - 1];
  return `rgb(${low.map((value, i) => Math.round(value + (high[i] - value) * at)).join()})`;
}

const markColour = mark => `hsl(${(mark * 97 + 20) % 360} 85% 42%)`;
const callColour = name => `hsl(${(name * 137) % 360} 42% 70%)`;
