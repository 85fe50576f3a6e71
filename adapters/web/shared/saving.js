"use strict";
// Code shared by all pages of decisions: a queue that sends decisions until they are saved.
// Set by the page: the route for decisions, and a callback for a refused one.
const saving = { path: "", refused: () => {} };
const waiting = [];
let sending = false;

function say(text, bad = false) {
  at("saved").textContent = text;
  at("saved").classList.toggle("bad", bad);
}
// Decisions are sent in order; failed ones are sent again later.
async function send() {
  if (sending) return;
  sending = true;
  let refused = "";
  while (waiting.length) {
    if (!refused) say("saving…");
    const answer = await call(saving.path, waiting[0]).catch(() => null);
    if (answer && answer.ok) {
      waiting.shift();
    } else if (answer && answer.status === 401) {
      say("not saved: " + waiting.length + ". The server was restarted: open the address that it printed", true);
      break;
    } else if (answer && answer.status < 500) {
      const lost = waiting.shift();
      refused = "not saved: " + ((await answer.json().catch(() => null))?.error ?? "status " + answer.status);
      say(refused, true);
      saving.refused(lost);
    } else {
      say("not saved: " + waiting.length + " waiting, trying again…", true);
      await new Promise(done => setTimeout(done, 2000));
    }
  }
  sending = false;
  if (!waiting.length && !refused) say("saved");
}
addEventListener("beforeunload", event => { if (waiting.length) event.preventDefault(); });
