"use strict";
// Addresses, keys, and light or dark.
let turned = 0;

// #/  #/episodes?…  #/devices  #/episode/NAME/step/N  #/compare/NAME/NAME
Object.assign(views, {
  scores: () => scoresView(),
  episodes: (path, query) => episodesView(Object.fromEntries(new URLSearchParams(query))),
  devices: () => devicesView(),
  episode: () => openNamed(location.hash.slice("#/episode/".length)),
  compare: path => compareView(...path.split("/").slice(2, 4).map(decodeURIComponent)),
});
async function route() {
  const turn = ++turned, [path, query = ""] = location.hash.slice(1).split("?"), view = path.split("/")[1] || "scores";
  current?.pause();
  current = null;
  let element;
  try {
    await source.refresh(view);
    element = await views[view]?.(path, query) ?? failedView("There is no such view.");
  } catch (error) {
    if (error.constructor !== Error) reportError(error);
    element = failedView(error.message);
  }
  if (turn !== turned) return;
  current = element.view ?? null;
  at("main").replaceChildren(element);
  at("main").dataset.view = view;
  for (const link of document.querySelectorAll("#top nav a")) {
    if (link.dataset.view === (["episode", "compare", "try"].includes(view) ? "episodes" : view)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (view !== "episode") { document.title = report.title + " · report"; scrollTo(0, 0); }
  if (view === "episodes") returnToLine();
  current?.show(current.index, false);
}
function openNamed(text) {
  const [, name, step] = text.match(/^(.*?)(?:\/step\/([\d.]+))?$/s), id = decodeURIComponent(name);
  return episodeView(id, step);
}

function theme(name) {
  document.documentElement.style.colorScheme = name;
  try { localStorage.setItem("report-theme", name); } catch { /* a browser may refuse to store anything for a file */ }
}
function isDark() {
  const chosen = document.documentElement.style.colorScheme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
const turnTheme = () => theme(isDark() ? "light" : "dark");

const KEYS = {
  "?": () => at("help").showModal(), d: turnTheme, s: () => { location.hash = "#/"; }, e: () => { location.hash = listLink(list.filters); },
  "/": () => { if (at("search")) at("search").focus(); else { location.hash = "#/episodes"; setTimeout(() => at("search")?.focus()); } },
  ArrowDown: () => document.querySelector(".episodes a.open")?.focus(),
};
Object.assign(EPISODE_KEYS, {
  ArrowLeft: view => view.move(-1), ArrowRight: view => view.move(1), Home: view => view.end(-1), End: view => view.end(1), " ": view => view.play(),
  c: view => view.toggle("changes"), m: view => view.toggle("touches"), f: view => view.cause(), z: view => view.magnify(),
  p: view => go(view.neighbours()[0]), n: view => go(view.neighbours()[1]),
});
function go(id) {
  if (id) location.hash = episodeLink(id, episodes.get(id).step);
}
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || at("help").open) return;
  if (at("large").open) { if (event.key.toLowerCase() === "z") at("large").close(); return; }
  if (event.target.matches?.("input, select, textarea") || (event.key === " " && event.target.matches?.("button, summary"))) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key, act = current && EPISODE_KEYS[key] ? () => EPISODE_KEYS[key](current) : KEYS[key];
  if (!act || (key === "ArrowDown" && !document.querySelector(".episodes"))) return;
  event.preventDefault();
  act();
});
addEventListener("hashchange", route);
at("theme").onclick = turnTheme;
at("keys").onclick = () => at("help").showModal();
at("large").onclick = event => { if (!event.target.closest(".phone")) at("large").close(); };
try { document.documentElement.style.colorScheme = localStorage.getItem("report-theme") ?? ""; } catch { /* as above */ }
at("title").textContent = report.title;
document.querySelector('[data-view="devices"]').hidden = !report.live && !report.episodes.some(row => row.device);
route();
