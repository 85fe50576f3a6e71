"use strict";
// The data of the page: the overview, and parts that are read when they are needed.
const report = JSON.parse(at("overview").textContent);
const agents = new Map(report.agents.map((agent, index) => [agent.label, { ...agent, index }]));
for (const row of report.episodes) if (!agents.has(row.agent)) agents.set(row.agent, { label: row.agent, index: agents.size });
const episodes = new Map(report.episodes.map((row, position) => [row.id, { ...row, position }]));

// Everything below the overview has been read.
const complete = new Promise(done => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done, { once: true });
  else done();
});
const parts = new Map(), arrivals = new Map(), dropped = { pictures: new Map(), episodes: new Map() };

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

function episodeDocument(row) {
  const found = dropped.episodes.get(row.id);
  return found ? Promise.resolve(found) : part("episode-" + row.position);
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
function alignedRows(left, right) {
  const straight = report.aligned?.[left.position + "-" + right.position];
  if (straight) return straight;
  return report.aligned?.[right.position + "-" + left.position]?.map(([here, there, same]) => [there, here, same]);
}
