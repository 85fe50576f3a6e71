"use strict";
// Texts of datasets and models are inserted as text, never as markup.
let choices = [], answered = [], number = 0, sheet = null, zoomed = false, elements = false, turned = 0, shown = 0;
saving.path = "/v1/thoughts/marks";
saving.refused = lost => {
  answered[lost.item - 1] = false;
  if (lost.item === number) sheet.mark = null;
  mark();
};

// -- one thought --------------------------------------------------------------------------------------------------------

async function open(wanted) {
  const turn = ++turned;
  let found;
  try {
    found = await got("/v1/thoughts/" + wanted);
  } catch (error) {
    if (turn === turned) shown = turn;
    say(error instanceof TypeError ? "The server cannot be reached; " + waiting.length + " not saved" : error.message, true);
    return;
  }
  if (turn !== turned) return;
  shown = turn;
  forget();
  number = wanted;
  sheet = found;
  // What was decided and is not yet sent is newer than what the server knows.
  for (const entry of waiting) if (entry.item === number) sheet.mark = entry.value;
  at("instruction").textContent = sheet.instruction;
  at("thought").textContent = sheet.thought;
  at("history").replaceChildren(...sheet.history.map(words => made("li", "", words)));
  at("before").hidden = !sheet.history.length;
  at("right").textContent = sheet.truth.words + (sheet.truth.label ? ": “" + sheet.truth.label + "”" : "");
  at("described").textContent = sheet.truth.description;
  at("told").scrollTop = at("asked").scrollTop = 0;
  scrollTo(0, 0);
  show();
  mark();
  sessionStorage.setItem("thought", String(number));
}
async function show() {
  const entry = sheet, phone = made("div", "phone");
  at("picture").replaceChildren(phone);
  let width, height, image = null;
  if (entry.picture) {
    image = made("img");
    image.alt = "Screen";
    try {
      image.src = await picture("/v1/thoughts/pictures/" + entry.picture);
      await image.decode();
    } catch (error) {
      phone.replaceChildren(made("p", "note", error.message || "This picture cannot be shown."));
      return;
    }
    if (entry !== sheet) return;
    [width, height] = [image.naturalWidth, image.naturalHeight];
  } else {
    [width, height] = entry.screen || [1080, 2400];
  }
  size(phone, width, height);
  const layer = truth(entry, width, height);
  if (!image || elements) layer.prepend(...outlines(entry.boxes.map(({ box: [left, top, right, bottom], words }) =>
    ({ box: [left * width, top * height, right * width, bottom * height], words: image ? "" : words, touch: Boolean(image) }))));
  phone.append(...(image ? [image] : []), layer);
  const [action] = actions(entry, width, height);
  if (action && !action.points.length) phone.append(made("div", "typed", entry.truth.words));
  look(phone, { actions: [action] }, width);
}
// What is right, in the terms in which screens are marked.
function actions(entry, width, height) {
  const kind = { click: "tap", scroll: "swipe" }[entry.truth.kind] || entry.truth.kind;
  return [{ kind, points: entry.truth.points.map(([x, y]) => [x * width, y * height]) }];
}
function truth(entry, width, height) {
  const layer = marks({ actions: actions(entry, width, height) }, width, height), box = entry.boxes[entry.truth.target]?.box;
  if (box) {
    const [left, top, right, bottom] = box, unit = width / 1080;
    const place = { x: left * width, y: top * height, width: (right - left) * width, height: (bottom - top) * height };
    layer.prepend(drawn("rect", { ...place, class: "target halo", "stroke-width": 10 * unit }),
      drawn("rect", { ...place, class: "target", "stroke-width": 5 * unit }));
  }
  return layer;
}

// -- its answer ---------------------------------------------------------------------------------------------------------

function ask() {
  const buttons = choices.map(choice => {
    const button = made("button", { 1: "yes", 0: "no" }[choice.value] || "skip");
    button.type = "button";
    button.value = choice.value;
    button.append(made("kbd", "", choice.key), made("span", "", choice.label), made("small", "", choice.meaning));
    button.onclick = () => answer(choice.value);
    return button;
  });
  at("judged").replaceChildren(...buttons.slice(0, 2));
  at("reasons").replaceChildren(...buttons.slice(2));
}
function mark() {
  for (const button of document.querySelectorAll("#asked .answers button"))
    button.setAttribute("aria-pressed", String(button.value === sheet.mark));
  const given = answered.filter(Boolean).length, left = answered.length - given;
  at("done").replaceChildren(made("small", "", left ? left + (left === 1 ? " thought" : " thoughts") + " without an answer" : "All thoughts have an answer. Thank you."));
  at("number").textContent = "Thought " + number + " of " + answered.length;
  at("count").textContent = given + " labelled";
  at("progress").setAttribute("aria-valuemax", answered.length);
  at("progress").setAttribute("aria-valuenow", given);
  at("progress").firstElementChild.style.width = (100 * given / Math.max(answered.length, 1)) + "%";
  at("earlier").disabled = number <= 1;
  at("later").disabled = number >= answered.length;
  document.title = "Thought " + number + " · Labels";
}
function answer(value) {
  // While the next thought loads, keys apply to no thought.
  if (shown !== turned) return;
  const changed = answered[number - 1];
  sheet.mark = value;
  answered[number - 1] = true;
  waiting.push({ item: number, value });
  send();
  mark();
  // A first answer moves on to the next thought; a changed answer stays.
  if (!changed) unanswered();
}
function unanswered() {
  for (let ahead = 0; ahead < answered.length; ahead++) {
    const there = (number + ahead) % answered.length;
    if (!answered[there]) { open(there + 1); return; }
  }
  say("everything is answered");
}

// -- keys and beginning -------------------------------------------------------------------------------------------------

function zoom() {
  zoomed = !zoomed;
  at("picture").classList.toggle("zoomed", zoomed);
  at("zoom").setAttribute("aria-pressed", String(zoomed));
  show();
}
function outline() {
  elements = !elements;
  at("boxes").setAttribute("aria-pressed", String(elements));
  show();
}
function go(to) {
  if (to >= 1 && to <= answered.length) open(to);
}
const KEYS = {
  ArrowLeft: () => go(number - 1), ArrowRight: () => go(number + 1), n: () => go(number + 1), p: () => go(number - 1),
  Home: () => go(1), End: () => go(answered.length), u: unanswered, z: zoom, b: outline, "?": () => at("help").showModal(),
  Enter: () => sheet.mark && go(number + 1),
};
addEventListener("keydown", event => {
  if (!sheet || at("help").open || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter" && event.target.matches("button")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const choice = choices.find(entry => entry.key === key);
  if (!choice && !KEYS[key]) return;
  event.preventDefault();
  // Holding a key down counts as one answer.
  if (choice) { if (!event.repeat) answer(choice.value); }
  else KEYS[key]();
});
at("zoom").onclick = zoom;
at("boxes").onclick = outline;
at("earlier").onclick = () => go(number - 1);
at("later").onclick = () => go(number + 1);
at("keys").onclick = () => at("help").showModal();

async function begin() {
  let found;
  try {
    found = await got("/v1/thoughts");
  } catch (error) {
    at("welcome").hidden = false;
    at("refused").textContent = error instanceof TypeError ? "The server cannot be reached." : error.message;
    return;
  }
  ({ choices, answered } = found);
  at("who").textContent = found.annotator + (found.role === "adjudicator" ? " decides" : "");
  ask();
  at("work").hidden = at("header").hidden = false;
  const wanted = Number(asked.item) || Number(sessionStorage.getItem("thought")) || answered.indexOf(false) + 1 || 1;
  await open(Math.min(Math.max(wanted, 1), answered.length));
  // Applies once: after a reload the page continues where it was.
  history.replaceState(null, "", "#" + token);
}
begin();
