"use strict";
// Two episodes of one task side by side, aligned by page and operation.
async function compareView(leftId, rightId) {
  const [left, right] = [episodes.get(leftId), episodes.get(rightId)];
  if (!left || !right) return failedView("There is no episode " + (left ? rightId : leftId) + " in this report.");
  if (left.task !== right.task) return failedView("Only episodes of one task can be compared.");
  const rows = await source.aligned(left, right);
  if (!rows) return failedView("These two were not aligned when the report was made.");
  const [one, other] = await Promise.all([episodeDocument(left), episodeDocument(right)]);
  const first = rows.findIndex(([, , same]) => !same), same = rows.filter(entry => entry[2]).length;
  const lines = rows.map(([here, there, equal], index) => [
    index === first ? node("p", { class: "divergence", id: "divergence" }, "First difference") : "",
    node("div", { class: "both" + (equal ? " same" : "") },
      side(left, one, here, rows[index - 1]?.[0]), node("span", { class: "sign", role: "img", "aria-label": equal ? "the same" : "different" }, equal ? "=" : "≠"), side(right, other, there))]);
  return node("div", { class: "page compare" },
    node("div", { class: "heading" }, node("h1", {}, left.task), left.instruction ? node("p", { class: "instruction" }, "“" + left.instruction + "”") : "",
      node("p", { class: "lead" }, first < 0 ? "All " + plural(same, "step") + " are the same." : plural(same, "common step") + "; they first differ at step " + (rows[first][0] >= 0 ? one.steps[rows[first][0]].id : "–") + " on the left, " + (rows[first][1] >= 0 ? other.steps[rows[first][1]].id : "–") + " on the right."),
      first > 0 ? node("button", { type: "button", onclick: () => at("divergence").scrollIntoView({ block: "center" }) }, "To the first difference") : ""),
    node("div", { class: "both titles" }, title(left, right, true), node("span", {}), title(right, left, false)), lines);
}
function title(row, against, isLeft) {
  const others = [...episodes.values()].filter(other => other.task === row.task && other.id !== against.id && !dropped.episodes.has(other.id));
  return node("div", { class: "card" }, node("div", { class: "line" }, outcome(row),
    others.length > 1 ? dropdown(isLeft ? "Left episode" : "Right episode", others.map(other => [other.id, other.agent + (other.repeat ? " #" + other.repeat : "")]), row.id, value => { location.hash = isLeft ? compareLink(value, against.id) : compareLink(against.id, value); }) : agentName(row.agent),
    node("span", { class: "spring" }), node("a", { href: episodeLink(row.id, row.step) }, "Open")),
    row.sentence ? node("p", { class: "why" }, row.sentence) : "");
}
function side(row, document_, position) {
  if (position < 0) return node("div", { class: "side none" }, "–");
  const step = document_.steps[position], good = (document_.findings ?? []).filter(finding => finding.at === step.id && finding.kind !== "end");
  return node("a", { class: "side", href: episodeLink(row.id, step.id) }, small(row, document_, step.after ?? step.before, ""),
    node("span", {}, node("small", { class: "number" }, step.kind === "finish" ? "end" : "step " + step.number), node("b", {}, step.turn ? "Asked: " + step.turn.question : step.words || "Start"),
      step.turn ? node("span", { class: "hint" }, "User: " + step.turn.reply) : step.page ? node("span", { class: "hint" }, step.page.slice(step.page.indexOf("/") + 1)) : "",
      good.map(finding => node("small", {}, mark(finding.good), " ", finding.kind === "redundant" ? finding.words : finding.subject + ": " + finding.words))));
}
