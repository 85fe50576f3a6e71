"use strict";
// Episodes that were passed on as a ZIP without compression: dropped on the page, they open like its own.
async function openZip(file) {
  try {
    const files = readZip(await file.arrayBuffer()), content = JSON.parse(new TextDecoder().decode(files.get("episode.json") ?? missing("episode.json")));
    if (content.schema !== 1) throw new Error("it is of another version");
    const row = { ...content.row, run: -1, outlines: content.outlines ?? {} };
    if (typeof row.id !== "string" || !Array.isArray(content.episode?.steps)) throw new Error("it holds no episode");
    let id = row.id;
    for (let number = 2; episodes.has(id) && !dropped.episodes.has(id); number++) id = row.id + " (" + number + ")";
    for (const [name, bytes] of files) {
      const digest = name.match(/^pictures\/([\w-]+)\.webp$/)?.[1];
      if (digest && !dropped.pictures.has(digest) && !at(digest)) dropped.pictures.set(digest, URL.createObjectURL(new Blob([bytes], { type: "image/webp" })));
    }
    if (!agents.has(row.agent)) agents.set(row.agent, { label: row.agent, index: agents.size });
    dropped.episodes.set(id, content.episode);
    episodes.set(id, { ...row, id, position: -1 });
    location.hash = episodeLink(id, row.step);
  } catch (error) {
    notice(file.name + " cannot be opened: " + error.message);
  }
}
function missing(name) {
  throw new Error("there is no " + name + " in it");
}
// The files of a ZIP by name. Compressed ones are refused: a report writes none.
function readZip(buffer) {
  const view = new DataView(buffer), files = new Map();
  let end = buffer.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error("it is no ZIP");
  let place = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (view.getUint32(place, true) !== 0x02014b50) throw new Error("it is damaged");
    const [size, named, extra, comment] = [view.getUint32(place + 24, true), view.getUint16(place + 28, true), view.getUint16(place + 30, true), view.getUint16(place + 32, true)];
    const local = view.getUint32(place + 42, true), name = new TextDecoder().decode(new Uint8Array(buffer, place + 46, named));
    if (view.getUint16(place + 10, true) !== 0) throw new Error("its files are compressed; make it with `report --episode`");
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.set(name, new Uint8Array(buffer, start, size));
    place += 46 + named + extra + comment;
  }
  return files;
}

addEventListener("dragover", event => {
  if (![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  at("drop").hidden = false;
});
addEventListener("dragleave", event => { if (!event.relatedTarget) at("drop").hidden = true; });
addEventListener("drop", event => {
  event.preventDefault();
  at("drop").hidden = true;
  for (const file of event.dataTransfer.files) openZip(file);
});
