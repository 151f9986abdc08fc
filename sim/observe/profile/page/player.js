// SPDX-License-Identifier: Apache-2.0
// Map and timeline of a film under one hand: buttons, slider, keyboard, pointer, touch, search.
class Player {
  static kMarkup = `
    <div class="film-bar">
      <button data-do="play" title="space">play</button>
      <select title="speed"><option value="0.25">1/4</option><option value="1" selected>1 x</option><option value="4">4 x</option></select>
      <input type="range" min="0" max="1000" step="any" value="0" aria-label="time">
      <button data-do="out" title="-">&minus;</button><button data-do="in" title="+">+</button>
      <button data-do="all" title="0">whole run</button>
      <input type="search" placeholder="function, mark, core 3, UE 3" aria-label="search" list="film-names">
      <datalist id="film-names"></datalist>
      <button data-do="next" title="n">next</button>
      <label><input type="checkbox" name="links"> all links</label>
      <label><input type="checkbox" name="functions"> the program's functions</label>
    </div>
    <p class="film-now" role="status"></p>
    <div class="film-views">
      <div class="film-map">
        <canvas role="img" aria-label="map of the machine"></canvas>
        <p class="film-legend"></p>
        <p class="note">On the map a tile shows what its cores do most of the interval around the instant, and above it
        the library call (or function of the program) they are in; a circle is a router without cores; lines between tiles, who wrote messages to whom; dots, where these are; a dot in a core, that
        messages wait there to be read, and how many. Links are the
        darker the busier. Space plays, arrows step, + and &minus; zoom, 0 shows the whole run, / searches, n goes to the next
        call found. Over the timeline Ctrl and the wheel zoom, dragging moves, a click sets the instant.</p>
      </div>
      <div class="film-time"><canvas role="img" aria-label="timeline"></canvas><canvas class="film-over"></canvas></div>
    </div>`;

  constructor(box) {
    const film = this.film = new Film(JSON.parse(box.querySelector('script').textContent));
    this.box = box;
    box.insertAdjacentHTML('beforeend', Player.kMarkup);
    box.tabIndex = 0;
    [this.playButton] = box.querySelectorAll('button');
    this.speed = box.querySelector('select');
    this.slider = box.querySelector('[type=range]');
    this.search = box.querySelector('[type=search]');
    this.now = box.querySelector('.film-now');
    const [map, base, over] = box.querySelectorAll('canvas');
    this.view = {from: 0, to: film.end, time: 0, interval: 0, core: -1, found: null, functions: false};
    this.setInterval();
    this.map = new FilmMap(film, this.view, map, row => this.choose(row));
    this.timeline = new Timeline(film, this.view, base, over);
    this.matches = [];
    this.makeLegend();
    for (const name of [...film.names, ...new Set(film.marks), ...film.cores.map(core => core.name)])
      box.querySelector('datalist').append(new Option(name));
    this.listen(over);
    addEventListener('resize', () => this.resize());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw());
    this.resize();
  }

  makeLegend() {
    const {film, view} = this, legend = this.box.querySelector('.film-legend'), times = new Map();
    legend.textContent = '';
    const entry = (colour, text, clicked) => {
      const words = document.createElement(clicked ? 'button' : 'span'), swatch = document.createElement('i');
      swatch.style.background = colour;
      words.append(swatch, text);
      if (clicked) words.addEventListener('click', clicked);
      legend.append(words, ' ');
    };
    film.kinds.forEach((kind, i) => {
      if (film.cores.some(core => core.states.total(i) > 0)) entry(film.colours[i], kind);
    });
    for (const core of film.cores)
      for (const call of view.functions ? core.functions.flat() : core.calls[0] || []) times.set(call.name, (times.get(call.name) || 0) + call.end - call.begin);
    const longest = [...times].sort((a, b) => b[1] - a[1]);
    for (const [name] of longest.slice(0, 10))
      entry(callColour(name), film.names[name], () => this.find(film.names[name]));
    film.marks.forEach((name, mark) => entry(markColour(mark), name, () => this.find(name)));
    if (longest.length > 10) legend.append(`and ${longest.length - 10} more functions`);
  }

  listen(over) {
    const act = {play: () => this.play(), in: () => this.zoom(0.5), out: () => this.zoom(2),
                 all: () => this.show(0, this.film.end), next: () => this.next()};
    for (const button of this.box.querySelectorAll('[data-do]'))
      button.addEventListener('click', () => act[button.dataset.do]());
    this.slider.addEventListener('input', () => this.seek(this.film.end * this.slider.value / 1000));
    this.search.addEventListener('change', () => this.find(this.search.value));
    const [links, functions] = this.box.querySelectorAll('[type=checkbox]');
    links.addEventListener('change', () => {
      this.timeline.allLinks = links.checked;
      this.resize();
    });
    functions.parentNode.hidden = this.film.cores.every(core => core.functions.length === 0);
    functions.addEventListener('change', () => {
      this.view.functions = functions.checked;
      this.makeLegend();
      this.redraw();
    });
    this.box.addEventListener('keydown', event => this.key(event, act));
    over.addEventListener('wheel', event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.timeline.timeAt(event.offsetX));
    }, {passive: false});
    over.addEventListener('dblclick', () => act.all());
    this.listenToFingers(over);
  }

  key(event, act) {
    if (event.target.matches('input, select') && event.key !== 'Escape') return;
    const {view, film} = this, step = view.interval * (event.shiftKey ? 10 : 1);
    const keys = {
      ' ': act.play, '+': act.in, '=': act.in, '-': act.out, '0': act.all, 'n': act.next,
      '/': () => this.search.focus(), 'Home': () => this.seek(0), 'End': () => this.seek(film.end),
      'ArrowLeft': () => this.seek(view.time - step), 'ArrowRight': () => this.seek(view.time + step),
      'Escape': () => { this.search.value = ''; this.find(''); this.box.focus(); },
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && event.target.matches('button')) return;
    event.preventDefault();
    keys[event.key]();
  }

  // One finger or the mouse moves the stretch, or sets the time if it stays; two fingers zoom.
  listenToFingers(over) {
    const fingers = new Map();
    let begun = null;
    const begin = () => {
      const at = [...fingers.values()];
      begun = at.length && {from: this.view.from, to: this.view.to, at, moved: at.length > 1 || (begun && begun.moved)};
    };
    over.addEventListener('pointerdown', event => {
      fingers.set(event.pointerId, event.offsetX);
      over.setPointerCapture(event.pointerId);
      begin();
    });
    over.addEventListener('pointermove', event => {
      if (!fingers.has(event.pointerId) || !begun) return;
      fingers.set(event.pointerId, event.offsetX);
      const [a, b] = begun.at, [x, y] = [...fingers.values()], {left, width} = this.timeline;
      const perPixel = (begun.to - begun.from) / (width - left);
      if (b === undefined) {
        if (Math.abs(x - a) > 4) begun.moved = true;
        if (begun.moved) this.show(begun.from + (a - x) * perPixel, begun.to + (a - x) * perPixel);
        return;
      }
      const factor = Math.abs(a - b) / Math.max(Math.abs(x - y), 8);
      const held = begun.from + ((a + b) / 2 - left) * perPixel, from = held - ((x + y) / 2 - left) * perPixel * factor;
      this.show(from, from + (begun.to - begun.from) * factor);
    });
    const end = event => {
      if (!fingers.delete(event.pointerId)) return;
      if (event.type === 'pointerup' && begun && !begun.moved && fingers.size === 0) this.pointed(event);
      if (fingers.size === 0) begun = null; else begin();
    };
    over.addEventListener('pointerup', end);
    over.addEventListener('pointercancel', end);
  }

  pointed(event) {
    if (event.offsetX < this.timeline.left) this.choose(this.timeline.rowAt(event.offsetY));
    else this.seek(this.timeline.timeAt(event.offsetX));
  }

  choose(row) {
    this.view.core = row === this.view.core ? -1 : row;
    this.redraw();
  }

  setInterval() {
    const {view, film} = this;
    view.interval = Math.max((view.to - view.from) / 64, film.linkBin);
  }

  show(from, to) {
    const {film, view} = this, span = Math.min(Math.max(to - from, film.end * 1e-6), film.end);
    view.from = Math.min(Math.max(from, 0), film.end - span);
    view.to = view.from + span;
    this.setInterval();
    this.redraw();
  }

  zoom(factor, at = this.view.time) {
    const {from, to} = this.view, held = Math.min(Math.max(at, from), to);
    this.show(held - (held - from) * factor, held + (to - held) * factor);
  }

  // The stretch follows the time where it leaves it.
  seek(time) {
    const {film, view} = this, span = view.to - view.from;
    view.time = Math.min(Math.max(time, 0), film.end);
    if (view.time < view.from || view.time > view.to) this.show(view.time - span / 10, view.time + 0.9 * span);
    else this.moved();
  }

  moved() {
    this.map.draw();
    this.timeline.drawCursor();
    this.tell();
  }

  redraw() {
    this.map.draw();
    this.timeline.draw();
    this.tell();
  }

  resize() {
    const width = element => Math.floor(this.box.querySelector(element).clientWidth);
    this.map.resize(width('.film-map'));
    this.timeline.resize(width('.film-time'));
    this.tell();
  }

  tell() {
    const {film, view, timeline} = this, many = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
    this.slider.value = 1000 * view.time / film.end;
    const what = film.linkBin ? 'states and links' : 'states (links: the whole run)';
    const words = [`${timeText(view.time, view.interval / 8)}, ${what} over ${timeText(view.interval, view.interval / 8)}`,
                   `${many(this.map.messages, 'message')} on the way`,
                   `${this.map.waiting.reduce((sum, each) => sum + each, 0)} waiting to be read`];
    if (film.links.length)
      words.push(`darkest link ${film.loadText(film.mostLoad(view.from, view.to, view.interval))}`);
    else if (film.places.length > 1)
      words.push('which links a packet takes is not known of this network');
    words.push(`timeline: ${many(timeline.messages, 'message')} of ${film.flows.count}`);
    if (view.found) words.push(`${many(this.matches.length, film.marks.length ? 'call or mark' : 'call')} found`);
    if (film.missing) words.push(`${film.missing} calls and messages are missing: --trace-limit, --trace-window`);
    this.now.textContent = words.join('; ');
  }

  find(text) {
    const {film, view} = this, row = film.coreNamed(text);
    this.search.value = text;
    view.found = null;
    this.matches = [];
    if (row >= 0) {
      view.core = row;
    } else if (text.trim()) {
      this.matches = film.find(text.trim());
      view.found = new Set(this.matches.map(each => each.name).filter(name => name !== undefined));
    }
    this.redraw();
  }

  // The next call that was searched for, and the time there.
  next() {
    const {view} = this, match = this.matches.find(each => each.begin > view.time + 1e-9) || this.matches[0];
    if (!match) return;
    view.core = match.row;
    this.seek(match.begin);
    this.redraw();
  }

  play() {
    this.playing = !this.playing;
    this.playButton.textContent = this.playing ? 'pause' : 'play';
    if (!this.playing) return;
    const {view, film} = this;
    if (view.time >= film.end) this.seek(0);
    let last = null;
    // What is in sight passes in 16 seconds.
    const step = now => {
      if (!this.playing) return;
      if (last !== null) this.seek(view.time + (now - last) / 16000 * (view.to - view.from) * this.speed.value);
      last = now;
      if (view.time >= film.end) this.play(); else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

{
  const box = document.getElementById('film');
  box.player = new Player(box);
}
