// Finds the near-duplicates of a text or of a stored document.
import * as address from "../address.js";
import { call } from "../api.js";
import { Choice, Component, Field, h, Latest, Trouble } from "../elements.js";
import { MatchCard } from "./match-card.js";
import { number, t } from "../words.js";

const PAGE = 50; // cards that are drawn at once
const EXPLAINED = 100; // matches up to which each is explained

/** The view. Its address has the query; a view that is opened with one looks it up at once. */
export class Find extends Component {
  constructor({ query }) {
    super();
    const kind = query.id ? "id" : query.html ? "html" : "text";
    this.state = {
      kind, content: query[kind] ?? "", collection: query.collection ?? "default", maxDistance: query.maxDistance ?? "",
      filter: query.filter ?? "", limit: query.limit ?? "10",
      collections: [], answer: null, asked: null, shown: PAGE, trouble: null, busy: false,
    };
    this.latest = new Latest();
    this.asks = 0;
  }

  async componentDidMount() {
    if (this.state.content) {
      this.find();
    }
    try {
      const { collections } = await call("GET", "/collections");
      this.setState({ collections });
    } catch (trouble) {
      this.setState({ trouble });
    }
  }

  componentWillUnmount() {
    this.latest.cancel();
  }

  change(changed) {
    this.setState(changed, () => address.write("find", this.query()));
  }

  query() {
    const { kind, content, collection, maxDistance, filter, limit } = this.state;
    return { [kind]: content, collection, maxDistance, filter, limit: limit === "10" ? "" : limit };
  }

  async find() {
    const { kind, content, collection, maxDistance, filter, limit } = this.state;
    address.write("find", this.query());
    const signal = this.latest.next();
    this.setState({ busy: true, trouble: null });
    const body = { [kind]: content, limit: Number(limit), explain: Number(limit) <= EXPLAINED };
    if (maxDistance !== "") {
      body.maxDistance = Number(maxDistance);
    }
    const filters = filter.split("\n").map((each) => each.trim()).filter((each) => each);
    if (filters.length > 0) {
      body.filter = filters;
    }
    try {
      const answer = await call("POST", "/duplicates", { query: { collection }, body, signal });
      this.setState({ answer, asked: { kind, content, collection, number: this.asks++ }, shown: PAGE, busy: false });
    } catch (trouble) {
      if (!signal.aborted) {
        this.setState({ trouble, answer: null, busy: false });
      }
    }
  }

  render(_, { trouble, answer, asked, shown }) {
    return h("section", null,
      h("h1", null, t("find.title")),
      this.form(),
      h(Trouble, { of: trouble, retry: () => this.find() }),
      answer && h("section", null,
        h("p", { role: "status" }, this.summary(answer)),
        answer.matches.slice(0, shown).map((match) =>
          h(MatchCard, {
            key: asked.number + " " + match.id, match, asked, bits: answer.query.bits,
            limit: answer.maxDistance ?? match.distance,
          })),
        answer.matches.length > shown &&
          h("button", { type: "button", class: "secondary", onClick: () => this.setState({ shown: shown + PAGE }) },
            t("find.more", number(Math.min(PAGE, answer.matches.length - shown))))));
  }

  summary(answer) {
    const count = answer.matches.length;
    const found = count === 0 ? t("find.nothing", answer.maxDistance) : t("find.found", number(count), answer.maxDistance);
    return [
      found,
      answer.truncated && t("find.truncated"),
      answer.allowedBy !== undefined && t("find.allowedBy", answer.allowedBy),
      answer.query.lowConfidence && t("compare.lowConfidence"),
    ].filter(Boolean).join(" ");
  }

  form() {
    const { kind, content, collection, collections, maxDistance, filter, limit, busy } = this.state;
    const names = [...new Set([collection, ...collections.map((each) => each.name)])].sort();
    const current = collections.find((each) => each.name === collection);
    const find = (e) => {
      e.preventDefault();
      this.find();
    };
    return h("form", { onSubmit: find },
      h("fieldset", { class: "kinds" },
        h("legend", null, t("find.by")),
        ["text", "html", "id"].map((name) =>
          h("label", { key: name },
            h("input", { type: "radio", name: "kind", value: name, checked: name === kind, onChange: () => this.change({ kind: name }) }),
            t("find." + name)))),
      h(Field, { label: t("find." + kind) },
        kind === "id"
          ? h("input", { name: "content", value: content, dir: "auto", required: true, onInput: (e) => this.change({ content: e.currentTarget.value }) })
          : h("textarea", {
              name: "content", rows: 6, dir: "auto", spellcheck: false, required: true, value: content,
              onInput: (e) => this.change({ content: e.currentTarget.value }),
              onKeyDown: (e) => e.key === "Enter" && (e.ctrlKey || e.metaKey) && content && find(e),
            })),
      h("div", { class: "controls" },
        h(Choice, { label: t("find.collection"), name: "collection", value: collection, options: names.map((name) => [name, name]), onChange: (chosen) => this.change({ collection: chosen }) }),
        h(Field, { label: t("find.limit") },
          h("input", { type: "number", name: "maxDistance", min: 0, max: current?.bits ?? 512, value: maxDistance, placeholder: current?.maxDistance, onInput: (e) => this.change({ maxDistance: e.currentTarget.value }) })),
        h(Choice, { label: t("find.most"), name: "limit", value: limit, options: ["10", "100", "1000", "10000"].map((each) => [each, number(each)]), onChange: (chosen) => this.change({ limit: chosen }) })),
      h("details", { open: filter !== "" },
        h("summary", null, t("find.filter")),
        h(Field, { label: t("find.filterLabel"), hint: t("find.filterHint") },
          h("textarea", { name: "filter", rows: 2, dir: "auto", spellcheck: false, value: filter, onInput: (e) => this.change({ filter: e.currentTarget.value }) }))),
      h("button", { type: "submit", "aria-busy": String(busy) }, t("find.find")));
  }
}
