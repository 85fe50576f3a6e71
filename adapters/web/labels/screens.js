"use strict";
// How a screen of a trace is shown: its picture or its outline, and what was done on it.
// Texts of agents, users and apps are inserted as text, never as markup.
const frame = digest => picture("/v1/labels/frames/" + digest);
async function paint(phone, entry) {
  const image = made("img");
  image.alt = "Screen after step " + entry.step;
  try {
    image.src = await frame(entry.frame);
    await image.decode();
  } catch (error) {
    phone.replaceChildren(made("p", "note", error.message || "This picture cannot be shown."));
    return;
  }
  size(phone, image.naturalWidth, image.naturalHeight);
  phone.append(image, marks(entry, image.naturalWidth, image.naturalHeight), ...typed(entry));
  look(phone, entry, image.naturalWidth);
}
async function sketch(phone, entry) {
  let found;
  try {
    found = await got("/v1/labels/outlines/" + entry.outline);
  } catch (error) {
    phone.replaceChildren(made("p", "note", error.message));
    return;
  }
  const [width, height] = found.size;
  size(phone, width, height);
  const layer = marks(entry, width, height);
  layer.prepend(...outlines(found.boxes));
  phone.append(layer, ...typed(entry));
  look(phone, entry, width);
}
const typed = entry => entry.actions.filter(action => ["type", "key", "launch"].includes(action.kind)).slice(-1).map(action => made("div", "typed", action.words));
