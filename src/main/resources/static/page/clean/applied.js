// What became of the documents of a clean-up, and of one that was undone.
import { Button, h, Trouble } from "../elements.js";
import { duplicateTable } from "./dedupe.js";
import { Paged } from "./paged.js";
import { number, t } from "../words.js";

/** The results of a job of kind apply, or of kind dedupe that is no dry run. `undo` starts the job that undoes it. */
export class Applied extends Paged {
  render({ job, undo }, { list, busy, trouble }) {
    const { applied = 0, changed = 0, survivorChanged = 0 } = job.counts;
    return h("section", null,
      h("p", { class: "dry-run" }, h("strong", null, t("applied.done", number(applied))), " ",
        changed + survivorChanged > 0 && t("applied.left", number(changed + survivorChanged))),
      this.notes(job),
      h(Trouble, { of: trouble }),
      applied > 0 && h("p", null,
        h(Button, { style: "secondary", busy: busy === "undo", needed: "write", onClick: () => this.attempt("undo", undo) }, t("applied.undo"))),
      this.outcomes(list));
  }

  outcomes(list) {
    const { job } = this.props;
    return [
      job.request.kind === "dedupe"
        ? list.length > 0 && duplicateTable(list, job)
        : h("ul", null, list.map(({ id, outcome }) => h("li", { key: id }, h("bdi", null, id), ": ", t("applied." + outcome)))),
      this.moreButton(),
    ];
  }
}

/** The results of a job of kind undo. */
export class Undone extends Applied {
  render({ job }, { list, trouble }) {
    const { restored = 0, changed = 0, missing = 0 } = job.counts;
    return h("section", null,
      h("p", { class: "dry-run" }, h("strong", null, t("undone.done", number(restored))), " ",
        changed > 0 && t("undone.changed", number(changed)), " ",
        missing > 0 && t("undone.missing", number(missing))),
      h(Trouble, { of: trouble }),
      this.outcomes(list));
  }
}
