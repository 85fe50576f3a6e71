"use strict";
// What if: another action or question at a recorded step, tried on a copy of the phone. Both branches are shown.
const HOLD = 500, MOVED = 12;

// #/try/NAME/step/N
function tryLink(id, step) {
  return "#/try/" + readable(id) + "/step/" + step;
}
if (!report.live) {
  // A link beside the controls of an episode's step: the phone before this step's action.
  source.tryAt = view => node("a", { class: "button try", href: "#", title: "Try another action or question here (T)", onclick: event => {
    event.preventDefault();
    tryFrom(view);
  } }, "Try something else");
  EPISODE_KEYS.t = tryFrom;
  views.try = path => tryView(...splitStep(location.hash.slice("#/try/".length)));
}
function tryFrom(view) {
  const step = view.document.steps[view.index];
  location.hash = tryLink(view.row.id, step.kind || step.turn ? Math.max(step.number - (step.kind === "finish" ? 0 : 1), 0) : 0);
}
function splitStep(text) {
  const [, name, step] = text.match(/^(.*?)(?:\/step\/(\d+))?$/s);
  return [decodeURIComponent(name), Number(step ?? 0)];
}
async function post(path, body) {
  const answer = await call(path, body);
  if (answer.ok) return answer.json();
  const problem = await answer.json().catch(() => ({ error: "the server said " + answer.status, hint: "" }));
  throw new Error(problem.error + ". " + problem.hint);
}

async function tryView(id, number) {
  await source.refresh("episode");
  const row = episodes.get(id);
  if (!row) return failedView("There is no episode " + id + ".");
  notice("A phone is brought to this step…");
  const [document_, start] = await Promise.all([episodeDocument(row), post("/v1/what-if/points", { id, step: number })]);
  at("notice").hidden = true;
  return new Trial(row, document_, number, start).element;
}

class Trial {
  constructor(row, document_, number, start) {
    Object.assign(this, { row, document: document_, number, start, path: [], busy: false });
    this.image = node("img", { alt: "The phone", draggable: "false" });
    this.phone = node("div", { class: "phone interactive", tabindex: "0", role: "application", "aria-label": "The phone: click, hold or drag on it" }, this.image);
    this.listen();
    this.steps = node("ol", { class: "tried", "aria-label": "What was tried" });
    this.state = node("div", { "aria-live": "polite" });
    this.element = node("div", { class: "page wide trial" }, this.head(), node("div", { class: "branches" },
      node("section", { class: "card", "aria-label": "As recorded" }, node("h2", {}, "As recorded"), this.recorded()),
      node("section", { class: "phone-side", "aria-label": "Another way" }, this.phone, this.tools()),
      node("section", { class: "card", "aria-label": "What came of it" }, node("h2", {}, "Another way"), this.steps, this.state)));
    this.draw();
  }
  get point() {
    return this.path.at(-1) ?? this.start;
  }
  head() {
    const { row } = this;
    return node("div", { class: "heading" }, node("div", { class: "line" }, node("a", { href: episodeLink(row.id, this.number ? String(this.number) : "0") }, "‹ Episode"), agentName(row.agent), node("b", {}, row.task),
      node("span", { class: "tag" }, this.number ? "after step " + this.number : "at the start")),
    row.instruction ? node("p", { class: "instruction" }, "“" + row.instruction + "”") : "", (this.start.notices ?? []).map(words => node("p", { class: "hint" }, words)));
  }
  // What the agent did from here on.
  recorded() {
    const later = this.document.steps.filter(step => step.kind && (step.number > this.number || step.kind === "finish"));
    if (!later.length) return node("p", { class: "empty" }, "The episode ended here.");
    return node("ol", { class: "onward" }, later.map(step => node("li", {}, node("a", { class: "side", href: episodeLink(this.row.id, step.id) }, small(this.row, this.document, step.after ?? step.before, ""),
      node("span", {}, node("small", { class: "number" }, step.kind === "finish" ? "end" : "step " + step.number), node("b", {}, step.turn ? "Asked: " + step.turn.question : step.words), step.turn ? node("span", { class: "hint" }, step.turn.reply) : "",
        (this.document.findings ?? []).filter(finding => finding.at === step.id && finding.kind !== "end").map(finding => node("small", {}, mark(finding.good), " ", finding.subject)))))));
  }
  tools() {
    const key = (words, name) => node("button", { type: "button", onclick: () => this.try({ kind: "key", name }) }, words);
    const entry = (label, words, action) => {
      const field = node("input", { "aria-label": label, placeholder: label, maxlength: "400" });
      return node("form", { class: "line", onsubmit: event => { event.preventDefault(); if (field.value.trim()) { this.try(action(field.value)); field.value = ""; } } }, field, node("button", { type: "submit" }, words));
    };
    this.undo = node("button", { type: "button", onclick: () => { this.path.pop(); this.draw(); } }, "Undo");
    return node("div", { class: "tools-of-trial" }, node("div", { class: "line" }, key("Back", "BACK"), key("Home", "HOME"), key("Enter", "ENTER"), node("button", { type: "button", onclick: () => this.try({ kind: "wait", ms: 1000 }) }, "Wait"), node("span", { class: "spring" }), this.undo),
      entry("Text to type", "Type", text => ({ kind: "type", text })), entry("Question to the user", "Ask", question => ({ kind: "ask", question })), entry("Answer to give", "Answer", text => ({ kind: "answer", text })));
  }
  // A click taps, holding presses long, dragging swipes.
  listen() {
    let began = null;
    const place = event => {
      const box = this.phone.getBoundingClientRect(), [width, height] = this.point.size;
      return [Math.min(Math.max(Math.round((event.clientX - box.left) / box.width * width), 0), width - 1), Math.min(Math.max(Math.round((event.clientY - box.top) / box.height * height), 0), height - 1)];
    };
    this.phone.onpointerdown = event => { began = { at: place(event), time: event.timeStamp }; this.phone.setPointerCapture(event.pointerId); };
    this.phone.onpointerup = event => {
      if (!began) return;
      const [[x1, y1], [x2, y2]] = [began.at, place(event)], held = event.timeStamp - began.time;
      began = null;
      if (Math.hypot(x2 - x1, y2 - y1) > MOVED * this.point.size[0] / this.phone.clientWidth) this.try({ kind: "swipe", x1, y1, x2, y2, ms: 300 });
      else this.try(held > HOLD ? { kind: "long_press", x: x1, y: y1 } : { kind: "tap", x: x1, y: y1 });
    };
  }
  async try(action) {
    if (this.busy) return;
    this.busy = true;
    this.element.classList.add("busy");
    try {
      const began = performance.now(), outcome = await post("/v1/what-if/attempts", { point: this.point.point, action });
      if (outcome.refusal) notice(outcome.refusal);
      else this.path.push({ ...outcome, took: performance.now() - began });
    } catch (error) {
      notice(error.message);
    }
    this.busy = false;
    this.element.classList.remove("busy");
    this.draw();
  }
  async draw() {
    const { point } = this;
    size(this.phone, ...point.size);
    this.undo.disabled = !this.path.length;
    this.steps.replaceChildren(...this.path.map((outcome, index) => this.line(outcome, index)));
    if (!this.path.length) this.steps.append(node("p", { class: "empty" }, "Click on the phone, type, or ask the user: each action is tried on a copy of the phone as it was here."));
    this.state.replaceChildren(point.ending ? node("p", { class: "event" }, "The episode has ended here: " + point.ending.replaceAll("_", " ") + ".") : "", this.reached("requirement", "Requirements"), this.reached("key_step", "Key steps"));
    const address = await shotAddress("/v1/what-if/screens/" + encodeURIComponent(point.screen)).catch(error => notice(error.message));
    if (address && point === this.point) this.image.src = address;
    this.steps.lastElementChild?.scrollIntoView({ block: "nearest" });
  }
  line(outcome) {
    return node("li", {}, node("b", {}, outcome.words), node("small", {}, " " + Math.round(outcome.took) + " ms"),
      outcome.questions.map(turn => node("div", { class: "dialogue" }, node("p", { class: "bubble user-says" }, turn.reply), node("p", { class: "labels" }, turn.label ? node("span", { class: "chip " + (turn.good ? "good" : "bad") }, turn.label) : "", turn.released.map(words => node("span", { class: "chip given" }, "gave " + words))))),
      outcome.disturbances.map(words => node("p", { class: "event" }, words)),
      outcome.changes.length ? node("ul", { class: "changed" }, outcome.changes.map(change => node("li", { class: change.incidental ? "soft" : "" }, change.words))) : outcome.questions.length ? "" : node("p", { class: "hint" }, "No state of an app changed."));
  }
  // What is reached at the end of this branch, and what that was at its beginning.
  reached(kind, title) {
    const before = this.start.marks.filter(item => item.kind === kind), now = this.point.marks.filter(item => item.kind === kind);
    if (!now.length) return "";
    return node("div", {}, node("h2", {}, title, " ", node("small", {}, now.filter(item => item.good).length + " of " + now.length)),
      node("ul", { class: "findings" }, now.map((item, index) => node("li", { class: item.good !== before[index]?.good ? "new" : "" }, node("span", { class: "finding" }, mark(item.good), node("span", {}, item.words, item.good && item.final === false ? node("small", {}, "no longer at the end") : ""))))));
  }
}
