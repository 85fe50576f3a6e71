"use strict";
// The run that is being played: all phones with their newest screens, results so far, and what an operator can do.
const SHOWN_METRICS = ["TSR", "TSR_final", "RCR", "SHR", "ARR", "ETR", "DCR", "IGR"];
// Milliseconds between two pictures of a phone at least, and between any two pictures on average: what a page costs the run
// has a limit, however many phones it shows.
const SCREEN_PAUSE = 1000, PICTURE_PAUSE = 100;
const PAGE = 120;
const tiles = new Map(), curve = [], finishedEpisodes = [], runMessages = [];
const running = { state: null, first: 0, metric: "TSR_final", connected: false, reader: null };

function tileOf(name) {
  if (!tiles.has(name)) tiles.set(name, new PhoneTile(name));
  return tiles.get(name);
}
// Only phones that can be seen load pictures.
const seen = new IntersectionObserver(entries => {
  for (const entry of entries) {
    const tile = tiles.get(entry.target.dataset.phone);
    if (tile) { tile.visible = entry.isIntersecting; tile.load(); }
  }
}, { rootMargin: "200px" });

class PhoneTile {
  constructor(name) {
    Object.assign(this, { name, state: null, wanted: "", shown: "", loading: false, visible: false });
    this.image = node("img", { alt: "", draggable: "false", hidden: true });
    this.screen = node("button", { type: "button", class: "phone", title: "Large picture", onclick: () => this.magnify() }, this.image);
    this.status = node("span", { class: "chip" });
    this.words = node("div", { class: "words" });
    this.cancel = node("button", { type: "button", class: "small", onclick: () => operate("cancel", this.state.episode) }, "Cancel");
    this.drain = node("button", { type: "button", class: "small", onclick: () => operate(this.drained ? "undrain" : "drain", name) });
    this.element = node("article", { class: "tile", "data-phone": name, "aria-label": name },
      node("div", { class: "line" }, node("b", {}, name), this.status), node("div", { class: "view" }, this.screen, node("div", { class: "line buttons" }, this.cancel, this.drain)), this.words);
    seen.observe(this.element);
  }
  update(state) {
    this.state = state;
    this.since = Date.now() - 1000 * (state.since ?? 0);
    if (state.screen && state.screen !== this.wanted) { this.wanted = state.screen; this.load(); }
    const width = Number(state.screen?.match(/^frame-(\d+)x/)?.[1] ?? 1080), height = Number(state.screen?.match(/^frame-\d+x(\d+)/)?.[1] ?? 2400);
    size(this.screen, width, height);
    this.words.replaceChildren(...this.describe(state));
    this.image.alt = state.task ? state.task + ", step " + state.step : "";
  }
  describe(state) {
    if (!state.episode) return [node("p", { class: "soft" }, "No episode yet")];
    const link = state.outcome ? node("a", { href: episodeLink(state.episode) }, state.task) : node("span", {}, state.task);
    const steps = running.state?.max_steps ?? 25;
    return [node("p", { class: "task", title: state.instruction }, link),
      node("progress", { max: steps, value: state.step, "aria-label": "Step " + state.step + " of " + steps }),
      node("p", { class: "action", title: state.action }, state.step ? state.step + ". " + (state.action || "…") : "Starting"),
      state.kind === "ask" ? node("p", { class: "asked", title: state.reply }, state.reply) : state.thought ? node("p", { class: "soft", title: state.thought }, state.thought) : ""].filter(Boolean);
  }
  // What the run as a whole says of this phone.
  settle(drained, unavailable) {
    this.drained = drained;
    const { playing = false, outcome = "" } = this.state ?? {};
    const [words, look] = unavailable ? ["away", "bad"] : drained ? [playing ? "draining" : "drained", "open"] : playing ? ["playing", "given"] : outcome ? [outcome, outcome === "solved" ? "good" : "bad"] : ["idle", "open"];
    this.status.textContent = words;
    this.status.className = "chip " + look;
    this.status.hidden = words === "playing";
    this.element.classList.toggle("resting", !playing);
    this.cancel.disabled = !playing;
    this.drain.textContent = drained ? "Use again" : "Drain";
  }
  async load() {
    if (this.loading || !this.visible || !this.wanted || this.wanted === this.shown || document.hidden) return;
    this.loading = true;
    const digest = this.wanted;
    try {
      if (digest.startsWith("frame-")) {
        this.image.src = await shotAddress(framePath(0, digest, true));
        this.image.hidden = false;
      } else {
        const found = await got("/v1/outlines/0/" + encodeURIComponent(digest)), [width, height] = found.size;
        this.screen.querySelector(".outline")?.remove();
        this.screen.prepend(picture("svg", { viewBox: "0 0 " + width + " " + height, class: "outline" }, outlines(found.boxes)));
      }
      this.shown = digest;
    } catch { /* it is not written yet; the next one will be */ }
    const visible = [...tiles.values()].filter(tile => tile.visible).length;
    await new Promise(done => setTimeout(done, Math.max(SCREEN_PAUSE, PICTURE_PAUSE * visible)));
    this.loading = false;
    this.load();
  }
  magnify() {
    const large = this.screen.cloneNode(true);
    at("magnified").replaceChildren(node("div", { class: "phone" }, [...large.childNodes]));
    size(at("magnified").firstChild, 1080, 2400);
    at("large").showModal();
  }
}

async function operate(what, name = "") {
  const answer = await call("/v1/operations", { what, name }).catch(() => null);
  if (!answer?.ok) notice(answer ? (await answer.json()).error : "The server cannot be reached.");
}

// The newest state, line by line, for as long as the server runs.
async function follow() {
  for (;;) {
    try {
      const answer = await call("/v1/live?from=" + running.first);
      if (!answer.ok) throw new Error((await answer.json()).error);
      running.connected = true;
      running.reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await running.reader.read();
        if (done) break;
        const lines = (text + value).split("\n");
        text = lines.pop();
        for (const line of lines) if (line) take(JSON.parse(line));
      }
    } catch (error) { if (error.constructor !== Error && error.name !== "TypeError" && error.name !== "AbortError") reportError(error); }
    running.connected = false;
    phonesPage.draw();
    await new Promise(done => setTimeout(done, 1500));
  }
}
function showPhonesFrom(first) {
  running.first = first;
  running.reader?.cancel();
}
function take(news) {
  const whole = news.title !== undefined;
  if (whole) {
    for (const tile of tiles.values()) seen.unobserve(tile.element);
    for (const list of [curve, finishedEpisodes, runMessages]) list.length = 0;
    tiles.clear();
    curve.push(...news.points);
    at("title").textContent = news.title;
  }
  running.state = { ...running.state, ...news };
  const { totals } = running.state;
  for (const state of news.phones) tileOf(state.name).update(state);
  for (const [name, tile] of tiles) tile.settle(running.state.drained.includes(name), running.state.unavailable.includes(name));
  finishedEpisodes.unshift(...news.finished.reverse());
  finishedEpisodes.length = Math.min(finishedEpisodes.length, 200);
  runMessages.unshift(...news.messages.reverse());
  if (!whole && totals.done > (curve.at(-1)?.[0] ?? 0)) {
    curve.push([totals.done, Object.fromEntries(news.agents.flatMap(agent => Object.entries(agent.means).map(([metric, mean]) => [agent.name + "\n" + metric, mean])))]);
  }
  phonesPage.draw(whole);
}

class PhonesPage {
  constructor() {
    this.summary = node("section", { class: "summary card", "aria-label": "Progress" });
    this.agents = node("section", { class: "card block", "aria-label": "Results so far" });
    this.grid = node("section", { class: "tiles", "aria-label": "Phones" });
    this.pages = node("nav", { class: "line", "aria-label": "Pages of phones" });
    this.results = node("section", { class: "card block recent", "aria-label": "Finished episodes" });
    this.element = node("div", { class: "page wide live" }, this.summary, node("div", { class: "lanes-of-live" }, node("div", {}, this.pages, this.grid), node("aside", {}, this.agents, this.results)));
  }
  draw(all = false) {
    const { state } = running;
    if (!state) return;
    this.summary.replaceChildren(...this.progress(state));
    this.agents.replaceChildren(node("h2", {}, "Results so far"), ...state.agents.length ? [this.board(state), this.curve(state)] : [node("p", { class: "empty" }, "No episode has finished yet.")]);
    if (all) {
      this.grid.replaceChildren(...[...tiles.values()].map(tile => tile.element));
      this.pages.replaceChildren(...this.turns(state));
    }
    this.results.replaceChildren(node("h2", {}, "Finished"), node("ol", {}, finishedEpisodes.slice(0, 60).map(([name, outcome]) =>
      node("li", {}, mark(outcome === "lost" ? null : outcome === "solved"), node("a", { href: episodeLink(name) }, name.split("/").slice(state.agents.length > 1 ? 0 : 1).join("/").replace(/\/0$/, "")), outcome === "lost" ? node("small", {}, " lost") : ""))),
      runMessages.length ? node("div", {}, node("h2", {}, "Messages"), runMessages.slice(0, 5).map(words => node("p", { class: "event" }, words))) : "");
  }
  turns(state) {
    if (state.count <= PAGE) return [];
    const last = Math.min(running.first + PAGE, state.count);
    return [node("button", { type: "button", disabled: !running.first, onclick: () => showPhonesFrom(Math.max(running.first - PAGE, 0)) }, "‹"),
      node("span", {}, "Phones " + (running.first + 1) + " to " + last + " of " + amount(state.count)),
      node("button", { type: "button", disabled: last >= state.count, onclick: () => showPhonesFrom(running.first + PAGE) }, "›")];
  }
  progress({ totals, agents }) {
    const sum = name => agents.reduce((count, agent) => count + agent[name], 0);
    const shares = [["solved", sum("solved")], ["failed", sum("failed")], ["lost", sum("lost")], ["playing", totals.playing]].filter(([, count]) => count);
    const bar = node("div", { class: "progress", role: "img", "aria-label": totals.done + " of " + totals.total + " episodes are finished" }, shares.map(([name, count]) => {
      const part = node("i", { class: name, title: name + ": " + count });
      part.style.width = 100 * count / Math.max(totals.total, 1) + "%";
      return part;
    }));
    const ended = totals.total > 0 && totals.done >= totals.total;
    const time = ended ? "took " + seconds(totals.seconds) : totals.paused ? "paused" : totals.left === null ? "" : "about " + seconds(totals.left) + " left";
    return [node("div", { class: "line" }, node("b", { class: "count" }, totals.done + " of " + amount(totals.total)), node("span", {}, "episodes finished"),
      node("span", { class: "spring" }), shares.map(([name, count]) => node("span", { class: "key " + name }, count + " " + name)), node("span", { class: "key" }, totals.waiting + " waiting"),
      node("span", { class: "spring" }), node("span", { role: "status" }, running.connected ? time : "The run has ended, or its process was stopped."),
      node("button", { type: "button", class: totals.paused ? "primary" : "", disabled: ended || !running.connected, title: "Start no further episode", onclick: () => operate(totals.paused ? "resume" : "pause") }, totals.paused ? "Go on" : "Pause")), bar];
  }
  board({ agents: found }) {
    return scrolling(node("table", { class: "plain", "aria-label": "Means of finished episodes" },
      node("thead", {}, node("tr", {}, node("th", { scope: "col" }, "Metric"), found.map(agent => node("th", { scope: "col", class: "number" }, agent.name)))),
      node("tbody", {}, SHOWN_METRICS.map(metric => node("tr", { "aria-selected": String(metric === running.metric) },
        node("th", { scope: "row" }, node("button", { type: "button", class: "quiet", title: "Show its curve", onclick: () => { running.metric = metric; this.draw(); } }, metric)),
        found.map(agent => node("td", { class: "number" }, decimals(agent.means[metric]))))))));
  }
  // The mean of one metric against the number of finished episodes.
  curve({ agents: found }) {
    const most = Math.max(curve.at(-1)?.[0] ?? 0, 1), chart = drawn("svg", { viewBox: "0 0 320 108", class: "curve", role: "img", "aria-label": running.metric + " as episodes finish" });
    for (const share of [0, .5, 1]) {
      const y = 92 - 84 * share, label = drawn("text", { x: 22, y: y + 3, "text-anchor": "end", class: "time" });
      label.textContent = String(share);
      chart.append(drawn("line", { x1: 26, y1: y, x2: 318, y2: y, class: "grid" }), label);
    }
    const end = drawn("text", { x: 318, y: 105, "text-anchor": "end", class: "time" });
    end.textContent = plural(most, "episode");
    chart.append(end);
    found.forEach((agent, index) => {
      const points = curve.flatMap(([done, means]) => agent.name + "\n" + running.metric in means ? [(26 + 292 * done / most).toFixed(1) + "," + (92 - 84 * means[agent.name + "\n" + running.metric]).toFixed(1)] : []);
      const line = drawn("polyline", { points: points.join(" "), class: "trend" });
      line.style.setProperty("--series", "var(--s" + index % 8 + ")");
      chart.append(line);
    });
    return node("figure", {}, node("figcaption", {}, running.metric, report.metrics?.[running.metric] ? ", " + report.metrics[running.metric] : ""), chart);
  }
}

function addLink(view, words) {
  const link = node("a", { href: "#/" + view, "data-view": view }, words);
  document.querySelector("#top nav").prepend(link);
  return link;
}
const phonesPage = new PhonesPage();
if (report.live) {
  const count = node("span", { class: "chip given", hidden: true }), link = addLink("questions", "Questions");
  addLink("phones", "Phones");
  link.append(" ", count);
  const board = new QuestionBoard({
    changed: open => { count.hidden = !open; count.textContent = String(open); },
    failed: words => notice(words),
    empty: "No questions at the moment. They come here if the run is played with --user human.",
  });
  views.questions = () => node("div", { class: "page" }, node("div", { class: "heading" }, node("h1", {}, "Questions to the user")), board.element);
  views.phones = () => phonesPage.element;
  follow();
  board.listen();
}
