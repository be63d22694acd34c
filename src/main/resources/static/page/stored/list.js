// The documents of the collection in use: a list to search, and the page of each.
import * as address from "../address.js";
import { call } from "../api.js";
import { collections } from "../collection-list.js";
import { line, readDocument } from "../document-state.js";
import { Choice, Component, Field, h, Latest, Metadata, Trouble } from "../elements.js";
import { Document, stateOf } from "./document.js";
import { Settings } from "./settings.js";
import { moment, number, t } from "../words.js";

const PAGE = 20; // documents that are shown at once
const EXAMINED = 1_000; // documents of an answer that are searched for a state
const TYPED = 250; // milliseconds without a change

/** The view. Its address has the collection, and the id of a document or what is searched for. */
export class Documents extends Component {
  constructor({ query }) {
    super();
    const { id = "", begin = "", filter = "", state = "" } = query;
    this.state = { id, begin, filter, state, list: [], next: "", trouble: null, busy: false };
    this.latest = new Latest();
  }

  componentDidMount() {
    this.unfollow = collections.follow(() => this.setState({}), () => this.change({ id: "" }));
    this.begin();
  }

  async begin() {
    try {
      await collections.read();
      this.search();
    } catch (trouble) {
      this.setState({ trouble });
    }
  }

  componentWillUnmount() {
    this.unfollow();
    this.latest.cancel();
    clearTimeout(this.timer);
  }

  change(changed) {
    this.setState(changed, () => {
      const { id, begin, filter, state } = this.state;
      address.write("documents", { collection: collections.used, id, begin, filter, state });
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.search(), TYPED);
    });
  }

  search() {
    if (!this.state.id) {
      const { begin } = this.state;
      this.setState({ list: [], next: begin === "" ? "" : before(begin) }, () => this.more());
    }
  }

  /** Reads until a page is full, or there are no more. */
  async more() {
    const { begin, filter, state } = this.state;
    const collection = collections.used;
    const filters = filter.split("\n").map((each) => each.trim()).filter(Boolean);
    const signal = this.latest.next();
    this.setState({ busy: true, trouble: null });
    try {
      const found = [];
      let { next } = this.state;
      while (next !== undefined && found.length < PAGE) {
        const query = { collection, after: next, filter: filters, limit: state ? EXAMINED : PAGE - found.length };
        const answer = await call("GET", "/documents", { query, signal });
        next = answer.next;
        for (const each of answer.documents) {
          if (!each.id.startsWith(begin)) {
            next = undefined;
            break;
          }
          if (state === "" || (state === "disabled" ? each.enabled === false : each.allowed)) {
            found.push(each);
            if (found.length === PAGE) {
              next = each === answer.documents.at(-1) ? next : each.id;
              break;
            }
          }
        }
      }
      const whole = await Promise.all(found.map(({ id }) => readDocument(collection, id, signal)));
      this.setState({ list: [...this.state.list, ...whole.filter(Boolean)], next, busy: false });
    } catch (trouble) {
      if (!signal.aborted) {
        this.setState({ trouble, busy: false });
      }
    }
  }

  render(_, { id }) {
    const collection = collections.used;
    return h("section", null,
      h("h1", null, t("view.documents")),
      id
        ? [
            h("p", null, h("a", { href: address.link("documents", { collection }) }, t("document.all"))),
            h(Document, { key: collection + " " + id, id, collection }),
          ]
        : this.searching(collection));
  }

  searching(collection) {
    const { begin, filter, state, list, next, trouble, busy } = this.state;
    const isText = /\s/.test(begin.trim());
    return [
      h(Settings, { key: collection }),
      h("div", { class: "controls" },
        h(Field, { label: t("documents.begin") },
          h("input", { name: "begin", dir: "auto", value: begin, onInput: (e) => this.change({ begin: e.currentTarget.value }) })),
        h(Choice, {
          label: t("documents.state"), name: "state", value: state, options: [["", t("documents.any")], ["disabled", t("applied.disabled")], ["allowed", t("member.allowed")]],
          onChange: (chosen) => this.change({ state: chosen }),
        })),
      isText && h("p", null, h("a", { href: address.link("find", { text: begin, collection }) }, t("documents.find"))),
      h("details", { open: filter !== "" },
        h("summary", null, t("find.filter")),
        h(Field, { label: t("find.filterLabel"), hint: t("find.filterHint") },
          h("textarea", { name: "filter", rows: 2, dir: "auto", spellcheck: false, value: filter, onInput: (e) => this.change({ filter: e.currentTarget.value }) }))),
      h(Trouble, { of: trouble, retry: () => this.begin() }),
      !busy && !trouble && list.length === 0 && next === undefined && h("p", { role: "status" }, t("documents.none")),
      busy && list.length === 0 && h("p", { "aria-busy": "true" }),
      h("ul", { class: "documents" }, list.map((each) => this.row(each))),
      next !== undefined && list.length > 0 && h("button", {
        type: "button", class: "secondary", "aria-busy": String(busy), onClick: () => this.more(),
      }, t("find.more", number(PAGE))),
    ];
  }

  row(document) {
    const { id, collection, text, metadata, updatedAt } = document;
    return h("li", { key: id },
      h("a", { href: address.link("documents", { collection, id }) }, h("bdi", null, id)), " ",
      h("small", null, [moment(updatedAt), ...stateOf(document)].join(" · ")),
      h("p", { class: "line", dir: "auto" }, text === undefined ? t("judge.noText") : line(text)),
      h(Metadata, { of: metadata }));
  }
}

/** An id after which the first is one that begins so, in the order of ids. */
function before(begin) {
  const letters = [...begin];
  const last = letters.pop().codePointAt(0);
  return last === 0 ? letters.join("") : letters.join("") + String.fromCodePoint(last === 0xe000 ? 0xd7ff : last - 1) + "\u{10FFFF}";
}
