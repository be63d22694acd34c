// Judges pairs of documents near the limit, with a key each.
import { call } from "../api.js";
import { Button, Caller, h, Metadata, Section, Trouble } from "../elements.js";
import { collections } from "../collection-list.js";
import { judge } from "./judgements.js";
import { Nearness } from "../limit.js";
import { Marked, Texts } from "../compare/marks.js";
import { number, t } from "../words.js";

const PAIRS = 20; // of a sample
const TEN = 10; // pairs that are asked for where an evaluation is unsure
const SEEDS = 10; // samples that are tried until one has a pair that is not judged
const CHARACTERS = 5_000; // of each text

/** Judgements of either kind that an evaluation needs. */
export const NEEDED = 50;

/**
 * Shows pairs of a collection one after the other. `path` is the path of the collection, `judged` counts its judgements, and
 * `onJudged` is called with each; `ranges` has distances of pairs to judge, by their names.
 */
export class Judge extends Caller {
  state = this.lastShown("judge " + this.props.path) ?? { pairs: [], at: 0, seed: 1, ended: false };

  componentDidMount() {
    this.onKey((key) => this.actions[key]?.());
  }

  actions = { d: () => this.judge(true), n: () => this.judge(false), u: () => this.judge(), z: () => this.undo() };

  /** Does one thing at a time. */
  async once(action) {
    if (!this.busy) {
      this.busy = true;
      await this.attempt("judge", async (signal) => this.set(await action(signal)));
      this.busy = false;
    }
  }

  /** Samples pairs, and shows the first, which a recommendation above may hide. */
  async begin(range) {
    await this.once((signal) => this.sample(signal, range));
    this.base?.scrollIntoView({ block: "start" });
  }

  /** Samples pairs until there are some that are not judged. */
  async sample(signal, range) {
    let { seed } = this.state;
    let pairs = [];
    this.setState({ ended: false });
    for (let tries = 0; tries < SEEDS && pairs.length === 0; tries++) {
      const answer = await call("GET", this.props.path + "/samples", { query: { limit: PAIRS, seed: seed++, textChars: CHARACTERS, ...range }, signal });
      pairs = answer.pairs.filter((each) => each.duplicate === undefined);
    }
    return { pairs, at: 0, seed, ended: pairs.length === 0 };
  }

  /** Stores a judgement, or passes the pair over if it is undefined, and shows the next pair. */
  judge(duplicate) {
    const { pairs, at } = this.state;
    const pair = pairs[at];
    return pair && this.once(async () => {
      const stored = duplicate === undefined ? undefined : await judge(this.props.path, pair, duplicate);
      this.props.onJudged();
      return { at: at + 1, pairs: pairs.with(at, { ...pair, duplicate: stored }) };
    });
  }

  undo() {
    const { pairs, at } = this.state;
    const pair = pairs[at - 1];
    return pair && this.once(async () => {
      pair.duplicate !== undefined && (await judge(this.props.path, pair));
      this.props.onJudged();
      return { at: at - 1, ended: false };
    });
  }

  render({ judged, ranges }, { pairs, at, ended, busy, trouble }) {
    const pair = pairs[at];
    const button = (name, key) => h(Button, { key, needed: name === "unsure" ? "" : "write", onClick: this.actions[key] }, t("judge." + name));
    return h(Section, { title: t("judge.title") },
      h("p", null, t("judge.lead", number(NEEDED))),
      judged && h("div", { class: "pair" }, [["yes", "judge.near"], ["no", "judge.far"]].map(([kind, key]) =>
        h("label", { key: kind }, t(key, number(judged[kind]), number(NEEDED)), h("progress", { value: Math.min(judged[kind], NEEDED), max: NEEDED })))),
      h(Trouble, { of: trouble }),
      pair && h(Texts, { a: pair.a.text, b: pair.b.text }, (parts) => this.pair(pair, parts)),
      ended && h("p", { role: "status" }, t("judge.none")),
      h("div", { class: "toolbar" },
        pair && [button("duplicate", "d"), button("distinct", "n"), button("unsure", "u")],
        at > 0 && button("undo", "z"),
        !pair && Object.entries(ranges).map(([name, range]) =>
          range && h(Button, { key: name, onClick: () => this.begin({ ...range, limit: TEN }) }, t("range." + name))),
        !pair && h(Button, { style: "secondary", busy: Boolean(busy), onClick: () => this.begin() }, t("judge.sample"))));
  }

  pair(pair, parts) {
    return h("article", { class: "judged" },
      h("p", { role: "status" }, h(Nearness, { pair: { distance: pair.distance }, of: collections.current })),
      h("div", { class: "pair" }, ["a", "b"].map((side) =>
        h("div", { key: side },
          h("h3", null, h("bdi", null, pair[side].id)),
          h(Metadata, { of: pair[side].metadata }),
          parts ? h(Marked, { parts, side, label: pair[side].id }) : pair[side].text === undefined && h("p", null, t("judge.noText"))))));
  }
}
