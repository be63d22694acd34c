// Loads files, and cleans collections of near-duplicates.
import { call, part } from "../api.js";
import { Clean } from "../clean/clean.js";
import { collections } from "../collection-list.js";
import { Applied, Dedupe, Undone } from "../clean/cleanup.js";
import { h, Section, View } from "../elements.js";
import { Groups } from "../clean/groups.js";
import { Job, kindOf } from "../job.js";
import { keepView, recallView } from "../kept.js";
import { Upload } from "./upload.js";
import { t } from "../words.js";

const RESULTS = { groups: Groups, dedupe: Dedupe, apply: Applied, undo: Undone };

/** The view. Its address has the collection, the job, and the choices for the next one. */
export class Load extends View {
  state = this.opened();

  opened() {
    const { query } = this.props;
    const kept = recallView("load", query);
    const { job = "", survivor = "central", action = "disable", maxDistance = "", kind } = kept.name === collections.used ? kept : query;
    return { job, kind: kind === "groups" ? "groups" : "dedupe", survivor, action, maxDistance };
  }

  onOther() {
    this.change({ job: "" });
  }

  changed() {
    keepView("load", { collection: collections.used, ...this.state }, { name: collections.used, ...this.state });
  }

  render(_, { job, ...choices }) {
    const collection = collections.used;
    return h(Section, { level: 1, title: t("view.load") },
      h("p", null, t("load.lead")),
      h(Upload),
      h("hr"),
      h("h2", null, t("clean.title")),
      h(Clean, {
        collection, job, choices, bound: (name) => this.bound(name), onJob: (id) => this.change({ job: id }),
      }),
      job && h(Job, { id: job, key: job }, (done) => {
        const Results = RESULTS[kindOf(done.request)];
        const next = (what) => async () => this.change({ job: (await call("POST", "/jobs/" + part(done.id) + "/" + what)).id });
        return Results
          ? h(Results, { job: done, apply: next("apply"), undo: next("undo") })
          : h("p", null, t("clean.other"));
      }));
  }
}
