// Passages that two texts share, wherever they stand in each.
import { h } from "../elements.js";
import { Panes } from "./differences.js";
import { number, t } from "../words.js";

const [WIDTH, HEIGHT, BAR] = [1_000, 60, 14]; // of the drawing, and the height of a text in it
const TOPS = { a: 0, b: HEIGHT - BAR };

/** `texts` are those of the sides `a` and `b`, `labels` their names, and `passages` places in both, as the API lists them. */
export function Passages({ texts, labels, passages, keys, children }) {
  const count = passages.length;
  return h(Panes, {
    of: passages, count, keys,
    panes: ["a", "b"].map((side) => ({ side, label: labels[side], parts: partsOf(texts[side], passages, side) })),
    strip: (at, go) => strip(texts, passages, at, go),
    status: (at) => at < 0 ? t("passages.count", number(count)) : t("passages.at", number(at + 1), number(count), number(passages[at].words)),
  }, children);
}

/** The parts of a text: outside of passages, in them, and what was edited in them. Of passages that overlap, the first is marked. */
function partsOf(text, passages, side) {
  const parts = [];
  let begin = 0;
  const until = (end, of, hunk) => {
    if (end > begin) {
      parts.push({ of, text: text.slice(begin, end), hunk });
      begin = end;
    }
  };
  const ordered = passages.map((passage, hunk) => ({ ...passage[side], gaps: passage.gaps, hunk })).sort((x, y) => x.start - y.start);
  for (const { start, end, gaps, hunk } of ordered) {
    until(start, "both");
    for (const { [side]: gap } of gaps) {
      until(gap.start, "shared", hunk);
      until(gap.end, side, hunk);
    }
    until(end, "shared", hunk);
  }
  until(text.length, "both");
  return parts;
}

/** Where the passages lie in both texts, in one scale. A click leads to one. */
function strip(texts, passages, current, go) {
  const scale = WIDTH / Math.max(1, texts.a.length, texts.b.length);
  const bar = (side) => h("rect", { class: "text", x: 0, y: TOPS[side], width: scale * texts[side].length, height: BAR });
  const corners = ({ start, end }, top) => [[scale * start, top], [Math.max(scale * end, scale * start + 2), top]];
  return h("svg", { class: "strip", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("passages.strip") },
    bar("a"), bar("b"),
    passages.map(({ a, b }, at) => {
      const left = [...corners(a, 0), ...corners(a, BAR).reverse()];
      const right = [...corners(b, TOPS.b), ...corners(b, HEIGHT).reverse()];
      const between = [...corners(a, BAR), ...corners(b, TOPS.b).reverse()];
      return h("g", { key: at, class: at === current ? "current" : undefined, onClick: () => go(at) },
        h("polygon", { class: "way", points: between.join(" ") }), h("polygon", { points: left.join(" ") }), h("polygon", { points: right.join(" ") }));
    }));
}
