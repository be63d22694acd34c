// Groups of near-duplicates, and which of their documents stay.
import { Button, h, Table, Trouble } from "../elements.js";
import { Group } from "./group.js";
import { Paged } from "./paged.js";
import { groupsOf } from "./results.js";
import { keep, recall } from "../storage.js";
import { number, t } from "../words.js";

const DECISIONS = "chosen."; // and the id of the job
const SHOWN = 10; // groups more at a time
const VARIANT = 1e6; // is riskier than any distance

const risk = ({ members }) => members.reduce((most, { distance = 0, kind }) => Math.max(most, distance + (kind === "variant" ? VARIANT : 0)), 0);

/** What a person decided on the groups of a job, in this tab: the survivors that were `chosen`, by group, and the ids of `keeps`. */
export const decisionsOf = (id) => ({ chosen: {}, keeps: [], ...JSON.parse(recall(DECISIONS + id, true)) });

/** The groups of a job, the riskiest first: variants of a form, then those with a document farthest from the one that stays. */
export class Groups extends Paged {
  state = { shown: SHOWN, ...this.state, decisions: decisionsOf(this.props.job.id) };

  /** Reads all groups, to sort them. */
  more() {
    return this.attempt("more", async () => {
      const groups = await groupsOf(this.props.job);
      this.setState({ list: groups.sort((a, b) => risk(b) - risk(a)), complete: true });
    });
  }

  decide(changed) {
    const decisions = { ...this.state.decisions, ...changed };
    keep(DECISIONS + this.props.job.id, JSON.stringify(decisions), true);
    this.setState({ decisions });
  }

  /** The groups as a table; `others` are those properties of each that depend on what is decided. */
  table(others) {
    const { list, shown } = this.state;
    const columns = ["documents", "common", "keep"].map((name) => t("dedupe." + name));
    return [
      list.length > 0 && h(Table, { key: "groups", class: "groups", label: t("dedupe.list"), columns, bodies: list.slice(0, shown).map((group) => h(Group, {
        key: group.group, group, job: this.props.job, ...others(group),
      })) }),
      list.length > shown && h(Button, { key: "more", style: "secondary", onClick: () => this.setState({ shown: shown + SHOWN }) },
        t("find.more", number(SHOWN))),
    ];
  }

  render({ job }, { list, decisions, complete, trouble }) {
    return h("section", null,
      h("p", null, t("groups.found", number(job.counts.groups ?? 0), number(job.counts.documents ?? 0))),
      this.notes(job),
      h(Trouble, { of: trouble }),
      complete && list.length === 0 ? null : h("p", null, h("small", null, t("groups.hint"))),
      this.table(({ group }) => ({ chosen: decisions.chosen[group], onChoice: (id) => this.decide({ chosen: { ...decisions.chosen, [group]: id } }) })),
      this.downloads(decisions));
  }
}
