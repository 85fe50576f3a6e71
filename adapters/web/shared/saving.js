"use strict";
// Code shared by all pages of decisions: requests to the server, and a queue that sends decisions until they are saved.
const at = id => document.getElementById(id);
const [token, ...extra] = location.hash.slice(1).split("&");
const asked = Object.fromEntries(extra.map(entry => entry.split("=")));
// Set by the page: the route for decisions, and a callback for a refused one.
const saving = { path: "", refused: () => {} };
const waiting = [];
let sending = false;

function call(path, body) {
  const headers = { Authorization: "Bearer " + token };
  if (!body) return fetch(path, { headers });
  return fetch(path, { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) });
}
async function got(path) {
  const answer = await call(path);
  if (answer.ok) return answer.json();
  const problem = await answer.json().catch(() => ({ error: "the server said " + answer.status, hint: "" }));
  throw new Error(problem.error + ". " + problem.hint);
}
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
