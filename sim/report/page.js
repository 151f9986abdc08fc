// SPDX-License-Identifier: Apache-2.0
// Parts of a figure show their values under the pointer, and an entry of a legend hides its line or
// shows it again.
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
})();
