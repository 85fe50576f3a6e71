"use strict";
// A screen of an episode: its picture or its outline, with what was touched, typed and changed.

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
function shot(row, digest, words) {
  const image = node("img", { alt: words, draggable: "false" });
  return showPicture(image, row, digest, true) ? image : node("p", { class: "note" }, "This picture is missing.");
}
function showPicture(image, row, digest, large) {
  return (dropped.episodes.has(row.id) ? showFile : source.picture)(image, row, digest, large);
}
async function sketch(row, digest, frame, words) {
  const found = row.outlines?.[digest] ?? await source.outline(row, digest).catch(() => null);
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
    const image = node("img", { alt: words, loading: "lazy", decoding: "async", draggable: "false" });
    if (showPicture(image, row, screen.frame, false)) frame.append(image);
  } else if (screen?.outline) sketch(row, screen.outline, frame, words);
  return frame;
}
