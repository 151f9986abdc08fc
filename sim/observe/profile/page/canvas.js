// SPDX-License-Identifier: Apache-2.0
// What canvases of a page share: sharp on every screen, colours of the page, a tip under the pointer.

// Sized in CSS pixels; returns a context that draws in these.
function fitCanvas(canvas, width, height) {
  const scale = devicePixelRatio || 1;
  canvas.style.width = width + 'px';
  canvas.style.height = height + 'px';
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  return context;
}

function pageColours() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(['ink', 'soft', 'paper', 'panel', 'rule', 'link']
    .map(name => [name, style.getPropertyValue('--' + name).trim()]));
}

// `text(x, y)` of a place of the canvas: lines, or nothing.
function addTip(canvas, text) {
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.style.whiteSpace = 'pre-line';
  tip.hidden = true;
  document.body.append(tip);
  canvas.addEventListener('pointerleave', () => { tip.hidden = true; });
  canvas.addEventListener('pointermove', event => {
    const words = event.buttons ? '' : text(event.offsetX, event.offsetY);
    tip.hidden = !words;
    if (!words) return;
    tip.textContent = words;
    tip.style.left = Math.max(4, Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8)) + 'px';
    tip.style.top = event.clientY + 14 + 'px';
  });
}
