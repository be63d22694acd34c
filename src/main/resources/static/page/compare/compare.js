// Compares two texts.
import * as address from "../address.js";
import { call, part } from "../api.js";
import { collections } from "../collection-list.js";
import { BitGrids } from "./bits.js";
import { Choice, Component, DistanceScale, estimate, Field, h, Latest, Trouble } from "../elements.js";
import { commonShare, Marked, Marker } from "./marks.js";
import { number, percent, t } from "../words.js";

/** The names of the profiles that every service has. */
export const BUILT_IN = [
  "simhash-256-v1", "simhash-512-v1", "posts-v1", "paper-v1", "chinese-v1", "code-v1",
  "md5-char4-64", "vlhash-128", "java-hashcode-32", "mt19937-char-32",
];
const MEASURES = [
  "cosine", "angle", "euclidean", "jaccard", "minhash", "editDistance", "longestCommonSubstring", "longestSentences",
];
const DETAILS_AFTER = 250; // milliseconds without a change
const LARGE = 100_000; // characters from which on even distances wait for a pause

/** The view. Its address has the texts `a` and `b` or the ids of documents, the profile and the limit. */
export class Compare extends Component {
  constructor({ query }) {
    super();
    const bare = !query.a && !query.b && !query.aId && !query.bId;
    this.state = {
      a: bare ? t("compare.exampleA") : query.a ?? "",
      b: bare ? t("compare.exampleB") : query.b ?? "",
      aId: query.aId, bId: query.bId, collection: query.collection ?? "default",
      profile: query.profile ?? "", limit: query.limit ?? "",
      profiles: BUILT_IN, result: null, details: null, parts: null, trouble: null,
    };
    this.marker = new Marker();
    this.fast = new Latest();
    this.slow = new Latest();
  }

  async componentDidMount() {
    await Promise.all([this.load("a"), this.load("b")]);
    if (this.left) {
      return;
    }
    this.recompute();
    try {
      const profiles = new Set([...BUILT_IN, ...(await collections.read()).map((each) => each.profile)]);
      this.setState({ profiles: [...profiles] });
    } catch {
      // the built-in profiles remain
    }
  }

  componentWillUnmount() {
    this.left = true;
    this.marker.stop();
    this.fast.cancel();
    this.slow.cancel();
    clearTimeout(this.timer);
    clearTimeout(this.detailsTimer);
  }

  /** Reads the text of a stored document, if it is stored. */
  async load(side) {
    const id = this.state[side + "Id"];
    if (!id) {
      return;
    }
    try {
      const document = await call("GET", "/documents/" + part(id), { query: { collection: this.state.collection } });
      if (document.text !== undefined) {
        this.setState({ [side]: document.text });
      }
    } catch (trouble) {
      this.setState({ trouble });
    }
  }

  change(changed) {
    this.setState(changed, () => this.recompute());
  }

  /** The text of a side, or its document if that has no text. */
  source(side) {
    const { [side]: text, [side + "Id"]: id, collection } = this.state;
    return id && text === "" ? { id, collection } : { text };
  }

  recompute() {
    const { a, b, aId, bId, collection, profile, limit } = this.state;
    address.write("compare", {
      a: aId ? "" : a, b: bId ? "" : b, aId, bId, collection: aId || bId ? collection : "", profile, limit,
    });
    this.marker.compare(a, b, (parts) => this.setState({ parts }));
    clearTimeout(this.timer);
    clearTimeout(this.detailsTimer);
    this.slow.cancel();
    const body = { a: this.source("a"), b: this.source("b") };
    if (profile) {
      body.profile = profile;
    }
    if (limit !== "") {
      body.maxDistance = Number(limit);
    }
    const wait = a.length + b.length > LARGE ? DETAILS_AFTER : 0;
    this.timer = setTimeout(() => this.ask(body, "result", this.fast), wait);
    const detailed = { ...body, explain: true, measures: ["all"] };
    this.detailsTimer = setTimeout(() => this.ask(detailed, "details", this.slow), DETAILS_AFTER + wait);
  }

  async ask(body, name, latest) {
    const signal = latest.next();
    try {
      const answer = await call("POST", "/compare", { body, signal });
      this.setState({ [name]: answer, trouble: null });
    } catch (trouble) {
      if (!signal.aborted) {
        this.setState({ trouble, result: null, details: null });
      }
    }
  }

  swap() {
    const { a, b, aId, bId } = this.state;
    this.change({ a: b, b: a, aId: bId, bId: aId });
  }

  render(_, state) {
    const { result, trouble } = state;
    return h("section", { class: "compare" },
      h("h1", null, t("compare.title")),
      h("p", null, t("compare.lead")),
      h("div", { class: "pair" }, this.input("a"), this.input("b")),
      this.controls(),
      h(Trouble, { of: trouble, retry: () => this.recompute() }),
      result && this.verdict(result),
      result && this.marks(),
      result && this.fingerprints(result),
      result && this.explanation());
  }

  input(side) {
    const id = this.state[side + "Id"];
    const label = t("compare." + side);
    return h(Field, { label: id ? t("compare.document", label, id) : label },
      h("textarea", {
        name: side, rows: 7, dir: "auto", spellcheck: false, value: this.state[side],
        placeholder: id ? t("compare.noText") : t("compare.paste"),
        onInput: (e) => this.change({ [side]: e.currentTarget.value, [side + "Id"]: undefined }),
      }));
  }

  controls() {
    const { profile, profiles, result, limit } = this.state;
    const shown = profile && !profiles.includes(profile) ? [...profiles, profile] : profiles;
    const most = result?.a.bits ?? 256;
    const value = limit === "" ? result?.maxDistance ?? 0 : Number(limit);
    return h("div", { class: "controls" },
      h(Choice, {
        label: t("compare.profile"), name: "profile", value: profile || "simhash-256-v1",
        options: shown.map((name) => [name, name]),
        onChange: (chosen) => this.change({ profile: chosen, limit: "" }),
      }),
      h(Field, { label: t("compare.limit", number(value)) },
        h("input", {
          type: "range", name: "limit", min: 0, max: most / 2, value,
          onInput: (e) => this.change({ limit: e.currentTarget.value }),
        })),
      h("button", { type: "button", class: "secondary outline", onClick: () => this.swap() }, t("compare.swap")));
  }

  verdict(result) {
    const { distance, nearDuplicate, maxDistance, a, b, featureSimilarity, verified } = result;
    return h("article", { class: "verdict " + (nearDuplicate ? "near" : "far") },
      h("p", { "aria-live": "polite" },
        h("strong", null, t(nearDuplicate ? "compare.near" : "compare.far")), " ",
        t("compare.distance", distance, a.bits, maxDistance), " ", estimate(featureSimilarity, verified),
        (a.lowConfidence || b.lowConfidence) && " " + t("compare.lowConfidence")),
      h(DistanceScale, { distance, limit: maxDistance, bits: a.bits }));
  }

  marks() {
    const { parts } = this.state;
    const hasTexts = this.state.a !== "" && this.state.b !== "";
    return parts && hasTexts && h("section", null,
      h("h2", null, t("compare.marks")),
      h("p", null, t("compare.common", percent(commonShare(parts)))),
      h("div", { class: "pair" },
        h(Marked, { parts, side: "a", label: t("compare.a") }),
        h(Marked, { parts, side: "b", label: t("compare.b") })));
  }

  fingerprints(result) {
    const { details } = this.state;
    const explained = details?.a.fingerprint === result.a.fingerprint && details.b.fingerprint === result.b.fingerprint
      ? details.explanation
      : null;
    return h("section", null,
      h("h2", null, t("compare.fingerprints")),
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
      h("section", null, h("h2", null, t("compare.features")), features(details.explanation)),
      h("section", null, h("h2", null, t("compare.measures")), measures(details.measures)));
  }
}

function features(explanation) {
  if (!explanation?.pulls) {
    return h("p", null, (explanation?.missing ?? []).join(" "));
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
