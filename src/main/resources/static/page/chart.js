// Charts with their numbers as a table.
import { Fold, h, Table } from "./elements.js";
import { number, percent, t } from "./words.js";

const HEIGHT = 100; // of a drawing that is stretched to its place

/**
 * `datasets` have `label`, `data` from 0 on, and the class `one`, `two` or `three`: as lines, or as bars that stand on each other.
 * `names` are those of the values in the table, `ticks` some of them on the axis: [number, label]. `mark` is the number of the label where a line is, which `limit` names.
 */
export function Chart({ isLine, names, ticks, datasets, title, x, y, mark, limit }) {
  const count = names.length;
  const sums = names.map((_, at) => datasets.reduce((sum, { data }) => sum + (data[at] ?? 0), 0));
  const most = Math.max(...(isLine ? datasets.flatMap(({ data }) => data) : sums), 0) || 1;
  const top = (value) => HEIGHT * (1 - value / most);
  const below = (of, at) => datasets.slice(0, of).reduce((sum, { data }) => sum + data[at], 0);
  const words = isLine ? percent : number;
  const marked = mark + 0.5;
  return h("figure", { class: "chart" },
    h("figcaption", null, title),
    h("div", { class: "legend" }, datasets.map(({ label, kind }) => h("span", { key: label, class: kind }, label))),
    h("div", { class: "plot", role: "img", "aria-label": title },
      h("small", { class: "most" }, words(most) + " " + y),
      h("small", { class: "limit", style: { left: (100 * marked) / count + "%" } }, limit),
      h("svg", { viewBox: `0 0 ${count} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
        datasets.map(({ label, data, kind }, of) =>
          isLine
            ? h("polyline", { key: label, class: kind, points: data.map((value, at) => at + 0.5 + "," + top(value)).join(" ") })
            : data.map((value, at) => h("rect", {
                key: label + at, class: kind, x: at + 0.1, y: top(value + below(of, at)), width: 0.8, height: HEIGHT - top(value),
              }))),
        h("line", { class: "mark", x1: marked, x2: marked, y1: 0, y2: HEIGHT })),
      h("div", { class: "ticks" }, ticks.map(([at, label]) => h("small", { key: label, style: { left: (100 * (at + 0.5)) / count + "%" } }, label))),
      h("small", { class: "axes" }, x)),
    h(Fold, { title: t("chart.table") },
      h(Table, { label: title, columns: [x, ...datasets.map(({ label }) => label)] }, names.map((label, at) =>
        h("tr", { key: at }, h("th", { scope: "row" }, label), datasets.map((each) => h("td", { key: each.label }, Number.isFinite(each.data[at]) ? words(each.data[at], 1) : "–")))))));
}
