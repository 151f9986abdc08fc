// SPDX-License-Identifier: Apache-2.0
// The timeline of a run's page: a lane per core, its kinds of time below, its calls above. Wheel
// zooms, dragging pans, a double click shows everything again.
(() => {
  const figure = document.getElementById('timeline');
  const data = JSON.parse(figure.querySelector('script').textContent);
  const canvas = figure.querySelector('canvas');
  const context = canvas.getContext('2d');
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.hidden = true;
  document.body.append(tip);

  const kLabel = 86, kAxis = 22;
  const lane = Math.max(12, Math.min(44, 620 / data.cores.length));
  const height = kAxis + lane * data.cores.length;
  let from = 0, to = data.end, width = 0;
  const x = time => kLabel + (time - from) / (to - from) * (width - kLabel);
  const timeAt = at => from + (at - kLabel) / (width - kLabel) * (to - from);

  // The first slice that ends after `time`.
  const firstAfter = (slices, time) => {
    let low = 0, high = slices.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (slices[middle][1] > time) high = middle; else low = middle + 1;
    }
    return low;
  };
  const visible = (slices, draw) => {
    for (let i = firstAfter(slices, from); i < slices.length && slices[i][0] < to; ++i)
      draw(slices[i]);
  };
  const hue = name => (name * 137) % 360;

  const draw = () => {
    const ink = getComputedStyle(document.body).color;
    context.clearRect(0, 0, width, height);
    context.font = '11px sans-serif';
    context.fillStyle = ink;
    context.textBaseline = 'middle';
    for (let i = 0; i <= 6; ++i) {
      const at = kLabel + (width - kLabel) * i / 6;
      context.textAlign = i === 0 ? 'left' : i === 6 ? 'right' : 'center';
      context.fillText(timeAt(at).toFixed(to - from < 20 ? 3 : 1) + ' us', at, kAxis / 2);
    }
    context.textAlign = 'left';
    data.cores.forEach((core, row) => {
      const top = kAxis + row * lane, half = lane * 0.45;
      context.fillStyle = ink;
      context.fillText(core.name, 2, top + lane / 2);
      context.save();
      context.beginPath();
      context.rect(kLabel, top, width - kLabel, lane);
      context.clip();
      visible(core.calls, ([begin, end, name]) => {
        const wide = Math.max(x(end) - x(begin), 0.5);
        context.fillStyle = `hsl(${hue(name)} 45% 55%)`;
        context.fillRect(x(begin), top + 1, wide, half - 1);
        if (wide > 60 && half > 9) {
          context.fillStyle = '#000';
          context.fillText(data.names[name], Math.max(x(begin), kLabel) + 3, top + half / 2 + 1);
        }
      });
      visible(core.states, ([begin, end, kind]) => {
        context.fillStyle = data.colours[kind];
        context.fillRect(x(begin), top + half, Math.max(x(end) - x(begin), 0.5), half);
      });
      context.restore();
    });
    context.strokeStyle = ink;
    context.globalAlpha = 0.5;
    let arrows = 0;
    for (const [sender, sent, receiver, received] of data.flows) {
      if (received < from || sent > to || ++arrows > 400) continue;
      context.beginPath();
      context.moveTo(Math.max(x(sent), kLabel), kAxis + (sender + 0.25) * lane);
      context.lineTo(Math.min(x(received), width), kAxis + (receiver + 0.25) * lane);
      context.stroke();
    }
    context.globalAlpha = 1;
  };

  const resize = () => {
    const scale = devicePixelRatio || 1;
    width = figure.clientWidth;
    canvas.style.width = width + 'px';
    canvas.style.height = height + 'px';
    canvas.width = width * scale;
    canvas.height = height * scale;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    draw();
  };

  const show = (begin, end) => {
    const span = Math.min(Math.max(end - begin, data.end * 1e-7), data.end);
    from = Math.min(Math.max(begin, 0), data.end - span);
    to = from + span;
    draw();
  };
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    const at = timeAt(event.offsetX), factor = event.deltaY > 0 ? 1.25 : 0.8;
    show(at - (at - from) * factor, at + (to - at) * factor);
  }, {passive: false});
  let dragged = null;
  canvas.addEventListener('pointerdown', event => {
    dragged = {at: event.offsetX, from, to};
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointerup', () => { dragged = null; });
  canvas.addEventListener('dblclick', () => show(0, data.end));
  canvas.addEventListener('pointerleave', () => { tip.hidden = true; });
  canvas.addEventListener('pointermove', event => {
    if (dragged) {
      const shift = (dragged.at - event.offsetX) / (width - kLabel) * (dragged.to - dragged.from);
      show(dragged.from + shift, dragged.to + shift);
      return;
    }
    const row = Math.floor((event.offsetY - kAxis) / lane), core = data.cores[row];
    tip.hidden = !core;
    if (!core) return;
    const time = timeAt(event.offsetX);
    const words = [core.name + ' at ' + time.toFixed(3) + ' us'];
    const state = core.states[firstAfter(core.states, time)];
    if (state && state[0] <= time) words.push(data.kinds[state[2]]);
    for (let i = firstAfter(core.calls, time); i < core.calls.length; ++i) {
      if (core.calls[i][0] <= time) {
        const [begin, end, name] = core.calls[i];
        words.push(data.names[name] + ', ' + (end - begin).toFixed(3) + ' us');
      }
      break;
    }
    tip.textContent = words.join(': ');
    tip.style.left = Math.min(event.clientX + 12, innerWidth - 320) + 'px';
    tip.style.top = event.clientY + 14 + 'px';
  });
  addEventListener('resize', resize);
  resize();
})();
