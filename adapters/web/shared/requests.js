"use strict";
// Code shared by all served pages: the token, and requests to the server.
const [token, ...extra] = location.hash.slice(1).split("&");
const asked = Object.fromEntries(extra.map(entry => entry.split("=")));

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
