"use strict";
// The data of a served page: asked for when it is needed.
const MOST_SHOTS = 300;
const shots = new Map(), documents = new Map();

// The address of a picture once it is there; the last ones stay in memory.
function shotAddress(path) {
  if (!shots.has(path)) {
    const loading = loadShot(path);
    shots.set(path, loading);
    loading.catch(() => shots.delete(path));
    for (const [old, address] of shots) {
      if (shots.size <= MOST_SHOTS) break;
      shots.delete(old);
      address.then(URL.revokeObjectURL, () => {});
    }
  }
  return shots.get(path);
}
async function loadShot(path) {
  const answer = await call(path);
  if (!answer.ok) throw new Error("This picture is missing.");
  return URL.createObjectURL(await answer.blob());
}
const framePath = (run, digest, large) => "/v1/frames/" + run + "/" + encodeURIComponent(digest) + (large ? "" : "?small");

Object.assign(source, {
  episode: row => {
    if (!documents.has(row.id)) {
      const found = got("/v1/episode?id=" + encodeURIComponent(row.id));
      if (row.solved === undefined) return found;
      documents.set(row.id, found);
      found.catch(() => documents.delete(row.id));
    }
    return documents.get(row.id);
  },
  outline: (row, digest) => got("/v1/outlines/" + row.run + "/" + encodeURIComponent(digest)),
  aligned: (left, right) => got("/v1/aligned?left=" + encodeURIComponent(left.id) + "&right=" + encodeURIComponent(right.id)),
  picture: (image, row, digest, large) => {
    shotAddress(framePath(row.run, digest, large)).then(address => { image.src = address; }, error => { image.alt = error.message; });
    return true;
  },
  refresh: async view => {
    const id = view === "episode" ? decodeURIComponent(location.hash.slice("#/episode/".length).replace(/\/step\/[\d.]+$/, "")) : "";
    if (report.live && (["scores", "episodes", "devices"].includes(view) || (id && !episodes.has(id)))) takeOverview(await got("/v1/overview"));
  },
});
