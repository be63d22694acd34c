// Groups of near-duplicates, and which of their documents stay.
import { Button, h, Trouble } from "../elements.js";
import { Group } from "./group.js";
import { Paged } from "./paged.js";
import { groupsOf } from "./results.js";
import { keep, recall } from "../storage.js";
import { number, t } from "../words.js";

const CHOICES = "chosen."; // and the id of the job
const SHOWN = 20; // groups more at a time

const risk = ({ members }) => members.reduce((most, { distance = 0 }) => Math.max(most, distance), 0);

/** The groups of a job, the riskiest first, with a key for each decision. The survivors that a person chose are kept in this tab. */
export class Groups extends Paged {
  state = { shown: SHOWN, at: -1, ...this.state, chosen: JSON.parse(recall(CHOICES + this.props.job.id, true) ?? "{}") };
  groups = new Map();

  componentDidMount() {
    super.componentDidMount();
    this.onKey((key) => this.key(key));
  }

  /** Reads all groups, to sort them. */
  more() {
    return this.attempt("more", async () => {
      const groups = await groupsOf(this.props.job);
      this.setState({ list: groups.sort((a, b) => risk(b) - risk(a)), complete: true });
    });
  }

  choose(group, id) {
    const chosen = { ...this.state.chosen, [group]: id };
    keep(CHOICES + this.props.job.id, JSON.stringify(chosen), true);
    this.setState({ chosen });
  }

  async key(key) {
    const { list, at } = this.state;
    const current = this.groups.get(list[at]?.group);
    if (current?.state.busy) {
      return;
    }
    if (key === "n" || key === "p") {
      this.go(at + (key === "n" ? 1 : -1));
    } else if (current && key >= "1" && key <= "9") {
      current.choose(Number(key) - 1);
    } else if (current && (key === "d" ? current.canDisable() : key === "a")) {
      await (key === "d" ? current.disable() : current.allow());
      !current.state.trouble && this.go(Math.min(at + 1, list.length - 1));
    }
  }

  go(at) {
    if (at >= 0 && at < this.state.list.length) {
      this.setState({ at, shown: Math.max(this.state.shown, at + 1) }, () => this.groups.get(this.state.list[at].group).focus());
    }
  }

  render({ job }, { list, chosen, complete, shown, trouble }) {
    return h("section", null,
      h("p", null, t("groups.found", number(job.counts.groups ?? 0), number(job.counts.documents ?? 0))),
      this.notes(job),
      h(Trouble, { of: trouble }),
      this.downloads(chosen),
      complete && list.length === 0 ? null : h("p", null, h("small", null, t("groups.hint"), " ", t("groups.keys"))),
      list.slice(0, shown).map((group) => h(Group, {
        key: group.group, group, job, chosen: chosen[group.group],
        ref: (own) => this.groups.set(group.group, own), onChoice: (id) => this.choose(group.group, id),
      })),
      list.length > shown && h(Button, { style: "secondary", onClick: () => this.setState({ shown: shown + SHOWN }) },
        t("find.more", number(SHOWN))));
  }
}
