// A match, why it was found, and what a person decides on it.
import * as address from "../address.js";
import { call, part } from "../api.js";
import { line, patchDocument, readDocument } from "../document-state.js";
import { Caller, DistanceScale, estimate, h, Metadata, needs, Trouble } from "../elements.js";
import { Marked, Marker } from "../compare/marks.js";
import { moment, number, t } from "../words.js";

/** A card. `asked` has the query: its kind, content and collection; `isNear` shows what is stored at once. */
export class MatchCard extends Caller {
  constructor() {
    super();
    this.state = { parts: null, noText: false, document: null, distinct: false };
  }

  async componentDidMount() {
    const { asked, match, isNear } = this.props;
    if (isNear) {
      const document = await readDocument(asked.collection, match.id).catch(() => null); // the match alone is shown
      this.setState(({ document: newer }) => ({ document: newer ?? document }));
    }
  }

  componentWillUnmount() {
    super.componentWillUnmount();
    this.marker?.stop();
  }

  /** Marks what differs, where texts are stored. */
  mark() {
    const { asked, match } = this.props;
    return this.attempt("mark", async () => {
      const theirs = (await readDocument(asked.collection, match.id))?.text;
      const ours = asked.kind === "id" ? (await readDocument(asked.collection, asked.content))?.text : asked.content;
      if (theirs === undefined || ours === undefined) {
        this.setState({ noText: true });
        return;
      }
      this.marker ??= new Marker();
      this.marker.compare(ours, theirs, (parts) => {
        this.setState({ parts });
        this.marker.stop();
      });
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
    const { collection } = asked;
    const patch = async (body) => {
      const document = await readDocument(collection, match.id);
      if (!document) {
        throw Object.assign(new Error(), { problem: { status: -1, title: t("find.gone") } });
      }
      return { document: await patchDocument(document, body) };
    };
    const judgements = "/collections/" + part(collection) + "/judgements";
    const actions = {
      allow: (undo) => patch({ allowed: !undo }),
      disable: (undo) => patch({ enabled: Boolean(undo) }),
    };
    if (asked.kind === "id" && asked.content !== match.id) {
      actions.distinct = async (undo) => {
        const [a, b] = [asked.content, match.id];
        await (undo
          ? call("DELETE", judgements, { query: { a, b } })
          : call("POST", judgements, { body: { judgements: [{ a, b, duplicate: false }] } }));
        return { distinct: !undo };
      };
    }
    return actions;
  }

  compareLink() {
    const { asked, match } = this.props;
    const query = { bId: match.id, collection: asked.collection };
    query[asked.kind === "id" ? "aId" : "a"] = asked.content;
    return address.link("compare", query);
  }

  render({ match, asked, bits, limit }, { document, parts, noText, trouble, busy }) {
    const done = this.done();
    return h("article", { class: "match" },
      h("header", null,
        h("h2", null, h("a", { href: address.link("documents", { id: match.id, collection: asked.collection }) }, h("bdi", null, match.id))),
        h("span", null, t("find.distance", match.distance), " · ", match.identical ? t("find.identical") : estimate(match.featureSimilarity, match.verified))),
      document && h("p", { class: "line", dir: "auto" }, document.text && line(document.text), " ", h("small", null, t("find.since", moment(document.createdAt)))),
      h(DistanceScale, { distance: match.distance, limit, bits }),
      h(Metadata, { of: match.metadata }),
      match.explanation && h("p", { class: "found-by" }, foundBy(match.explanation)),
      parts
        ? h("div", { class: "pair" },
            h(Marked, { parts, side: "a", label: t("find.query") }),
            h(Marked, { parts, side: "b", label: match.id }))
        : noText
          ? h("p", null, t("find.noText"))
          : asked.kind !== "html" && h("button", { type: "button", class: "secondary outline", onClick: () => this.mark() }, t("find.mark")),
      h(Trouble, { of: trouble }),
      h("footer", null,
        Object.keys(this.actions()).map((name) =>
          h("button", {
            type: "button", key: name, class: done[name] ? "contrast" : "secondary outline", "aria-busy": String(busy === name),
            title: t("find." + name + "Hint"), onClick: () => this.act(name), ...needs("write"),
          }, t(done[name] ? "find." + name + "Undo" : "find." + name))),
        asked.kind !== "html" && h("a", { href: this.compareLink() }, t("view.compare")),
        h("a", { href: address.link("find", { id: match.id, collection: asked.collection }) }, t("find.similar"))));
  }
}

function foundBy({ foundBy: by, differingBits }) {
  const bits = differingBits.length === 0 ? "" : " " + t("found.bits", differingBits.slice(0, 24).map(({ bit }) => bit).join(", ") + (differingBits.length > 24 ? " …" : ""));
  if (by.means === "scan" || by.means === "write") {
    return t("found." + by.means) + bits;
  }
  const key = (by.key ?? []).map(({ first, last }) => first + "–" + last).join(", ");
  const flipped = by.flippedBits?.length ? " " + t("found.flipped", by.flippedBits.join(", ")) : "";
  return t("found.table", number((by.table ?? 0) + 1), key) + flipped + bits;
}
