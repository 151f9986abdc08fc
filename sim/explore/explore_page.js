// SPDX-License-Identifier: Apache-2.0
// Any two columns of an exploration against each other: dots whose values show under the pointer
// (the tips are those of sim/report/page.js), coloured by a third column.
(() => {
  'use strict';
  const WIDTH = 900, HEIGHT = 480, LEFT = 80, RIGHT = 20, TOP = 16, BOTTOM = 56;
  const COLOURS = ['#3b78c4', '#d9822b', '#3a9d5d', '#c44e52', '#8265b5', '#8c6d4f', '#cf6aa9', '#6f7780'];
  const SVG = 'http://www.w3.org/2000/svg';

  const box = document.currentScript.previousElementSibling;
  const data = JSON.parse(box.querySelector('script').textContent);
  const shown = value => value === null ? '' : typeof value === 'number' ? String(Number(value.toPrecision(6))) : value;
  const add = (parent, name, attributes, text) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  };

  // Numbers lie on a line; texts, and what has both, get a place each.
  function ruler(values, from, to) {
    const different = [...new Set(values)];
    if (different.every(value => typeof value === 'number')) {
      const least = Math.min(...different), most = Math.max(...different);
      const span = most - least || 1, raw = span / 6, power = 10 ** Math.floor(Math.log10(raw));
      const step = [1, 2, 5, 10].map(by => by * power).find(by => by >= raw);
      const at = value => from + (to - from) * (0.04 + 0.92 * (most === least ? 0.5 : (value - least) / span));
      const ticks = [];
      for (let i = Math.ceil(least / step - 1e-9); i * step <= most + step * 1e-9; ++i) ticks.push(i * step);
      return {at, ticks};
    }
    different.sort((a, b) => String(a).localeCompare(String(b), 'en', {numeric: true}));
    return {at: value => from + (to - from) * (different.indexOf(value) + 0.5) / different.length, ticks: different};
  }

  function draw(svg, legend, xName, yName, byName) {
    svg.replaceChildren();
    legend.textContent = '';
    const x = data.columns.indexOf(xName) + 1, y = data.columns.indexOf(yName) + 1;
    const by = data.columns.indexOf(byName) + 1;  // 0: one colour
    const rows = data.rows.filter(row => row[x] !== null && row[y] !== null);
    const xs = ruler(rows.map(row => row[x]), LEFT, WIDTH - RIGHT);
    const ys = ruler(rows.map(row => row[y]), HEIGHT - BOTTOM, TOP);
    for (const tick of xs.ticks) {
      add(svg, 'line', {x1: xs.at(tick), x2: xs.at(tick), y1: TOP, y2: HEIGHT - BOTTOM, stroke: 'var(--rule)'});
      add(svg, 'text', {x: xs.at(tick), y: HEIGHT - BOTTOM + 20, 'text-anchor': 'middle', fill: 'var(--ink)', 'font-size': 13}, shown(tick));
    }
    for (const tick of ys.ticks) {
      add(svg, 'line', {x1: LEFT, x2: WIDTH - RIGHT, y1: ys.at(tick), y2: ys.at(tick), stroke: 'var(--rule)'});
      add(svg, 'text', {x: LEFT - 8, y: ys.at(tick) + 4, 'text-anchor': 'end', fill: 'var(--ink)', 'font-size': 13}, shown(tick));
    }
    add(svg, 'text', {x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 12, 'text-anchor': 'middle', fill: 'var(--ink)'}, xName);
    add(svg, 'text', {transform: `translate(18 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)`, 'text-anchor': 'middle', fill: 'var(--ink)'}, yName);
    const groups = [...new Set(rows.map(row => by ? row[by] : ''))].sort((a, b) => String(a).localeCompare(String(b), 'en', {numeric: true}));
    const colour = row => COLOURS[groups.indexOf(by ? row[by] : '') % COLOURS.length];
    for (const row of rows) {
      const values = data.columns.map((name, i) => `${name} ${shown(row[i + 1])}`).join(', ');
      add(svg, 'circle', {cx: xs.at(row[x]), cy: ys.at(row[y]), r: 5, fill: colour(row), 'fill-opacity': 0.75,
                          'data-tip': `point ${row[0]}: ${values}`});
    }
    if (!by) return;
    groups.slice(0, COLOURS.length).forEach((value, i) => {
      const name = document.createElement('span');
      name.style.color = COLOURS[i];
      name.textContent = `\u25cf ${shown(value)}  `;
      legend.append(name);
    });
    if (groups.length > COLOURS.length) legend.append('(colours repeat)');
  }

  const controls = document.createElement('p'), legend = document.createElement('p');
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.style.width = '100%';
  function choice(label, chosen, names) {
    const select = document.createElement('select'), words = document.createElement('label');
    for (const name of names) select.append(new Option(name, name, false, name === chosen));
    words.append(label + ' ', select, ' ');
    controls.append(words);
    select.addEventListener('change', redraw);
    return select;
  }
  const across = choice('across', data.x, data.columns);
  const up = choice('up', data.y, data.columns);
  const by = choice('colour', '', ['', ...data.columns]);
  function redraw() { draw(svg, legend, across.value, up.value, by.value); }
  box.append(controls, svg, legend);
  redraw();
})();
