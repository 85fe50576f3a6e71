"use strict";
// What pages of decisions share: the server, and a queue of decisions that are sent until they are saved.
const at = id => document.getElementById(id);
const [token, ...extra] = location.hash.slice(1).split("&");
const asked = Object.fromEntries(extra.map(entry => entry.split("=")));
// Set by the page: where decisions go, and what becomes of one that is refused.
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
// Decisions are sent in the order in which they were made; what cannot be sent now is sent later.
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
      say("not saved: " + waiting.length + ". The page was started anew: open the address that was printed then", true);
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
