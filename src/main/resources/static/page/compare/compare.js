// Compares two texts.
import { call, part, pause } from "../api.js";
import { collections } from "../collection-list.js";
import { line } from "../document-state.js";
import { Differences } from "./differences.js";
import { Button, Check, Choice, Fold, h, Input, Latest, Scale, Section, Trouble, View } from "../elements.js";
import { keepView, pick, recallView } from "../kept.js";
import { commonWords, limitWords } from "../limit.js";
import { Passages } from "./passages.js";
import { commonShare, Marker } from "./marks.js";
import { isMarked, verdict } from "./verdict.js";
import { number, percent, t } from "../words.js";

const COLUMNS = 32; // of a grid of bits
const DETAILS_AFTER = 0.25; // seconds without a change
const EXAMPLES = { a: "compare.exampleA", b: "compare.exampleB" };
const BEGINNING = 40; // characters of a text that is folded
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
    return { ...texts, aId, bId, collection, bCollection, profile, limit, open: !isGiven, passages: null };
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
    const shown = pick(this.state, ["a", "b", "aId", "bId", "collection", "bCollection", "profile", "limit", "open", "passages"]);
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
    this.ask(DETAILS_AFTER + wait, { ...body, explain: true, passages: true }, "details", this.slow);
  }

  async ask(wait, body, name, latest) {
    const signal = latest.next();
    const { a, b } = this.state;
    try {
      await pause(wait, signal);
      const answer = await call("POST", "/compare", { body, signal });
      this.setState({ [name]: { ...answer, texts: { a, b } }, trouble: null });
    } catch (trouble) {
      signal.aborted || this.setState({ trouble, result: null, details: null });
    }
  }

  render(_, { a, b, open, parts, result, trouble }) {
    const isComplete = (a || this.state.aId) && (b || this.state.bId);
    const shown = isComplete && result;
    const { collection, bCollection } = this.state;
    const within = (side) => (collection === bCollection ? "" : " (" + this.collectionOf(side) + ")");
    const name = (side, text) => (this.state[side + "Id"] ? this.state[side + "Id"] + within(side) : line(text, BEGINNING));
    return h(Section, { class: "compare", level: 1, title: t("compare.title") },
      h("p", null, t("compare.lead")),
      h(Fold, { class: "asked", open, title: open ? t("compare.texts") : t("compare.unfold", name("a", a), name("b", b)), onToggle: (e) => this.setState({ open: e.currentTarget.open }, () => this.keep()) },
        h("div", { class: "pair" }, this.input("a"), this.input("b")),
        this.controls()),
      !open && h("div", { class: "toolbar" }, h(Button, { onClick: () => this.change({ a: "", b: "", aId: undefined, bId: undefined, open: true }, () => this.focus("a")) }, t("compare.clear"))),
      h(Trouble, { of: trouble, retry: () => this.changed() }),
      shown && this.verdict(result),
      shown && parts && a && b && this.marks(),
      shown && this.fingerprints(result),
      shown && this.explanation());
  }

  input(side) {
    const id = this.state[side + "Id"];
    const label = t("compare." + side);
    return h(Input, {
      label: id ? t("compare.document", label, id) : label, name: side, rows: 7, spellcheck: false, value: this.state[side],
      placeholder: t(id ? "compare.noText" : "compare.paste"),
      onChange: (text) => this.change({ [side]: text, [side + "Id"]: undefined }),
    });
  }

  controls() {
    const { profile, result, limit } = this.state;
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
      isOwn && h(Button, { onClick: () => this.change({ limit: "" }) }, t("compare.usual")));
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
        nearDuplicate && isMarked(parts) && t("verdict.sentence", commonWords(featureSimilarity, verified).replace(/^./, (letter) => letter.toUpperCase())), t("verdict.sentence", t("compare.limit", limitWords(result))),
        h("small", { class: "after" }, t("compare.distance", distance, a.bits)),
        (a.lowConfidence || b.lowConfidence) && " " + t("compare.lowConfidence"), !(this.state.a && this.state.b) && " " + t("compare.noText")),
      h(Scale, { distance, share: featureSimilarity, isNear: nearDuplicate, limit: result, bits: a.bits }));
  }

  /** What differs, or what is shared: at first of texts that are no copies but have passages in common. */
  marks() {
    const { parts, passages, result, details } = this.state;
    const shared = details?.passages;
    const labels = { a: t("compare.a"), b: t("compare.b") };
    const isShared = shared?.count > 0 && (passages ?? !result.nearDuplicate);
    const choice = shared?.count > 0 && h(Check, {
      label: t("passages.title"), role: "switch", name: "passages", checked: isShared, onChange: (chosen) => this.setState({ passages: chosen }, () => this.keep()),
    });
    return isShared
      ? h(Section, { title: t("passages.title") },
          h("p", null, t("passages.shares", percent(shared.a.share), percent(shared.b.share), number(shared.longestRun)), " ",
            shared.truncated && t("passages.more", number(shared.passages.length))),
          h(Passages, { texts: details.texts, labels, passages: shared.passages, keys: true }, choice))
      : h(Section, { title: t("compare.marks") },
          h("p", null, t("compare.common", percent(commonShare(parts)))),
          h(Differences, { parts, labels, keys: true }, choice));
  }

  fingerprints({ a: { fingerprint: a }, b: { fingerprint: b } }) {
    return h(Section, { title: t("compare.fingerprints") },
      h("div", { class: "pair" },
        h(BitGrid, { fingerprint: a, other: b, label: t("compare.a") }), h(BitGrid, { fingerprint: b, other: a, label: t("compare.b") })));
  }

  explanation() {
    const { details } = this.state;
    return details ? h(Section, { title: t("compare.features") }, features(details.explanation)) : h("p", { "aria-busy": "true" }, t("compare.working"));
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

/** The bits of a hex string, the most significant first. */
function bitsOf(fingerprint) {
  return [...fingerprint].flatMap((digit) => [8, 4, 2, 1].map((bit) => (parseInt(digit, 16) & bit) !== 0));
}

/** A fingerprint; bits that another one has otherwise stand out. */
function BitGrid({ fingerprint, other, label }) {
  const others = bitsOf(other);
  const bits = bitsOf(fingerprint).map((isOne, at) => ({ isOne, differs: isOne !== others[at] }));
  return h("figure", null,
    h("figcaption", null, label),
    h("svg", {
      class: "bits", viewBox: `0 0 ${COLUMNS * 10} ${Math.ceil(bits.length / COLUMNS) * 10}`, role: "img",
      "aria-label": t("bits.grid", label, bits.length, bits.filter((bit) => bit.differs).length),
    }, bits.map(({ isOne, differs }, at) => h("rect", {
      key: at, x: (at % COLUMNS) * 10, y: Math.floor(at / COLUMNS) * 10, width: 9, height: 9,
      class: (isOne ? "one" : "zero") + (differs ? " differs" : ""),
    }))));
}
