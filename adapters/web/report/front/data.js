"use strict";
// The data of the page: the overview, and parts that are read when they are needed.
const report = {}, agents = new Map(), episodes = new Map();
const parts = new Map(), arrivals = new Map(), dropped = { pictures: new Map(), episodes: new Map() };
function takeOverview(overview) {
  agents.clear();
  for (const id of episodes.keys()) if (!dropped.episodes.has(id)) episodes.delete(id);
  Object.assign(report, overview);
  report.agents.forEach((agent, index) => agents.set(agent.label, { ...agent, index }));
  for (const row of report.episodes) if (!agents.has(row.agent)) agents.set(row.agent, { label: row.agent, index: agents.size });
  report.episodes.forEach((row, position) => episodes.set(row.id, { ...row, position }));
}
takeOverview(JSON.parse(at("overview").textContent));

// Everything below the overview has been read.
const complete = new Promise(done => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done, { once: true });
  else done();
});

// JSON documents by name: in the page, in a file beside it, or from an episode that was dropped.
function part(name) {
  if (!parts.has(name)) parts.set(name, readPart(name));
  return parts.get(name);
}
async function readPart(name) {
  await complete;
  const element = at(name);
  if (element) return JSON.parse(element.textContent);
  if (report.parts) return loadPart(name);
  throw new Error("This part is missing in the report.");
}
function loadPart(name) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    arrivals.set(name, done);
    script.onerror = () => failed(new Error(report.parts + "/" + name + ".js is missing: it belongs beside this page."));
    script.src = report.parts + "/" + name + ".js";
    document.head.append(script);
  });
}
// Called by the files beside the page.
function deliver(name, content) {
  arrivals.get(name)?.(content);
}

// Views by their name in the address; each is called with the address's path and query, and returns an element.
const views = {};
// Keys in the view of an episode; each is called with that view.
const EPISODE_KEYS = {};
// Where data comes from: this page and the files beside it. A served page replaces these functions.
const source = {
  episode: row => part("episode-" + row.position),
  outline: (row, digest) => part(digest),
  aligned: alignedRows,
  // Show a picture in an `img`: the thumbnail at once, and if it is `large` the full picture as soon as it is there.
  picture: showFile,
  // Before a view is drawn.
  refresh: async () => {},
};
function episodeDocument(row) {
  const found = dropped.episodes.get(row.id);
  return found ? Promise.resolve(found) : source.episode(row);
}
let fullMissing = false;
function showFile(image, row, digest, large) {
  const address = thumbnail(digest), full = large && !fullMissing ? fullPicture(row, digest) : "";
  if (!address) return false;
  image.src = address;
  if (full) {
    const better = new Image();
    better.onload = () => { image.src = full; };
    better.onerror = () => { fullMissing = true; };
    better.src = full;
  }
  return true;
}
// The address of a thumbnail; empty if there is none.
function thumbnail(digest) {
  if (dropped.pictures.has(digest)) return dropped.pictures.get(digest);
  const element = at(digest);
  if (element) return "data:" + element.type + ";base64," + element.textContent;
  return report.parts ? report.parts + "/" + digest + ".webp" : "";
}
// The address of the full picture; empty if the page does not lie beside the run.
function fullPicture(row, digest) {
  const folder = report.runs[row.run]?.blobs;
  if (!folder || !digest || dropped.episodes.has(row.id)) return "";
  return folder.split("/").map(encodeURIComponent).join("/") + digest.slice(-2) + "/" + digest + ".png";
}
// The steps of two episodes side by side; nothing if they were not aligned.
async function alignedRows(left, right) {
  const first = report.episodes.findIndex(row => row.task === left.task), found = await part("aligned-" + first).catch(() => ({}));
  return found[left.position + "-" + right.position] ?? found[right.position + "-" + left.position]?.map(([here, there, same]) => [there, here, same]);
}
