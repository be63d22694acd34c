// What became of the documents of a clean-up.
import { h } from "./elements.js";
import { Paged } from "./paged.js";
import { number, t } from "./words.js";

/** The results of a job of kind apply. */
export class Applied extends Paged {
  render({ job }, { list }) {
    const { applied = 0, changed = 0, survivorChanged = 0 } = job.counts;
    return h("section", null,
      h("p", { class: "dry-run" }, h("strong", null, t("applied.done", number(applied))), " ",
        changed + survivorChanged > 0 && t("applied.left", number(changed + survivorChanged))),
      h("ul", null, list.map(({ id, outcome }) => h("li", { key: id }, h("bdi", null, id), ": ", t("applied." + outcome)))),
      this.moreButton());
  }
}
