// What another distance would add to the matches of a collection, or drop.
import * as address from "../address.js";
import { call, pause } from "../api.js";
import { Button, Caller, h, Trouble } from "../elements.js";
import { collections } from "../collection-list.js";
import { judge } from "./judgements.js";
import { Nearness } from "../limit.js";
import { Marked, Texts } from "../compare/marks.js";
import { number, t } from "../words.js";

const PAIRS = 100; // of a sample
const EXAMPLES = 4;
const CHARACTERS = 2_000; // of each text
const AROUND = 8; // bits around the limit, of pairs that show what it means
const PAUSE = 0.3; // seconds without a change

/** The pairs between the limit of a collection and another distance; the key of the element has both. */
export class Edge extends Caller {
  state = { pairs: null };

  componentDidMount() {
    this.read(PAUSE);
  }

  read(wait) {
    const { path, limit, chosen } = this.props;
    const [least, most] = chosen === limit ? [Math.max(0, limit - AROUND), limit + AROUND] : [Math.min(limit, chosen) + 1, Math.max(limit, chosen)];
    const query = { minDistance: least, maxDistance: most, limit: PAIRS, textChars: CHARACTERS };
    return this.attempt("read", async (signal) => {
      await pause(wait, signal);
      this.setState({ pairs: (await call("GET", path + "/samples", { query, signal })).pairs });
    });
  }

  /** Stores a judgement on a pair; the same one again takes it back. */
  judge(pair, chosen) {
    return this.attempt("judge", async () => {
      const { path, onJudged } = this.props;
      const duplicate = await judge(path, pair, pair.duplicate === chosen ? undefined : chosen);
      onJudged(pair.duplicate, duplicate);
      this.setState({ pairs: this.state.pairs.map((each) => (each === pair ? { ...pair, duplicate } : each)) });
    });
  }

  render({ limit, chosen }, { pairs, trouble }) {
    const about = pairs?.reduce((sum, each) => sum + each.weight, 0) ?? 0;
    const nearest = [...(pairs ?? [])].sort((x, y) => Math.abs(x.distance - chosen) - Math.abs(y.distance - chosen)).slice(0, EXAMPLES);
    return h("div", { class: "edge" },
      h(Trouble, { of: trouble, retry: () => this.read(0) }),
      pairs
        ? h("p", { role: "status" }, t(chosen === limit ? "edge.same" : chosen > limit ? "edge.adds" : "edge.drops", number(about)))
        : !trouble && h("p", { "aria-busy": "true" }, t("edge.working")),
      nearest.length > 0 && h("ul", null, nearest.map((pair) =>
        h("li", { key: pair.a.id + "\n" + pair.b.id }, h(Texts, { a: pair.a.text, b: pair.b.text }, (parts) => this.pair(pair, parts))))));
  }

  pair(pair, parts) {
    const { a, b, distance, duplicate } = pair;
    const decision = (value, key) =>
      h(Button, { "aria-pressed": String(duplicate === value), needed: "write", onClick: () => this.judge(pair, value) }, t(key));
    const ids = a.id + " – " + b.id;
    return [
      parts ? h(Marked, { parts, side: "both", label: ids }) : a.text === undefined && h("p", { dir: "auto" }, ids),
      h("div", { class: "toolbar" },
        h(Nearness, { distance, of: collections.get(this.props.collection) }),
        decision(true, "load.duplicates"), decision(false, "edge.distinct"),
        h("a", { href: address.link("compare", { aId: a.id, bId: b.id, collection: this.props.collection }) }, t("view.compare"))),
    ];
  }
}
