// What another distance would add to the matches of a collection, or drop.
import * as address from "../address.js";
import { call } from "../api.js";
import { Component, h, Latest, Trouble } from "../elements.js";
import { number, t } from "../words.js";

const PAIRS = 100; // of a sample
const EXAMPLES = 6;
const PAUSE = 300; // milliseconds without a change

/** The pairs between the limit of a collection and another distance. */
export class Edge extends Component {
  constructor() {
    super();
    this.state = { pairs: null, trouble: null };
    this.latest = new Latest();
  }

  componentDidMount() {
    this.later();
  }

  componentDidUpdate(before) {
    const { collection, limit, chosen } = this.props;
    if (before.collection !== collection || before.limit !== limit || before.chosen !== chosen) {
      this.setState({ pairs: null });
      this.later();
    }
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
    this.latest.cancel();
  }

  later() {
    clearTimeout(this.timer);
    this.latest.cancel();
    if (this.props.chosen !== this.props.limit) {
      this.timer = setTimeout(() => this.read(), PAUSE);
    }
  }

  async read() {
    const { path, limit, chosen } = this.props;
    const signal = this.latest.next();
    this.setState({ trouble: null });
    try {
      const query = { minDistance: Math.min(limit, chosen) + 1, maxDistance: Math.max(limit, chosen), limit: PAIRS, textChars: 0 };
      const { pairs } = await call("GET", path + "/samples", { query, signal });
      this.setState({ pairs });
    } catch (trouble) {
      if (!signal.aborted) {
        this.setState({ trouble });
      }
    }
  }

  render({ limit, chosen, collection }, { pairs, trouble }) {
    if (chosen === limit) {
      return h("p", null, t("edge.same"));
    }
    const about = pairs?.reduce((sum, each) => sum + each.weight, 0) ?? 0;
    const nearest = [...(pairs ?? [])].sort((x, y) => Math.abs(x.distance - chosen) - Math.abs(y.distance - chosen)).slice(0, EXAMPLES);
    return h("div", { class: "edge" },
      h(Trouble, { of: trouble, retry: () => this.read() }),
      pairs
        ? h("p", { role: "status" }, t(chosen > limit ? "edge.adds" : "edge.drops", number(about)))
        : !trouble && h("p", { "aria-busy": "true" }, t("edge.working")),
      nearest.length > 0 && h("ul", null, nearest.map(({ a, b, distance, duplicate }) =>
        h("li", { key: a.id + "\n" + b.id },
          h("a", { href: address.link("compare", { aId: a.id, bId: b.id, collection }) }, h("bdi", null, a.id), " – ", h("bdi", null, b.id)), " ",
          t("find.distance", distance),
          duplicate !== undefined && " · " + t(duplicate ? "edge.duplicate" : "edge.distinct")))));
  }
}
