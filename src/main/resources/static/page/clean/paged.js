// Lists that are read page by page, with downloads of what they mean for the collection.
import { Caller, h, Trouble } from "../elements.js";
import { loadedFiles } from "../load/kept-file.js";
import { cleanName, page, saveClean, saveGoing, saveStaying } from "./results.js";
import { number, percent, t } from "../words.js";

const PAGE = 20; // results

/** Base of the views of results. `join` adds a page to the list. */
export class Paged extends Caller {
  constructor() {
    super();
    this.state = { files: [], list: [], next: undefined, complete: false, trouble: null, busy: "" };
  }

  async componentDidMount() {
    this.setState({ files: await loadedFiles(this.props.job.collection) });
    await this.more();
    this.base?.scrollIntoView({ block: "start" });
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

  /** What stays, as the files that were loaded and as a table, and what goes. */
  downloads(chosen) {
    const { busy, files } = this.state;
    const { job } = this.props;
    const button = (label, saved) => h("button", {
      type: "button", key: label, class: "secondary outline", "aria-busy": String(busy === label), onClick: () => this.attempt(label, saved),
    }, label);
    return h("div", null,
      this.trouble(),
      h("div", { class: "controls" },
        files.map((each) => button(t("clean.file", cleanName(each.mapping.name)), () => saveClean(job, chosen, each))),
        button(t("clean.stays"), () => saveStaying(job, chosen)),
        button(t("clean.goes"), () => saveGoing(job, chosen, files))),
      h("details", null,
        h("summary", null, t("clean.rules")),
        h("ul", null, ["files", "ids", "kept", "table", "gone"].map((rule) => h("li", { key: rule }, t("rule." + rule))))));
  }
}
