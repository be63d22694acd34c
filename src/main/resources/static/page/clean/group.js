// A group of near-duplicates: its texts, and which of them stays. What is enabled is read from the service.
import * as address from "../address.js";
import { call, refusal } from "../api.js";
import { line, patchDocument, readDocument } from "../document-state.js";
import { Button, Caller, fieldWords, h, Latest, needs, Trouble } from "../elements.js";
import { isWithin, Nearness, pairWords } from "../limit.js";
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
  state = this.lastShown("group " + this.props.group.group) ?? { known: {}, compared: {}, whole: false, did: [], trouble: null, busy: "" };
  stale = new Set(Object.keys(this.state.known)); // when a person came back: these are read again

  componentDidMount() {
    this.learn();
  }

  componentDidUpdate() {
    this.learn();
  }

  /** The members that are shown: the survivor of the job, then those farthest from it. */
  members() {
    const { members } = this.props.group;
    const all = [members[0], ...members.slice(1).sort((a, b) => b.distance - a.distance)];
    return this.state.whole ? all : all.slice(0, MEMBERS);
  }

  /** Reads the documents that are shown and not known, and compares them, a few at a time; after a failure, only if asked to. */
  async learn() {
    const unknown = this.members().filter(({ id }) => this.state.known[id] === undefined || this.stale.has(id)).slice(0, AT_ONCE);
    const uncompared = unknown.length > 0 ? [] : this.uncompared.slice(0, AT_ONCE);
    if (this.learning || unknown.length + uncompared.length === 0) {
      return;
    }
    this.learning = true;
    unknown.forEach(({ id }) => this.stale.delete(id));
    const survivor = this.survivor();
    try {
      await Promise.all([...unknown.map(({ id }) => this.fresh(id)), ...uncompared.map(({ id }) => this.compare(survivor, id))]);
      await this.set({}); // not once the view is left
      this.learning = false;
      this.learn();
    } catch (trouble) {
      this.setState({ trouble });
    }
  }

  /** How near a member is to the survivor, by both ids: the service is asked of one that a person chose. */
  async compare(survivor, id) {
    const { collection, request: { maxDistance, minSimilarity } } = this.props.job;
    const body = {
      a: { id: survivor, collection }, b: { id, collection }, ...(maxDistance !== undefined && minSimilarity === undefined && { maxDistance }),
    };
    const result = await call("POST", "/compare", { body }).catch((trouble) => {
      if (trouble.status !== 404) { // one of them is deleted
        throw trouble;
      }
    });
    this.setState(({ compared }) => ({ compared: { ...compared, [pairOf(survivor, id)]: result ?? null } }));
  }

  /** The members that are shown and not compared with the survivor that was chosen. */
  get uncompared() {
    const survivor = this.survivor();
    return survivor === this.props.group.survivor ? [] : this.members().filter(({ id }) => id !== survivor && this.state.compared[pairOf(survivor, id)] === undefined);
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
      this.setState(({ did }) => ({ did: [...did, document.id] }));
    });
  }

  /** Enables what was disabled here; after a reload, all members that are disabled. */
  enable() {
    const { did } = this.state;
    return this.each("enable", did.length > 0 ? did : this.ids, async (document) => {
      if (!document.enabled) {
        this.know(document.id, await patchDocument(document, { enabled: true }));
      }
      this.setState(({ did: all }) => ({ did: all.filter((id) => id !== document.id) }));
    });
  }

  /** Allows documents, all members if none are given, which exempts them from clean-ups; or takes that back. */
  allow(ids = this.ids, allowed = !this.isAllowed()) {
    return this.each("allow", ids, async (document) => this.know(document.id, await patchDocument(document, { allowed })));
  }

  isAllowed() {
    return this.ids.every((id) => this.state.known[id] === null || this.state.known[id]?.allowed);
  }

  /** Chooses one of the members that are shown, unless it is known to be disabled or deleted. */
  choose(at) {
    const member = this.members()[at];
    if (member && !this.isOff(member)) {
      this.props.onChoice(member.id);
    }
  }

  focus() {
    this.base.focus();
    this.base.scrollIntoView({ block: "start" });
  }

  isOff = ({ id }) => this.state.known[id] === null || this.state.known[id]?.enabled === false;

  /** Whether there is a document that stays, and others that would be disabled. */
  canDisable() {
    const { group } = this.props;
    const survivor = this.survivor();
    const isLeft = (each) => each.id !== survivor && !this.isOff(each) && !this.state.known[each.id]?.allowed;
    return !this.isOff({ id: survivor }) && group.members.some(isLeft);
  }

  render({ group, job, keeps }, { trouble }) {
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
    return h("tbody", { class: "group", tabIndex: -1, "aria-label": title },
      h("tr", null, h("th", { colSpan: COLUMNS, scope: "rowgroup" },
        h("div", { class: "toolbar" },
          h("h3", null, title),
          group.diameter !== undefined && h("small", null, t(group.diameterExact ? "groups.diameter" : "groups.diameterAtLeast", pairWords(group.diameter, collections.get(job.collection)))),
          group.weakest && h("small", null, h("a", { href: address.link("compare", { aId: group.weakest.a, bId: group.weakest.b, collection: job.collection }) },
            t("groups.weakest", pairWords(group.weakest.distance, collections.get(job.collection))))),
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
    const { did, trouble, busy } = this.state;
    const button = (name, label, action, others) => h(Button, { key: name, busy: busy === name, needed: "write", onClick: action, ...others }, t(label));
    return [
      button("disable", trouble && did.length > 0 ? "groups.goOn" : "groups.disable", () => this.disable(), { style: "secondary", disabled: !this.canDisable() }),
      button("allow", this.isAllowed() ? "document.disallow" : "groups.allow", () => this.allow(), { title: t("find.allowHint") }),
      this.props.group.members.some(this.isOff) && button("enable", did.length > 0 ? "applied.undo" : "groups.enable", () => this.enable()),
    ];
  }

  /** A row: the text with what differs from the one that stays, how near it is, and whether both are kept. */
  member(member, survivor) {
    const { group, job: { collection }, onChoice } = this.props;
    const { id } = member;
    const document = this.state.known[id];
    const near = this.nearness(member, survivor);
    const stays = id === survivor;
    const compared = !stays && near && h(Nearness, { distance: near.distance, share: near.featureSimilarity, verified: near.verified, of: collections.get(collection) });
    const text = document && (document.text === undefined ? t("judge.noText") : line(document.text));
    return h("tr", { key: id, class: "member" + (near?.isBeyond ? " beyond" : "") + (stays ? " stays" : "") },
      h("td", null,
        h("label", null,
          onChoice && h("input", {
            type: "radio", name: "survivor-" + group.group, value: id, checked: stays, disabled: document === null || document?.enabled === false, onChange: () => onChoice(id),
          }),
          stays || document?.text === undefined
            ? h("span", { class: "line", dir: "auto" }, text)
            : h(Texts, { name: pairOf(survivor, id), a: this.state.known[survivor]?.text, b: document.text }, (parts) => (parts ? h(MarkedLine, { parts }) : h("span", { class: "line", dir: "auto" }, text)))),
        h("small", { dir: "auto" }, document ? h("a", { href: address.link("documents", { collection, id }) }, h("bdi", null, id)) : h("bdi", null, id), this.facts(member, near).map((fact) => " · " + fact))),
      h("td", { "data-name": t("dedupe.common") }, stays ? t("dedupe.stays") : document === null ? compared : h("a", { href: address.link("compare", { aId: survivor, bId: id, collection }) }, compared)),
      h("td", { "data-name": t("dedupe.keep") }, document && this.box(id, document, stays)));
  }

  /** Keeps a document beside the one that stays: once the list is applied, or else it is allowed at once. */
  box(id, document, stays) {
    const { keeps, onKeep } = this.props;
    const box = (checked, onChange) => h("input", { type: "checkbox", "aria-label": t("dedupe.keepId", id), checked, disabled: "disabled" in needs("write"), onChange: (e) => onChange(e.currentTarget.checked) });
    return stays ? null : keeps ? onKeep && box(keeps.includes(id), (kept) => onKeep([id], kept)) : box(document.allowed, (allowed) => this.allow([id], allowed));
  }

  /** How near a member is to the survivor: as the job decided, or else as both were compared; nothing while that is not known. */
  nearness(member, survivor) {
    const { group, job } = this.props;
    if (survivor === group.survivor) {
      const ordered = group.members.toSorted((a, b) => b.distance - a.distance);
      return { ...member, isBeyond: ordered.indexOf(member) < group.beyond };
    }
    const compared = this.state.compared[pairOf(survivor, member.id)];
    return compared && { ...compared, isBeyond: !isWithin(compared, job) };
  }

  facts({ id, kind, unique }, near) {
    const document = this.state.known[id];
    return [
      (kind === "variant" || kind === "contained") && t("member." + kind),
      unique !== undefined && t("member.unique", percent(unique)),
      near?.isBeyond && t("member.beyond"),
      document?.text !== undefined && t("compare.length", number(document.text.length)),
      document === null && t("change.delete"),
      ...(document ? stateOf(document) : []),
      ...Object.entries(document?.metadata ?? {}).map(([name, value]) => name + ": " + fieldWords(value)),
    ].filter(Boolean);
  }
}

const pairOf = (survivor, id) => survivor + "\n" + id;
