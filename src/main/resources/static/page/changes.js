// Follows the changes of all documents.
import * as address from "./address.js";
import { lines } from "./api.js";
import { Choice, Component, h, Latest, Trouble } from "./elements.js";
import { moment, number, t } from "./words.js";

const KEPT = 500; // changes in the list
const WAIT = 20; // seconds that the service waits for a change
const GONE = 410;

/** The view. Its address has where the list begins: `end` (from now on) or `all` documents. */
export class Changes extends Component {
  constructor({ query }) {
    super();
    this.state = { from: query.from === "all" ? "all" : "end", list: [], seen: 0, paused: false, trouble: null };
    this.latest = new Latest();
  }

  componentDidMount() {
    this.begin(this.state.from);
  }

  componentWillUnmount() {
    this.latest.cancel();
  }

  begin(from) {
    this.cursor = from === "end" ? "end" : undefined;
    this.setState({ from, list: [], seen: 0, paused: false, trouble: null }, () => this.follow());
    address.write("changes", { from: from === "all" ? "all" : "" });
  }

  async follow() {
    const signal = this.latest.next();
    this.setState({ trouble: null });
    try {
      for (;;) {
        await this.page(signal);
      }
    } catch (trouble) {
      if (!signal.aborted) {
        this.setState({ trouble, paused: true });
        if (trouble.status === GONE) {
          this.cursor = "end";
        }
      }
    }
  }

  async page(signal) {
    // The first answer comes at once, so that its cursor is known.
    const query = { after: this.cursor, limit: KEPT, wait: this.cursor === undefined || this.cursor === "end" ? 0 : WAIT };
    let cursor = null;
    const added = [];
    for await (const line of lines("GET", "/changes", { query, signal })) {
      if (line.cursor !== undefined) {
        cursor = line.cursor;
      } else {
        added.push({ ...line, number: this.state.seen + added.length + 1 });
      }
    }
    if (cursor === null) {
      throw Object.assign(new Error("incomplete"), { problem: { status: 0, title: "connection" } });
    }
    this.cursor = cursor;
    if (added.length > 0) {
      await new Promise((drawn) =>
        this.setState({ list: [...added.reverse(), ...this.state.list].slice(0, KEPT), seen: this.state.seen + added.length }, drawn));
    }
  }

  toggle() {
    const paused = !this.state.paused;
    this.setState({ paused });
    if (paused) {
      this.latest.cancel();
    } else {
      this.follow();
    }
  }

  render(_, { from, list, seen, paused, trouble }) {
    return h("section", null,
      h("h1", null, t("view.changes")),
      h("div", { class: "controls" },
        h(Choice, { label: t("changes.from"), name: "from", value: from, options: [["end", t("changes.end")], ["all", t("changes.all")]], onChange: (chosen) => this.begin(chosen) }),
        h("button", { type: "button", class: "secondary", "aria-pressed": String(paused), onClick: () => this.toggle() }, t(paused ? "changes.resume" : "changes.pause"))),
      h(Trouble, { of: trouble, retry: () => this.toggle() }),
      h("p", { role: "status" }, seen === 0 ? t(paused ? "changes.paused" : "changes.waiting") : t("changes.seen", number(seen))),
      list.length > 0 && h("div", { class: "overflow-auto", tabIndex: 0, role: "region", "aria-label": t("view.changes") },
        h("table", { class: "changes" },
          h("thead", null, h("tr", null, ["time", "change", "collection", "id"].map((column) => h("th", { scope: "col", key: column }, t("changes." + column))))),
          h("tbody", null, list.map((each) => row(each))))));
  }
}

function row({ number: key, change, collection, id, time }) {
  return h("tr", { key },
    h("td", null, time ? moment(time) : "–"),
    h("td", null, t("change." + change)),
    h("td", null, h("bdi", null, collection)),
    h("td", null,
      id === undefined ? "–"
        : change === "put" ? h("a", { href: address.link("find", { id, collection }), dir: "auto" }, id)
        : h("bdi", null, id)));
}
