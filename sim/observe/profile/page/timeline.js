// SPDX-License-Identifier: Apache-2.0
// The timeline of a film: a lane per core, its calls (or the program's functions) above and the prevailing kind of its time below, all
// messages as lines, and under the lanes the busiest links, on the same axis. `view` says which stretch.
class Timeline {
  static kAxis = 22;
  static kLinkRow = 10;

  constructor(film, view, canvas, overlay) {
    Object.assign(this, {film, view, canvas, overlay});
    // Of all lanes together: a browser draws no canvas that is higher than about 32,000 pixels.
    this.lane = Math.max(Math.min(13, 24000 / film.cores.length), Math.min(44, 560 / film.cores.length));
    this.links = film.links.map(link => ({link, sum: link.load.total(0)}))
      .filter(each => each.sum > 0).sort((a, b) => b.sum - a.sum).map(each => each.link);
    this.allLinks = false;
    addTip(overlay, (x, y) => this.tipAt(x, y));
  }

  get rows() { return this.allLinks ? this.links : this.links.slice(0, 16); }
  get linksTop() { return Timeline.kAxis + this.lane * this.film.cores.length + (this.rows.length ? 20 : 0); }
  get height() { return this.linksTop + Timeline.kLinkRow * this.rows.length + 2; }

  x(time) { return this.left + (time - this.view.from) / (this.view.to - this.view.from) * (this.width - this.left); }
  timeAt(x) { return this.view.from + (x - this.left) / (this.width - this.left) * (this.view.to - this.view.from); }

  resize(width) {
    this.width = width;
    this.left = width < 500 ? 58 : 78;
    this.context = fitCanvas(this.canvas, width, this.height);
    this.over = fitCanvas(this.overlay, width, this.height);
    this.draw();
  }

  draw() {
    const {context, film} = this, colours = pageColours();
    context.clearRect(0, 0, this.width, this.height);
    context.font = '11px sans-serif';
    context.textBaseline = 'middle';
    this.drawAxis(colours);
    film.cores.forEach((core, row) => this.drawLane(core, row, colours));
    this.drawLinks(colours);
    context.save();
    context.beginPath();
    context.rect(this.left, Timeline.kAxis, this.width - this.left, this.lane * film.cores.length);
    context.clip();
    this.drawMessages(colours);
    context.restore();
    this.drawCursor();
  }

  drawAxis(colours) {
    const {context, view} = this, span = view.to - view.from;
    const step = roundStep(span / Math.max(2, (this.width - this.left) / 95));
    context.textAlign = 'center';
    for (let i = Math.ceil(view.from / step - 1e-9); i * step <= view.to + 1e-9 * step; ++i) {
      const x = this.x(i * step), text = timeText(i * step, step), half = context.measureText(text).width / 2;
      context.fillStyle = colours.rule;
      context.fillRect(x, Timeline.kAxis - 5, 1, this.height);
      context.fillStyle = colours.ink;
      context.fillText(text, Math.min(Math.max(x, this.left + half), this.width - half), Timeline.kAxis / 2 - 2);
    }
  }

  drawLane(core, row, colours) {
    const {context, film, view} = this;
    const top = Timeline.kAxis + row * this.lane, half = Math.floor(this.lane * 0.48);
    context.fillStyle = row === view.core ? colours.link : colours.ink;
    context.textAlign = 'left';
    context.font = (row === view.core ? 'bold ' : '') + '11px sans-serif';
    if (row % Math.ceil(10 / this.lane) === 0) context.fillText(core.name, 2, top + this.lane / 2);
    context.font = '11px sans-serif';
    context.save();
    context.beginPath();
    context.rect(this.left, top, this.width - this.left, this.lane);
    context.clip();
    // A column of pixels at a time: bins may be far smaller, and far larger.
    let begun = this.left, before = -2;
    for (let x = this.left; x <= this.width; ++x) {
      const kind = x < this.width ? film.kindOf(core, this.timeAt(x), this.timeAt(x + 1)) : -2;
      if (kind === before) continue;
      if (before >= 0) {
        context.fillStyle = film.colours[before];
        context.fillRect(begun, top + half, x - begun, this.lane - half - 2);
      }
      [begun, before] = [x, kind];
    }
    const shown = core.calls.length > 1 && half >= 16 ? 2 : 1, high = (half - 1) / shown;
    if (view.functions)  // the innermost above those that have called it
      core.functions.forEach((calls, depth) => this.drawCalls(calls, top + 1, half - 1, colours, core.functions[depth + 1]));
    else
      core.calls.slice(0, shown).forEach((calls, depth) => this.drawCalls(calls, top + 1 + depth * high, high, colours));
    this.drawMarks(core, top);
    context.restore();
    if (row === view.core) {
      context.strokeStyle = colours.link;
      context.strokeRect(this.left + 0.5, top + 0.5, this.width - this.left - 1, this.lane - 1);
    }
  }

  // `above`: calls that will be drawn above these.
  drawCalls(calls, top, high, colours, above = []) {
    const {context, film, view} = this;
    let right = -1;  // what lies left of it has been drawn
    for (let i = firstAfter(calls, view.from); i < calls.length && calls[i].begin < view.to; ++i) {
      const {begin, end, name} = calls[i], from = Math.max(this.x(begin), this.left - 1), to = this.x(end);
      const found = view.found && view.found.has(name);
      if (to < right && !found) continue;
      right = Math.max(right, Math.ceil(to));
      context.globalAlpha = view.found && !found ? 0.25 : 1;
      context.fillStyle = callColour(name);
      context.fillRect(from, top, Math.max(to - from, 0.5), high - 0.5);
      context.globalAlpha = 1;
      if (found) {
        context.fillStyle = colours.ink;
        context.fillRect(from, top, Math.max(to - from, 1), 2);
      }
      if (high < 9 || to - from < 30) continue;
      context.fillStyle = '#000';
      const text = film.names[name], next = above[firstAfter(above, begin)];
      const room = Math.min(to, this.width, next ? this.x(next.begin) : to) - from - 4;
      if (context.measureText(text).width < room)
        context.fillText(text, from + 3, top + high / 2);
    }
  }

  // A flag at each place that the program has marked.
  drawMarks(core, top) {
    const {context, view} = this;
    for (const {begin, mark} of core.marks) {
      if (begin < view.from || begin > view.to) continue;
      const x = this.x(begin);
      context.fillStyle = markColour(mark);
      context.fillRect(x, top, 1.5, this.lane - 1);
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x + 6, top + 3);
      context.lineTo(x, top + 6);
      context.fill();
    }
  }

  // Every message that is under way in the stretch, from the begin to the end of its writing. Those that
  // look alike are one line.
  drawMessages(colours) {
    const {context, film, view} = this, {from, to, sent, come} = film.flows, lines = new Map();
    this.messages = 0;
    film.eachFlow(view.from, view.to, i => {
      ++this.messages;
      const begin = Math.round(this.x(sent[i])), end = Math.round(this.x(come[i]));
      const key = `${from[i]} ${to[i]} ${begin} ${end}`;
      if (!lines.has(key)) lines.set(key, [begin, from[i], end, to[i]]);
    });
    this.lines = lines.size;
    context.strokeStyle = colours.ink;
    context.globalAlpha = Math.min(0.5, Math.max(0.015, 0.25 * this.width / lines.size));
    context.beginPath();
    for (const [begin, sender, end, receiver] of lines.values()) {
      context.moveTo(begin, Timeline.kAxis + (sender + 0.25) * this.lane);
      context.lineTo(end, Timeline.kAxis + (receiver + 0.25) * this.lane);
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  drawLinks(colours) {
    const {context, film, view} = this;
    if (!this.rows.length) return;
    const most = film.mostLoad(view.from, view.to, (view.to - view.from) / 64);
    context.textAlign = 'left';
    context.fillStyle = colours.soft;
    context.fillText(this.allLinks ? 'links' : 'the busiest links', 2, this.linksTop - 9);
    this.rows.forEach((link, row) => {
      const top = this.linksTop + row * Timeline.kLinkRow;
      context.fillStyle = colours.ink;
      context.font = '9px sans-serif';
      context.fillText(link.name, 2, top + Timeline.kLinkRow / 2);
      const step = Math.max(1, Math.floor((this.width - this.left) / 700));
      for (let x = this.left; x < this.width; x += step) {
        const load = film.load(link, this.timeAt(x), this.timeAt(x + step));
        if (load <= 0) continue;
        context.fillStyle = heatColour(load / most);
        context.fillRect(x, top, step, Timeline.kLinkRow - 1);
      }
    });
    context.font = '11px sans-serif';
  }

  drawCursor() {
    const {over, view} = this, colours = pageColours();
    over.clearRect(0, 0, this.width, this.height);
    const begin = Math.max(this.left, this.x(view.time - view.interval / 2)), end = this.x(view.time + view.interval / 2);
    over.fillStyle = colours.link;
    over.globalAlpha = 0.12;
    over.fillRect(begin, Timeline.kAxis, Math.max(end - begin, 1), this.height);
    over.globalAlpha = 1;
    const x = this.x(view.time);
    if (x >= this.left) over.fillRect(x - 1, Timeline.kAxis - 8, 2, this.height);
  }

  rowAt(y) {
    const row = Math.floor((y - Timeline.kAxis) / this.lane);
    return row >= 0 && row < this.film.cores.length ? row : -1;
  }

  tipAt(x, y) {
    const {film, view} = this, time = this.timeAt(Math.max(x, this.left)), pixel = (view.to - view.from) / (this.width - this.left);
    const link = this.rows[Math.floor((y - this.linksTop) / Timeline.kLinkRow)];
    if (y >= this.linksTop && link)
      return `${link.name} at ${timeText(time, pixel)}: ${film.loadText(film.load(link, time - 2 * pixel, time + 2 * pixel))}`;
    const row = this.rowAt(y);
    return row < 0 ? '' : film.coreText(row, time, time - pixel / 2, time + pixel / 2);
  }
}
