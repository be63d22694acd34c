// A clean-up: what it would disable or remove, what it did, and what was undone of it.
import * as address from "../address.js";
import { line, readDocument } from "../document-state.js";
import { Button, Caller, h, Table, Trouble } from "../elements.js";
import { Nearness } from "../limit.js";
import { Paged } from "./paged.js";
import { number, percent, t } from "../words.js";

const DAY_SECONDS = 86_400;
const REMOVE_AFTER_SECONDS = 7 * DAY_SECONDS; // the default of the service

/** A document as the beginning of its text, and its id, which leads to it. */
export class Excerpt extends Caller {
  state = this.lastShown("excerpt " + this.props.collection + " " + this.props.id) ?? {};

  componentDidMount() {
    const { collection, id } = this.props;
    this.attempt("", async (signal) => this.setState({ text: (await readDocument(collection, id, signal))?.text }));
  }

  render({ collection, id }, { text }) {
    return h("div", null, text && h("span", { class: "line", dir: "auto" }, line(text, 80), " "), h("small", null, h("a", { href: address.link("documents", { collection, id }) }, h("bdi", null, id))));
  }
}

/** A table of the results of a job of kind dedupe. Documents that are deleted are not compared. */
function duplicateTable(list, { collection, request }) {
  const isDeleted = request.dryRun === false && request.removeAfterSeconds === 0;
  const columns = ["goes", "stays", "common"].map((name) => t("dedupe." + name));
  return h(Table, { label: t("dedupe.list"), columns }, list.map(({ id, survivor, distance, featureSimilarity }) =>
    h("tr", { key: id },
      [id, survivor].map((each) => h("td", { key: each }, isDeleted && each === id ? h("bdi", null, id) : h(Excerpt, { id: each, collection }))),
      h("td", null, isDeleted
        ? h(Nearness, { distance, share: featureSimilarity })
        : h("a", { href: address.link("compare", { aId: survivor, bId: id, collection }) }, h(Nearness, { distance, share: featureSimilarity }))))));
}

/** The results of a dry run. `apply` starts the job that does what it lists. */
export class Dedupe extends Paged {
  render({ job, apply }, { list, busy, trouble }) {
    const { documents = 0, groups = 0, duplicates = 0 } = job.counts;
    const { action, removeAfterSeconds = REMOVE_AFTER_SECONDS } = job.request;
    const removes = action === "remove";
    const goes = removes ? (removeAfterSeconds === 0 ? "dedupe.removeAtOnce" : "dedupe.remove") : "dedupe.disable";
    const share = percent(documents === 0 ? 0 : duplicates / documents, 1);
    return h("section", null,
      h("p", { class: "dry-run" },
        h("strong", null, t(goes, number(duplicates), number(documents), share, number(removeAfterSeconds / DAY_SECONDS))), " ",
        t("dedupe.groups", number(groups))),
      this.notes(job),
      h(Trouble, { of: trouble }),
      duplicates > 0 && this.downloads({}),
      duplicates > 0 && h("div", { class: "controls" },
        h(Button, { style: "", busy: busy === "apply", needed: "write", onClick: () => this.attempt("apply", apply) },
          t(removes ? "dedupe.applyRemove" : "dedupe.applyDisable", number(duplicates)))),
      list.length > 0 && duplicateTable(list, job),
      this.moreButton());
  }
}

/** The results of a job of kind apply, or of kind dedupe that is no dry run. `undo` starts the job that undoes it. */
export class Applied extends Paged {
  render({ job, undo }, { busy }) {
    const { applied = 0, changed = 0, survivorChanged = 0 } = job.counts;
    return this.outcomes(
      [t("applied.done", number(applied)), changed + survivorChanged > 0 && t("applied.left", number(changed + survivorChanged))],
      this.notes(job),
      applied > 0 && h("p", null,
        h(Button, { style: "secondary", busy: busy === "undo", needed: "write", onClick: () => this.attempt("undo", undo) }, t("applied.undo"))),
      applied > 0 && this.downloads({}));
  }

  /** What was done in sentences, others, and what became of each document. */
  outcomes([done, ...sentences], ...others) {
    const { job } = this.props;
    const { list, trouble } = this.state;
    return h("section", null,
      h("p", { class: "dry-run" }, h("strong", null, done), " ", sentences.filter(Boolean).join(" ")),
      h(Trouble, { of: trouble }),
      others,
      job.request.kind === "dedupe"
        ? list.length > 0 && duplicateTable(list, job)
        : h("ul", null, list.map(({ id, outcome }) => h("li", { key: id }, h("bdi", null, id), ": ", t("applied." + outcome)))),
      this.moreButton());
  }
}

/** The results of a job of kind undo. */
export class Undone extends Applied {
  render({ job: { counts: { restored = 0, changed = 0 } } }) {
    return this.outcomes([t("undone.done", number(restored)), changed > 0 && t("undone.changed", number(changed))]);
  }
}
