// Judges pairs of documents near the limit, with a key each.
import { call } from "../api.js";
import { Button, Caller, h, Metadata, Section, Trouble } from "../elements.js";
import { collections } from "../collection-list.js";
import { judge } from "./judgements.js";
import { Nearness } from "../limit.js";
import { keepState, pick, recallView } from "../kept.js";
import { Marked, Texts } from "../compare/marks.js";
import { number, t } from "../words.js";

const PAIRS = 20; // of a sample
const TEN = 10; // pairs that are asked for where an evaluation is unsure
const SEEDS = 10; // samples that are tried until one has a pair that is not judged
const UNDONE = 10; // judgements that can be undone
const CHARACTERS = 5_000; // of each text

/** Judgements of either kind that an evaluation needs. */
export const NEEDED = 50;

let last = {}; // what the view did last, and with which collection: it goes on when the view is left

const idsOf = ({ a, b }) => a.id + "\n" + b.id;

/**
 * Shows pairs of a collection one after the other. `path` is the path of the collection, `judged` counts its judgements, which
 * `onJudged` changes from one to another; `unsure` has the distances that an evaluation is unsure of, if there are some.
 */
export class Judge extends Caller {
  state = { pairs: [], unsure: [], at: 0, seed: 1, ...this.kept(), ended: false };

  kept() {
    const kept = recallView("judge", {});
    return kept.path === this.props.path ? kept : {};
  }

  componentDidMount() {
    this.onKey((key) => this.actions[key]?.());
    if (last.path === this.props.path) {
      this.once(async () => {
        await Promise.allSettled([last.done]);
        return this.kept();
      });
    }
  }

  actions = { d: () => this.judge(true), n: () => this.judge(false), u: () => this.judge(), z: () => this.undo() };

  /** Does one thing at a time, and keeps what it changes, also if the view was left meanwhile. */
  async once(action) {
    if (!this.busy) {
      this.busy = true;
      await this.attempt("judge", async (signal) => {
        const done = this.keep(action(signal));
        last = { path: this.props.path, done };
        await this.set(await done);
      });
      this.busy = false;
    }
  }

  async keep(action) {
    const changed = await action;
    keepState("judge", { path: this.props.path, ...pick({ ...this.state, ...changed }, ["pairs", "unsure", "at", "seed"]) });
    return changed;
  }

  /** Goes on to the next samples until there are pairs to judge. */
  async sample(signal, range) {
    const { at, pairs, unsure } = this.state;
    let { seed } = this.state;
    let more = [];
    this.setState({ ended: false });
    for (let tries = 0; tries < SEEDS && more.length === 0; tries++) {
      const query = { limit: PAIRS, seed: seed++, textChars: CHARACTERS, ...range };
      const answer = await call("GET", this.props.path + "/samples", { query, signal });
      more = answer.pairs.filter((each) => each.duplicate === undefined && !unsure.includes(idsOf(each)));
    }
    const first = Math.max(0, at - UNDONE);
    return { pairs: [...pairs.slice(first, at), ...more], at: at - first, seed, ended: more.length === 0 };
  }

  /** Stores a judgement, or passes the pair over if it is undefined, and shows the next pair. */
  async judge(duplicate) {
    const { pairs, unsure, at } = this.state;
    const pair = pairs[at];
    if (!pair || this.busy) {
      return;
    }
    await this.once(async () => {
      const stored = duplicate === undefined ? undefined : await judge(this.props.path, pair, duplicate);
      this.props.onJudged(undefined, stored);
      return {
        at: at + 1, pairs: pairs.with(at, { ...pair, duplicate: stored }), unsure: stored === undefined ? [...unsure, idsOf(pair)] : unsure,
      };
    });
    if (this.state.at === pairs.length) {
      await this.once((signal) => this.sample(signal));
    }
  }

  undo() {
    const { pairs, unsure, at } = this.state;
    const pair = pairs[at - 1];
    return pair && this.once(async () => {
      if (pair.duplicate !== undefined) {
        await judge(this.props.path, pair);
        this.props.onJudged(pair.duplicate, undefined);
      }
      return { at: at - 1, unsure: unsure.filter((each) => each !== idsOf(pair)), ended: false };
    });
  }

  render({ judged, unsure }, { pairs, at, ended, busy, trouble }) {
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
        !pair && unsure && h(Button, { key: "unsure", onClick: () => this.once((signal) => this.sample(signal, { ...unsure, limit: TEN })) }, t("judge.unsureRange")),
        !pair && h(Button, { style: "secondary", busy: Boolean(busy), onClick: () => this.once((signal) => this.sample(signal)) }, t("judge.sample"))));
  }

  pair(pair, parts) {
    return h("article", { class: "judged" },
      h("p", { role: "status" }, h(Nearness, { distance: pair.distance, of: collections.current })),
      h("div", { class: "pair" }, ["a", "b"].map((side) =>
        h("div", { key: side },
          h("h3", null, h("bdi", null, pair[side].id)),
          h(Metadata, { of: pair[side].metadata }),
          parts ? h(Marked, { parts, side, label: pair[side].id }) : pair[side].text === undefined && h("p", null, t("judge.noText"))))));
  }
}
