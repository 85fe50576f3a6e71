"use strict";
// Texts of agents, users and apps are inserted as text, never as markup.
const TITLES = {
  requirement: ["Was it achieved?", "At any step, even if it was undone later."],
  key_step: ["Was this step taken?", "The same operation on the same element, on any page, in the order of this list."],
  turn: ["What kind of question was it?", "Choose the first that fits, from the top. A question that properly asks for one open value is compliant, whatever else it asks."],
  fill: ["Was this learned by asking?", "By a compliant question that the user answered with the value."],
  termination: ["How did it end?", ""],
};
let me = "", choices = {}, traces = [];
let number = 0, sheet = null, screen = 0, current = 0, zoomed = false, turned = 0;
const named = path => path + "?annotator=" + encodeURIComponent(me);
saving.path = "/v1/labels/marks";
saving.refused = lost => {
  if (lost.trace === number) delete sheet.marks[lost.subject];
  focus(false);
};

// -- one trace ----------------------------------------------------------------------------------------------------------

async function open(wanted, question = null) {
  const turn = ++turned;
  let found;
  try {
    found = await got(named("/v1/labels/traces/" + wanted));
  } catch (error) {
    say(error.message, true);
    return;
  }
  if (turn !== turned) return;
  forget();
  number = wanted;
  sheet = found;
  // Unsent decisions are newer than the server's.
  for (const entry of waiting) if (entry.trace === number) sheet.marks[entry.subject] = entry.value;
  screen = 0;
  const open = sheet.questions.findIndex(entry => !(entry.subject in sheet.marks));
  current = question === "last" ? sheet.questions.length - 1 : Math.max(open, 0);
  at("instruction").textContent = sheet.instruction;
  tell();
  ask();
  show();
  at("told").scrollTop = at("asked").scrollTop = 0;
  scrollTo(0, 0);
  focus(false);
  progress();
  sessionStorage.setItem("trace", String(number));
}
function tell() {
  const rows = sheet.screens.map((entry, index) => {
    const row = made("li"), words = made("div");
    row.append(made("span", "number", String(entry.step)), words);
    for (const action of entry.actions) words.append(...describe(action));
    if (!entry.actions.length) words.append(made("span", "nothing", index + 1 < sheet.screens.length ? "…" : "last screen"));
    row.onclick = () => { screen = index; show(); };
    return row;
  });
  at("steps").replaceChildren(...rows);
  const parts = [made("h2", "", "Ending"), made("p", "", sheet.end)];
  if (sheet.answers.length) parts.push(made("h2", "", "The agent's message to the user"));
  for (const text of sheet.answers) parts.push(made("p", "talk", text));
  at("ending").replaceChildren(...parts);
}
function describe(action) {
  if (action.kind !== "ask") return [made("div", "", action.words)];
  const question = made("div", "talk"), reply = made("div", "talk reply");
  question.append(made("small", "", action.words + (action.turn ? " · " + action.turn : "")), action.question);
  reply.append(made("small", "", "The user"), action.turn ? action.reply : "There is no user to answer.");
  return [question, reply];
}
function show() {
  const entry = sheet.screens[screen];
  [...at("steps").children].forEach((row, index) => {
    if (index === screen) { row.setAttribute("aria-current", "step"); reveal(row); }
    else row.removeAttribute("aria-current");
  });
  at("screen").textContent = entry ? (entry.step ? "after step " + entry.step : "at the start") + " · " + (screen + 1) + " of " + sheet.screens.length : "no screens";
  at("caption").textContent = entry ? entry.actions.filter(action => action.kind !== "ask").map(action => action.words).join(", then ") : "";
  at("back").disabled = screen === 0;
  at("forth").disabled = screen + 1 >= sheet.screens.length;
  if (!entry) { at("picture").replaceChildren(); return; }
  const phone = made("div", "phone");
  at("picture").replaceChildren(phone);
  if (entry.frame) paint(phone, entry);
  else if (entry.outline) sketch(phone, entry);
  else phone.append(made("p", "note", "No screen was recorded here."));
  const next = sheet.screens[screen + 1];
  if (next && next.frame) frame(next.frame).catch(() => {});
}
// Scroll only the list itself: on a narrow screen it is below the questions, which must stay in place.
function reveal(row) {
  const list = at("told"), [outer, inner] = [list, row].map(entry => entry.getBoundingClientRect());
  if (!list.clientHeight) return;
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
// -- its questions ------------------------------------------------------------------------------------------------------

function ask() {
  const rows = [];
  let kind = "";
  sheet.questions.forEach((entry, index) => {
    if (entry.kind !== kind) {
      const [title, hint] = TITLES[kind = entry.kind];
      rows.push(made("h2", "", title));
      if (hint) rows.push(made("p", "hint", hint));
    }
    rows.push(card(entry, index));
  });
  const done = made("div", "done");
  done.id = "done";
  rows.push(done);
  at("asked").replaceChildren(...rows);
}
function card(entry, index) {
  const box = made("div", "question"), answers = made("div", "answers");
  box.append(made("p", "", entry.kind === "termination" ? sheet.end : entry.text));
  if (entry.detail) box.append(made("small", "", entry.detail));
  if (choices[entry.kind].length > 3) answers.classList.add("long");
  for (const choice of choices[entry.kind]) {
    const button = made("button", { true: "yes", false: "no", skip: "skip" }[choice.value] || "");
    button.type = "button";
    button.title = choice.meaning;
    button.append(made("kbd", "", choice.key.toUpperCase()), made("span", "", choice.label));
    if (answers.classList.contains("long")) button.append(made("small", "", choice.meaning));
    button.onclick = () => { current = index; answer(choice.value); };
    answers.append(button);
  }
  box.append(answers);
  box.onclick = event => { if (!event.target.closest("button")) { current = index; focus(); } };
  return box;
}
// Select the question that keys answer; a dialogue turn also shows its screen.
function focus(follow = true) {
  const boxes = [...document.querySelectorAll(".question")];
  boxes.forEach((box, index) => {
    const entry = sheet.questions[index], value = sheet.marks[entry.subject];
    if (index === current) box.setAttribute("aria-current", "true");
    else box.removeAttribute("aria-current");
    [...box.querySelectorAll(".answers button")].forEach((button, place) =>
      button.setAttribute("aria-pressed", String(choices[entry.kind][place].value === value)));
  });
  const entry = sheet.questions[current];
  if (entry.screen !== null && entry.screen !== screen) { screen = entry.screen; show(); }
  if (follow) boxes[current].scrollIntoView({ block: "nearest" });
  finish();
}
function finish() {
  const left = sheet.questions.filter(entry => !(entry.subject in sheet.marks)).length, done = at("done");
  if (left) { done.replaceChildren(made("small", "", left + (left === 1 ? " question" : " questions") + " left in this trace")); return; }
  const next = made("button", "primary", number < traces.length ? "Next trace ⏎" : "Back to the first ⏎");
  next.type = "button";
  next.onclick = onward;
  done.replaceChildren(made("span", "", "All answered."), next);
}
function answer(value) {
  const entry = sheet.questions[current];
  sheet.marks[entry.subject] = value;
  waiting.push({ annotator: me, trace: number, subject: entry.subject, value });
  send();
  current = open_after(current);
  focus();
  if (at("done").querySelector("button")) at("done").scrollIntoView({ block: "nearest" });
  progress();
}
// The next unanswered question of this trace, wrapping around; the same one if all are answered.
function open_after(place) {
  const open = sheet.questions.flatMap((entry, index) => entry.subject in sheet.marks ? [] : [index]);
  return open.find(index => index > place) ?? open[0] ?? place;
}
function onward() {
  open(number < traces.length ? number + 1 : 1);
}
function unanswered() {
  if (sheet.questions.some(entry => !(entry.subject in sheet.marks))) {
    current = open_after(current);
    focus();
    return;
  }
  for (let ahead = 1; ahead < traces.length; ahead++) {
    const there = (number - 1 + ahead) % traces.length;
    if (traces[there].answered < traces[there].questions) { open(there + 1); return; }
  }
  say("all questions are answered");
}
function progress() {
  traces[number - 1].answered = sheet.questions.filter(entry => entry.subject in sheet.marks).length;
  const all = traces.reduce((sum, entry) => sum + entry.questions, 0), given = traces.reduce((sum, entry) => sum + entry.answered, 0);
  at("trace").textContent = "Trace " + number + " of " + traces.length;
  at("count").textContent = given + " of " + all + " labels";
  at("progress").setAttribute("aria-valuemax", all);
  at("progress").setAttribute("aria-valuenow", given);
  at("progress").firstElementChild.style.width = (100 * given / Math.max(all, 1)) + "%";
  at("earlier").disabled = number <= 1;
  at("later").disabled = number >= traces.length;
  document.title = "Trace " + number + " · Labels";
}

// -- keys and beginning -------------------------------------------------------------------------------------------------

function zoom() {
  zoomed = !zoomed;
  at("picture").classList.toggle("zoomed", zoomed);
  at("zoom").setAttribute("aria-pressed", String(zoomed));
  show();
}
function go(to) {
  if (to >= 0 && to < sheet.screens.length) { screen = to; show(); }
}
function turn(to) {
  if (to >= 0 && to < sheet.questions.length) { current = to; focus(); }
  else if (to < 0 && number > 1) open(number - 1, "last");
  else if (to > 0 && number < traces.length) open(number + 1);
}
const KEYS = {
  ArrowLeft: () => go(screen - 1), ArrowRight: () => go(screen + 1),
  Home: () => go(0), End: () => go(sheet.screens.length - 1),
  ArrowUp: () => turn(current - 1), ArrowDown: () => turn(current + 1),
  n: () => number < traces.length && open(number + 1), p: () => number > 1 && open(number - 1),
  u: unanswered, z: zoom, "?": () => at("help").showModal(),
  Enter: () => sheet.questions.every(entry => entry.subject in sheet.marks) && onward(),
};
addEventListener("keydown", event => {
  if (!sheet || at("work").hidden || at("help").open || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("input") || (event.key === "Enter" && event.target.matches("button"))) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const choice = choices[sheet.questions[current].kind].find(entry => entry.key === key);
  if (!choice && !KEYS[key]) return;
  event.preventDefault();
  if (choice) answer(choice.value);
  else KEYS[key]();
});
at("back").onclick = () => go(screen - 1);
at("forth").onclick = () => go(screen + 1);
at("zoom").onclick = zoom;
at("earlier").onclick = () => open(number - 1);
at("later").onclick = () => open(number + 1);
at("keys").onclick = () => at("help").showModal();
at("who").onclick = () => greet("");
at("welcome").onsubmit = event => { event.preventDefault(); begin(at("name").value); };

function greet(problem) {
  at("work").hidden = at("header").hidden = true;
  at("welcome").hidden = false;
  at("name").value = me;
  at("refused").textContent = problem;
  at("name").focus();
}
async function begin(name) {
  me = name;
  let found;
  try {
    found = await got(named("/v1/labels"));
  } catch (error) {
    greet(error instanceof TypeError ? "The server cannot be reached." : error.message);
    return;
  }
  me = found.annotator;
  choices = found.choices;
  traces = found.traces;
  localStorage.setItem("annotator", me);
  at("who").textContent = me;
  at("welcome").hidden = true;
  at("work").hidden = at("header").hidden = false;
  const left = traces.findIndex(entry => entry.answered < entry.questions);
  const wanted = Number(asked.trace) || Number(sessionStorage.getItem("trace")) || left + 1 || 1;
  await open(Math.min(Math.max(wanted, 1), traces.length));
  // A question to the user has no screen of its own; show the one before it.
  if (asked.step && sheet) go(sheet.screens.findLastIndex(entry => entry.step <= Number(asked.step)));
  // Applies once: after a reload the page continues where it was.
  history.replaceState(null, "", "#" + token);
}
const known = localStorage.getItem("annotator");
if (known) begin(known);
else greet("");
