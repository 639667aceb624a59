// Plots of the overview: asks for the numbers every two seconds, and pauses in the background.
(() => {
  const colours = { submissions: '--accent', succeeded: '--good', failed: '--bad' };
  const styleOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const timeOf = (second) => new Date(second * 1_000).toISOString().slice(11, 16);

  const plot = (target) => {
    const names = target.dataset.lines.split(' ');
    const axis = { stroke: styleOf('--quiet'), grid: { stroke: styleOf('--line') }, ticks: { show: false } };
    const options = {
      width: target.clientWidth,
      height: 160,
      cursor: { show: false },
      legend: { show: names.length > 1, live: false },
      scales: { y: { range: (_, __, max) => [0, Math.max(5, max)] } },
      axes: [
        { ...axis, values: (_, seconds) => seconds.map(timeOf) },
        { ...axis, size: 36 },
      ],
      series: [
        {},
        ...names.map((name) => ({
          label: name,
          stroke: styleOf(colours[name]),
          width: 2,
          points: { show: false },
        })),
      ],
    };
    const chart = new uPlot(options, [[], ...names.map(() => [])], target);
    new ResizeObserver(() => chart.setSize({ width: target.clientWidth, height: 160 })).observe(target);
    return (data) => chart.setData([data.times, ...names.map((name) => data[name])]);
  };

  for (const group of document.querySelectorAll('[data-plots]')) {
    const updates = [...group.querySelectorAll('[data-lines]')].map(plot);
    const update = async () => {
      if (document.hidden) return;
      const answer = await fetch(group.dataset.plots).catch(() => null);
      if (!answer?.ok || answer.redirected) return;
      const data = await answer.json();
      for (const each of updates) each(data);
    };
    update();
    setInterval(update, 2_000);
  }
})();
