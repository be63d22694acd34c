// Lists that are read page by page, with downloads of what they mean for the collection.
import { Component, h, Trouble } from "../elements.js";
import { page, saveGoing, saveStaying } from "./results.js";
import { number, percent, t } from "../words.js";

const PAGE = 20; // results

/** Base of the views of results. `join` adds a page to the list. */
export class Paged extends Component {
  constructor() {
    super();
    this.state = { list: [], next: undefined, complete: false, trouble: null, busy: "" };
  }

  componentDidMount() {
    this.more();
  }

  join(list, results) {
    return [...list, ...results];
  }

  more() {
    return this.attempt("more", async () => {
      const { results, next } = await page(this.props.job, this.state.next, PAGE);
      this.setState({ list: this.join(this.state.list, results), next, complete: next === undefined });
    });
  }

  /** Does something, and shows the problem if it fails. */
  async attempt(busy, action) {
    this.setState({ busy, trouble: null });
    try {
      await action();
    } catch (trouble) {
      this.setState({ trouble });
    } finally {
      this.setState({ busy: "" });
    }
  }

  moreButton() {
    const { complete, list, busy } = this.state;
    return !complete && list.length > 0 && h("button", {
      type: "button", class: "secondary", "aria-busy": String(busy === "more"), onClick: () => this.more(),
    }, t("find.more", number(PAGE)));
  }

  trouble() {
    return h(Trouble, { of: this.state.trouble });
  }

  /** Whether some pairs may be missing, and what a chain connects beyond the limit. */
  notes({ summary }) {
    return [
      summary && !summary.exact && h("p", null, h("small", null, t("clean.recall", percent(summary.recall, 1), summary.exactTo))),
      summary?.beyond > 0 && h("p", { class: "warning" }, t("clean.beyond", number(summary.beyond), summary.maxDistance)),
    ];
  }

  downloads(chosen) {
    const { busy } = this.state;
    const button = (name, saved) => h("button", {
      type: "button", class: "secondary outline", "aria-busy": String(busy === name),
      onClick: () => this.attempt(name, () => saved(this.props.job, chosen)),
    }, t("clean." + name));
    return h("div", null,
      this.trouble(),
      h("div", { class: "controls" }, button("stays", saveStaying), button("goes", saveGoing)));
  }
}
