"use strict";
// Code shared by pages with screens: boxes for screens without a picture, and marks of what was touched.
// Texts of agents, users and apps are inserted as text, never as markup.
function size(phone, width, height) {
  phone.style.setProperty("--ratio", width + " / " + height);
  phone.style.setProperty("--wide", Math.round(width * 2 / 3) + "px");
}
// Elements as boxes with their words: a screen without its picture.
function outlines(found) {
  const boxes = [];
  for (const { box: [left, top, right, bottom], words, touch, chosen } of found) {
    const name = ["box", touch ? "can" : "", chosen ? "chosen" : ""].join(" ");
    boxes.push(drawn("rect", { x: left, y: top, width: right - left, height: bottom - top, class: name }));
    // Words are made to fit their box as far as they can still be read, and then cut.
    const room = Math.max(right - left - 16, 40), high = Math.min(34, Math.max(20, 34 * room / (17 * words.length || 1)));
    const fits = Math.floor(room / high * 2), text = drawn("text", { x: left + 8, y: (top + bottom + .7 * high) / 2 });
    text.style.fontSize = high + "px";
    text.textContent = words.length > fits ? words.slice(0, fits - 1) + "…" : words;
    boxes.push(text);
  }
  return boxes;
}
// Where the screen was touched: a ring, two for a double tap, a square for a long press, an arrow for a swipe.
function marks(entry, width, height) {
  const layer = drawn("svg", { viewBox: "0 0 " + width + " " + height, "aria-hidden": "true" });
  const unit = width / 1080, thick = { "stroke-width": 7 * unit }, round = 46 * unit;
  for (const action of entry.actions) {
    if (action.points.length === 2) {
      const [[x1, y1], [x2, y2]] = action.points, angle = Math.atan2(y2 - y1, x2 - x1), back = 44 * unit;
      layer.append(drawn("line", { x1, y1, x2, y2, class: "halo", "stroke-width": 18 * unit }));
      layer.append(drawn("line", { x1, y1, x2, y2, class: "line", "stroke-width": 10 * unit }));
      const corner = turn => (x2 - back * Math.cos(angle + turn)) + "," + (y2 - back * Math.sin(angle + turn));
      layer.append(drawn("polygon", { points: x2 + "," + y2 + " " + corner(.5) + " " + corner(-.5), class: "tip" }));
      layer.append(drawn("circle", { cx: x1, cy: y1, r: 16 * unit, class: "tip" }));
    } else if (action.points.length === 1) {
      const [[cx, cy]] = action.points;
      layer.append(drawn("circle", { cx, cy, r: round + 7 * unit, class: "halo", ...thick }));
      if (action.kind === "long_press") layer.append(drawn("rect", { x: cx - round, y: cy - round, width: 2 * round, height: 2 * round, class: "touch", ...thick }));
      else layer.append(drawn("circle", { cx, cy, r: round, class: "touch", ...thick }));
      if (action.kind === "double_tap") layer.append(drawn("circle", { cx, cy, r: round / 2, class: "touch", ...thick }));
    }
  }
  return layer;
}
