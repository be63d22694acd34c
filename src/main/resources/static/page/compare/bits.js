// Fingerprints as grids of bits.
import { Caller, h } from "../elements.js";
import { number, t } from "../words.js";

/** The bits of a hex string, the most significant first. */
function bitsOf(fingerprint) {
  return [...fingerprint].flatMap((digit) => {
    const value = parseInt(digit, 16);
    return [8, 4, 2, 1].map((bit) => (value & bit) !== 0);
  });
}

const COLUMNS = 32;

/** Two fingerprints; the pointer or the arrow keys choose a bit, whose sums are shown. */
export class BitGrids extends Caller {
  state = { chosen: -1 };

  step(e, count) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[e.key];
    if (step) {
      e.preventDefault();
      const from = this.state.chosen < 0 ? (step > 0 ? -step : count) : this.state.chosen;
      this.setState({ chosen: Math.min(count - 1, Math.max(0, from + step)) });
    } else if (e.key === "n") {
      e.preventDefault(); // it leads to the next difference of the texts elsewhere
      const [left, right] = [bitsOf(this.props.a), bitsOf(this.props.b)];
      this.setState({ chosen: left.findIndex((bit, at) => at > this.state.chosen && bit !== right[at]) });
    }
  }

  grid(bits, others, label) {
    const { chosen } = this.state;
    const rows = Math.ceil(bits.length / COLUMNS);
    const differing = bits.filter((bit, at) => bit !== others[at]).length;
    return h("figure", null,
      h("figcaption", null, label),
      h("svg", {
        class: "bits", viewBox: `0 0 ${COLUMNS * 10} ${rows * 10}`, tabindex: 0, role: "img",
        "aria-label": t("bits.grid", label, bits.length, differing),
        onKeyDown: (e) => this.step(e, bits.length),
        onPointerMove: (e) => {
          const at = Number(e.target.dataset?.at ?? -1);
          if (at !== chosen && at >= 0) {
            this.setState({ chosen: at });
          }
        },
      }, bits.map((bit, at) => h("rect", {
        key: at, "data-at": at, x: (at % COLUMNS) * 10 + 0.5, y: Math.floor(at / COLUMNS) * 10 + 0.5, width: 9, height: 9, rx: 1.5,
        class: (bit ? "one" : "zero") + (bit !== others[at] ? " differs" : "") + (at === chosen ? " chosen" : ""),
      }))));
  }

  render({ a, b, labelA, labelB }, { chosen }) {
    const [left, right] = [bitsOf(a), bitsOf(b)];
    return h("div", null,
      h("div", { class: "pair" }, this.grid(left, right, labelA), this.grid(right, left, labelB)),
      h("div", { class: "bit-detail", "aria-live": "polite" },
        chosen < 0 || chosen >= left.length
          ? t("bits.hint")
          : this.detail(left.length - 1 - chosen, left[chosen], right[chosen])));
  }

  detail(bit, a, b) {
    const { columnsA, columnsB, labelA, labelB } = this.props;
    return [
      t(a === b ? "bits.same" : "bits.differs", bit, a ? 1 : 0, b ? 1 : 0),
      columnsA && columnsB && h("ul", null, [[labelA, columnsA], [labelB, columnsB]].map(([label, columns]) =>
        h("li", { key: label }, t("bits.sum", label, number(columns[bit]?.sum ?? 0, 2), pulls(columns, bit))))),
    ];
  }
}

function pulls(columns, bit) {
  const names = (columns[bit]?.pulls ?? []).map((pull) => "“" + pull.feature + "”");
  return names.slice(0, 3).join(", ") || "–";
}
