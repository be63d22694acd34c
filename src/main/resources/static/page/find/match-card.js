// A match, why it was found, and what a person decides on it.
import * as address from "../address.js";
import { part, refusal } from "../api.js";
import { judge } from "../calibrate/judgements.js";
import { collections } from "../collection-list.js";
import { line, patchDocument, readDocument } from "../document-state.js";
import { Button, Caller, h, Metadata, Scale, Trouble } from "../elements.js";
import { openWith } from "../kept.js";
import { commonWords, shareOf } from "../limit.js";
import { Differences } from "../compare/differences.js";
import { Texts } from "../compare/marks.js";
import { Passages } from "../compare/passages.js";
import { moment, number, percent, t } from "../words.js";

/**
 * A card of a near-duplicate, or of a document that shares `passages`. `asked` has the query: its kind, content and collection,
 * and its text if it is known. With `isRead`, the document is read at once; with `isFar`, it is beyond the limit.
 */
export class MatchCard extends Caller {
  state = this.lastShown("match " + this.props.asked.number + " " + this.props.match.id) ?? { ours: null, document: null, distinct: false };

  componentDidMount() {
    (this.props.isRead || this.state.document) && this.attempt("", (signal) => this.read(signal));
  }

  /** Reads the document as it is now. */
  async read(signal) {
    const document = await readDocument(this.props.asked.collection, this.props.match.id, signal);
    if (!document) {
      throw refusal(t("find.gone"));
    }
    this.setState({ document });
    return document;
  }

  /** Marks what differs, where texts are stored. */
  mark() {
    const { asked } = this.props;
    return this.attempt("mark", async (signal) => {
      if (!this.state.document) {
        await this.read(signal);
      }
      this.setState({ ours: { text: asked.text ?? (await readDocument(asked.collection, asked.content, signal))?.text } });
    });
  }

  /** What is done, as the service answered last; before, what a lookup that found the document implies. */
  done() {
    const { document, distinct } = this.state;
    return { allow: document?.allowed, disable: document?.enabled === false, distinct };
  }

  /** Does or undoes something to the document as it is now. */
  act(name) {
    return this.attempt(name, async () => this.setState(await this.actions()[name](this.done()[name])));
  }

  actions() {
    const { asked, match } = this.props;
    const patch = async (body) => ({ document: await patchDocument(await this.read(), body) });
    const actions = {
      allow: (undo) => patch({ allowed: !undo }),
      disable: (undo) => patch({ enabled: Boolean(undo) }),
    };
    if (asked.kind === "id" && asked.content !== match.id) {
      actions.distinct = async (undo) => {
        const pair = { a: { id: asked.content }, b: { id: match.id } };
        await judge("/collections/" + part(asked.collection), pair, undo ? undefined : false);
        return { distinct: !undo };
      };
    }
    return actions;
  }

  /** To the view that compares both, with a text that its address may be too short for. */
  compareLink() {
    const { asked: { kind, content, collection }, match: { id: bId } } = this.props;
    const query = { [kind === "id" ? "aId" : "a"]: content, bId, collection };
    const onClick = (e) => {
      if (content.length > address.LONGEST && !e.ctrlKey && !e.metaKey && !e.shiftKey) {
        e.preventDefault();
        openWith("compare", query, { ...query, b: "", open: false });
      }
    };
    return h("a", { href: address.link("compare", query), onClick }, t("view.compare"));
  }

  render({ match, asked, bits, limit, isFar }, { document, trouble, busy }) {
    const done = this.done();
    const share = shareOf(match, collections.get(asked.collection));
    const ofDocument = { id: match.id, collection: asked.collection };
    return h("article", { class: "match" },
      h("header", null,
        h("h2", null, h("a", { href: address.link("documents", ofDocument) }, h("bdi", null, match.id))),
        h("span", null, match.passages
          ? t("find.passages", percent(match.share), percent(match.documentShare), number(match.longestRun))
          : [match.identical ? t("find.identical") : commonWords(share, match.verified), " ", h("small", { class: "after" }, t("find.distance", match.distance))])),
      h("div", { class: "beside" },
        h("div", null,
          document && h("p", { class: "line", dir: "auto" }, document.text && line(document.text), " ", h("small", null, t("find.since", moment(document.createdAt)))),
          !match.passages && h(Scale, { distance: match.distance, share, isNear: !isFar, limit, bits })),
        h("div", null,
          h(Metadata, { of: match.metadata }),
          h("div", { class: "toolbar" },
            Object.keys(this.actions()).map((name) =>
              h(Button, {
                key: name, style: done[name] ? "secondary" : "secondary outline", busy: busy === name, needed: "write",
                title: t("find." + name + "Hint"), onClick: () => this.act(name),
              }, t("find." + name + (done[name] ? "Undo" : "")))),
            this.compareLink(),
            h("a", { href: address.link("find", ofDocument) }, t("find.similar"))))),
      match.passages ? this.passages() : this.differences(),
      h(Trouble, { of: trouble }));
  }

  marking(label, action) {
    return h("div", { class: "toolbar" }, h(Button, { busy: this.state.busy === "mark", onClick: action }, t(label)));
  }

  differences() {
    const { asked, match } = this.props;
    const { ours, document } = this.state;
    if (!ours) {
      return (asked.text !== undefined || asked.kind === "id") && this.marking("find.mark", () => this.mark());
    }
    return ours.text === undefined || document.text === undefined
      ? h("p", null, t("judge.noText"))
      : h(Texts, { name: asked.number + " " + match.id, a: ours.text, b: document.text }, (parts) => parts && h(Differences, { parts, labels: { a: t("find.query"), b: match.id } }));
  }

  passages() {
    const { asked, match, isRead } = this.props;
    const { document } = this.state;
    return document?.text !== undefined
      ? h(Passages, { texts: { a: asked.text, b: document.text }, labels: { a: t("find.query"), b: match.id }, passages: match.passages },
          match.truncated && h("span", null, t("passages.more", number(match.passages.length))))
      : !isRead && this.marking("passages.title", () => this.attempt("mark", (signal) => this.read(signal)));
  }
}
