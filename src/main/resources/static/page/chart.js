// Charts, drawn by a library that is loaded once one is shown.
import { Component, h } from "./elements.js";
import { t } from "./words.js";

let library = null;

function load() {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL("../webjars/chart.js/dist/chart.umd.min.js", import.meta.url);
    script.onload = () => resolve(globalThis.Chart);
    script.onerror = () => {
      library = null;
      reject(new Error("chart.umd.min.js"));
    };
    document.head.append(script);
  });
  return library;
}

/** A colour of the style sheet. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * A chart with its numbers as a table. `datasets` have `label`, `data` and the CSS variable of their
 * `colour`; `marks` are vertical lines at labels: {at, label}.
 */
export class Chart extends Component {
  constructor() {
    super();
    this.draw = () => this.redraw();
  }

  componentDidMount() {
    this.redraw();
    addEventListener("themechange", this.draw);
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.scheme.addEventListener("change", this.draw);
  }

  componentDidUpdate(before) {
    if (before.labels !== this.props.labels || before.datasets !== this.props.datasets || before.mark !== this.props.mark) {
      this.redraw();
    }
  }

  componentWillUnmount() {
    removeEventListener("themechange", this.draw);
    this.scheme.removeEventListener("change", this.draw);
    this.chart?.destroy();
    this.left = true;
  }

  async redraw() {
    let Library;
    try {
      Library = await load();
    } catch {
      return; // the table remains
    }
    if (this.left) {
      return;
    }
    this.chart?.destroy();
    const { type = "bar", labels, datasets, x, y, mark } = this.props;
    const text = colour("--pico-color");
    const grid = colour("--pico-muted-border-color");
    const axis = (title) => ({ title: { display: true, text: title, color: text }, ticks: { color: text, maxTicksLimit: 12 }, grid: { color: grid }, beginAtZero: true });
    this.chart = new Library(this.canvas, {
      type,
      data: {
        labels,
        datasets: datasets.map((each) => ({
          label: each.label, data: each.data, backgroundColor: colour(each.colour), borderColor: colour(each.colour), pointRadius: 0, borderWidth: type === "line" ? 2 : 0,
        })),
      },
      options: {
        animation: false, maintainAspectRatio: false, interaction: { mode: "index", intersect: false },
        plugins: { legend: { display: datasets.length > 1, labels: { color: text } } },
        scales: { x: axis(x), y: axis(y) },
      },
      plugins: mark === undefined ? [] : [{ afterDatasetsDraw: (chart) => line(chart, labels.indexOf(mark), text) }],
    });
  }

  render({ labels, datasets, title, x }) {
    return h("figure", { class: "chart" },
      h("figcaption", null, title),
      h("div", { class: "canvas" },
        h("canvas", { role: "img", "aria-label": title, ref: (canvas) => (this.canvas = canvas) })),
      h("details", null,
        h("summary", null, t("chart.table")),
        h("div", { class: "overflow-auto", tabIndex: 0, role: "region", "aria-label": title },
          h("table", null,
            h("thead", null, h("tr", null, h("th", { scope: "col" }, x), datasets.map((each) => h("th", { scope: "col", key: each.label }, each.label)))),
            h("tbody", null, labels.map((label, at) =>
              h("tr", { key: label }, h("th", { scope: "row" }, label), datasets.map((each) => h("td", { key: each.label }, each.data[at] ?? "–")))))))));
  }
}

function line(chart, at, colourOf) {
  if (at >= 0) {
    const { ctx, chartArea, scales } = chart;
    const x = scales.x.getPixelForValue(at);
    ctx.save();
    ctx.strokeStyle = colourOf;
    ctx.setLineDash([4, 4]);
    ctx.beginPath();
    ctx.moveTo(x, chartArea.top);
    ctx.lineTo(x, chartArea.bottom);
    ctx.stroke();
    ctx.restore();
  }
}
