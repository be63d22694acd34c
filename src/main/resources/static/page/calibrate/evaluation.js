// What a job of kind evaluate measured: precision and recall by limits.
import { call } from "../api.js";
import { Chart } from "../chart.js";
import { resultsOf } from "../clean/results.js";
import { Caller, h, Trouble } from "../elements.js";
import { collections } from "../collection-list.js";
import { MarkedLine, Texts } from "../compare/marks.js";
import { axis, limitWordsAt, Nearness, tick, ticks } from "../limit.js";
import { number, percent, t } from "../words.js";

const FEW = 50; // pairs of either label
const LOW = 0.8; // F1

/** The result of a job; `onResult` gets it, `distance` is marked in the chart. */
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
    const names = (each) => tick(each.distance, of) + " (" + t("find.distance", number(each.distance)) + ")";
    const limit = t("scale.limit", tick(distance, of));
    const curve = result?.calibration.curve;
    return h("div", null,
      h(Trouble, { of: trouble, retry: () => this.read() }),
      result && h("div", { class: "recommendation" },
        warnings(result, job.counts).map((warning) => h("p", { class: "warning", key: warning }, warning)),
        h("p", { class: "recommended" },
          h("strong", null, t("evaluation.recommended", limitWordsAt(result.distance, of))), " ",
          t("evaluation.range", tick(result.highest, of), tick(result.lowest, of)), " ",
          t("evaluation.pairs", number(job.counts.duplicates ?? 0), number(job.counts.others ?? 0))),
        h(Chart, {
          isLine: true, title: t("evaluation.curve"), x: axis(of), y: t("evaluation.share"), names: curve.map(names), ticks: ticks(curve.length - 1, of), mark: distance, limit,
          datasets: [
            { label: t("evaluation.precision"), data: curve.map((each) => each.precision), kind: "one" },
            { label: t("evaluation.recall"), data: curve.map((each) => each.recall), kind: "two" },
          ],
        }),
        result.calibration.examples.length > 0 && this.examples(result.calibration.examples, of)));
  }

  /** What the curve was measured with: documents and edited copies of them. */
  examples(examples, of) {
    return h("div", { class: "examples" },
      h("p", null, t("evaluation.copies")),
      examples.map(({ text, copy, distance }) => h(Texts, { key: copy, a: text, b: copy }, (parts) => parts && h("p", null,
        h(MarkedLine, { parts }), h("br"), h(Nearness, { pair: { distance }, of })))));
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
