// Groups of near-duplicates, and which of their documents stay.
import { h } from "../elements.js";
import { Group } from "./group.js";
import { Paged } from "./paged.js";
import { joinGroups } from "./results.js";
import { keep, recall } from "../storage.js";
import { number, t } from "../words.js";

const CHOICES = "chosen."; // and the id of the job

/** The groups of a job. The survivors that a person chose are kept in this tab. */
export class Groups extends Paged {
  constructor({ job }) {
    super();
    this.state.chosen = JSON.parse(recall(CHOICES + job.id, true) ?? "{}");
  }

  join(list, results) {
    return joinGroups(list, results);
  }

  choose(group, id) {
    const chosen = { ...this.state.chosen, [group]: id };
    keep(CHOICES + this.props.job.id, JSON.stringify(chosen), true);
    this.setState({ chosen });
  }

  render({ job }, { list, chosen, complete }) {
    return h("section", null,
      h("p", null, t("groups.found", number(job.counts.groups ?? 0), number(job.counts.documents ?? 0))),
      this.notes(job),
      this.downloads(chosen),
      complete && list.length === 0 ? null : h("p", null, h("small", null, t("groups.hint"))),
      list.map((group) => h(Group, {
        key: group.group, group, job, limit: job.summary?.maxDistance, chosen: chosen[group.group],
        onChoice: (id) => this.choose(group.group, id),
      })),
      this.moreButton());
  }
}
