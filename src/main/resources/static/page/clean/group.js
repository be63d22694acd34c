// A group of near-duplicates: its texts, and which of them stays. What is enabled is read from the service.
import * as address from "../address.js";
import { refusal } from "../api.js";
import { line, patchDocument, readDocument } from "../document-state.js";
import { Button, Caller, fieldWords, h, Latest, needs, Trouble } from "../elements.js";
import { Nearness } from "../limit.js";
import { collections } from "../collection-list.js";
import { MarkedLine, Texts } from "../compare/marks.js";
import { stateOf } from "../stored/document.js";
import { number, percent, t } from "../words.js";

const MEMBERS = 10; // that are shown at first
const AT_ONCE = 6; // documents that are read
const COLUMNS = 3;

/**
 * Rows of a table. `chosen` is the survivor that a person chose, `onChoice` gets it. Of a list that is applied as a whole, `keeps` has the
 * documents that are kept beside the one that stays, and `onKeep` gets those, and whether they are.
 */
export class Group extends Caller {
  state = this.lastShown("group " + this.props.group.group) ?? { known: {}, whole: false, trouble: null, busy: "" };
  stale = new Set(Object.keys(this.state.known)); // when a person came back: these are read again

  componentDidUpdate() {
    this.learn();
  }

  /** The members that are shown: the survivor of the job, then those farthest from it. */
  members() {
    const { members } = this.props.group;
    const all = [members[0], ...members.slice(1).sort((a, b) => b.distance - a.distance)];
    return this.state.whole ? all : all.slice(0, MEMBERS);
  }

  /** Reads the documents that are shown and not known, a few at a time; after a failure, only if asked to. */
  async learn() {
    const unknown = this.members().filter(({ id }) => this.state.known[id] === undefined || this.stale.has(id)).slice(0, AT_ONCE);
    if (this.learning || unknown.length === 0) {
      return;
    }
    this.learning = true;
    unknown.forEach(({ id }) => this.stale.delete(id));
    try {
      await Promise.all(unknown.map(({ id }) => this.fresh(id)));
      await this.set({}); // not once the view is left
      this.learning = false;
      this.learn();
    } catch (trouble) {
      this.setState({ trouble });
    }
  }

  /** The document as it is now; null if it is deleted. */
  async fresh(id) {
    const document = await readDocument(this.props.job.collection, id);
    this.know(id, document);
    return document;
  }

  know(id, document) {
    this.setState(({ known }) => ({ known: { ...known, [id]: document } }));
  }

  get ids() {
    return this.props.group.members.map(({ id }) => id);
  }

  /** The document that stays: the chosen one, or the first of the job's order that is enabled. */
  survivor() {
    const { chosen, group, keeps } = this.props;
    const { known } = this.state;
    if (keeps) {
      return group.survivor;
    }
    const enabled = group.members.find(({ id }) => known[id] === undefined || known[id]?.enabled);
    return chosen ?? enabled?.id ?? group.survivor;
  }

  /** Does something to each document as it is now, also after the view is left. What is done stays done if another one fails. */
  each(busy, ids, action) {
    return this.attempt(busy, async () => {
      for (const id of ids) {
        const document = await this.fresh(id);
        if (document) {
          await action(document);
        }
      }
    }, new Latest(this.left)); // what was begun before goes on
  }

  /** Disables all but the survivor. Never the last enabled one: the survivor is read again each time. */
  disable() {
    const survivor = this.survivor();
    const others = this.ids.filter((id) => id !== survivor);
    const stays = async () => (await this.fresh(survivor))?.enabled;
    const noSurvivor = () => refusal(t("groups.noSurvivor", survivor));
    return this.each("disable", others, async (document) => {
      if (!document.enabled || document.allowed) {
        return;
      }
      if (!(await stays())) {
        throw noSurvivor();
      }
      const disabled = await patchDocument(document, { enabled: false });
      if (!(await stays())) { // somebody disabled it meanwhile
        this.know(document.id, await patchDocument(disabled, { enabled: true }));
        throw noSurvivor();
      }
      this.know(document.id, disabled);
    });
  }

  /** Enables all members that are disabled. */
  enable() {
    return this.each("enable", this.ids, async (document) => document.enabled || this.know(document.id, await patchDocument(document, { enabled: true })));
  }

  /** Allows a document, which exempts it from clean-ups, or takes that back. */
  allow(id, allowed) {
    return this.each("allow", [id], async (document) => this.know(id, await patchDocument(document, { allowed })));
  }

  isOff = ({ id }) => this.state.known[id] === null || this.state.known[id]?.enabled === false;

  /** Whether there is a document that stays, and others that would be disabled. */
  canDisable() {
    const { group } = this.props;
    const survivor = this.survivor();
    const isLeft = (each) => each.id !== survivor && !this.isOff(each) && !this.state.known[each.id]?.allowed;
    return !this.isOff({ id: survivor }) && group.members.some(isLeft);
  }

  render({ group, keeps }, { trouble }) {
    const survivor = this.survivor();
    const shown = this.members();
    const size = group.size ?? group.members.length;
    const others = group.members.filter(({ id }) => id !== survivor);
    const { isOff } = this;
    const retry = () => {
      this.learning = false;
      this.setState({ trouble: null }, () => this.learn());
    };
    const off = keeps ? 0 : others.filter(isOff).length;
    const title = t("groups.group", number(group.group), number(size));
    return h("tbody", { class: "group", "aria-label": title },
      h("tr", null, h("th", { colSpan: COLUMNS, scope: "rowgroup" },
        h("div", { class: "toolbar" },
          h("h3", null, title),
          h("span", { role: "status" }, off > 0 && t("groups.state", number(off), number(others.length))),
          !keeps && this.decisions()),
        group.beyond > 0 && h("p", { class: "warning" }, t("groups.beyond", number(group.beyond))),
        h(Trouble, { of: trouble, retry }))),
      shown.map((member) => this.member(member, survivor)),
      group.members.length > shown.length && h("tr", null, h("td", { colSpan: COLUMNS },
        h(Button, { style: "link", onClick: () => this.setState({ whole: true }) }, t("groups.all", number(group.members.length))))));
  }

  /** What is done at once to the group of a job that lists groups. */
  decisions() {
    const button = (name, label, action, others) => h(Button, { key: name, busy: this.state.busy === name, needed: "write", onClick: action, ...others }, t(label));
    return [
      button("disable", "groups.disable", () => this.disable(), { disabled: !this.canDisable() }),
      this.props.group.members.some(this.isOff) && button("enable", "groups.enable", () => this.enable()),
    ];
  }

  /** A row: the text with what differs from the one that stays, how near it is, and whether both are kept. */
  member(member, survivor) {
    const { group, job: { collection }, onChoice } = this.props;
    const { id } = member;
    const document = this.state.known[id];
    const stays = id === survivor;
    const near = survivor === group.survivor && member; // as the job decided; of another survivor, the comparison says it
    const isBeyond = near && group.members.toSorted((a, b) => b.distance - a.distance).indexOf(member) < group.beyond;
    const compared = near ? h(Nearness, { pair: near, of: collections.get(collection) }) : t("view.compare");
    const text = document && (document.text === undefined ? t("judge.noText") : line(document.text));
    return h("tr", { key: id, class: "member" + (isBeyond ? " beyond" : "") + (stays ? " stays" : "") },
      h("td", null,
        h("label", null,
          onChoice && h("input", {
            type: "radio", name: "survivor-" + group.group, value: id, checked: stays, disabled: document === null || document?.enabled === false, onChange: () => onChoice(id),
          }),
          stays || document?.text === undefined
            ? h("span", { class: "line", dir: "auto" }, text)
            : h(Texts, { name: survivor + "\n" + id, a: this.state.known[survivor]?.text, b: document.text }, (parts) => (parts ? h(MarkedLine, { parts }) : h("span", { class: "line", dir: "auto" }, text)))),
        h("small", { dir: "auto" }, document ? h("a", { href: address.link("documents", { collection, id }) }, h("bdi", null, id)) : h("bdi", null, id), this.facts(member, isBeyond).map((fact) => " · " + fact))),
      h("td", null, stays ? t("dedupe.stays") : document === null ? compared : h("a", { href: address.link("compare", { aId: survivor, bId: id, collection }) }, compared)),
      h("td", { "data-name": t("dedupe.keep") }, document && this.box(id, document, stays)));
  }

  /** Keeps a document beside the one that stays: once the list is applied, or else it is allowed at once. */
  box(id, document, stays) {
    const { keeps, onKeep } = this.props;
    const box = (checked, onChange) => h("input", { type: "checkbox", "aria-label": t("dedupe.keepId", id), checked, disabled: "disabled" in needs("write"), onChange: (e) => onChange(e.currentTarget.checked) });
    return stays ? null : keeps ? onKeep && box(keeps.includes(id), (kept) => onKeep([id], kept)) : box(document.allowed, (allowed) => this.allow(id, allowed));
  }

  facts({ id, kind, unique }, isBeyond) {
    const document = this.state.known[id];
    return [
      (kind === "variant" || kind === "contained") && t("member." + kind),
      unique !== undefined && t("member.unique", percent(unique)),
      isBeyond && t("member.beyond"),
      document?.text !== undefined && t("compare.length", number(document.text.length)),
      document === null && t("change.delete"),
      ...(document ? stateOf(document) : []),
      ...Object.entries(document?.metadata ?? {}).map(([name, value]) => name + ": " + fieldWords(value)),
    ].filter(Boolean);
  }
}
