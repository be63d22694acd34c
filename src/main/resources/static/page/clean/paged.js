// Lists that are read page by page, with downloads of what they mean for the collection.
import { call } from "../api.js";
import { Button, Caller, h, Step } from "../elements.js";
import { loadedFiles } from "../load/kept-file.js";
import { cleanName, resultsOf, saveClean, saveGoing, saveStaying } from "./results.js";
import { number, percent, t } from "../words.js";

const PAGE = 20; // results

/** Base of the views of results. */
export class Paged extends Caller {
  page = PAGE;
  state = this.lastShown("results " + this.props.job.id) ?? { files: [], list: [], next: undefined, complete: false, trouble: null, busy: "" };

  async componentDidMount() {
    this.setState({ files: await loadedFiles(this.props.job.collection) });
    if (this.state.list.length > 0) {
      return; // a person came back
    }
    await this.more();
    this.base?.scrollIntoView({ block: "start" });
  }

  more() {
    return this.attempt("more", async (signal) => {
      const { results, next } = await call("GET", resultsOf(this.props.job), { query: { after: this.state.next, limit: this.page }, signal });
      this.setState({ list: [...this.state.list, ...results], next, complete: next === undefined });
    });
  }

  moreButton() {
    const { complete, list, busy } = this.state;
    return !complete && list.length > 0 && h(Button, { style: "secondary", busy: busy === "more", onClick: () => this.more() },
      t("find.more", number(this.page)));
  }

  /** Whether some pairs may be missing, and what a chain connects beyond the limit. */
  notes({ summary }) {
    return [
      summary && !summary.exact && h("p", null, h("small", null, summary.bands
        ? t("clean.bands", percent(summary.recall, 1), summary.bands.expectedShare ? percent(summary.bands.expectedShare, 1) : "–")
        : t("clean.recall", percent(summary.recall, 1), summary.exactTo ?? 0, summary.maxDistance))),
      summary?.beyond > 0 && h("p", { class: "warning" }, t("clean.beyond", number(summary.beyond))),
    ];
  }

  /** The last step: what stays, as the files that were loaded and as a table, and what goes. The first one may have a style of its own. */
  downloads(decisions, first) {
    const { busy, files } = this.state;
    const { job } = this.props;
    const button = (label, saved, style) => h(Button, { key: label, style, busy: busy === label, onClick: () => this.attempt(label, saved) }, label);
    return h(Step, { title: t("step.download"), open: true },
      h("div", { class: "toolbar" },
        files.map((each, at) => button(t("clean.file", cleanName(job, each.mapping.name)), () => saveClean(job, decisions, each), at === 0 ? first : undefined)),
        button(t("clean.stays"), () => saveStaying(job, decisions), files.length === 0 ? first : undefined),
        button(t("clean.goes"), () => saveGoing(job, decisions, files))));
  }
}
