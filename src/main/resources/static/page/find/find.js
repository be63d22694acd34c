// Finds the near-duplicates of a text or of a stored document.
import { call } from "../api.js";
import { collections } from "../collection-list.js";
import { line, readDocument } from "../document-state.js";
import { Button, Choice, Fold, Form, h, Input, Limit, Section, Trouble, View } from "../elements.js";
import { keepView, pick, recallView } from "../kept.js";
import { limitOf, limitWords } from "../limit.js";
import { MatchCard } from "./match-card.js";
import { Why } from "./why.js";
import { number, t } from "../words.js";

const MOST = 100; // matches of a lookup
const PAGE = 50; // cards that are drawn at once
const NEAR = 5; // documents of an answer that are read at once
const ALL = "*"; // in place of the name of a collection

/** The view. Its address has the query; a view that is opened with one looks it up at once. */
export class Find extends View {
  state = this.lastShown("find") ?? { ...this.opened(), ...recallView("find", this.props.query), answers: [], sum: null, shown: PAGE, isOpen: true, trouble: null, busy: "" };
  asks = 0;

  opened() {
    const { query } = this.props;
    const kind = query.id ? "id" : "text";
    const { [kind]: content = "", maxDistance = "" } = query;
    return { kind, content, everywhere: query.everywhere === "1", maxDistance };
  }

  componentDidMount() {
    super.componentDidMount();
    this.onPaste("content", (text, isField) => this.again({ content: text, ...(!isField && { kind: "text" }) }));
    const { content, answers } = this.state;
    answers.length === 0 && this.attempt("", async (signal) => {
      await collections.read({ signal }); // it has which of them find passages
      content && content === this.state.content && this.find(); // unless another text is typed meanwhile
    });
  }

  changed() {
    const asked = pick(this.state, ["kind", "content", "everywhere", "maxDistance"]);
    const { kind, content, everywhere, maxDistance } = asked;
    keepView("find", { [kind]: content, collection: collections.used, everywhere: everywhere ? "1" : "", maxDistance }, kind === "text" ? asked : null); // the address has an id
  }

  find() {
    this.changed();
    return this.attempt("find", async (signal) => {
      const { everywhere } = this.state;
      this.setState({ answers: [], sum: null });
      const answers = everywhere ? await this.askAll(signal) : [await this.ask(collections.used, this.state, signal)];
      this.setState({ answers, sum: everywhere && this.sum(answers), shown: PAGE, isOpen: false });
    });
  }

  /** Looks in all collections with documents, one after the other. Those that refuse are named with the reason. */
  async askAll(signal) {
    const { used } = collections;
    const own = this.state;
    const text = own.kind === "id" ? { kind: "text", content: (await readDocument(used, own.content, signal))?.text } : own;
    const answers = [];
    for (const { name } of await collections.read({ signal })) {
      if (collections.get(name)?.documents > 0 && (name === used || text.content !== undefined)) {
        try {
          answers.push(await this.ask(name, name === used ? own : text, signal));
        } catch (trouble) {
          if (signal.aborted) {
            throw trouble;
          }
          answers.push({ asked: { collection: name, number: this.asks++ }, trouble });
        }
      }
    }
    return answers;
  }

  sum(answers) {
    const counts = answers.map(({ answer }) => answer?.matches.length ?? 0);
    return t("find.sum", number(counts.reduce((a, b) => a + b, 0)), number(counts.filter(Boolean).length), number(counts.length));
  }

  /** One lookup in a collection: of near-duplicates, and of other documents that share passages. */
  async ask(collection, { kind, content }, signal) {
    const { maxDistance } = this.state;
    const post = (path, near) => call("POST", path, { query: { collection }, body: { [kind]: content, limit: MOST, ...near }, signal });
    const [answer, quoted] = await Promise.all([
      post("/duplicates", maxDistance !== "" && { maxDistance: Number(maxDistance) }),
      collections.get(collection)?.passages && post("/passages").catch((trouble) => (kind === "id" && trouble.status < 500 ? null : Promise.reject(trouble))), // its text may not be stored
    ]);
    const ids = new Set(answer.matches.map(({ id }) => id));
    const quotes = quoted ? quoted.matches.filter(({ id }) => !ids.has(id)) : [];
    const limits = limitOf(answer, collections.get(collection), maxDistance);
    return { answer, quotes, limit: limits, asked: { kind, content, text: kind === "text" ? content : quoted?.text, collection, number: this.asks++ } };
  }

  /** Repeats the lookup with another limit or collection. */
  again(changed) {
    this.setState(changed, () => {
      document.getElementById("main").focus();
      this.find();
    });
  }

  render(_, { trouble, answers, sum, shown, isOpen, content }) {
    const known = answers.filter(({ answer }) => answer);
    const isNowhere = known.every(({ answer }) => answer.matches.length === 0);
    const own = isNowhere && (known.find(({ asked }) => asked.collection === collections.used) ?? known[0]);
    return h(Section, { level: 1, title: t("find.title") },
      h(Fold, { class: "asked", open: isOpen, title: isOpen ? t("find.asked") : t("find.change", line(content, 30)), onToggle: (e) => this.setState({ isOpen: e.currentTarget.open }) },
        this.form()),
      h(Trouble, { of: trouble, retry: () => this.find() }),
      sum && h("p", { role: "status" }, sum),
      answers.map((each) => this.section(each, shown, each === own && own.answer.allowedBy === undefined)));
  }

  section({ answer, quotes, limit, asked, trouble }, shown, isAskedWhy) {
    const card = (match, at) => h(MatchCard, {
      key: asked.number + " " + match.id, match, asked, isRead: at < NEAR, bits: answer.query.bits, limit,
    });
    return h("section", { key: asked.number },
      trouble && h("h2", null, h("bdi", null, asked.collection)),
      h(Trouble, { of: trouble }),
      answer && [
        h("p", { role: this.state.sum ? undefined : "status" }, this.summary(answer, limit, asked)),
        answer.matches.slice(0, shown).map(card),
        answer.matches.length > shown &&
          h(Button, { style: "secondary", onClick: () => this.setState({ shown: shown + PAGE }) },
            t("find.more", number(Math.min(PAGE, answer.matches.length - shown)))),
        isAskedWhy && h(Why, { asked, answer, limit, quotes, onAgain: (changed) => this.again(changed) }),
        quotes.length > 0 && [h("h2", null, t("find.quoted", number(quotes.length))), quotes.slice(0, shown).map(card)],
      ]);
  }

  summary(answer, limit, { collection }) {
    const count = answer.matches.length;
    const found = count === 0 ? t("find.nothing", limitWords(limit), collection) : t("find.found", number(count), limitWords(limit), collection);
    return [
      found,
      answer.truncated && t("find.truncated"),
      answer.allowedBy !== undefined && t("find.allowedBy", answer.allowedBy),
      answer.query.lowConfidence && t("compare.lowConfidence"),
    ].filter(Boolean).join(" ");
  }

  form() {
    const { kind, content, everywhere, busy } = this.state;
    const { used } = collections;
    const names = [...new Set([used, ...(collections.list ?? []).map((each) => each.name)])].sort();
    const current = everywhere ? undefined : collections.get(used);
    const choose = (chosen) => {
      chosen === ALL || collections.use(chosen);
      this.change({ everywhere: chosen === ALL });
    };
    return h(Form, { onSubmit: () => this.find() },
      h(Input, {
        label: t("find." + kind), ...this.bound("content"), rows: kind === "id" ? undefined : 6, placeholder: t("compare.paste"), spellcheck: false, required: true,
        onKeyDown: (e) => kind !== "id" && e.key === "Enter" && (e.ctrlKey || e.metaKey) && content && this.find(),
      }),
      h("div", { class: "controls" },
        h(Choice, { label: t("start.name"), name: "collection", value: everywhere ? ALL : used, options: [...names.map((name) => [name, name]), [ALL, t("find.everywhere")]], onChange: choose }),
        h(Limit, { of: current, ...this.bound("maxDistance") })),
      h("button", { type: "submit", "aria-busy": String(busy === "find") }, t("view.find")));
  }
}
