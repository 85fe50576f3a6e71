"use strict";
// Code shared by served pages with screens: a cache of screenshots, and the part of a screen that is looked at.
const pictures = new Map();
// Pictures are kept until the page forgets them.
function picture(path) {
  if (!pictures.has(path)) pictures.set(path, load(path));
  return pictures.get(path);
}
async function load(path) {
  const answer = await call(path).catch(() => null);
  if (answer && answer.ok) return URL.createObjectURL(await answer.blob());
  pictures.delete(path);
  throw new Error(answer ? "This picture is missing in its folder." : "The server cannot be reached.");
}
function forget() {
  for (const entry of pictures.values()) entry.then(URL.revokeObjectURL, () => {});
  pictures.clear();
}

function look(phone, entry, width) {
  const point = entry.actions.flatMap(action => action.points)[0];
  if (!zoomed || !point) return;
  const scale = phone.clientWidth / width, frame = at("picture");
  frame.scrollTo(point[0] * scale - frame.clientWidth / 2, point[1] * scale - frame.clientHeight / 2);
}
