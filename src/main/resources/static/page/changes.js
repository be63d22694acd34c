// Follows the changes of the documents of the collection in use.
import * as address from "./address.js";
import { lines, lost } from "./api.js";
import { collections } from "./collection-list.js";
import { line } from "./document-state.js";
import { Button, Choice, conditions, Filter, h, Section, Table, Trouble, View } from "./elements.js";
import { moment, number, t } from "./words.js";

const KEPT = 500; // changes in the list
const WAIT = 20; // seconds that the service waits for a change
const GONE = 410;

/** The view. Its address has the collection, where the list begins, `end` (from now on) or `all` documents, and a filter. */
export class Changes extends View {
  state = {
    from: this.props.query.from === "all" ? "all" : "end", filter: this.props.query.filter ?? "", typed: this.props.query.filter ?? "",
    list: [], seen: 0, paused: false, trouble: null,
  };

  componentDidMount() {
    super.componentDidMount();
    collections.read().catch(() => {}).then(() => this.left.aborted || this.begin()); // the list decides which one is in use
  }

  onOther() {
    this.begin();
  }

  begin(changed) {
    this.setState({ ...changed, list: [], seen: 0, paused: false }, () => {
      const { from, filter } = this.state;
      this.cursor = from === "end" ? "end" : undefined;
      address.write("changes", { collection: collections.used, from: from === "all" ? "all" : "", filter });
      this.follow();
    });
  }

  follow() {
    this.cursor = this.state.trouble?.status === GONE ? "end" : this.cursor;
    return this.attempt("", async (signal) => {
      for (;;) {
        await this.page(signal);
      }
    });
  }

  async page(signal) {
    // The first answer comes at once, so that its cursor is known.
    const query = { after: this.cursor, limit: KEPT, texts: true, filter: conditions(this.state.filter), wait: this.cursor === undefined || this.cursor === "end" ? 0 : WAIT };
    let cursor = null;
    const added = [];
    for await (const each of lines("GET", "/changes", { query, signal })) {
      if (each.cursor !== undefined) {
        cursor = each.cursor;
      } else if (each.collection === collections.used) {
        added.push({ ...each, number: this.state.seen + added.length + 1 });
      }
    }
    if (cursor === null) {
      throw lost();
    }
    this.cursor = cursor;
    if (added.length > 0) {
      await this.set({ list: [...added.reverse(), ...this.state.list].slice(0, KEPT), seen: this.state.seen + added.length });
    }
  }

  get paused() {
    return this.state.paused || this.state.trouble !== null;
  }

  toggle() {
    const paused = !this.paused;
    this.setState({ paused });
    if (paused) {
      this.latest.cancel();
    } else {
      this.follow();
    }
  }

  render(_, { from, typed, list, seen, trouble }) {
    const { paused } = this;
    const collection = collections.used;
    return h(Section, { level: 1, title: t("view.changes") },
      h("p", null, h("a", { href: address.link("documents", { collection }) }, t("document.all"))),
      h("div", { class: "controls" },
        h(Choice, { label: t("changes.from"), name: "from", value: from, options: [["end", t("changes.end")], ["all", t("changes.all")]], onChange: (chosen) => this.begin({ from: chosen }) }),
        h(Filter, { value: typed, onChange: (value) => this.setState({ typed: value }), onWhole: (value) => this.begin({ filter: value }) }),
        h(Button, { style: "secondary", "aria-pressed": String(paused), onClick: () => this.toggle() }, t(paused ? "changes.resume" : "changes.pause"))),
      h(Trouble, { of: trouble, retry: () => this.toggle() }),
      h("p", { role: "status" }, seen === 0 ? t(paused ? "changes.paused" : "changes.waiting") : t("changes.seen", number(seen))),
      list.length > 0 && h(Table, {
        class: "changes", label: t("view.changes"), columns: ["time", "change", "id", "text"].map((column) => t("changes." + column)),
      }, list.map(row)));
  }
}

function row({ number: key, change, collection, id, time, document }) {
  return h("tr", { key },
    h("td", null, time ? moment(time) : "–"),
    h("td", null, t("change." + change)),
    h("td", null,
      id === undefined ? "–"
        : change === "put" ? h("a", { href: address.link("documents", { id, collection }), dir: "auto" }, id)
        : h("bdi", null, id)),
    h("td", { dir: "auto" }, line(document?.text ?? "")));
}
