"use strict";
// Starts a served page: reads the overview, then loads the scripts that draw it.
async function start() {
  tell("Reading the runs…");
  const overview = document.createElement("script"), content = await got("/v1/overview");
  keepToken(content.live ? "phones" : "");
  Object.assign(overview, { type: "application/json", id: "overview", textContent: JSON.stringify(content) });
  document.body.append(overview);
  tell("");
  for (const path of JSON.parse(document.getElementById("scripts").textContent)) {
    const script = document.createElement("script");
    Object.assign(script, { src: path, async: false });
    document.body.append(script);
  }
}
function tell(text) {
  const words = document.createElement("p");
  words.className = "empty starting";
  words.textContent = text;
  document.getElementById("main").replaceChildren(words);
}
start().catch(error => tell(error.message));
