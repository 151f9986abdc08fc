// Figures of a report: line plots are drawn by Chart.js, if it is in the page, over their static
// pictures; parts of the other pictures show their values under the pointer.
(() => {
  'use strict';
  const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const number = value => Number(value.toPrecision(5)).toLocaleString('en', {maximumFractionDigits: 6});

  function axis(ruler) {
    const labels = new Map(ruler.ticks);
    return {
      type: ruler.log ? 'logarithmic' : 'linear',
      min: ruler.min,
      max: ruler.max,
      title: {display: true, text: ruler.label, color: style('--ink'), font: {size: 14}},
      grid: {color: style('--rule')},
      afterBuildTicks: scale => { scale.ticks = ruler.ticks.map(([value]) => ({value})); },
      ticks: {color: style('--ink'), font: {size: 13}, maxRotation: 0,
              callback: value => labels.get(value)},
    };
  }

  const points = list => list.map(([x, y]) => ({x, y}));

  function datasets(plot) {
    const lines = plot.series.map(series => ({
      label: series.name,
      data: points(series.points),
      borderColor: series.colour,
      backgroundColor: series.colour,
      borderWidth: 2,
      clip: 8,
      borderDash: series.dashed ? [7, 4] : [],
      pointStyle: series.marker,
      pointRadius: series.points.length > 30 ? 2 : 4,
    }));
    const published = plot.series.filter(series => series.published.length).map(series => ({
      label: plot.published,
      of: series.name,
      data: points(series.published),
      showLine: false,
      clip: 8,
      borderColor: style('--ink'),
      backgroundColor: 'transparent',
      pointStyle: series.marker,
      pointRadius: 5,
      pointBorderWidth: 1.5,
    }));
    return published.concat(lines);  // the first are drawn on top
  }

  // One entry stands for all published points; it shows and hides them together.
  function toggle(event, item, legend) {
    const chart = legend.chart, shown = !chart.isDatasetVisible(item.datasetIndex);
    chart.data.datasets.forEach((dataset, i) => {
      if (dataset.label === item.text) chart.setDatasetVisibility(i, shown);
    });
    chart.update();
  }

  function draw(canvas, plot) {
    const first = (item, data) =>
        data.datasets.findIndex(dataset => dataset.label === item.text) === item.datasetIndex;
    const isPublished = (item, data) => Boolean(data.datasets[item.datasetIndex].of);
    const publishedLast = (a, b, data) =>
        isPublished(a, data) - isPublished(b, data) || a.datasetIndex - b.datasetIndex;
    return new Chart(canvas, {
      type: 'line',
      data: {datasets: datasets(plot)},
      options: {
        animation: false,
        maintainAspectRatio: false,
        layout: {padding: {right: 12}},
        interaction: {mode: 'nearest', intersect: false},
        scales: {x: axis(plot.x), y: axis(plot.y)},
        plugins: {
          title: {display: true, text: plot.title, color: style('--ink'), font: {size: 15, weight: 'normal'}},
          legend: {
            position: canvas.parentNode.clientWidth > 640 ? 'right' : 'bottom',
            onClick: toggle,
            labels: {color: style('--ink'), font: {size: 13}, usePointStyle: true, boxWidth: 9, boxHeight: 9,
                     filter: first,
                     sort: publishedLast},
          },
          tooltip: {callbacks: {
            title: items => `${plot.x.label}: ${number(items[0].parsed.x)}`,
            label: item => `${item.dataset.of ? item.dataset.of + ', ' : ''}${item.dataset.label}: ` +
                           `${number(item.parsed.y)} (${plot.y.label})`,
          }},
        },
      },
    });
  }

  function drawAll() {
    return [...document.querySelectorAll('figure > script[type="application/json"]')].map(data => {
      const figure = data.parentNode;
      let box = figure.querySelector('.chart');
      if (!box) {
        box = document.createElement('div');
        box.className = 'chart';
        box.append(document.createElement('canvas'));
        figure.prepend(box);
        figure.classList.add('drawn');
      }
      return draw(box.firstChild, JSON.parse(data.textContent));
    });
  }

  // The browser's own tips of SVG come late and cannot be styled.
  function showTips() {
    const tip = document.createElement('div');
    tip.className = 'tip';
    tip.hidden = true;
    document.body.append(tip);
    for (const title of document.querySelectorAll('figure:not(.drawn) svg title')) {
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
  }

  if (window.Chart) {
    let charts = drawAll();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      charts.forEach(chart => chart.destroy());
      charts = drawAll();
    });
  }
  showTips();
})();
