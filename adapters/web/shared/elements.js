"use strict";
// Code shared by all pages: elements of the document, and drawings.
// Texts of agents, users, apps and models are inserted as text, never as markup.
const SVG = "http://www.w3.org/2000/svg";
const at = id => document.getElementById(id);
function made(tag, name = "", text = "") {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text) node.textContent = text;
  return node;
}
function drawn(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
