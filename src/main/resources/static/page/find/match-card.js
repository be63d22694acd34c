// A match, why it was found, and what a person decides on it.
import * as address from "../address.js";
import { call, part } from "../api.js";
import { Component, DistanceScale, estimate, h, Metadata, Trouble } from "../elements.js";
import { Marked, Marker } from "../compare/marks.js";
import { number, t } from "../words.js";

/** A card. `asked` has the query: its kind, content and collection. */
export class MatchCard extends Component {
  constructor() {
    super();
    this.state = { parts: null, noText: false, done: {}, trouble: null, busy: "" };
  }

  componentWillUnmount() {
    this.marker?.stop();
  }

  async read(id) {
    const { collection } = this.props.asked;
    return call("GET", "/documents/" + part(id), { query: { collection } });
  }

  /** Marks what differs, where texts are stored. */
  async mark() {
    const { asked, match } = this.props;
    try {
      const theirs = (await this.read(match.id)).text;
      const ours = asked.kind === "id" ? (await this.read(asked.content)).text : asked.content;
      if (theirs === undefined || ours === undefined) {
        this.setState({ noText: true });
        return;
      }
      this.marker ??= new Marker();
      this.marker.compare(ours, theirs, (parts) => {
        this.setState({ parts });
        this.marker.stop();
      });
    } catch (trouble) {
      this.setState({ trouble });
    }
  }

  /** Does or undoes something to the document. */
  async act(name) {
    const undo = this.state.done[name];
    this.setState({ busy: name, trouble: null });
    try {
      await this.actions()[name](undo);
      this.setState({ done: { ...this.state.done, [name]: !undo }, busy: "" });
    } catch (trouble) {
      this.setState({ trouble, busy: "" });
    }
  }

  actions() {
    const { asked, match } = this.props;
    const { collection } = asked;
    const patch = (body) => call("PATCH", "/documents/" + part(match.id), { query: { collection }, body });
    const judgements = "/collections/" + part(collection) + "/judgements";
    const actions = {
      allow: (undo) => patch({ allowed: !undo }),
      disable: (undo) => patch({ enabled: Boolean(undo) }),
    };
    if (asked.kind === "id" && asked.content !== match.id) {
      actions.distinct = (undo) =>
        undo
          ? call("DELETE", judgements, { query: { a: asked.content, b: match.id } })
          : call("POST", judgements, { body: { judgements: [{ a: asked.content, b: match.id, duplicate: false }] } });
    }
    return actions;
  }

  compareLink() {
    const { asked, match } = this.props;
    const query = { bId: match.id, collection: asked.collection };
    query[asked.kind === "id" ? "aId" : "a"] = asked.content;
    return address.link("compare", query);
  }

  render({ match, asked, bits, limit }, { parts, noText, done, trouble, busy }) {
    return h("article", { class: "match" },
      h("header", null,
        h("h2", null, h("bdi", null, match.id)),
        h("span", null, t("find.distance", match.distance), " · ", match.identical ? t("find.identical") : estimate(match.featureSimilarity, match.verified))),
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
            title: t("find." + name + "Hint"), onClick: () => this.act(name),
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
