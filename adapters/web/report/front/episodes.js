"use strict";
// The list of episodes: search, filters and order are part of the address, so a list can be shared.
const COLUMNS = [
  ["outcome", "Outcome", row => row.solved === true ? "0" : row.solved === false ? "1" + row.cause : "2"],
  ["agent", "Agent", row => row.agent],
  ["task", "Task", row => row.task + "/" + (row.repeat ?? 0)],
  ["instruction", "Instruction", row => row.instruction ?? ""],
  ["sentence", "Why it failed", row => row.sentence ?? ""],
  ["steps", "Steps", row => row.steps ?? 0],
  ["questions", "Asked", row => row.turns ?? 0],
  ["tokens", "Tokens", row => row.tokens ?? 0],
];
const NUMBERS = ["steps", "questions", "tokens"];
const ORDER = new Intl.Collator();
// Lines that are drawn at once; more follow when they are scrolled to.
const MOST_ROWS = 200;
const list = { filters: {}, ids: [], visited: "" };

function matching(filters) {
  const words = (filters.search ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = (name, value) => !filters[name] || filters[name] === value;
  const rows = [...episodes.values()].filter(row =>
    chosen("agent", row.agent) && chosen("level", row.level) && chosen("domain", row.domain) && chosen("difficulty", row.difficulty)
    && chosen("cause", row.cause) && (!filters.app || (row.apps ?? []).includes(filters.app))
    && (!filters.requirements || filters.requirements === String(row.requirements ?? 0))
    && (!filters.outcome || (filters.outcome === "solved") === (row.solved === true))
    && words.every(word => [row.id, row.instruction, row.sentence, row.cause && report.causes[row.cause], ...(row.apps ?? [])].some(text => text?.toLowerCase().includes(word))));
  const [, key, down] = (filters.sort ?? "").match(/^(\w+?)(\.down)?$/) ?? [], column = COLUMNS.find(([name]) => name === key);
  if (column) {
    const value = column[2], sign = down ? -1 : 1;
    rows.sort((one, other) => {
      const [left, right] = [value(one), value(other)];
      return sign * (typeof left === "number" ? left - right : ORDER.compare(left, right));
    });
  }
  return rows;
}
function values(name, order = []) {
  const found = new Set(report.episodes.flatMap(row => row[name] ?? []));
  return [...order.filter(value => found.has(value)), ...[...found].filter(value => !order.includes(value)).sort()];
}

function episodesView(filters) {
  list.filters = filters;
  const tokens = report.episodes.some(row => row.tokens);
  const columns = COLUMNS.filter(([name]) => (name !== "tokens" || tokens) && (name !== "agent" || agents.size > 1));
  const body = node("tbody", {}), count = node("span", { class: "found", role: "status" }), more = node("p", { class: "more" });
  const heads = columns.map(([name, words]) => node("th", { scope: "col", class: "col-" + name + (NUMBERS.includes(name) ? " number" : ""), "data-column": name },
    node("button", { type: "button", onclick: () => change({ sort: list.filters.sort === name ? name + ".down" : list.filters.sort === name + ".down" ? "" : name }) }, words, node("i", { "aria-hidden": "true" }))));
  const search = node("input", { type: "search", placeholder: "Search tasks, instructions, reasons…", "aria-label": "Search", id: "search", oninput: () => change({ search: search.value }) });
  search.value = filters.search ?? "";
  const reset = node("button", { type: "button", class: "quiet", onclick: () => { location.hash = "#/episodes"; } }, "Clear");
  const file = node("input", { type: "file", accept: ".zip", hidden: true, onchange: () => { if (file.files.length) openZip(file.files[0]); } });
  const change = wanted => {
    Object.assign(list.filters, wanted);
    history.replaceState(null, "", listLink(list.filters));
    draw();
  };
  let rows = [];
  const extend = count => {
    body.append(...rows.slice(body.children.length, body.children.length + count).map(row => line(row, columns)));
    const rest = rows.length - body.children.length;
    more.replaceChildren(...(rest ? [node("button", { type: "button", onclick: () => extend(MOST_ROWS) }, "Show more of " + amount(rest))] : rows.length ? [] : [node("span", { class: "empty" }, "No episode fits.")]));
  };
  new IntersectionObserver(seen => { if (seen.at(-1).isIntersecting && body.children.length < rows.length) extend(MOST_ROWS); }, { rootMargin: "600px" }).observe(more);
  const draw = (visited = "") => {
    rows = matching(list.filters);
    list.ids = rows.map(row => row.id);
    body.replaceChildren();
    extend(Math.max(MOST_ROWS, list.ids.indexOf(visited) + 1));
    count.textContent = rows.length === report.episodes.length ? plural(rows.length, "episode") : amount(rows.length) + " of " + plural(report.episodes.length, "episode");
    for (const head of heads) {
      const name = head.dataset.column, sorted = list.filters.sort === name ? "ascending" : list.filters.sort === name + ".down" ? "descending" : "none";
      head.setAttribute("aria-sort", sorted);
    }
    reset.hidden = !Object.entries(list.filters).some(([name, value]) => value && name !== "sort");
  };
  const menus = [
    ["agent", "All agents", [...agents.keys()]],
    ["level", "All levels", values("level", ["detailed", "standard", "incomplete", "ambiguous"])],
    ["domain", "All domains", values("domain")],
    ["cause", "All causes", values("cause").filter(Boolean)],
    ["outcome", "All outcomes", ["solved", "unsolved"]],
    ["app", "All apps", values("apps")],
  ].filter(([name, , found]) => found.length > 1 || list.filters[name]).map(([name, all, found]) =>
    dropdown(all.replace("All ", ""), [["", all], ...found.map(value => [value, name === "cause" ? report.causes[value] : value])], filters[name] ?? "", value => change({ [name]: value })));
  const groups = ["difficulty", "requirements"].filter(name => filters[name]).map(name =>
    node("button", { type: "button", class: "filter", title: "Remove this filter", onclick: event => { event.currentTarget.remove(); change({ [name]: "" }); } }, name + ": " + filters[name] + " ✕"));
  draw(list.visited);
  const table = node("table", { class: "episodes" + ([...agents.keys()].some(label => label.length > 11) ? " long-names" : ""), "aria-label": "Episodes", onkeydown: moveLine }, node("thead", {}, node("tr", {}, heads)), body);
  return node("div", { class: "page wide" },
    node("div", { class: "filters" }, search, menus, groups, reset, node("span", { class: "spring" }), count,
      node("label", { class: "quiet button", title: "Open an episode that was passed on" }, "Open ZIP…", file)),
    node("div", { class: "table" }, table), more);
}
function line(row, columns) {
  const cells = {
    outcome: () => outcome(row),
    agent: () => agentName(row.agent),
    task: () => node("a", { href: episodeLink(row.id, row.step), class: "open" }, row.task, row.repeat ? node("small", {}, " #" + row.repeat) : ""),
    instruction: () => row.instruction ?? "",
    sentence: () => row.problem || row.sentence || "",
    steps: () => amount(row.steps ?? 0),
    questions: () => amount(row.turns ?? 0),
    tokens: () => row.tokens ? amount(row.tokens) : "–",
  };
  return node("tr", { "data-id": row.id, onclick: event => { if (!event.target.closest("a")) location.hash = episodeLink(row.id, row.step); } },
    columns.map(([name]) => node("td", { class: "col-" + name + (NUMBERS.includes(name) ? " number" : ""), title: ["instruction", "sentence", "task"].includes(name) ? (name === "task" ? row.id : cells[name]()) : null }, cells[name]())));
}
// Back in the list, the line of the episode that was looked at is where it was left.
function returnToLine() {
  const line = document.querySelector('.episodes tr[data-id="' + CSS.escape(list.visited) + '"]');
  line?.scrollIntoView({ block: "center" });
  line?.querySelector("a.open").focus({ preventScroll: true });
}
// Arrows move between lines.
function moveLine(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], here = event.target.closest("tbody tr");
  if (!step || !here) return;
  event.preventDefault();
  event.stopPropagation();
  (step > 0 ? here.nextElementSibling : here.previousElementSibling)?.querySelector("a.open").focus();
}
