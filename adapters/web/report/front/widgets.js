"use strict";
// Small parts that views are made of. Texts are inserted as text, addresses are made here and lead into this page.

// An element with attributes, listeners (`onclick`) and children; empty ones are left out.
function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter(child => child !== null && child !== undefined && child !== "" && child !== false));
  return element;
}
function picture(tag, attributes, ...children) {
  const element = drawn(tag, attributes);
  element.append(...children.flat(2).filter(child => child !== null && child !== undefined));
  return element;
}

const readable = text => encodeURIComponent(text).replaceAll("%2F", "/");
const episodeLink = (id, step = "") => "#/episode/" + readable(id) + (step ? "/step/" + step : "");
const compareLink = (left, right) => "#/compare/" + encodeURIComponent(left) + "/" + encodeURIComponent(right);
function listLink(filters) {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== "" && value !== undefined));
  return "#/episodes" + (String(query) ? "?" + query : "");
}

const decimals = value => value === null || value === undefined ? "–" : value.toFixed(3);
const amount = number => number.toLocaleString("en-US");
const plural = (count, noun) => amount(count) + " " + noun + (count === 1 ? "" : "s");
const percent = share => Math.round(100 * share) + " %";
const seconds = time => time < 10 ? time.toFixed(1) + " s" : time < 120 ? Math.round(time) + " s" : (time / 60).toFixed(1) + " min";
const shortened = (text, most) => text.length <= most ? text : text.slice(0, most - 1) + "…";

function series(element, agent) {
  element.style.setProperty("--series", "var(--s" + (agents.get(agent)?.index ?? 0) % 8 + ")");
  return element;
}
function agentName(label) {
  return node("span", { class: "agent" }, series(node("i", { class: "swatch", "aria-hidden": "true" }), label), node("span", {}, label));
}
const MARKS = { true: ["✓", "good", "yes"], false: ["✗", "bad", "no"], null: ["·", "open", "not decided"] };
function mark(good) {
  const [sign, name, words] = MARKS[String(good ?? null)];
  return node("span", { class: "mark " + name, role: "img", "aria-label": words }, sign);
}
function outcome(row) {
  if (row.solved === true) return node("span", { class: "chip good" }, "solved");
  if (row.solved === undefined || row.solved === null) return node("span", { class: "chip open" }, "not finished");
  return node("span", { class: "chip bad" }, report.causes[row.cause] ?? "not solved");
}

// A value between 0 and 1 with its 95 % interval.
function interval(cell) {
  const track = node("span", { class: "interval", "aria-hidden": "true" });
  if (cell.value === null || cell.value === undefined) return track;
  const low = cell.low ?? cell.value, high = cell.high ?? cell.value;
  const value = node("i", { class: "fill" }), band = node("i", { class: "band" });
  value.style.width = 100 * cell.value + "%";
  band.style.left = 100 * low + "%";
  band.style.width = 100 * (high - low) + "%";
  track.append(value, band);
  return track;
}
function cellWords(metric, cell) {
  if (cell.value === null || cell.value === undefined) return metric + ": nothing to average";
  const range = cell.low === null || cell.low === undefined ? "" : ", 95 % interval " + decimals(cell.low) + " to " + decimals(cell.high);
  return metric + ", " + report.metrics[metric] + ": " + decimals(cell.value) + range + ", " + plural(cell.n, "task");
}

function choices(label, values, chosen, choose) {
  const buttons = values.map(([value, words]) => {
    const press = () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      choose(value);
    };
    const button = node("button", { type: "button", "aria-pressed": String(value === chosen), onclick: press }, words);
    return button;
  });
  return node("div", { class: "choices", role: "group", "aria-label": label }, buttons);
}
function dropdown(label, values, chosen, choose) {
  const select = node("select", { "aria-label": label, onchange: () => choose(select.value) },
    values.map(([value, words]) => node("option", { value }, words)));
  select.value = chosen;
  return select;
}
function card(title, hint, ...children) {
  return node("section", { class: "card block" }, node("h2", {}, title), hint ? node("p", { class: "hint" }, hint) : "", children);
}
function scrolling(table) {
  return node("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": table.getAttribute("aria-label") }, table);
}
let noticed = 0;
function notice(text) {
  at("notice").textContent = text;
  at("notice").hidden = false;
  clearTimeout(noticed);
  noticed = setTimeout(() => { at("notice").hidden = true; }, 6000);
}
