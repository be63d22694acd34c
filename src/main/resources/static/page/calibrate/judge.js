// Judges pairs of documents near the limit, with two keys.
import { call } from "../api.js";
import { Component, h, Latest, Metadata, Trouble } from "../elements.js";
import { Marked, Marker } from "../compare/marks.js";
import { number, t } from "../words.js";

const PAIRS = 20; // judged in a row
const CHARACTERS = 5_000; // of each text
const PAGE = 1_000; // judgements that are read at once

/** Shows pairs of a collection one after the other. `path` is the path of the collection. */
export class Judge extends Component {
  constructor() {
    super();
    this.state = { pairs: [], at: 0, parts: null, sampled: false, seed: 1, judged: null, trouble: null };
    this.marker = new Marker();
    this.latest = new Latest();
    this.counting = new Latest();
    this.given = []; // what was decided on the pairs so far
    this.onKey = (e) => this.key(e);
  }

  componentDidMount() {
    addEventListener("keydown", this.onKey);
    this.recount();
  }

  componentWillUnmount() {
    removeEventListener("keydown", this.onKey);
    this.marker.stop();
    this.latest.cancel();
    this.counting.cancel();
  }

  /** Does something, and shows the problem if it fails. */
  async attempt(action, latest = this.latest) {
    const signal = latest.next();
    this.setState({ trouble: null });
    try {
      await action(signal);
    } catch (trouble) {
      if (!signal.aborted) {
        this.setState({ trouble });
      }
    }
  }

  set(changed) {
    return new Promise((drawn) => this.setState(changed, drawn));
  }

  /** Counts what is judged. */
  recount() {
    return this.attempt(async (signal) => {
      const judged = { yes: 0, no: 0 };
      let after;
      do {
        const page = await call("GET", this.props.path + "/judgements", { query: { limit: PAGE, after }, signal });
        for (const { duplicate } of page.judgements) {
          judged[duplicate ? "yes" : "no"]++;
        }
        after = page.next;
      } while (after !== undefined);
      await this.set({ judged });
    }, this.counting);
  }

  /** Adds to what is judged. */
  counted(duplicate, step) {
    const { judged } = this.state;
    if (!judged) {
      this.recount();
      return null;
    }
    const kind = duplicate ? "yes" : "no";
    return { ...judged, [kind]: judged[kind] + step };
  }

  sample() {
    return this.attempt(async (signal) => {
      const { seed } = this.state;
      const query = { limit: PAIRS, seed, textChars: CHARACTERS };
      const answer = await call("GET", this.props.path + "/samples", { query, signal });
      const pairs = answer.pairs.filter((each) => each.duplicate === undefined);
      await this.set({ pairs, at: 0, seed: seed + 1, sampled: true });
      this.mark();
    });
  }

  mark() {
    const { a, b } = this.state.pairs[this.state.at] ?? {};
    this.setState({ parts: null });
    if (a?.text !== undefined && b?.text !== undefined) {
      this.marker.compare(a.text, b.text, (parts) => this.setState({ parts }));
    }
  }

  key(e) {
    const typing = e.target instanceof HTMLElement && e.target.matches("input, select, textarea");
    if (typing || e.ctrlKey || e.metaKey || e.altKey || this.busy) {
      return;
    }
    const pair = this.state.pairs[this.state.at];
    if (e.key === "d" && pair) {
      this.judge(true);
    } else if (e.key === "n" && pair) {
      this.judge(false);
    } else if (e.key === "u" && this.state.at > 0) {
      this.undo();
    }
  }

  /** Stores (`step` 1) or deletes (-1) a judgement, then shows the next pair or the one before. */
  async decide(duplicate, step, action) {
    if (this.busy) {
      return;
    }
    this.busy = true;
    await this.attempt(async (signal) => {
      await action(signal);
      await this.set({ at: this.state.at + step, judged: this.counted(duplicate, step) });
      this.mark();
    });
    this.busy = false;
  }

  judge(duplicate) {
    const { pairs, at } = this.state;
    const { a, b, weight } = pairs[at];
    const judgements = [{ a: a.id, b: b.id, duplicate, weight }];
    this.given[at] = duplicate;
    return this.decide(duplicate, 1, (signal) => call("POST", this.props.path + "/judgements", { body: { judgements }, signal }));
  }

  undo() {
    const { pairs, at } = this.state;
    const { a, b } = pairs[at - 1];
    return this.decide(this.given[at - 1], -1, (signal) => call("DELETE", this.props.path + "/judgements", { query: { a: a.id, b: b.id }, signal }));
  }

  render(_, { pairs, at, sampled, judged, trouble }) {
    const pair = pairs[at];
    const ended = sampled && !pair;
    return h("section", null,
      h("h2", null, t("judge.title")),
      judged && h("p", { class: "judged-count" }, t("judge.count", number(judged.yes + judged.no), number(judged.yes), number(judged.no))),
      h(Trouble, { of: trouble, retry: () => this.recount() }),
      pair && this.pair(pair),
      ended && h("p", { role: "status" }, t(pairs.length === 0 ? "judge.none" : "judge.all")),
      h("div", { class: "controls" },
        pair && h("button", { type: "button", onClick: () => this.judge(true) }, t("judge.duplicate")),
        pair && h("button", { type: "button", class: "contrast", onClick: () => this.judge(false) }, t("judge.distinct")),
        at > 0 && h("button", { type: "button", class: "secondary outline", onClick: () => this.undo() }, t("judge.undo")),
        !pair && h("button", { type: "button", class: "secondary", onClick: () => this.sample() }, t("judge.sample"))));
  }

  pair(pair) {
    const { pairs, at, parts } = this.state;
    return h("article", { class: "judged" },
      h("p", { role: "status" }, t("judge.pair", number(at + 1), number(pairs.length), number(pair.distance))),
      h("div", { class: "pair" }, ["a", "b"].map((side) =>
        h("div", { key: side },
          h("h3", null, h("bdi", null, pair[side].id)),
          h(Metadata, { of: pair[side].metadata }),
          parts ? h(Marked, { parts, side, label: pair[side].id }) : pair[side].text === undefined && h("p", null, t("judge.noText"))))));
  }
}
