// A clean-up: what it would disable or remove, what it did, and what was undone of it.
import { patchDocument } from "../document-state.js";
import { Button, h, Trouble } from "../elements.js";
import { decisionsOf, Groups } from "./groups.js";
import { Paged } from "./paged.js";
import { number, percent, t } from "../words.js";

const AT_ONCE = 6; // documents that are allowed
const DAY_SECONDS = 86_400;
const REMOVE_AFTER_SECONDS = 7 * DAY_SECONDS; // the default of the service

/** The results of a dry run. `apply` starts the job that does what it lists, but for the documents that a person keeps. */
export class Dedupe extends Groups {
  /** Keeps documents beside those that stay, or does not. */
  keep(ids, isKept) {
    const others = this.state.decisions.keeps.filter((id) => !ids.includes(id));
    this.decide({ keeps: isKept ? [...others, ...ids] : others });
  }

  /** Allows what is kept, which exempts it from this clean-up and later ones, and applies the list. */
  apply() {
    const { job: { collection }, apply } = this.props;
    return this.attempt("apply", async () => {
      const { keeps } = this.state.decisions;
      for (let at = 0; at < keeps.length; at += AT_ONCE) {
        this.setState({ allowed: at });
        await Promise.all(keeps.slice(at, at + AT_ONCE).map((id) => patchDocument({ collection, id }, { allowed: true }).catch((trouble) => trouble.status === 404 || Promise.reject(trouble)))); // unless it is deleted
      }
      await apply();
    });
  }

  render({ job }, { list, decisions, allowed, busy, trouble }) {
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
        keeps.length > 0 && h("p", { role: "status" }, busy === "apply" ? t("dedupe.allowing", number(allowed), number(keeps.length)) : t("dedupe.kept", number(keeps.length)))),
      this.table(() => ({ keeps, onKeep: (ids, isKept) => this.keep(ids, isKept) })),
      duplicates > 0 && this.downloads(decisions));
  }
}

/** What a job did, in sentences. */
function done([first, ...sentences]) {
  return h("p", { class: "dry-run" }, h("strong", null, first), " ", sentences.filter(Boolean).join(" "));
}

/** What came of a job of kind apply, or of kind dedupe that is no dry run. `undo` starts the job that undoes it. */
export class Applied extends Paged {
  more() {} // the downloads have the documents

  render({ job, undo }, { busy, trouble }) {
    const { applied = 0, changed = 0, survivorChanged = 0 } = job.counts;
    const left = changed + survivorChanged;
    const kept = Math.min(left, decisionsOf(job.request.of).keeps.length); // that were allowed
    return h("section", null,
      done([t("applied.done", number(applied)), kept > 0 && t("applied.kept", number(kept)), left > kept && t("applied.left", number(left - kept))]),
      h(Trouble, { of: trouble }),
      this.notes(job),
      applied > 0 && [
        h("div", { class: "toolbar" }, h(Button, { busy: busy === "undo", needed: "write", onClick: () => this.attempt("undo", undo) }, t("applied.undo"))),
        this.downloads({}, ""),
      ]);
  }
}

/** What came of a job of kind undo. */
export function Undone({ job: { counts: { restored = 0, changed = 0 } } }) {
  return done([t("undone.done", number(restored)), changed > 0 && t("undone.changed", number(changed))]);
}
