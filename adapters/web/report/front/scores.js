"use strict";
// The score board: metrics of all agents, groups, failures by cause, costs, and the gap between thought and action.
const PIVOTS = { level: "Clarity level", domain: "Domain", difficulty: "Difficulty", app: "App", requirements: "Requirements" };
const pivot = { by: "level", metric: "TSR" };

function scoresView() {
  const rows = report.episodes;
  return node("div", { class: "page scores" }, heading(rows), notes(), board(), pivots(), node("div", { class: "pair" }, causes(rows), gaps()), costs());
}
function heading(rows) {
  const tasks = new Set(rows.map(row => row.task)).size;
  const facts = report.runs.map(run => node("p", { class: "facts" },
    report.runs.length > 1 ? node("b", {}, run.name) : "",
    (run.facts ?? []).map(([name, value]) => node("span", {}, name + " ", node("b", {}, value)))));
  return node("div", { class: "heading" },
    node("h1", {}, report.title),
    node("p", { class: "lead" }, [plural(agents.size, "agent"), plural(tasks, "task"), plural(rows.length, "episode")].join(" · ")),
    facts);
}
// What cannot be shown, and why.
function notes() {
  const found = [
    ...(report.notes ?? []),
    ...report.runs.flatMap(run => (run.notes ?? []).map(note => report.runs.length > 1 ? run.name + ": " + note : note)),
  ];
  if (!found.length) return "";
  return node("section", { class: "notes", "aria-label": "Notes" }, node("h2", {}, "Not everything can be shown"), node("ul", {}, found.map(note => node("li", {}, note))));
}
function board() {
  const head = Object.entries(report.metrics).map(([metric, words]) => node("th", { scope: "col", title: words },
    node("span", { class: "metric" }, metric, " ", node("small", { "aria-label": isLow(metric) ? "lower is better" : "higher is better" }, isLow(metric) ? "↓" : "↑")),
    node("small", {}, words)));
  const lines = report.agents.map(agent => {
    const own = report.episodes.filter(row => row.agent === agent.label), solved = own.filter(row => row.solved).length;
    return series(node("tr", {},
      node("th", { scope: "row" }, agentName(agent.label),
        node("a", { class: "count", href: listLink({ agent: agent.label, outcome: "unsolved" }) }, solved + " of " + own.length + " solved"),
        agent.instrument ? node("small", {}, "instrument, sees the truth") : ""),
      Object.keys(report.metrics).map(metric => scoreCell(metric, agent.overall[metric]))), agent.label);
  });
  const table = node("table", { class: "board", "aria-label": "Scores" },
    node("thead", {}, node("tr", {}, node("th", { scope: "col" }, "Agent"), head)), node("tbody", {}, lines));
  if (!lines.length) return card("Scores", "", node("p", { class: "empty" }, "No episode was finished, so there are no scores."));
  return card("Scores", "Mean over tasks with 95 % interval; n: tasks that count. Definitions: docs/metrics.md.", scrolling(table));
}
const isLow = metric => report.low_is_good.includes(metric);
function scoreCell(metric, cell) {
  const none = cell.value === null || cell.value === undefined;
  return node("td", { title: cellWords(metric, cell), class: none ? "none" : "" },
    node("b", {}, decimals(cell.value)), none ? "" : interval(cell),
    none || cell.low === null || cell.low === undefined ? "" : node("small", {}, cell.low.toFixed(2) + "–" + cell.high.toFixed(2)),
    none ? "" : node("small", {}, "n " + cell.n));
}
function pivots() {
  if (!report.agents.length) return "";
  const place = node("div", { class: "groups" + (report.agents.length > 1 ? " many" : "") });
  const chosen = node("p", { class: "hint printed" });
  const draw = () => {
    place.replaceChildren(...groupLines());
    chosen.textContent = pivot.metric + ", " + report.metrics[pivot.metric] + ", by " + PIVOTS[pivot.by].toLowerCase();
  };
  draw();
  return card("By group", "",
    node("div", { class: "tools" },
      choices("Group by", Object.entries(PIVOTS), pivot.by, value => { pivot.by = value; draw(); }),
      dropdown("Metric", Object.entries(report.metrics).map(([name, words]) => [name, name + " – " + words]), pivot.metric, value => { pivot.metric = value; draw(); })),
    chosen, place);
}
function groupLines() {
  const names = [...new Set(report.agents.flatMap(agent => Object.keys(agent.groups?.[pivot.by] ?? {})))];
  if (pivot.by === "requirements") names.sort((one, other) => one - other);
  return names.map(name => node("div", { class: "group" },
    node("h3", {}, pivot.by === "requirements" ? plural(Number(name), "requirement") : name),
    node("div", {}, report.agents.map(agent => {
      const cell = agent.groups?.[pivot.by]?.[name]?.[pivot.metric];
      if (!cell) return "";
      return series(node("a", { class: "line", href: listLink({ agent: agent.label, [pivot.by]: name }), title: cellWords(pivot.metric, cell) },
        report.agents.length > 1 ? node("span", { class: "who" }, agent.label) : "", interval(cell),
        node("b", {}, decimals(cell.value)), node("small", {}, "n " + cell.n)), agent.label);
    }))));
}
function causes(rows) {
  const failed = rows.filter(row => row.cause && !row.instrument);
  const found = Object.keys(report.causes).map(kind => [kind, failed.filter(row => row.cause === kind)]).filter(([, some]) => some.length);
  found.sort((one, other) => other[1].length - one[1].length);
  const most = Math.max(...found.map(([, some]) => some.length), 1);
  const lines = found.map(([kind, some]) => {
    const bar = node("span", { class: "stack" }, [...agents.keys()].map(label => {
      const count = some.filter(row => row.agent === label).length;
      if (!count) return "";
      const segment = series(node("a", { href: listLink({ cause: kind, agent: label }), title: label + ": " + count, "aria-label": report.causes[kind] + ", " + label + ": " + count }, agents.size > 1 ? String(count) : ""), label);
      segment.style.width = 100 * count / most + "%";
      return segment;
    }));
    return node("li", {}, node("a", { class: "cause", href: listLink({ cause: kind }) }, report.causes[kind]), bar,
      node("a", { class: "total", href: listLink({ cause: kind }) }, String(some.length)));
  });
  const legend = agents.size > 1 ? node("p", { class: "legend" }, [...agents.keys()].map(agentName)) : "";
  return card("Why episodes failed", "", legend, lines.length ? node("ul", { class: "causes" }, lines) : node("p", { class: "empty" }, "No episode failed."));
}
// Action right or wrong, by thought right or wrong.
function gaps() {
  const found = report.agents.flatMap(agent => (agent.gaps ?? []).map(cells => ({ ...cells, label: agent.label })));
  if (!found.length) return "";
  return card("Thought and action", "Steps by whether the action was right, and whether the one that the thought announces was.",
    node("div", { class: "quadrants" }, found.map(quadrants)));
}
function quadrants(cells) {
  const total = cells.ideal + cells.execution_gap + cells.reasoning_gap + cells.both_wrong;
  const places = [["ideal", "both right", 46, 16], ["reasoning_gap", "reasoning gap", 150, 16], ["execution_gap", "execution gap", 46, 100], ["both_wrong", "both wrong", 150, 100]];
  const parts = places.map(([name, words, x, y]) => {
    const share = total ? cells[name] / total : 0;
    const box = drawn("rect", { x, y, width: 100, height: 80, rx: 8, class: "quadrant " + name, "fill-opacity": (.08 + .72 * share).toFixed(3) });
    const figure = drawn("text", { x: x + 50, y: y + 40, class: "figure" }), label = drawn("text", { x: x + 50, y: y + 60, class: "label" });
    figure.textContent = percent(share);
    label.textContent = words + " · " + cells[name];
    return [box, figure, label];
  });
  const sides = [["thought right", 96, 9, ""], ["thought wrong", 200, 9, ""], ["action right", 38, 56, "rotate(-90 38 56)"], ["action wrong", 38, 140, "rotate(-90 38 140)"]];
  const labels = sides.map(([words, x, y, transform]) => {
    const text = drawn("text", { x, y, class: "side", ...(transform ? { transform } : {}) });
    text.textContent = words;
    return text;
  });
  return node("figure", {}, node("figcaption", {}, agentName(cells.label), node("small", {}, "judge " + cells.judge + ", n " + total)),
    picture("svg", { viewBox: "24 0 232 184", role: "img", "aria-label": places.map(([name, words]) => words + ": " + cells[name]).join(", ") }, parts, labels));
}
function costs() {
  if (!report.costs?.length) return "";
  const lines = report.costs.map(cost => node("tr", {},
    report.runs.length > 1 ? node("td", {}, report.runs[cost.run].name) : "",
    node("td", {}, cost.role), node("td", {}, cost.model), node("td", { class: "number" }, amount(cost.replies)),
    node("td", { class: "number" }, amount(cost.input)), node("td", { class: "number" }, amount(cost.output)),
    node("td", { class: "number" }, cost.money || "–")));
  const heads = [...(report.runs.length > 1 ? ["Run"] : []), "Role", "Model"], numbers = ["Replies", "Input tokens", "Output tokens", "Money"];
  return card("Models", "", scrolling(node("table", { class: "plain", "aria-label": "Tokens and costs" },
    node("thead", {}, node("tr", {}, heads.map(name => node("th", { scope: "col" }, name)), numbers.map(name => node("th", { scope: "col", class: "number" }, name)))),
    node("tbody", {}, lines))));
}
