// What became of the documents of a clean-up, and of one that was undone.
import { Button, h, Trouble } from "../elements.js";
import { duplicateTable } from "./dedupe.js";
import { Paged } from "./paged.js";
import { number, t } from "../words.js";

/** The results of a job of kind apply, or of kind dedupe that is no dry run. `undo` starts the job that undoes it. */
export class Applied extends Paged {
  render({ job, undo }, { busy }) {
    const { applied = 0, changed = 0, survivorChanged = 0 } = job.counts;
    return this.outcomes(
      [t("applied.done", number(applied)), changed + survivorChanged > 0 && t("applied.left", number(changed + survivorChanged))],
      this.notes(job),
      applied > 0 && h("p", null,
        h(Button, { style: "secondary", busy: busy === "undo", needed: "write", onClick: () => this.attempt("undo", undo) }, t("applied.undo"))));
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
  render({ job: { counts: { restored = 0, changed = 0, missing = 0 } } }) {
    return this.outcomes([
      t("undone.done", number(restored)),
      changed > 0 && t("undone.changed", number(changed)), missing > 0 && t("undone.missing", number(missing)),
    ]);
  }
}
