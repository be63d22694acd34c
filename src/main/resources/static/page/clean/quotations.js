// Who quotes whom, and passages that many documents have: the results of jobs of kind passages and boilerplate.
import * as address from "../address.js";
import { call, part } from "../api.js";
import { Passages } from "../compare/passages.js";
import { readDocument } from "../document-state.js";
import { Button, Caller, h, Table, Trouble } from "../elements.js";
import { Paged } from "./paged.js";
import { number, percent, t } from "../words.js";

const READ = 3; // quotations whose texts are read at once
const SORTED = 1_000; // results of which those with most words are first
const SHOWN = 20; // quotations more at a time

const documentLink = (collection, id) => h("a", { href: address.link("documents", { collection, id }) }, h("bdi", null, id));

/** Two documents that share passages, with both texts marked on demand. */
class Quotation extends Caller {
  state = this.lastShown("quotation " + JSON.stringify([this.props.pair.a, this.props.pair.b])) ?? { texts: null };

  componentDidMount() {
    this.props.isRead && !this.state.texts && this.read();
  }

  read() {
    const { pair, collection } = this.props;
    return this.attempt("read", async (signal) => {
      const [a, b] = await Promise.all([pair.a, pair.b].map((id) => readDocument(collection, id, signal)));
      this.setState({ texts: { a: a?.text, b: b?.text } });
    });
  }

  render({ pair: { a, b, words, shareA, shareB, longestRun, passages, truncated }, collection }, { texts, trouble, busy }) {
    const isKnown = texts?.a !== undefined && texts?.b !== undefined;
    return h("article", { class: "match quotation" },
      h("header", null,
        h("h2", null, documentLink(collection, a), " · ", documentLink(collection, b)),
        h("span", null, t("quotes.shares", number(words), percent(shareA), percent(shareB), number(longestRun)))),
      h(Trouble, { of: trouble, retry: () => this.read() }),
      isKnown && h(Passages, { texts, labels: { a, b }, passages }, truncated && h("span", null, t("passages.more", number(passages.length)))),
      texts && !isKnown && h("p", null, t("quotes.changed")),
      h("div", { class: "toolbar" },
        !texts && h(Button, { busy: busy === "read", onClick: () => this.read() }, t("passages.title")),
        h("a", { href: address.link("compare", { aId: a, bId: b, collection }) }, t("view.compare"))));
  }
}

/** The results of a job of kind passages, those with most words in common first. */
export class Quotations extends Paged {
  state = { shown: SHOWN, ...this.state };
  page = SORTED;

  render({ job }, { list, shown, complete, trouble }) {
    const { pairs = 0, documents = 0 } = job.counts;
    const sorted = list.toSorted((a, b) => b.words - a.words);
    return h("section", null,
      h("p", { class: "dry-run" }, h("strong", null, t("quotes.found", number(pairs), number(documents))), " ", job.counts.cut > 0 && t("quotes.cut", number(job.counts.cut))),
      h(Trouble, { of: trouble }),
      sorted.slice(0, shown).map((pair, at) => h(Quotation, { key: pair.a + "\n" + pair.b, pair, collection: job.collection, isRead: at < READ })),
      shown < list.length
        ? h(Button, { style: "secondary", onClick: () => this.setState({ shown: shown + SHOWN }) }, t("find.more", number(SHOWN)))
        : !complete && this.moreButton());
  }
}

/** The results of a job of kind boilerplate: passages that can be marked, so that they do not count as quotations. */
export class Boilerplate extends Paged {
  state = { marked: {}, ...this.state };

  path = "/collections/" + part(this.props.job.collection) + "/boilerplate";

  async more() {
    await super.more();
    await this.attempt("marked", () => this.readMarked());
  }

  /** Reads what is marked, which later jobs do not find any more. */
  async readMarked() {
    const { passages } = await call("GET", this.path);
    this.setState({ marked: Object.fromEntries(passages.map(({ text, id }) => [text, id])) });
  }

  /** Marks a passage, or takes that back. */
  mark(text, id) {
    return this.attempt(text, async () => {
      await (id ? call("DELETE", this.path, { query: { id } }) : call("POST", this.path, { body: { text } }));
      await this.readMarked();
    });
  }

  render({ job }, { list, marked, busy, trouble }) {
    const columns = ["boilerplate.passage", "boilerplate.words", "start.documents", "boilerplate.example", "boilerplate.mark"].map((name) => t(name));
    const others = Object.keys(marked).filter((text) => !list.some((each) => each.text === text));
    const rows = [...list, ...others.map((text) => ({ text }))];
    const count = (value) => h("td", null, value === undefined ? "–" : number(value));
    return h("section", null,
      h("p", { class: "dry-run" }, h("strong", null, t("boilerplate.found", number(job.counts.passages ?? 0), number(job.counts.documents ?? 0))), " ", rows.length > 0 && t("boilerplate.hint")),
      h(Trouble, { of: trouble }),
      rows.length > 0 && h(Table, { label: t("kind.boilerplate"), columns }, rows.map(({ documents, words, text, example }) =>
        h("tr", { key: text },
          h("td", { class: "passage", dir: "auto" }, text), count(words), count(documents),
          h("td", null, example !== undefined && documentLink(job.collection, example)),
          h("td", null, h(Button, { style: marked[text] ? "secondary" : undefined, busy: busy === text, needed: "write", onClick: () => this.mark(text, marked[text]) },
            t(marked[text] ? "boilerplate.marked" : "boilerplate.mark")))))),
      this.moreButton());
  }
}
