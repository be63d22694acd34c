// Finds the distance that separates near-duplicates from other documents.
import { call, part } from "../api.js";
import { collections } from "../collection-list.js";
import { Button, Choice, h, Input, Latest, options, Section, Trouble, View } from "../elements.js";
import { Evaluation, scoreAt } from "./evaluation.js";
import { Job } from "../job.js";
import { Judge, NEEDED } from "./judge.js";
import { countJudged } from "./judgements.js";
import { keepView, pick, recallView } from "../kept.js";
import { common, limitWordsAt } from "../limit.js";
import { number, t } from "../words.js";

const UNSURE = 8; // bits around the recommended distances

/** The view. Its address has the collection, the job that evaluates it and by what, and the distance. */
export class Calibrate extends View {
  state = this.lastShown("calibrate") ?? { ...this.opened(), judged: null, result: null };
  counting = new Latest(this.left);

  opened() {
    const { query } = this.props;
    const kept = recallView("calibrate", query);
    const { job = "", distance = "", from = "" } = query;
    return { job, distance, from, ...(kept.name === collections.used && kept) };
  }

  componentDidMount() {
    super.componentDidMount();
    this.begin();
  }

  path(last = "") {
    return "/collections/" + part(collections.used) + last;
  }

  changed() {
    const name = collections.used;
    keepView("calibrate", { collection: name, ...pick(this.state, ["job", "distance", "from"]) }, { name, ...pick(this.state, ["job", "distance", "from"]) });
  }

  begin() {
    return this.attempt("read", async (signal) => {
      await collections.read({ signal });
      collections.current && this.count();
    });
  }

  count() {
    return this.attempt("", async (signal) => this.setState({ judged: await countJudged(this.path(), signal) }), this.counting);
  }

  /** Begins anew with another collection. */
  onOther() {
    this.counting.cancel();
    this.change({ job: "", distance: "", result: null, judged: null }, () => this.count());
  }

  /** By what to evaluate: by edited copies until enough is judged, unless a person chose. */
  from() {
    const { judged, from } = this.state;
    const isEnough = judged && Math.min(judged.yes, judged.no) >= NEEDED;
    return from || (isEnough || !collections.current.storeText ? "judgements" : "documents");
  }

  evaluate() {
    return this.attempt("evaluate", async () => {
      const body = { kind: "evaluate", from: this.from() };
      const { id } = await call("POST", this.path("/jobs"), { body });
      this.change({ job: id, distance: "", result: null });
    });
  }

  /** Makes a distance the limit of the collection. */
  use(maxDistance) {
    return this.attempt("use", async () => {
      await call("PATCH", this.path(), { body: { maxDistance } });
      await collections.read();
    });
  }

  render(_, { trouble, job, judged }) {
    const { current, list, used: name } = collections;
    return h(Section, { level: 1, title: t("calibrate.title") },
      h("p", null, t("calibrate.lead")),
      h(Trouble, { of: trouble, retry: () => this.begin() }),
      list?.length === 0 && h("p", null, t("calibrate.empty")),
      current && this.evaluation(),
      job && h(Job, { id: job, key: job }, (done) =>
        h(Evaluation, { job: done, key: done.id, distance: this.distance(), onResult: (result) => this.setState({ result }) })),
      current && this.slider(),
      current && h(Judge, { key: name, path: this.path(), judged, ranges: this.ranges(), onJudged: () => this.count() }));
  }

  /** That of the slider; otherwise what is recommended, or the limit. */
  distance() {
    const chosen = Number(this.state.distance || NaN);
    const { bits = 0, maxDistance = 0 } = collections.current ?? {};
    return Number.isInteger(chosen) && chosen >= 0 && chosen <= bits / 2 ? chosen : this.state.result?.distance ?? maxDistance;
  }

  /** The distances of pairs to judge: where the recommendation by edited copies is unsure, and between the limit and the chosen one. */
  ranges() {
    const { result } = this.state;
    const { maxDistance: limit } = collections.current;
    const chosen = this.distance();
    return {
      unsure: result && this.from() === "documents" && { minDistance: Math.max(0, result.lowest - UNSURE), maxDistance: result.highest + UNSURE },
      between: chosen !== limit && { minDistance: Math.min(limit, chosen) + 1, maxDistance: Math.max(limit, chosen) },
    };
  }

  evaluation() {
    const { busy, job } = this.state;
    return h(Section, { title: t("calibrate.evaluate") },
      h("div", { class: "controls" },
        h(Choice, { label: t("calibrate.from"), ...this.bound("from"), value: this.from(), options: options(["documents", "judgements"], "from.") }),
        h(Button, { style: job && "secondary", busy: busy === "evaluate", onClick: () => this.evaluate() }, t("calibrate.evaluate"))));
  }

  slider() {
    const { result } = this.state;
    const { bits, maxDistance: limit, minSimilarity } = collections.current;
    const chosen = this.distance();
    const score = scoreAt(result, chosen);
    const words = (distance) => limitWordsAt(distance, collections.current);
    return h(Section, { title: t("calibrate.choose") },
      h(Input, {
        label: t("calibrate.distance", words(chosen), words(limit)), ...this.bound("distance"), type: "range", min: 0, max: bits / 2, value: chosen,
      }),
      minSimilarity !== undefined && h("p", null, h("small", null, t("calibrate.stands", number(limit), common(minSimilarity)))),
      score && h("p", { class: "score" }, score),
      chosen !== limit && h(Button, { style: this.state.job ? "" : "secondary", needed: "admin", onClick: () => this.use(chosen) }, t("calibrate.use")));
  }
}
