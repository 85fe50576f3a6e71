"use strict";
// Code shared by all pages: the token, requests to the server, and elements.
// Texts of agents, users, apps and models are inserted as text, never as markup.
const at = id => document.getElementById(id);
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
function made(tag, name = "", text = "") {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text) node.textContent = text;
  return node;
}
