// SPDX-License-Identifier: Apache-2.0
// The map of a film: the machine's places with their cores by what they do, links by load, and messages on
// their way, in the interval around an instant.
class FilmMap {
  constructor(film, view, canvas, chosen) {
    Object.assign(this, {film, view, canvas});
    addTip(canvas, (x, y) => this.tipAt(x, y));
    canvas.addEventListener('click', event => {
      const row = this.coreAt(event.offsetX, event.offsetY);
      if (row >= 0) chosen(row);
    });
  }

  resize(width) {
    const {places, links} = this.film;
    const xs = [...places.map(p => p.x), ...links.flatMap(l => [l.x1, l.x2])];
    const ys = [...places.map(p => p.y), ...links.flatMap(l => [l.y1, l.y2])];
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    this.pitch = Math.min((width - 8) / (right - left + 0.7), 520 / (high - low + 0.7), 92);
    const height = this.pitch * (high - low + 0.7) + 8;
    const margin = (width - this.pitch * (right - left)) / 2;
    this.at = place => [margin + this.pitch * (place.x - left), height - 4 - this.pitch * (place.y - low + 0.35)];
    this.side = 0.54 * this.pitch;
    this.width = width;
    this.height = height;
    this.lines = links.map(link => this.lineOf(link));
    this.context = fitCanvas(this.canvas, width, height);
    this.draw();
  }

  get from() { return this.view.time - this.view.interval / 2; }
  get to() { return this.view.time + this.view.interval / 2; }

  draw() {
    const {context, film, view} = this;
    this.colours = pageColours();
    context.clearRect(0, 0, this.width, this.height);
    const most = film.mostLoad(view.from, view.to, view.interval);
    film.links.forEach((link, i) => this.drawLink(link, this.lines[i], most));
    const dots = this.drawWays();
    this.waiting = film.waiting(view.time);
    film.places.forEach(place => this.drawPlace(place));
    context.fillStyle = this.colours.ink;
    for (const [x, y] of dots) {
      context.beginPath();
      context.arc(x, y, Math.max(2.5, 0.05 * this.pitch), 0, 7);
      context.fill();
    }
  }

  // The points of a link's line: traffic keeps to the right, and goes round places that are in the way.
  lineOf(link) {
    const [x1, y1] = this.at({x: link.x1, y: link.y1}), [x2, y2] = this.at({x: link.x2, y: link.y2});
    const length = Math.hypot(x2 - x1, y2 - y1) || 1, dx = (x2 - x1) / length, dy = (y2 - y1) / length;
    const gap = Math.min(0.62 * this.side, 0.4 * length), end = link.stub ? 0 : gap;
    const bow = this.meetsPlace(x1, y1, dx, dy, length) ? 0.3 * this.pitch + 0.06 * length : 0;
    const lane = 0.08 * this.pitch, pieces = bow ? 12 : 1;
    return Array.from({length: pieces + 1}, (_, i) => {
      const along = gap + (length - gap - end) * i / pieces, part = along / length;
      const aside = lane + (bow ? 4 * bow * part * (1 - part) : 0);
      return [x1 + along * dx - aside * dy, y1 + along * dy + aside * dx];
    });
  }

  meetsPlace(x1, y1, dx, dy, length) {
    return this.film.places.some(place => {
      const [x, y] = this.at(place), along = (x - x1) * dx + (y - y1) * dy;
      return along > 0.5 * this.side && along < length - 0.5 * this.side &&
             Math.abs((x - x1) * dy - (y - y1) * dx) < 0.6 * this.side;
    });
  }

  drawLink(link, line, most) {
    const {context, film} = this, load = film.load(link, this.from, this.to);
    context.lineWidth = Math.max(2, 0.1 * this.pitch);
    context.strokeStyle = load > 0 ? heatColour(load / most) : this.colours.rule;
    context.beginPath();
    for (const [x, y] of line) context.lineTo(x, y);
    context.stroke();
  }

  // The part of a place that belongs to a core: left, top, width, height.
  partOf(place, i) {
    const [x, y] = this.at(place), across = Math.ceil(Math.sqrt(place.cores.length)), down = Math.ceil(place.cores.length / across);
    const wide = this.side / Math.max(across, 1), high = this.side / Math.max(down, 1);
    return [x - this.side / 2 + i % across * wide, y - this.side / 2 + Math.floor(i / across) * high, wide, high];
  }

  drawPlace(place) {
    const {context, film, view, colours} = this;
    const [x, y] = this.at(place);
    context.fillStyle = colours.paper;
    if (!place.cores.length) {
      context.beginPath();
      context.arc(x, y, this.side / 4, 0, 7);
      context.fill();
      context.lineWidth = 1;
      context.strokeStyle = colours.soft;
      context.stroke();
      return;
    }
    context.fillRect(x - this.side / 2, y - this.side / 2, this.side, this.side);
    place.cores.forEach(({row, label}, i) => {
      const [left, top, wide, high] = this.partOf(place, i), core = film.cores[row];
      const kind = core ? film.kindOf(core, this.from, this.to) : -1;
      if (kind >= 0) {
        context.fillStyle = film.colours[kind];
        context.fillRect(left, top, wide, high);
      }
      const call = core && (view.functions ? film.at(core.functions, view.time).pop() : film.at(core.calls, view.time)[0]);
      if (call) {
        context.fillStyle = callColour(call.name);
        context.fillRect(left, top, wide, 0.26 * high);
      }
      if (high > 12 && wide > 9) {
        context.font = `${Math.min(12, 0.42 * high)}px sans-serif`;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.lineWidth = 2.5;
        context.strokeStyle = 'rgba(0,0,0,0.6)';
        if (kind >= 0) context.strokeText(label, left + wide / 2, top + 0.62 * high);
        context.fillStyle = kind >= 0 ? '#fff' : colours.soft;
        context.fillText(label, left + wide / 2, top + 0.62 * high);
      }
      if (core) this.drawWaiting(this.waiting[row], left + wide, top + high, Math.min(wide, high));
      context.lineWidth = row >= 0 && row === view.core ? 3 : 1;
      context.strokeStyle = row >= 0 && row === view.core ? colours.link : colours.soft;
      context.setLineDash(core ? [] : [2, 2]);
      context.strokeRect(left, top, wide, high);
      context.setLineDash([]);
    });
  }

  // How many messages wait to be read by a core, whose lower right corner this is: a dot, and if there is
  // room their number.
  drawWaiting(count, right, bottom, side) {
    if (!count) return;
    const {context, colours} = this, radius = Math.max(2, Math.min(7, 0.2 * side));
    context.fillStyle = colours.ink;
    context.beginPath();
    context.arc(right - radius - 1, bottom - radius - 1, radius, 0, 7);
    context.fill();
    if (radius < 4) return;
    context.fillStyle = colours.paper;
    context.font = `${1.4 * radius}px sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(count > 99 ? '+' : count, right - radius - 1, bottom - radius - 0.5);
  }

  // A line for each pair of places with messages in the interval. Returns where those are that are under
  // way at the instant itself.
  drawWays() {
    const {context, film, view} = this, {from, to, sent, come} = film.flows, dots = [], ways = new Set();
    this.messages = 0;
    context.strokeStyle = this.colours.ink;
    context.lineWidth = 1;
    context.globalAlpha = 0.3;
    film.eachFlow(this.from, this.to, i => {
      ++this.messages;
      const a = film.cores[from[i]].place, b = film.cores[to[i]].place;
      const [x1, y1] = this.at(film.places[a]), [x2, y2] = this.at(film.places[b]);
      const part = (view.time - sent[i]) / Math.max(come[i] - sent[i], 1e-9);
      if (part >= 0 && part <= 1) dots.push([x1 + part * (x2 - x1), y1 + part * (y2 - y1)]);
      if (a === b || ways.has(`${a} ${b}`)) return;
      ways.add(`${a} ${b}`);
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    });
    context.globalAlpha = 1;
    return dots;
  }

  placeAt(x, y) {
    return this.film.places.find(place => {
      const [px, py] = this.at(place);
      return Math.max(Math.abs(x - px), Math.abs(y - py)) <= this.side / 2;
    });
  }

  // The lane of the core under the pointer; -1: none.
  coreAt(x, y) {
    const place = this.placeAt(x, y);
    if (!place) return -1;
    const found = place.cores.find((core, i) => {
      const [left, top, wide, high] = this.partOf(place, i);
      return x >= left && x <= left + wide && y >= top && y <= top + high;
    });
    return found ? found.row : -1;
  }

  linkAt(x, y) {
    const near = ([x1, y1], [x2, y2]) => {
      const dx = x2 - x1, dy = y2 - y1, length = Math.hypot(dx, dy) || 1;
      const along = ((x - x1) * dx + (y - y1) * dy) / length, aside = ((x - x1) * dy - (y - y1) * dx) / length;
      return along >= -2 && along <= length + 2 && Math.abs(aside) <= Math.max(3, 0.06 * this.pitch);
    };
    return this.film.links.find((link, i) => this.lines[i].slice(1).some((end, j) => near(this.lines[i][j], end)));
  }

  tipAt(x, y) {
    const {film, view} = this, place = this.placeAt(x, y), row = this.coreAt(x, y);
    if (row >= 0) return `${place.name}\n${film.coreText(row, view.time, this.from, this.to)}`;
    if (place) return place.name + (place.cores.length ? ': not in this run' : ': no core');
    const link = this.linkAt(x, y);
    return link ? `${link.name}: ${film.loadText(film.load(link, this.from, this.to))}` : '';
  }
}
