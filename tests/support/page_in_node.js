"use strict";
// Runs a page's scripts against its running server and prints the document that they made, as JSON:
//     node page_in_node.js ADDRESS READY        ADDRESS with the token; READY: a text that is there when the page is done
// The document has elements, attributes and texts, and no parser: whatever would parse markup throws.
const vm = require("node:vm");
const [address, ready] = process.argv.slice(2);
const url = new URL(address);

class Text {
  constructor(text) { this.text = String(text); }
  report() { return this.text; }
}
class Element {
  constructor(tag) {
    Object.assign(this, { tag, nodes: [], attributes: {}, hidden: false, value: "", naturalWidth: 1080, naturalHeight: 2400 });
    this.style = { setProperty() {} };
    this.classList = { add() {}, toggle() {}, contains: () => false };
    Object.assign(this, { clientWidth: 100, clientHeight: 100, scrollTop: 0, scrollLeft: 0 });
  }
  set textContent(text) { this.nodes = text === "" ? [] : [new Text(text)]; }
  get textContent() { return this.nodes.map(node => node.text ?? node.textContent).join(""); }
  get children() { return this.nodes.filter(node => node instanceof Element); }
  get lastChild() { return this.nodes.at(-1); }
  get firstElementChild() { return this.children[0] ?? this.appendNew("i"); }
  appendNew(tag) { const made = new Element(tag); this.nodes.push(made); return made; }
  append(...nodes) { this.nodes.push(...nodes.map(asNode)); }
  prepend(...nodes) { this.nodes.unshift(...nodes.map(asNode)); }
  replaceChildren(...nodes) { this.nodes = nodes.map(asNode); }
  remove() { for (const element of all) element.nodes = element.nodes.filter(node => node !== this); }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  removeAttribute(name) { delete this.attributes[name]; }
  querySelectorAll() { return []; }
  querySelector() { return null; }
  getBoundingClientRect() { return { top: 0, bottom: 0, left: 0, right: 0 }; }
  report() {
    const attributes = { ...this.attributes };
    for (const name of ["className", "title", "src", "href", "alt", "placeholder", "id", "type"])
      if (this[name] !== undefined) attributes[name] = String(this[name]);
    return { tag: this.tag, attributes, nodes: this.nodes.map(node => node.report()) };
  }
}
for (const name of ["focus", "scrollIntoView", "scrollTo", "showModal", "requestSubmit"]) Element.prototype[name] = () => {};
Element.prototype.decode = async () => {};
for (const name of ["innerHTML", "outerHTML", "insertAdjacentHTML", "srcdoc", "setHTMLUnsafe"])
  for (const access of ["get", "set"])
    Object.defineProperty(Element.prototype, name, { configurable: true, get() { throw new Error(name); }, set() { throw new Error(name); } });
const asNode = node => node instanceof Element ? node : new Text(node);
const all = [], named = new Map();
function element(tag) { const made = new Element(tag); all.push(made); return made; }
function byId(id) {
  if (!named.has(id)) named.set(id, element("div"));
  return named.get(id);
}

const pending = new Set();
function request(path, options) {
  const waits = /seen=\d/.test(path), answer = fetch(new URL(path, url), options);
  if (waits) return answer;
  pending.add(answer);
  const done = () => pending.delete(answer);
  answer.then(done, done);
  return answer;
}
const storage = () => ({ getItem: name => name === "annotator" ? "Ada" : null, setItem() {} });
const window = {
  document: {
    createElement: element, createElementNS: (_, tag) => element(tag), getElementById: byId, title: "",
    querySelector: () => null, querySelectorAll: () => [],
  },
  location: { hash: url.hash }, fetch: request, URL: { createObjectURL: () => "blob:picture", revokeObjectURL() {} },
  localStorage: storage(), sessionStorage: storage(), history: { replaceState() {} },
  addEventListener() {}, scrollTo() {}, setInterval() {}, setTimeout, console, TypeError,
};

async function main() {
  const page = await (await fetch(url.origin + "/")).text();
  const context = vm.createContext(window);
  for (const [, source] of page.matchAll(/<script src="([^"]+)">/g))
    vm.runInContext(await (await fetch(url.origin + source)).text(), context, { filename: source });
  const end = Date.now() + 15000;
  const found = () => [...named.values()].some(entry => entry.textContent.includes(ready));
  while ((pending.size || !found()) && Date.now() < end) await new Promise(done => setTimeout(done, 5));
  const made = Object.fromEntries([...named].map(([id, entry]) => [id, entry.report()]));
  process.stdout.write(JSON.stringify({ title: window.document.title, made }), () => process.exit(0));
}
main();
