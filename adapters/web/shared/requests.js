"use strict";
// Code shared by all served pages: the token, and requests to the server.
// A page that uses the address for its views keeps the token for its tab: `keepToken`.
const [given, ...extra] = location.hash.slice(1).split("&");
const token = given && !given.startsWith("/") ? given : sessionStorage.getItem("token") ?? "";
const asked = Object.fromEntries(extra.map(entry => entry.split("=")));
function keepToken(view) {
  sessionStorage.setItem("token", token);
  if (given === token) history.replaceState(null, "", "#/" + view);
}

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
