// What became of the documents of a clean-up.
import { call, lines, part } from "../api.js";
import { h } from "../elements.js";
import { Paged } from "./paged.js";
import { number, t } from "../words.js";

/** The results of a job of kind apply. */
export class Applied extends Paged {
  /** Includes the documents that were disabled in lookups again. */
  undo() {
    const { id: job, collection } = this.props.job;
    return this.attempt("undo", async () => {
      let enabled = 0;
      for await (const { id, outcome } of lines("GET", "/jobs/" + part(job) + "/results")) {
        if (outcome === "disabled") {
          await call("PATCH", "/documents/" + part(id), { query: { collection }, body: { enabled: true } });
          enabled++;
        }
      }
      this.setState({ enabled });
    });
  }

  render({ job }, { list, busy, enabled }) {
    const { applied = 0, changed = 0, survivorChanged = 0 } = job.counts;
    return h("section", null,
      h("p", { class: "dry-run" }, h("strong", null, t("applied.done", number(applied))), " ",
        changed + survivorChanged > 0 && t("applied.left", number(changed + survivorChanged))),
      this.trouble(),
      enabled !== undefined
        ? h("p", { role: "status" }, t("applied.enabled", number(enabled)))
        : list.some(({ outcome }) => outcome === "disabled") && h("p", null,
            h("button", { type: "button", class: "secondary", "aria-busy": String(busy === "undo"), onClick: () => this.undo() }, t("applied.undo"))),
      h("ul", null, list.map(({ id, outcome }) => h("li", { key: id }, h("bdi", null, id), ": ", t("applied." + outcome)))),
      this.moreButton());
  }
}
