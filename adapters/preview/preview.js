"use strict";
// The newest picture of a screen, or what went wrong when it was rendered; the last good picture stays beside it.
async function show(newest) {
  at("title").textContent = document.title = newest.title;
  at("message").textContent = newest.message;
  at("message").hidden = !newest.message;
  at("state").textContent = newest.message ? "not rendered" : "as of " + new Date().toLocaleTimeString();
  at("screen").classList.toggle("old", Boolean(newest.message));
  if (newest.message) return;
  const answer = await call("/v1/picture?version=" + newest.version);
  if (!answer.ok) return;
  const before = at("screen").src;
  at("screen").src = URL.createObjectURL(await answer.blob());
  at("screen").hidden = false;
  if (before) URL.revokeObjectURL(before);
}

async function listen() {
  const answer = await call("/v1/newest");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = "", done, value; ;) {
    ({ done, value } = await reader.read());
    if (done) break;
    const lines = (text + value).split("\n");
    text = lines.pop();
    if (lines.length) await show(JSON.parse(lines.at(-1)));
  }
}
listen().catch(() => {}).finally(() => { at("state").textContent = "the preview has ended: start it again and reload"; });
