"use strict";
// How a screen of a trace is shown: its picture or its outline, and what was done on it.
// Texts of agents, users and apps are put in as texts, never as markup.
const frame = digest => picture("/v1/labels/frames/" + digest);
async function paint(phone, one) {
  const image = made("img");
  image.alt = "Screen after step " + one.step;
  try {
    image.src = await frame(one.frame);
    await image.decode();
  } catch (error) {
    phone.replaceChildren(made("p", "note", error.message || "This picture cannot be shown."));
    return;
  }
  size(phone, image.naturalWidth, image.naturalHeight);
  phone.append(image, marks(one, image.naturalWidth, image.naturalHeight), ...typed(one));
  look(phone, one, image.naturalWidth);
}
async function sketch(phone, one) {
  let found;
  try {
    found = await got("/v1/labels/outlines/" + one.outline);
  } catch (error) {
    phone.replaceChildren(made("p", "note", error.message));
    return;
  }
  const [width, height] = found.size;
  size(phone, width, height);
  const layer = marks(one, width, height);
  layer.prepend(...outlines(found.boxes));
  phone.append(layer, ...typed(one));
  look(phone, one, width);
}
const typed = one => one.deeds.filter(deed => ["type", "key", "launch"].includes(deed.kind)).slice(-1).map(deed => made("div", "typed", deed.words));
