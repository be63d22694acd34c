// Compares two texts.
import { call, part, pause } from "../api.js";
import { collections } from "../collection-list.js";
import { BitGrids } from "./bits.js";
import { Differences } from "./differences.js";
import { Button, Check, Choice, estimate, h, Input, Latest, Scale, Section, Trouble, View } from "../elements.js";
import { keepView, pick, recallView } from "../kept.js";
import { limitWords } from "../limit.js";
import { Passages } from "./passages.js";
import { Marker } from "./marks.js";
import { isMarked, verdict } from "./verdict.js";
import { number, percent, t } from "../words.js";

const MEASURES = [
  "cosine", "angle", "euclidean", "jaccard", "minhash", "editDistance", "longestCommonSubstring", "longestSentences",
];
const DETAILS_AFTER = 0.25; // seconds without a change
const EXAMPLES = { a: "compare.exampleA", b: "compare.exampleB" };
const BEGINNING = 80; // characters of a text that is folded
const LARGE = 100_000; // characters from which on even distances wait for a pause

/** The view. Its address has the texts `a` and `b` or the ids of documents, the profile and the limit. */
export class Compare extends View {
  state = this.lastShown("compare") ?? { ...this.opened(), ...recallView("compare", this.props.query), result: null, details: null, parts: null, trouble: null };
  marker = new Marker(this.left);
  fast = new Latest(this.left);
  slow = new Latest(this.left);

  opened() {
    const { a, b, aId, bId, collection = "default", bCollection = collection, profile = "", limit = "" } = this.props.query;
    const isGiven = (a || aId) && (b || bId);
    const texts = a || aId || b || bId ? { a: a ?? "", b: b ?? "" } : { a: t(EXAMPLES.a), b: t(EXAMPLES.b) };
    return { ...texts, aId, bId, collection, bCollection, profile, limit, open: !isGiven, unified: false, passages: null };
  }

  async componentDidMount() {
    super.componentDidMount();
    this.on("paste", (e) => this.paste(e));
    collections.read().catch(() => {}); // without it, the built-in profiles remain
    await this.attempt("", (signal) => Promise.all([this.load("a", signal), this.load("b", signal)]));
    this.left.aborted || this.changed();
  }

  /** Reads the text of a stored document, if it is stored. */
  async load(side, signal) {
    const { [side + "Id"]: id } = this.state;
    const { text } = id ? await call("GET", "/documents/" + part(id), { query: { collection: this.collectionOf(side) }, signal }) : {};
    text !== undefined && this.setState({ [side]: text });
  }

  collectionOf(side) {
    return this.state[side === "b" ? "bCollection" : "collection"];
  }

  focus(side) {
    this.base.querySelector("[name=" + side + "]").focus();
  }

  /** Keeps what is shown, unless it is the example. */
  keep() {
    const shown = pick(this.state, ["a", "b", "aId", "bId", "collection", "bCollection", "profile", "limit", "open", "unified", "passages"]);
    const { a, b, aId, bId, collection, bCollection, profile, limit } = shown;
    if (this.isFresh("a") && this.isFresh("b")) {
      keepView("compare", { profile, limit }, null);
      return;
    }
    const query = { a: aId ? "" : a, b: bId ? "" : b, aId, bId, collection: aId || bId ? collection : "", bCollection: bId && bCollection !== collection ? bCollection : "", profile, limit };
    keepView("compare", query, shown);
  }

  /** Whether a side has no text of its own yet. */
  isFresh(side) {
    return !this.state[side + "Id"] && ["", t(EXAMPLES[side])].includes(this.state[side]);
  }

  /** Puts a text into the field or, outside of fields, where there is none yet. With both texts, the fields are folded. */
  paste(e) {
    const text = e.clipboardData.getData("text/plain");
    const isField = e.target.matches?.("input, select, textarea");
    const side = isField ? e.target.name : ["a", "b"].find((each) => this.isFresh(each));
    if (text === "" || !EXAMPLES[side] || !this.isFresh(side)) {
      return;
    }
    e.preventDefault();
    const other = side === "a" ? "b" : "a";
    const open = this.isFresh(other);
    this.pasted = !open;
    const texts = { [side]: text, ...(open && { [other]: "" }) };
    this.change({ ...texts, open, result: null, details: null, parts: null }, () => open && this.focus(other));
  }

  /** The text of a side, or its document if that has no text. */
  source(side) {
    const { [side]: text, [side + "Id"]: id } = this.state;
    return id && text === "" ? { id, collection: this.collectionOf(side) } : { text };
  }

  /** Computes what follows from the texts. */
  changed() {
    this.keep();
    const { a, b, profile, limit } = this.state;
    this.marker.compare(a, b, (parts) => this.setState({ parts }));
    const body = {
      a: this.source("a"), b: this.source("b"), ...(profile && { profile }), ...(limit !== "" && { maxDistance: Number(limit) }),
    };
    const wait = a.length + b.length > LARGE ? DETAILS_AFTER : 0;
    this.ask(wait, body, "result", this.fast);
    this.ask(DETAILS_AFTER + wait, { ...body, explain: true, measures: ["all"], passages: true }, "details", this.slow);
  }

  async ask(wait, body, name, latest) {
    const signal = latest.next();
    const { a, b } = this.state;
    try {
      await pause(wait, signal);
      const answer = await call("POST", "/compare", { body, signal });
      this.setState({ [name]: { ...answer, texts: { a, b } }, trouble: null });
    } catch (trouble) {
      if (!signal.aborted) {
        this.setState({ trouble, result: null, details: null });
      }
    }
  }

  render(_, { a, b, open, parts, result, trouble }) {
    const isComplete = (a || this.state.aId) && (b || this.state.bId);
    const shown = isComplete && result;
    return h(Section, { class: "compare", level: 1, title: t("compare.title") },
      h("p", null, t("compare.lead")),
      h("div", { hidden: !open },
        h("div", { class: "pair" }, this.input("a"), this.input("b")),
        this.controls(isComplete)),
      !open && this.folded(),
      h(Trouble, { of: trouble, retry: () => this.changed() }),
      shown && this.verdict(result),
      shown && parts && a && b && this.marks(),
      shown && this.fingerprints(result),
      shown && this.explanation());
  }

  fold(open) {
    this.setState({ open }, () => this.keep());
  }

  folded() {
    const clear = () => this.change({ a: "", b: "", aId: undefined, bId: undefined, open: true }, () => this.focus("a"));
    return h("div", { class: "toolbar folded" },
      ["a", "b"].map((side) => {
        const { [side]: text, result } = this.state;
        return h("p", { key: side },
          h("small", null, this.label(side), " · ", text ? t("compare.length", number(text.length)) : result && t("compare.noText")),
          h("bdi", null, text.slice(0, BEGINNING)));
      }),
      h(Button, { onClick: () => this.fold(true) }, t("compare.unfold")),
      h(Button, { onClick: clear }, t("compare.clear")));
  }

  label(side) {
    const id = this.state[side + "Id"];
    const label = t("compare." + side);
    return id ? t("compare.document", label, id) : label;
  }

  input(side) {
    const id = this.state[side + "Id"];
    return h(Input, {
      label: this.label(side), name: side, rows: 7, spellcheck: false, value: this.state[side],
      placeholder: t(id ? "compare.noText" : "compare.paste"),
      onChange: (text) => this.change({ [side]: text, [side + "Id"]: undefined }),
    });
  }

  controls(isComplete) {
    const { a, b, aId, bId, collection, bCollection, profile, result, limit } = this.state;
    const value = limit === "" ? result?.maxDistance ?? 0 : Number(limit);
    const isOwn = limit !== "";
    const words = limitWords(isOwn || !result ? { maxDistance: value } : result);
    return h("div", { class: "controls" },
      h(Choice, {
        label: t("start.profile"), name: "profile", value: profile || "simhash-256-v1",
        options: collections.profiles(profile).map((name) => [name, name]),
        onChange: (chosen) => this.change({ profile: chosen, limit: "" }),
      }),
      h(Input, { label: t("compare.limit", words), ...this.bound("limit"), type: "range", min: 0, max: (result?.a.bits ?? 256) / 2, value }),
      isOwn && h(Button, { onClick: () => this.change({ limit: "" }) }, t("compare.usual")),
      h(Button, { onClick: () => this.change({ a: b, b: a, aId: bId, bId: aId, collection: bCollection, bCollection: collection }) }, t("compare.swap")),
      isComplete && h(Button, { onClick: () => this.fold(false) }, t("compare.fold")));
  }

  verdict(result) {
    const { distance, nearDuplicate, a, b, featureSimilarity, verified } = result;
    const reached = (article) => {
      if (article && this.pasted) {
        this.pasted = false;
        article.focus();
      }
    };
    const parts = this.state.a && this.state.b ? this.state.parts : null; // documents without texts have none
    return h("article", { class: "verdict " + (nearDuplicate ? "near" : "far"), tabIndex: -1, ref: reached },
      h("p", { "aria-live": "polite" },
        h("strong", null, verdict(result, parts)), " ",
        nearDuplicate && isMarked(parts) && estimate(featureSimilarity, verified) + " ", t("compare.limit", limitWords(result)), ". ",
        h("small", { class: "after" }, t("compare.distance", distance, a.bits)),
        (a.lowConfidence || b.lowConfidence) && " " + t("compare.lowConfidence")),
      h(Scale, { distance, share: featureSimilarity, isNear: nearDuplicate, limit: result, bits: a.bits }));
  }

  /** What differs, or what is shared: at first of texts that are no copies but have passages in common. */
  marks() {
    const { parts, unified, passages, result, details } = this.state;
    const shared = details?.passages;
    const isShared = shared?.count > 0 && (passages ?? !result.nearDuplicate);
    const choice = (name, label, checked) =>
      h(Check, { label: t(label), role: "switch", name, checked, onChange: (chosen) => this.setState({ [name]: chosen }, () => this.keep()) });
    const choices = [!isShared && choice("unified", "marks.unified", unified), shared?.count > 0 && choice("passages", "passages.title", isShared)];
    return isShared
      ? h(Section, { title: t("passages.title") },
          h("p", null, t("passages.shares", percent(shared.a.share), percent(shared.b.share), number(shared.longestRun)), " ",
            shared.truncated && t("passages.more", number(shared.passages.length))),
          h(Passages, { texts: details.texts, labels: { a: t("compare.a"), b: t("compare.b") }, passages: shared.passages, keys: true }, choices))
      : h(Differences, { parts, unified }, choices);
  }

  fingerprints(result) {
    const { details } = this.state;
    const explained = details?.a.fingerprint === result.a.fingerprint && details.b.fingerprint === result.b.fingerprint
      ? details.explanation
      : null;
    return h(Section, { title: t("compare.fingerprints") },
      h(BitGrids, {
        a: result.a.fingerprint, b: result.b.fingerprint, labelA: t("compare.a"), labelB: t("compare.b"),
        columnsA: explained?.a?.columns, columnsB: explained?.b?.columns,
      }));
  }

  explanation() {
    const { details } = this.state;
    if (!details) {
      return h("p", { "aria-busy": "true" }, t("compare.working"));
    }
    return h("div", { class: "pair" },
      h(Section, { title: t("compare.features") }, features(details.explanation)),
      h(Section, { title: t("compare.measures") }, measures(details.measures)));
  }
}

function features(explanation) {
  if (!explanation?.pulls) {
    return h("p", { lang: "en" }, (explanation?.missing ?? []).join(" "));
  }
  const strongest = explanation.pulls.features.slice(0, 12);
  const most = Math.max(...strongest.map((each) => each.pull), 1);
  return h("div", null,
    h("p", null, t("compare.shared", number(explanation.shared.count), number(explanation.onlyInA.count), number(explanation.onlyInB.count))),
    h("ul", { class: "bars" }, strongest.map((each) =>
      h("li", { key: each.feature },
        h("span", { class: "bar " + (each.weightB === 0 ? "a" : each.weightA === 0 ? "b" : ""), style: { width: Math.max(2, (100 * Math.log1p(each.pull)) / Math.log1p(most)) + "%" } }),
        h("bdi", null, each.feature), " ",
        h("small", null, t(each.weightB === 0 ? "compare.onlyA" : each.weightA === 0 ? "compare.onlyB" : "compare.both"))))));
}

function measures(values) {
  return h("table", null,
    h("tbody", null, MEASURES.filter((name) => values?.[name]).map((name) => {
      const { value, share, of, skipped } = values[name];
      const text = skipped !== undefined
        ? t("measure.skipped")
        : number(value, 3) + (of !== undefined ? " / " + number(of) : "") + (share !== undefined ? " (" + percent(share, 1) + ")" : "");
      return h("tr", { key: name, title: skipped },
        h("th", { scope: "row" }, t("measure." + name)), h("td", null, text));
    })));
}
