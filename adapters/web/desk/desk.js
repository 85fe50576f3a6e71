"use strict";
// The page of the desk: all open questions, each with a field for the reply.
const desk = at("desk"), state = at("state");
const cards = new Map();
function card(posted) {
  const box = made("article"), top = made("div", "task");
  top.append(made("span", "", posted.task), made("span", "since"));
  box.append(top, made("p", "instruction", "“" + posted.instruction + "”"));
  if (posted.dialogue.length) {
    const past = made("div", "dialogue");
    for (const [question, reply] of posted.dialogue) past.append(made("p", "", question), made("p", "", "→ " + reply));
    box.append(past);
  }
  box.append(made("p", "question", posted.question));
  const text = document.createElement("textarea"), chips = made("div", "chips"), form = made("form");
  text.setAttribute("aria-label", "Reply");
  text.placeholder = "Your reply (Ctrl+Enter sends)";
  for (const thing of posted.things) {
    const chip = made("button", thing.open ? "open" : "told");
    chip.type = "button";
    chip.append(made("small", "", thing.slot + " "), thing.wanted);
    chip.disabled = !thing.open;
    chip.onclick = () => { text.value = (text.value + " " + thing.reply).trim(); text.focus(); };
    chips.append(chip);
  }
  for (const sentence of posted.sentences) {
    const chip = made("button", "", sentence);
    chip.type = "button";
    chip.onclick = () => { text.value = sentence; text.focus(); };
    chips.append(chip);
  }
  const send = made("button", "send", "Reply");
  form.append(text, send);
  form.onsubmit = async event => {
    event.preventDefault();
    if (!text.value.trim()) return;
    send.disabled = true;
    const answer = await call("/v1/desk/replies", { id: posted.id, text: text.value }).catch(() => null);
    if (!answer || !answer.ok) {
      send.disabled = false;
      state.textContent = answer ? (await answer.json()).error : "the desk cannot be reached";
    }
  };
  text.onkeydown = event => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(); };
  box.append(chips, form);
  return { box, began: Date.now(), since: top.lastChild };
}
function show(questions) {
  const open = new Set(questions.map(entry => entry.id));
  for (const [id, entry] of cards) if (!open.has(id)) { entry.box.remove(); cards.delete(id); }
  for (const posted of questions) if (!cards.has(posted.id)) {
    const entry = card(posted);
    cards.set(posted.id, entry);
    desk.append(entry.box);
  }
  const empty = desk.querySelector(".empty");
  if (cards.size && empty) empty.remove();
  if (!cards.size && !empty) desk.append(made("p", "empty", "No questions at the moment. Leave this page open."));
  state.textContent = cards.size === 1 ? "1 open question" : cards.size + " open questions";
  document.title = cards.size ? "(" + cards.size + ") Desk" : "Desk";
}
async function listen() {
  for (let seen = -1; ;) {
    try {
      const answer = await call("/v1/desk?seen=" + seen);
      if (answer.status === 401) { state.textContent = "wrong token: open the address that the desk printed"; return; }
      const news = await answer.json();
      seen = news.news;
      show(news.questions);
    } catch {
      state.textContent = "the desk cannot be reached, retrying…";
      seen = -1;
      await new Promise(done => setTimeout(done, 2000));
    }
  }
}
setInterval(() => { for (const entry of cards.values()) entry.since.textContent = Math.round((Date.now() - entry.began) / 1000) + " s"; }, 1000);
listen();
