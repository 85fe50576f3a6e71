"use strict";
// What is known of an episode beside its screens: the steps in words, one step in detail, and what the judge found.
const KINDS = {
  tap: "Taps", double_tap: "Double taps", long_press: "Long presses", swipe: "Swipes", type: "Typing", key: "Keys", launch: "Launches",
  wait: "Waits", ask: "Questions", takeover: "Takeovers", answer: "Answers", note: "Notes", finish: "End", noop: "No action", parse_error: "Unreadable",
};
const ICONS = {
  tap: "◉", double_tap: "◎", long_press: "▣", swipe: "⇅", type: "⌨", key: "⏎", launch: "▶", wait: "◷", ask: "?", takeover: "?", answer: "“",
  note: "✎", finish: "■", noop: "–", parse_error: "!",
};
const GROUPS = [
  ["requirement", "Requirements"], ["key_step", "Key steps"], ["turn", "Questions"], ["side_effect", "Side effects"],
  ["bypass", "Changes by shell commands"], ["redundant", "Redundant steps"], ["thought", "Thought and action"], ["end", "The end"],
];

function findingsAt(view, id) {
  return (view.document.findings ?? []).filter(finding => finding.at === id);
}
// The list of steps, each with its dialogue and findings.
function stepList(view) {
  return node("ol", { class: "steps", "aria-label": "Steps" }, view.document.steps.map((step, index) => {
    const found = findingsAt(view, step.id).filter(finding => !["end", "turn"].includes(finding.kind));
    return node("li", { "data-step": step.id, class: "step", onclick: () => view.show(index) },
      node("span", { class: "number" }, step.kind === "finish" ? "end" : step.kind || step.turn ? String(step.number) : "0"),
      node("div", {},
        node("button", { type: "button", class: "words", tabindex: "-1" }, step.turn ? (step.kind === "takeover" ? "Asked the user to take over" : "Asked the user") : step.words || (index ? "…" : "Start")),
        step.turn ? dialogue(step.turn) : "",
        step.thought ? node("p", { class: "thought" }, step.thought) : "",
        (step.notes ?? []).map(note => node("p", { class: "event" }, note)),
        found.length ? node("ul", { class: "found" }, found.map(finding => node("li", {}, mark(finding.good), " ", node("span", {}, finding.kind === "redundant" || finding.kind === "thought" ? finding.words : finding.subject + ": " + finding.words)))) : ""));
  }));
}
function dialogue(turn) {
  return node("div", { class: "dialogue" },
    node("p", { class: "bubble agent-says" }, turn.question),
    node("p", { class: "bubble user-says" }, turn.reply || "(no reply)"),
    node("p", { class: "labels" },
      turn.label ? node("span", { class: "chip " + (turn.good === true ? "good" : turn.good === false ? "bad" : "open") }, turn.label) : "",
      (turn.released ?? []).map(name => node("span", { class: "chip given", title: "The reply gave this value" }, "gave " + name)),
      turn.answered === false ? node("span", { class: "chip open" }, "nobody answered") : ""));
}
// Everything that is known of one step.
function stepCard(view, step) {
  const found = findingsAt(view, step.id).filter(finding => finding.kind !== "turn"), judged = [["Page", step.page], ["Operation", step.operation], ["Feedback", step.feedback]].filter(([, text]) => text);
  return node("section", { class: "card", "aria-label": "This step" },
    node("h2", {}, step.kind === "finish" ? "End" : step.kind || step.turn ? "Step " + step.number : "Start", step.time ? node("small", {}, " " + seconds(step.time)) : "", step.took ? node("small", {}, " · action " + amount(step.took) + " ms") : ""),
    step.words && !step.turn ? node("p", { class: "action" }, step.words) : "",
    step.thought ? node("blockquote", {}, step.thought) : "",
    step.turn ? dialogue(step.turn) : "",
    found.length ? node("ul", { class: "findings" }, found.map(finding => findingLine(view, finding, false))) : "",
    (step.notes ?? []).map(note => node("p", { class: "event" }, note)),
    step.commands?.length ? node("div", {}, node("h3", {}, "ADB"), node("pre", {}, step.commands.join("\n"))) : "",
    judged.length ? node("div", {}, node("h3", {}, "As the judge describes it"), node("dl", { class: "described" }, judged.map(([name, text]) => [node("dt", {}, name), node("dd", {}, text)]))) : "",
    step.change && step.change !== "none" ? node("p", { class: "hint" }, { micro: "Hardly anything changed on the screen.", local: "A part of the screen changed.", scroll: "The content scrolled.", page: "Most of the screen changed." }[step.change] ?? "") : "",
    step.source === "sniffer" ? node("p", { class: "hint" }, "Read from the program's device traffic.") : "",
    step.raw ? node("details", {}, node("summary", {}, "Output of the agent's model"), node("pre", {}, step.raw)) : "");
}
// The checklist: each line leads to the step that shows it.
function checklist(view) {
  return GROUPS.map(([kind, title]) => {
    const found = (view.document.findings ?? []).filter(finding => finding.kind === kind);
    if (!found.length) return "";
    const good = found.filter(finding => finding.good === true).length;
    const counted = ["requirement", "key_step", "turn"].includes(kind) ? good + " of " + found.length : kind === "end" ? "" : String(found.length);
    return node("section", { class: "card", "aria-label": title }, node("h2", {}, title, " ", node("small", {}, counted)),
      node("ul", { class: "findings" }, found.map(finding => findingLine(view, finding, true))));
  });
}
function findingLine(view, finding, leads) {
  const words = [mark(finding.good), node("span", {}, node("b", {}, finding.kind === "end" ? finding.words : finding.subject), finding.kind === "end" ? "" : node("span", { class: "verdict" }, " " + finding.words),
    finding.reason && finding.reason.replaceAll("_", " ") !== finding.words ? node("small", {}, finding.reason) : "")];
  const place = leads && finding.at ? view.indexOf(finding.at) : -1;
  if (place < 0) return node("li", {}, node("span", { class: "finding" }, words));
  return node("li", {}, node("button", { type: "button", class: "finding", title: "Show step " + finding.at, "data-at": finding.at, onclick: () => view.show(place) }, words, node("span", { class: "at" }, finding.at)));
}
