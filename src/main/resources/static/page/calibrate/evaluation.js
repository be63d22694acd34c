// What a job of kind evaluate measured: precision and recall, and the distances of matches and of chance.
import { call } from "../api.js";
import { Chart } from "../chart.js";
import { resultsOf } from "../clean/results.js";
import { Caller, Fold, h, Trouble } from "../elements.js";
import { collections } from "../collection-list.js";
import { axis, limitWordsAt, tick } from "../limit.js";
import { number, percent, reasonsOf, t } from "../words.js";

const FEW = 50; // pairs of either label
const LOW = 0.8; // F1
const NARROW = 64; // distances from which on several share a bar

/** The result of a job; `onResult` gets it, `distance` is marked in the charts. */
export class Evaluation extends Caller {
  state = this.lastShown("evaluation " + this.props.job.id) ?? {};

  componentDidMount() {
    this.read();
  }

  read() {
    return this.attempt("read", async (signal) => {
      const { results: [result] } = await call("GET", resultsOf(this.props.job), { signal });
      this.setState({ result });
      this.props.onResult(result);
    });
  }

  render({ distance, job }, { result, trouble }) {
    const of = collections.get(job.collection);
    const words = (each) => tick(each, of);
    const names = (each) => words(each) + " (" + t("find.distance", number(each)) + ")";
    const limit = t("scale.limit", words(distance));
    this.charts ??= result && charts(result.calibration);
    return h("div", null,
      h(Trouble, { of: trouble, retry: () => this.read() }),
      result && h("div", { class: "recommendation" },
        warnings(result, job.counts).map((warning) => h("p", { class: "warning", key: warning }, warning)),
        h("p", { class: "recommended" },
          h("strong", null, t("evaluation.recommended", limitWordsAt(result.distance, of))), " ",
          t("evaluation.range", words(result.highest), words(result.lowest)), " ",
          t("evaluation.pairs", number(job.counts.duplicates ?? 0), number(job.counts.others ?? 0)), " ",
          t("evaluation.assumed", number(result.calibration.duplicatesPerDocument, 3))),
        job.request.from === "documents" && h("p", { key: "copies" }, t("evaluation.copies")),
        h(Fold, { title: t("evaluation.reason") }, h("p", null, reasonsOf(result, job.counts.documents ?? 0))),
        h("div", { class: "pair" },
          h(Chart, {
            type: "line", title: t("evaluation.curve"), x: axis(of), y: t("evaluation.share"),
            labels: this.charts.distances.map(words), names: this.charts.distances.map(names), datasets: this.charts.shares, mark: distance, limit,
          }),
          h(Chart, {
            title: t("evaluation.histogram"), x: axis(of), y: t("evaluation.perCent"),
            labels: this.charts.bars.map(words), names: this.charts.bars.map(names), datasets: this.charts.counts, mark: Math.floor(distance / this.charts.width), limit,
          }))));
  }
}

/** Why the recommendation is not reliable. */
function warnings({ f1 }, { duplicates = 0, others = 0 }) {
  return [
    Math.min(duplicates, others) < FEW && t("evaluation.few", number(duplicates), number(others), number(FEW)),
    f1 < LOW && t("evaluation.low", number(f1, 3)),
  ].filter(Boolean);
}

/** The scores of a distance in words; null without a result. */
export function scoreAt(result, distance) {
  const score = result?.calibration.curve[distance];
  if (!score) {
    return null;
  }
  const words = t("evaluation.score", percent(score.precision, 1), percent(score.recall, 1));
  return typeof score.falseMatches === "number" ? words + " " + t("evaluation.falseMatches", number(score.falseMatches, 3)) : words;
}

/** Both kinds of pairs are shown as shares of their kind, since there are many more of the one. */
function charts({ curve, histogram }) {
  const width = Math.max(1, Math.ceil(histogram.duplicates.length / NARROW));
  const bars = Array.from({ length: Math.ceil(histogram.duplicates.length / width) }, (_, at) => at * width);
  const shares = (counts, beyond) => {
    const all = counts.reduce((sum, each) => sum + each, beyond) || 1;
    return bars.map((from) => (100 * counts.slice(from, from + width).reduce((sum, each) => sum + each, 0)) / all);
  };
  return {
    width, bars,
    distances: curve.map((each) => each.distance),
    shares: [
      { label: t("evaluation.precision"), data: curve.map((each) => each.precision), kind: "one" },
      { label: t("evaluation.recall"), data: curve.map((each) => each.recall), kind: "two" },
    ],
    counts: [
      { label: t("load.duplicates"), data: shares(histogram.duplicates, histogram.duplicatesBeyond), kind: "one" },
      { label: t("evaluation.chance"), data: shares(histogram.others, histogram.othersBeyond), kind: "two" },
    ],
  };
}
