// A clean-up: what it would disable or remove, what it did, and what was undone of it.
import { each } from "../api.js";
import { patchDocument, readDocument } from "../document-state.js";
import { Button, h, Trouble } from "../elements.js";
import { Groups } from "./groups.js";
import { number, percent, t } from "../words.js";

const DAY_SECONDS = 86_400;
const REMOVE_AFTER_SECONDS = 7 * DAY_SECONDS; // the default of the service

/** The results of a dry run. `apply` starts the job that does what it lists, but for the documents that a person keeps. */
export class Dedupe extends Groups {
  isList = true;

  /** Keeps documents beside those that stay, or does not. */
  keep(ids, isKept) {
    const others = this.state.decisions.keeps.filter((id) => !ids.includes(id));
    this.decide({ keeps: isKept ? [...others, ...ids] : others });
  }

  /** Allows what is kept, which exempts it from this clean-up and later ones, and applies the list. */
  apply() {
    const { job: { collection }, apply } = this.props;
    return this.attempt("apply", async () => {
      await each(this.state.decisions.keeps, async (id) => {
        const document = await readDocument(collection, id);
        document && !document.allowed && (await patchDocument(document, { allowed: true }));
      });
      await apply();
    });
  }

  render({ job }, { list, decisions, busy, trouble }) {
    const { documents = 0, groups = 0, duplicates = 0 } = job.counts;
    const { action, removeAfterSeconds = REMOVE_AFTER_SECONDS } = job.request;
    const removes = action === "remove";
    const goes = removes ? (removeAfterSeconds === 0 ? "dedupe.removeAtOnce" : "dedupe.remove") : "dedupe.disable";
    const share = percent(documents === 0 ? 0 : duplicates / documents, 1);
    const { keeps } = decisions;
    const variants = list.flatMap(({ members }) => members).filter(({ kind }) => kind === "variant").map(({ id }) => id);
    const isKept = variants.length > 0 && variants.every((id) => keeps.includes(id));
    return h("section", null,
      h("p", { class: "dry-run" },
        h("strong", null, t(goes, number(duplicates), number(documents), share, number(removeAfterSeconds / DAY_SECONDS))), " ",
        t("dedupe.groups", number(groups))),
      this.notes(job),
      h(Trouble, { of: trouble }),
      duplicates > 0 && h("div", { class: "toolbar" },
        h(Button, { style: removes ? "danger" : "", busy: busy === "apply", needed: "write", disabled: keeps.length >= duplicates, onClick: () => this.apply() },
          t(removes ? "dedupe.applyRemove" : "dedupe.applyDisable", number(duplicates - keeps.length))),
        variants.length > 0 && h(Button, { "aria-pressed": String(isKept), onClick: () => this.keep(variants, !isKept) }, t("dedupe.keepVariants", number(variants.length))),
        keeps.length > 0 && h("p", { role: "status" }, t("dedupe.kept", number(keeps.length)))),
      this.table(() => ({ keeps, onKeep: (ids, isKept) => this.keep(ids, isKept) })),
      duplicates > 0 && this.downloads(decisions));
  }
}

/** The results of a job of kind apply, or of kind dedupe that is no dry run. `undo` starts the job that undoes it. */
export class Applied extends Groups {
  isList = true;

  /** A clean-up without a dry run has a list of its own, others what became of each document. */
  more() {
    return this.props.job.request.kind === "dedupe" ? super.more() : this.nextPage();
  }

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
        ? this.table(() => ({ keeps: [] }))
        : [h("ul", { key: "outcomes" }, list.map(({ id, outcome }) => h("li", { key: id }, h("bdi", null, id), ": ", t("applied." + outcome)))), this.moreButton()]);
  }
}

/** The results of a job of kind undo. */
export class Undone extends Applied {
  render({ job: { counts: { restored = 0, changed = 0 } } }) {
    return this.outcomes([t("undone.done", number(restored)), changed > 0 && t("undone.changed", number(changed))]);
  }
}
