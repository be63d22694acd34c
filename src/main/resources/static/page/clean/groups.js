// Groups of near-duplicates: their survivors, which a person may choose, and how close they are.
import * as address from "../address.js";
import { call, part } from "../api.js";
import { h } from "../elements.js";
import { Paged } from "./paged.js";
import { joinGroups } from "./results.js";
import { number, t } from "../words.js";

const MEMBERS = 10; // of a group that are shown at first

/** The groups of a job. */
export class Groups extends Paged {
  constructor() {
    super();
    Object.assign(this.state, { chosen: {}, disabled: {}, whole: {} });
  }

  join(list, results) {
    return joinGroups(list, results);
  }

  render({ job }, { list, chosen, complete }) {
    return h("section", null,
      h("p", null, t("groups.found", number(job.counts.groups ?? 0), number(job.counts.documents ?? 0))),
      this.notes(job),
      this.downloads(chosen),
      complete && list.length === 0 ? null : h("p", null, h("small", null, t("groups.hint"))),
      list.map((group) => this.group(group)),
      this.moreButton());
  }

  survivor(group) {
    return this.state.chosen[group.group] ?? group.survivor;
  }

  /** Excludes all members but the survivor from lookups, or includes them again. */
  disable(group) {
    const undo = this.state.disabled[group.group];
    const others = undo ?? group.members.map(({ id }) => id).filter((id) => id !== this.survivor(group));
    return this.attempt("disable" + group.group, async () => {
      for (const id of others) {
        await call("PATCH", "/documents/" + part(id), { query: { collection: this.props.job.collection }, body: { enabled: Boolean(undo) } });
      }
      this.setState({ disabled: { ...this.state.disabled, [group.group]: undo ? undefined : others } });
    });
  }

  group(group) {
    const { disabled, whole, busy } = this.state;
    const survivor = this.survivor(group);
    const shown = whole[group.group] ? group.members : group.members.slice(0, MEMBERS);
    const done = disabled[group.group];
    return h("article", { key: group.group, class: "group" },
      h("header", null,
        h("h3", null, t("groups.group", number(group.group), number(group.size))),
        h("span", null, t(group.diameterExact ? "groups.diameter" : "groups.diameterAtLeast", group.diameter), " ",
          group.weakest && this.weakest(group.weakest))),
      h("fieldset", { disabled: Boolean(done) },
        h("legend", null, t("groups.survivor")),
        shown.map(({ id, distance }) =>
          h("label", { key: id },
            h("input", {
              type: "radio", name: "survivor-" + group.group, value: id, checked: id === survivor,
              onChange: () => this.setState({ chosen: { ...this.state.chosen, [group.group]: id } }),
            }),
            h("bdi", null, id), " ", h("small", null, t("find.distance", distance))))),
      group.members.length > shown.length && h("button", {
        type: "button", class: "secondary outline", onClick: () => this.setState({ whole: { ...whole, [group.group]: true } }),
      }, t("groups.all", number(group.members.length))),
      h("footer", null,
        h("button", {
          type: "button", class: done ? "contrast" : "secondary", "aria-busy": String(busy === "disable" + group.group),
          disabled: group.members.length < group.size, onClick: () => this.disable(group),
        }, t(done ? "groups.undo" : "groups.disable")),
        group.members.length < group.size && h("small", null, t("groups.incomplete"))));
  }

  weakest({ a, b, distance }) {
    return h("a", { href: address.link("compare", { aId: a, bId: b, collection: this.props.job.collection }) }, t("groups.weakest", distance));
  }
}
