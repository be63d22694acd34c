// The documents of the collection in use: a list to search, and the page of each.
import * as address from "../address.js";
import { call, pause } from "../api.js";
import { collections } from "../collection-list.js";
import { line, lookUpEach } from "../document-state.js";
import { Button, Choice, conditions, Filter, h, Input, Metadata, Section, Trouble, View } from "../elements.js";
import { Document, stateOf } from "./document.js";
import { Settings } from "./settings.js";
import { keepView, recallView } from "../kept.js";
import { moment, number, t } from "../words.js";

const PAGE = 20; // documents that are shown at once
const LARGEST = 1_000; // documents of an answer
const LOOKED_UP = 100; // documents of an answer whose copies are looked up
const TYPED = 0.25; // seconds without a change
const STATES = { "": {}, disabled: { enabled: false }, allowed: { allowed: true }, copies: {} };

/** The view. Its address has the collection, and the id of a document or what is searched for. */
export class Documents extends View {
  state = this.lastShown("documents") ?? { ...this.opened(), list: [], next: "", trouble: null, busy: "" };

  opened() {
    const { query } = this.props;
    const { id = "", begin = "", filter = "", state = "" } = { ...query, ...recallView("documents", query) };
    return { id, begin, filter, state: Object.hasOwn(STATES, state) ? state : "" };
  }

  componentDidMount() {
    super.componentDidMount();
    this.begin();
  }

  onOther() {
    this.change({ id: "" });
  }

  begin() {
    return this.attempt("begin", async () => {
      await collections.read();
      this.state.list.length > 0 ? this.more({ list: [], next: "", most: this.state.list.length }) : this.search();
    });
  }

  changed() {
    const { id, begin, filter, state } = this.state;
    keepView("documents", { collection: collections.used, id, begin, filter, state }, { begin, filter, state });
    this.search(TYPED);
  }

  search(wait) {
    this.state.id || this.more({ list: [], next: "", wait });
  }

  /** Reads until a page is full, or there are no more; with `most` documents, those that are shown again. */
  more({ list, next, wait = 0, most } = this.state) {
    const { begin, filter, state } = this.state;
    const query = { collection: collections.used, prefix: begin, filter: conditions(filter), texts: true, ...STATES[state] };
    return this.attempt("more", async (signal) => {
      await pause(wait, signal);
      most || this.setState({ list, next });
      const full = most ?? PAGE;
      let found = [];
      while (next !== undefined && found.length < full) {
        const limit = state === "copies" ? LOOKED_UP : Math.min(LARGEST, full - found.length);
        const answer = await call("GET", "/documents", { query: { ...query, after: next, limit }, signal });
        const some = state === "copies" ? await withCopies(answer.documents, query.collection, signal) : answer.documents;
        found = [...found, ...some];
        next = answer.next;
      }
      if (found.length > full) {
        found = found.slice(0, full);
        next = found.at(-1).id;
      }
      this.setState({ list: [...list, ...found], next });
    });
  }

  render(_, { id }) {
    const collection = collections.used;
    return h(Section, { level: 1, title: t("view.documents") },
      id
        ? [
            h("p", null, h("a", { href: address.link("documents", { collection }) }, t("document.all"))),
            h(Document, { key: collection + " " + id, id, collection }),
          ]
        : this.searching(collection));
  }

  searching(collection) {
    const { begin, list, next, trouble, busy } = this.state;
    const isText = /\s/.test(begin.trim());
    return [
      h(Settings, { key: collection }),
      h("div", { class: "controls" },
        h(Input, { label: t("documents.begin"), ...this.bound("begin") }),
        h(Choice, {
          label: t("documents.state"), ...this.bound("state"),
          options: [["", t("documents.any")], ["disabled", t("applied.disabled")], ["allowed", t("member.allowed")], ["copies", t("documents.copies")]],
        })),
      h("p", null, h("a", { href: address.link("changes", { collection }) }, t("documents.changes"))),
      isText && h("p", null, h("a", { href: address.link("find", { text: begin, collection }) }, t("documents.find"))),
      h(Filter, this.bound("filter")),
      h(Trouble, { of: trouble, retry: () => this.begin() }),
      busy === "" && !trouble && list.length === 0 && next === undefined && h("p", { role: "status" }, t("documents.none")),
      busy !== "" && list.length === 0 && h("p", { "aria-busy": "true" }),
      h("ul", { class: "documents" }, list.map((each) => this.row(each))),
      next !== undefined && list.length > 0 && h(Button, { style: "secondary", busy: busy !== "", onClick: () => this.more() },
        t("find.more", number(PAGE))),
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

/** Those of some documents that have a near-duplicate; disabled ones are not looked up. */
async function withCopies(documents, collection, signal) {
  const having = [];
  let at = 0;
  for await (const { matches } of lookUpEach(collection, documents, { limit: 1 }, signal)) {
    having.push(...(matches?.length > 0 ? [documents[at]] : []));
    at++;
  }
  return having;
}
