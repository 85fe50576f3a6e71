"use strict";
// Open questions of episodes, each with a field for the reply. Shared by the desk and the dashboard.
class QuestionBoard {
  // `changed` is called with the number of open questions, `failed` with words for people; `empty` stands in place of none.
  constructor({ changed, failed, empty }) {
    Object.assign(this, { changed, failed, empty, cards: new Map(), element: made("div", "questions") });
    setInterval(() => { for (const entry of this.cards.values()) entry.since.textContent = Math.round((Date.now() - entry.began) / 1000) + " s"; }, 1000);
  }
  async listen() {
    for (let seen = -1; ;) {
      try {
        const answer = await call("/v1/desk?seen=" + seen);
        if (answer.status === 401) { this.failed("wrong token: open the address that was printed"); return; }
        const news = await answer.json();
        seen = news.news;
        this.show(news.questions);
      } catch {
        this.failed("the server cannot be reached, retrying…");
        seen = -1;
        await new Promise(done => setTimeout(done, 2000));
      }
    }
  }
  show(questions) {
    const open = new Set(questions.map(entry => entry.id));
    for (const [id, entry] of this.cards) if (!open.has(id)) { entry.box.remove(); this.cards.delete(id); }
    for (const posted of questions) if (!this.cards.has(posted.id)) {
      const entry = this.card(posted);
      this.cards.set(posted.id, entry);
      this.element.append(entry.box);
    }
    const empty = this.element.querySelector(".empty");
    if (this.cards.size && empty) empty.remove();
    if (!this.cards.size && !empty) this.element.append(made("p", "empty", this.empty));
    this.changed(this.cards.size);
  }
  card(posted) {
    const box = made("article", "question-card"), top = made("div", "about");
    top.append(made("span", "", posted.task), made("span", "since"));
    box.append(top, made("p", "instruction", "“" + posted.instruction + "”"));
    if (posted.dialogue.length) {
      const past = made("div", "past");
      for (const [question, reply] of posted.dialogue) past.append(made("p", "", question), made("p", "", "→ " + reply));
      box.append(past);
    }
    box.append(made("p", "question", posted.question));
    const text = document.createElement("textarea"), chips = made("div", "chips"), form = made("form");
    text.setAttribute("aria-label", "Reply");
    text.placeholder = "Your reply (Ctrl+Enter sends)";
    for (const thing of posted.things) {
      const chip = made("button", thing.open ? "open" : "released");
      chip.type = "button";
      chip.append(made("small", "", thing.slot + " "), thing.wanted);
      chip.disabled = !thing.open;
      chip.onclick = () => { text.value = (text.value + " " + thing.reply).trim(); text.focus(); };
      chips.append(chip);
    }
    for (const sentence of posted.sentences) {
      const chip = made("button", "", sentence);
      chip.type = "button";
      chip.onclick = () => { text.value = sentence; text.focus(); };
      chips.append(chip);
    }
    const send = made("button", "send", "Reply");
    form.append(text, send);
    form.onsubmit = async event => {
      event.preventDefault();
      if (!text.value.trim()) return;
      send.disabled = true;
      const answer = await call("/v1/desk/replies", { id: posted.id, text: text.value }).catch(() => null);
      if (!answer || !answer.ok) {
        send.disabled = false;
        this.failed(answer ? (await answer.json()).error : "the server cannot be reached");
      }
    };
    text.onkeydown = event => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(); };
    box.append(chips, form);
    return { box, began: Date.now(), since: top.lastChild };
  }
}
