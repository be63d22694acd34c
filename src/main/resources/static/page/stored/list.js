// The documents of the collection in use: a list to search, and the page of each.
import * as address from "../address.js";
import { call, pause } from "../api.js";
import { collections } from "../collection-list.js";
import { line } from "../document-state.js";
import { Button, Choice, fieldWords, h, Input, Section, Table, Trouble, View } from "../elements.js";
import { Document, stateOf } from "./document.js";
import { moment, number, t } from "../words.js";

const PAGE = 50; // documents that are shown at once
const FIELDS = 4; // columns of metadata
const LONG = 20; // letters of a value, which a column cuts off
const ADDRESSES = /^(\w+:\/\/(?:.*\/)?).*(?:\n\1.*)+$/; // lines with a beginning in common, which a column leaves out
const SEARCHED = 3; // letters from which on texts are searched as well
const TITLES = /^(title|name|subject|headline)$/i;
const LARGEST = 1_000; // documents of an answer
const TYPED = 0.25; // seconds without a change
const STATES = { "": {}, disabled: { enabled: false }, allowed: { allowed: true } };

/** The view. Its address has the collection, and the id of a document or what is searched for. */
export class Documents extends View {
  state = this.lastShown("documents") ?? { ...this.opened(), list: [], next: {}, trouble: null, busy: "" };

  opened() {
    const { id = "", begin = "", state = "" } = this.props.query;
    return { id, begin, state: Object.hasOwn(STATES, state) ? state : "" };
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
      this.state.list.length > 0 ? this.more({ list: [], next: {}, most: this.state.list.length }) : this.search();
    });
  }

  changed() {
    const { id, begin, state } = this.state;
    address.write("documents", { collection: collections.used, id, begin, state });
    this.search(TYPED);
  }

  search(wait) {
    this.state.id || this.more({ list: [], next: {}, wait });
  }

  /**
   * Reads until a page is full, or there are no more; with `most` documents, those that are shown again. Documents whose ids begin
   * with what is sought come first, then those whose texts or fields have it. `next` is where to go on: {isText, after}.
   */
  more({ list, next, wait = 0, most } = this.state) {
    const { begin, state } = this.state;
    const query = { collection: collections.used, texts: true, ...STATES[state] };
    const sought = begin.trim().toLowerCase();
    const hasText = ({ id, text = "", metadata = {} }) => !id.startsWith(begin) && (text + JSON.stringify(Object.values(metadata))).toLowerCase().includes(sought);
    return this.attempt("more", async (signal) => {
      await pause(wait, signal);
      most || this.setState({ list, next });
      const full = most ?? PAGE;
      let found = [];
      while (next !== undefined && found.length < full) {
        const { isText, after } = next;
        const limit = isText ? LARGEST : Math.min(LARGEST, full - found.length);
        const answer = await call("GET", "/documents", { query: { ...query, prefix: isText ? "" : begin, after, limit }, signal });
        found = [...found, ...(isText ? answer.documents.filter(hasText) : answer.documents)];
        next = answer.next !== undefined ? { isText, after: answer.next } : !isText && sought.length >= SEARCHED ? { isText: true } : undefined;
      }
      if (found.length > full) {
        found = found.slice(0, full);
        next = { isText: hasText(found.at(-1)), after: found.at(-1).id };
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
      h("div", { class: "controls" },
        h(Input, { label: t("documents.begin"), ...this.bound("begin") }),
        h(Choice, {
          label: t("documents.state"), ...this.bound("state"),
          options: [["", t("documents.any")], ["disabled", t("applied.disabled")], ["allowed", t("member.allowed")]],
        })),
      isText && h("p", null, h("a", { href: address.link("find", { text: begin, collection }) }, t("documents.find"))),
      h(Trouble, { of: trouble, retry: () => this.begin() }),
      busy === "" && !trouble && list.length === 0 && next === undefined && h("p", { role: "status" },
        collections.current?.documents === 0 ? [t("start.noDocuments"), " ", h("a", { href: address.link("load") }, t("load.file"))] : t("documents.none")),
      busy !== "" && list.length === 0 && h("p", { "aria-busy": "true" }),
      list.length > 0 && this.table(list),
      next !== undefined && list.length > 0 && h(Button, { style: "secondary", busy: busy !== "", onClick: () => this.more() },
        t("find.more", number(PAGE))),
    ];
  }

  /** A row of each document, with the fields that most of them have as columns: of those, values that can be read whole come first. */
  table(list) {
    const all = Map.groupBy(list.flatMap(({ metadata }) => Object.entries(metadata ?? {})).filter(([name]) => !TITLES.test(name)), ([name]) => name);
    const columns = [...all].map(([name, entries]) => ({ name, values: entries.map(([, value]) => fieldWords(value)) }));
    const isLast = ({ values }) => 2 * values.filter((each) => each.length <= LONG).length < list.length; // long or rare
    const fields = columns.sort((a, b) => isLast(a) - isLast(b) || b.values.length - a.values.length).slice(0, FIELDS).map(({ name, values }) => [name, ADDRESSES.exec(values.join("\n"))?.[1]]);
    const ends = [t("documents.state"), t("documents.changed")];
    const cell = (name, value, beginning) => h("td", { key: name, title: value, dir: "auto" }, beginning && value ? "…" + value.slice(beginning.length) : value);
    return h(Table, { class: "documents list", label: t("view.documents"), columns: ["id", t("changes.text"), ...fields.map(([name]) => name), ...ends] }, list.map((document) => {
      const { id, collection, text, metadata = {}, updatedAt } = document;
      const title = Object.keys(metadata).find((name) => TITLES.test(name));
      return h("tr", { key: id },
        h("th", { scope: "row" }, h("a", { href: address.link("documents", { collection, id }) }, h("bdi", null, id))),
        h("td", { class: "line", dir: "auto" }, title && h("strong", null, fieldWords(metadata[title]), " "), text === undefined ? t("judge.noText") : line(text)),
        fields.map(([name, beginning]) => cell(name, Object.hasOwn(metadata, name) ? fieldWords(metadata[name]) : "", beginning)),
        cell(ends[0], stateOf({ ...document, disabledBy: undefined }).join(" · ")), cell(ends[1], moment(updatedAt)));
    }));
  }
}
