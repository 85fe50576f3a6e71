"use strict";
// One episode: film strip, steps, the screen before and after, and evidence.
const shown = { changes: true, touches: true };
const BEAT = 900;
let current = null;

async function episodeView(id, wanted) {
  const row = episodes.get(id);
  if (!row) return failedView("There is no episode " + id + " in this report.");
  await complete;
  const document_ = await episodeDocument(row).catch(error => {
    if (row.problem) return { steps: [] };
    throw error;
  });
  list.visited = id;
  const view = new EpisodeView(row, document_);
  view.show(Math.max(view.indexOf(wanted || row.step || "0"), 0), false);
  return view.element;
}
function failedView(words) {
  return node("div", { class: "page" }, node("p", { class: "empty" }, words), node("p", {}, node("a", { href: "#/episodes" }, "All episodes")));
}

class EpisodeView {
  constructor(row, document_) {
    Object.assign(this, { row, document: document_, index: 0, hidden: new Set(), timer: 0 });
    this.strip = node("ol", { class: "strip", "aria-label": "Film strip" }, document_.steps.map((step, index) => this.frame(step, index)));
    this.stage = node("div", { class: "stage" });
    this.step = node("div", { class: "one" });
    this.list = stepList(this);
    this.player = node("button", { type: "button", class: "play", title: "Play (Space)", "aria-label": "Play", onclick: () => this.play() }, "▶");
    this.place = node("span", { class: "place", role: "status" });
    this.element = node("div", { class: "episode" }, this.head(), node("div", { class: "film" }, this.strip),
      node("div", { class: "panes" }, node("section", { class: "left", "aria-label": "Steps" }, this.kinds(), this.list),
        node("section", { class: "middle", "aria-label": "Screens" }, this.stage, this.bar()),
        node("section", { class: "right", "aria-label": "Evidence" }, this.step, checklist(this),
          document_.answer ? node("section", { class: "card" }, node("h2", {}, "The agent's last message"), node("p", {}, document_.answer)) : "")));
    this.element.view = this;
    this.element.classList.toggle("no-changes", !shown.changes);
    this.element.classList.toggle("no-touches", !shown.touches);
  }
  indexOf(id) {
    return this.document.steps.findIndex(step => step.id === id);
  }
  head() {
    const row = this.row, others = [...episodes.values()].filter(other => other.task === row.task && other.id !== row.id && !dropped.episodes.has(other.id));
    const reason = row.sentence && node("button", { type: "button", class: "reason", disabled: !row.step, title: row.step ? "Show step " + row.step + " (F)" : "", onclick: () => this.cause() }, row.sentence, row.step ? node("span", { class: "at" }, row.step) : "");
    const [before, after] = this.neighbours();
    return node("div", { class: "head" },
      node("div", { class: "line" },
        node("nav", { class: "turn", "aria-label": "Episodes" }, node("a", { class: "arrow", href: before && episodeLink(before, episodes.get(before).step), "aria-disabled": before ? null : "true", title: "Previous episode (P)", "aria-label": "Previous episode" }, "‹"),
          node("a", { class: "arrow", href: after && episodeLink(after, episodes.get(after).step), "aria-disabled": after ? null : "true", title: "Next episode (N)", "aria-label": "Next episode" }, "›")),
        outcome(row), agentName(row.agent), node("span", { class: "task" }, row.task, row.repeat ? " #" + row.repeat : ""),
        [row.level, row.domain, row.difficulty].filter(Boolean).map(word => node("span", { class: "tag" }, word)),
        node("span", { class: "spring" }),
        node("span", { class: "sums" }, [plural(row.steps ?? 0, "step"), plural(row.turns ?? 0, "question"), row.tokens ? plural(row.tokens, "token") : ""].filter(Boolean).join(" · ")),
        others.length ? dropdown("Compare with", [["", "Compare with…"], ...others.map(other => [other.id, other.agent + (other.repeat ? " #" + other.repeat : "") + (other.solved ? " ✓" : " ✗")])], "", value => { if (value) location.hash = compareLink(row.id, value); }) : ""),
      row.instruction ? node("p", { class: "instruction" }, "“" + row.instruction + "”") : "",
      reason, row.problem ? node("p", { class: "event" }, row.problem) : "");
  }
  neighbours() {
    const ids = list.ids.includes(this.row.id) ? list.ids : [...episodes.keys()], place = ids.indexOf(this.row.id);
    return [ids[place - 1], ids[place + 1]];
  }
  frame(step, index) {
    const found = findingsAt(this, step.id), words = step.kind || step.turn ? "Step " + step.number + ": " + step.words : "Start";
    return node("li", { "data-step": step.id }, node("button", { type: "button", title: words, "aria-label": words, tabindex: "-1", onclick: () => this.show(index) },
      small(this.row, this.document, step.after ?? step.before, ""),
      step.turn ? node("span", { class: "asked", "aria-hidden": "true" }, "?") : "",
      node("span", { class: "under" }, node("span", {}, step.kind === "finish" ? "end" : String(step.number)), node("span", { class: "icon", "aria-hidden": "true" }, ICONS[step.kind] ?? ""),
        found.some(finding => finding.good === false) ? node("i", { class: "dot bad" }) : "", found.some(finding => finding.good === true) ? node("i", { class: "dot good" }) : "")));
  }
  // Steps of some kinds of action can be left out.
  kinds() {
    const counts = new Map();
    for (const step of this.document.steps) if (step.kind) counts.set(step.kind, (counts.get(step.kind) ?? 0) + 1);
    if (counts.size < 2) return "";
    return node("div", { class: "kinds", role: "group", "aria-label": "Kinds of action" }, [...counts].map(([kind, count]) => node("button", {
      type: "button", "aria-pressed": "true", onclick: event => {
        if (!this.hidden.delete(kind)) this.hidden.add(kind);
        event.currentTarget.setAttribute("aria-pressed", String(!this.hidden.has(kind)));
        this.document.steps.forEach((step, index) => {
          this.strip.children[index].hidden = this.list.children[index].hidden = this.hidden.has(step.kind);
        });
      },
    }, KINDS[kind] ?? kind, " ", node("small", {}, String(count)))));
  }
  bar() {
    const button = (words, title, act) => node("button", { type: "button", title, "aria-label": title, onclick: act }, words);
    const toggle = (name, words, title) => node("button", { type: "button", class: "toggle " + name, title, "aria-pressed": String(shown[name]), onclick: () => this.toggle(name) }, words);
    const other = source.tryAt?.(this);
    return node("div", { class: "controls" }, toggle("touches", "Touches", "Show where the screen was touched (M)"), node("span", { class: "spring" }),
      button("⇤", "First step (Home)", () => this.end(-1)), button("←", "Previous step (←)", () => this.move(-1)), this.player, button("→", "Next step (→)", () => this.move(1)), button("⇥", "Last step (End)", () => this.end(1)),
      this.place, node("span", { class: "spring" }), toggle("changes", "Changes", "Show what changed on the screen (C)"), other);
  }
  toggle(name) {
    shown[name] = !shown[name];
    this.element.classList.toggle("no-" + name, !shown[name]);
    this.element.querySelector(".toggle." + name).setAttribute("aria-pressed", String(shown[name]));
  }
  visible() {
    return this.document.steps.flatMap((step, index) => this.hidden.has(step.kind) ? [] : [index]);
  }
  move(by) {
    const places = this.visible(), next = by > 0 ? places.find(place => place > this.index) : places.findLast(place => place < this.index);
    if (next !== undefined) this.show(next);
    return next !== undefined;
  }
  end(side) {
    const places = this.visible();
    if (places.length) this.show(side < 0 ? places[0] : places.at(-1));
  }
  cause() {
    const place = this.indexOf(this.row.step);
    if (place >= 0) this.show(place);
  }
  play() {
    if (this.timer) { this.pause(); return; }
    if (!this.visible().some(place => place > this.index)) this.end(-1);
    const beat = () => { this.timer = this.move(1) ? setTimeout(beat, BEAT) : 0; this.playing(); };
    this.timer = setTimeout(beat, BEAT);
    this.playing();
  }
  playing() {
    this.player.textContent = this.timer ? "❚❚" : "▶";
    this.player.setAttribute("aria-label", this.timer ? "Pause" : "Play");
  }
  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.playing();
  }
  show(index, named = true) {
    const step = this.document.steps[index];
    if (!step) { this.stage.replaceChildren(node("p", { class: "empty" }, "No step was recorded.")); return; }
    this.index = index;
    this.stage.replaceChildren(...this.screens(step));
    this.step.replaceChildren(stepCard(this, step));
    this.place.textContent = index + 1 + " of " + this.document.steps.length;
    for (const lane of [this.strip, this.list]) {
      [...lane.children].forEach((entry, place) => {
        if (place === index) entry.setAttribute("aria-current", "step");
        else entry.removeAttribute("aria-current");
      });
      reveal(lane.children[index]);
    }
    for (const button of this.element.querySelectorAll(".finding[data-at]")) button.classList.toggle("here", button.dataset.at === step.id);
    if (named) history.replaceState(null, "", episodeLink(this.row.id, step.id));
    document.title = this.row.id + " · step " + step.id;
  }
  // Before, action, after; a question stands beside the screen that it was asked on.
  screens(step) {
    const caption = node("p", { class: "caption" }, node("span", { class: "icon", "aria-hidden": "true" }, ICONS[step.kind] ?? "○"), node("b", {}, step.turn ? "Asked the user" : step.words || "Start"));
    const view = (screen, words, layers) => node("figure", {}, this.magnifying(phone(this.row, this.document, screen, words + ", step " + step.number, layers), screen, layers), node("figcaption", {}, words));
    if (!step.kind && !step.turn) return [caption, node("div", { class: "phones" }, view(step.after ?? step.before, "at the start", []))];
    if (step.turn) return [caption, node("div", { class: "phones" }, view(step.before ?? step.after, "when asked", []), node("div", { class: "talks" }, dialogue(step.turn)))];
    return [caption, node("div", { class: "phones" },
      view(step.before, "before", [touchLayer(step, this.document), typedLayer(step)]), node("span", { class: "then", "aria-hidden": "true" }, "→"),
      view(step.after, step.feedback ? "after: " + shortened(step.feedback, 90) : "after", [changeLayer(step, this.document)]))];
  }
  magnifying(element, screen, layers) {
    if (!screen) return element;
    element.tabIndex = 0;
    element.setAttribute("role", "button");
    element.title = "Large picture (Z)";
    const open = () => {
      at("magnified").replaceChildren(phone(this.row, this.document, screen, "Large picture", layers.filter(Boolean).map(layer => layer.cloneNode(true))));
      at("large").showModal();
    };
    element.onclick = open;
    element.onkeydown = event => { if (event.key === "Enter") open(); };
    return element;
  }
  magnify() {
    this.stage.querySelector("figure:last-of-type .phone")?.click();
  }
}
// Scroll only the list that holds the element.
function reveal(element) {
  const lane = element?.parentElement, outer = lane?.closest(".film, .left");
  if (!outer) return;
  const [around, inside] = [outer.getBoundingClientRect(), element.getBoundingClientRect()];
  if (outer.classList.contains("film")) outer.scrollLeft += inside.left + inside.width / 2 - around.left - around.width / 2;
  else if (inside.top < around.top + 48) outer.scrollTop += inside.top - around.top - 48;
  else if (inside.bottom > around.bottom) outer.scrollTop += inside.bottom - around.bottom + 8;
}
