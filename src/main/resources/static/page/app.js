// The page: its header, its views, and what is common to all.
import { render } from "../webjars/preact/dist/preact.module.js";
import * as address from "./address.js";
import { apiKey } from "./api.js";
import { Calibrate } from "./calibrate/calibrate.js";
import { collections } from "./collection-list.js";
import { Compare } from "./compare/compare.js";
import { Button, Caller, h, KeyForm, Select, Trouble } from "./elements.js";
import { Documents } from "./stored/list.js";
import { Find } from "./find/find.js";
import { NewOld } from "./load/against.js";
import { Load } from "./load/load.js";
import { forgetShown } from "./kept.js";
import { Settings } from "./stored/settings.js";
import { Start } from "./start.js";
import { keep } from "./storage.js";
import { chooseLanguage, currentLanguage, number, t } from "./words.js";

const VIEWS = { start: Start, compare: Compare, find: Find, documents: Documents, load: Load, calibrate: Calibrate, against: NewOld };
const SUB = { against: "load" }; // views that another one leads to
const NEEDS_COLLECTION = new Set(["find", "documents", "calibrate"]);
const OTHERS = 10; // collections that are offered

class Page extends Caller {
  places = new Map(); // how far entries of the history were scrolled
  state = { ...this.here(), drawn: 0, keyOpen: false, settingsOpen: false, isOpen: false, failure: null };

  here() {
    this.entry = address.entry();
    const { view, query } = address.read();
    query.collection && collections.enter(query.collection);
    return { view: Object.hasOwn(VIEWS, view) ? view : "start", query };
  }

  componentDidMount() {
    history.scrollRestoration = "manual";
    this.on("hashchange", () => {
      this.places.set(this.entry, scrollY);
      this.redraw(() => {
        forgetShown();
        scrollTo(0, this.places.get(this.entry) ?? 0);
      });
      document.getElementById("main").focus({ preventScroll: true }); // which names the view
    });
    this.on("keychange", () => {
      this.setState({ keyOpen: false });
      this.redraw();
      collections.read().catch(() => {}); // the views report it
    });
    collections.follow(this.left, () => this.setState({}));
    collections.read().catch(() => {}); // the views report it
  }

  componentDidCatch(failure) {
    this.setState({ failure });
  }

  /** Draws everything anew, with the state that the address has. */
  redraw(drawn) {
    this.setState({ ...this.here(), drawn: this.state.drawn + 1, isOpen: false, failure: null }, drawn);
  }

  render(_, { view, query, drawn, failure }) {
    document.title = "neardup – " + t("view." + view);
    const { missing } = collections;
    const isAlone = missing !== null && NEEDS_COLLECTION.has(view);
    return h("div", { class: "page" },
      h("a", { class: "skip", href: "#main", onClick: (e) => this.skip(e) }, t("page.skip")),
      this.header(),
      h("main", { id: "main", class: "container", tabIndex: -1, "aria-label": t("view." + view) },
        failure && h(Trouble, { of: failure, retry: () => this.redraw() }),
        missing && this.others(missing, isAlone),
        !failure && !isAlone && h(VIEWS[view], { key: view + drawn, query })),
      this.footer());
  }

  /** What to do when the collection in use is deleted; views that show it are not drawn then. */
  others(missing, isAlone) {
    return h("div", { key: "missing" },
      isAlone && h("h1", null, t("view." + this.state.view)),
      h("div", { class: "trouble", role: "alert" },
        h("strong", null, t("collection.missing", missing)),
        h("p", null, t("collection.other")),
        h("ul", null, collections.list.slice(0, OTHERS).map(({ name }) =>
          h("li", { key: name }, h(Button, { style: "link", onClick: () => collections.use(name) }, h("bdi", null, name)))))));
  }

  skip(e) {
    e.preventDefault();
    document.getElementById("main").focus();
  }

  header() {
    const { view, isOpen, keyOpen, settingsOpen } = this.state;
    return h("header", { class: "container top" + (isOpen ? " open" : "") },
      h("strong", null, "neardup"),
      h("nav", { "aria-label": t("page.views") },
        h("ul", null,
          Object.keys(VIEWS).filter((name) => !SUB[name]).map((name) =>
            h("li", { key: name },
              h("a", { href: address.link(name), "aria-current": name === (SUB[view] ?? view) ? "page" : undefined }, t("view." + name)))))),
      h("div", { class: "settings" },
        (SUB[view] ?? view) !== "load" && collections.list?.length > 0 && this.inUse(), // there, the form has those of what is done
        collections.list && h(Button, { key: "settings", title: t("settings.menu"), "aria-label": t("settings.menu"), "aria-expanded": String(settingsOpen), onClick: () => this.setState({ settingsOpen: !settingsOpen }) }, "⚙"),
        h(Button, { key: "key", style: "secondary outline in-menu", "aria-expanded": String(keyOpen), onClick: () => this.setState({ keyOpen: !keyOpen }) },
          apiKey() ? t(collections.role ? "key.role" : "key.set", collections.role) : t("key.none")),
        h(Button, { style: "secondary outline menu", "aria-expanded": String(isOpen), onClick: () => this.setState({ isOpen: !isOpen }) },
          t("page.menu"))),
      settingsOpen && h("div", { key: "settings", class: "key" }, h(Settings)),
      keyOpen && h(KeyForm, { key: "key" }));
  }

  footer() {
    const language = (chosen) => {
      chooseLanguage(chosen);
      this.redraw();
    };
    return h("footer", { class: "container settings" },
      h(Select, { "aria-label": t("page.language"), value: currentLanguage(), options: [["en", "English"], ["zh", "中文"]], onChange: language }),
      h("a", { href: "swagger-ui.html" }, t("page.calls")),
      h("a", { href: "v3/api-docs" }, "OpenAPI"));
  }

  /** The collection in use. */
  inUse() {
    const { used, list } = collections;
    const unknown = collections.get(used) ? [] : [[used, used]];
    const options = [...unknown, ...list.map(({ name, documents }) => [name, name + " (" + number(documents) + ")"])];
    return h(Select, { key: "inUse", name: "inUse", "aria-label": t("page.collection"), value: used, options, onChange: (name) => collections.use(name) });
  }
}

keep("again", null, true);
render(h(Page), document.getElementById("page"));
