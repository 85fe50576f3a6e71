"use strict";
// A screen of an episode: its picture or its outline, with what was touched, typed and changed.
let fullMissing = false;

// A phone with a screen. `layers` has the marks to draw upon it.
function phone(row, document_, screen, words, layers = []) {
  const [width, height] = document_.screen ?? [1080, 2400], frame = node("div", { class: "phone" });
  size(frame, width, height);
  if (screen?.frame) frame.append(shot(row, screen.frame, words));
  else if (screen?.outline) sketch(row, screen.outline, frame, words);
  else frame.append(node("p", { class: "note" }, "No screen was recorded here."));
  frame.append(...layers.filter(Boolean));
  return frame;
}
// The thumbnail at once, and the full picture as soon as it is there.
function shot(row, digest, words) {
  const address = thumbnail(digest);
  if (!address) return node("p", { class: "note" }, "This picture is missing.");
  const image = node("img", { alt: words, src: address, draggable: "false" }), full = fullMissing ? "" : fullPicture(row, digest);
  if (full) {
    const better = new Image();
    better.onload = () => { image.src = full; };
    better.onerror = () => { fullMissing = true; };
    better.src = full;
  }
  return image;
}
async function sketch(row, digest, frame, words) {
  const found = await (row.outlines?.[digest] ? Promise.resolve(row.outlines[digest]) : part(digest)).catch(() => null);
  if (!found) { frame.prepend(node("p", { class: "note" }, "This screen cannot be shown.")); return; }
  const [width, height] = found.size;
  frame.prepend(picture("svg", { viewBox: "0 0 " + width + " " + height, class: "outline", role: "img", "aria-label": words }, outlines(found.boxes)));
}
function touchLayer(step, document_) {
  const [width, height] = document_.screen ?? [1080, 2400];
  if (!step.points?.length) return null;
  const layer = marks({ actions: [{ kind: step.kind, points: step.points }] }, width, height);
  layer.classList.add("touches");
  return layer;
}
function typedLayer(step) {
  return step.typed ? node("div", { class: "typed" }, step.typed) : null;
}
function changeLayer(step, document_) {
  const [width, height] = document_.screen ?? [1080, 2400];
  if (!step.changes?.length) return null;
  const unit = width / 1080;
  return picture("svg", { viewBox: "0 0 " + width + " " + height, class: "changes change-" + (step.change ?? "none"), "aria-hidden": "true" }, step.changes.map(([left, top, right, bottom]) =>
    drawn("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 10 * unit, "stroke-width": 5 * unit })));
}
// A small picture for strips and lists.
function small(row, document_, screen, words) {
  const [width, height] = document_.screen ?? [1080, 2400], frame = node("span", { class: "thumb" });
  frame.style.setProperty("--ratio", width + " / " + height);
  if (screen?.frame) {
    const address = thumbnail(screen.frame);
    if (address) frame.append(node("img", { alt: words, src: address, loading: "lazy", decoding: "async", draggable: "false" }));
  } else if (screen?.outline) sketch(row, screen.outline, frame, words);
  return frame;
}
