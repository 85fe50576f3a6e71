"use strict";
// Episodes on their devices. Pauses between episodes are not recorded: each begins where the one before it ended.
function devicesView() {
  return node("div", { class: "page" }, node("div", { class: "heading" }, node("h1", {}, "Devices"),
    node("p", { class: "lead" }, "Episodes of each device in the order in which they were finished. Lengths are times; pauses between episodes are not recorded.")),
    report.runs.map((run, number) => deviceChart(run, report.episodes.filter(row => row.run === number && row.device))));
}
function deviceChart(run, rows) {
  if (!rows.length) return "";
  const lanes = new Map();
  for (const row of [...rows].sort((one, other) => (one.order ?? 0) - (other.order ?? 0))) {
    const lane = lanes.get(row.device) ?? { end: 0, bars: [] };
    lane.bars.push({ row, from: lane.end });
    lane.end += row.seconds ?? 0;
    lanes.set(row.device, lane);
  }
  const longest = Math.max(...[...lanes.values()].map(lane => lane.end), .001), names = [...lanes.keys()].sort();
  const left = 150, wide = 1000, high = 26, top = 22;
  const chart = drawn("svg", { viewBox: "0 0 " + (left + wide + 10) + " " + (top + names.length * high + 6), class: "lanes", role: "group", "aria-label": "Episodes by device" });
  for (let mark = 0; mark <= 4; mark++) {
    const x = left + wide * mark / 4, text = drawn("text", { x, y: 12, class: "time", "text-anchor": mark === 4 ? "end" : mark ? "middle" : "start" });
    text.textContent = seconds(longest * mark / 4);
    chart.append(drawn("line", { x1: x, y1: top - 4, x2: x, y2: top + names.length * high, class: "grid" }), text);
  }
  names.forEach((name, index) => {
    const y = top + index * high, text = drawn("text", { x: left - 10, y: y + 17, "text-anchor": "end", class: "device" });
    text.textContent = shortened(name, 20);
    chart.append(text);
    for (const { row, from } of lanes.get(name).bars) {
      const link = drawn("a", { href: episodeLink(row.id, row.step) }), title = drawn("title", {});
      title.textContent = row.id + ", " + seconds(row.seconds ?? 0) + (row.solved ? ", solved" : row.sentence ? ", " + row.sentence : "");
      const state = row.solved === true ? "good" : row.solved === false ? "bad" : "open";
      link.append(title, drawn("rect", { x: left + wide * from / longest, y: y + 3, width: Math.max(wide * (row.seconds ?? 0) / longest - 1.5, 1.5), height: high - 6, rx: 4, class: "bar " + state }));
      chart.append(link);
    }
  });
  return card(report.runs.length > 1 ? run.name : plural(names.length, "device"), "", chart,
    node("p", { class: "legend" }, node("span", { class: "key good" }, "solved"), node("span", { class: "key bad" }, "not solved"), node("span", { class: "key open" }, "not finished")));
}
