// SPDX-License-Identifier: Apache-2.0
// Parts of a figure show their values under the pointer, an entry of a legend hides its line or shows it
// again, and the heading of a column sorts its table.
(() => {
  'use strict';

  // The browser's own tips of SVG come late and cannot be styled.
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.hidden = true;
  document.body.append(tip);
  for (const title of document.querySelectorAll('figure svg title')) {
    title.parentNode.dataset.tip = title.textContent;
    title.remove();
  }
  document.addEventListener('mousemove', event => {
    const shape = event.target.closest && event.target.closest('[data-tip]');
    tip.hidden = !shape;
    if (!shape) return;
    tip.textContent = shape.dataset.tip;
    tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + 'px';
    tip.style.top = event.clientY + 14 + 'px';
  });

  for (const entry of document.querySelectorAll('svg [data-entry]'))
    entry.addEventListener('click', () => {
      const hidden = entry.classList.toggle('off');
      for (const part of entry.closest('svg').querySelectorAll(`[data-series="${entry.dataset.entry}"]`))
        part.style.display = hidden ? 'none' : '';
    });

  // Numbers by value, the largest first; words by alphabet. The same heading again turns the order round. A
  // row that sums the others up stays the last.
  const sort = (heading, column) => {
    const rows = [...heading.closest('table').rows].slice(1);
    const text = row => row.cells[column] ? row.cells[column].textContent.trim() : '';
    const number = row => parseFloat(text(row).replace(/[, ]/g, ''));
    const numeric = rows.every(row => text(row) === '' || !Number.isNaN(number(row)));
    const turned = heading.ariaSort === (numeric ? 'descending' : 'ascending');
    const falling = numeric !== turned;
    const compare = numeric
      ? (a, b) => (Number.isNaN(number(a)) ? -Infinity : number(a)) - (Number.isNaN(number(b)) ? -Infinity : number(b))
      : (a, b) => text(a).localeCompare(text(b), 'en', {numeric: true});
    const isSum = row => row.classList.contains('sum');
    rows.sort((a, b) => isSum(a) - isSum(b) || (falling ? compare(b, a) : compare(a, b)) || 0);
    for (const row of rows) row.parentNode.append(row);
    for (const other of heading.parentNode.cells) other.ariaSort = null;
    heading.ariaSort = falling ? 'descending' : 'ascending';
  };
  for (const table of document.querySelectorAll('table')) {
    const head = table.rows[0];
    if (table.rows.length < 4 || [...head.cells].some(cell => cell.tagName !== 'TH')) continue;
    [...head.cells].forEach((heading, column) => {
      heading.tabIndex = 0;
      heading.title = 'sort';
      heading.addEventListener('click', () => sort(heading, column));
      heading.addEventListener('keydown', event => { if (event.key === 'Enter') sort(heading, column); });
    });
  }
})();
