"use strict";
// The page of the desk: all open questions.
const board = new QuestionBoard({
  changed: count => {
    at("state").textContent = count === 1 ? "1 open question" : count + " open questions";
    document.title = count ? "(" + count + ") Desk" : "Desk";
  },
  failed: words => { at("state").textContent = words; },
  empty: "No questions at the moment. Leave this page open.",
});
at("desk").append(board.element);
board.listen();
