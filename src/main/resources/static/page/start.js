// What the service holds, or what to do with an empty one.
import * as address from "./address.js";
import { call, lines } from "./api.js";
import { Chart } from "./chart.js";
import { collections } from "./collection-list.js";
import { Component, h, Latest, Trouble } from "./elements.js";
import { FileDrop } from "./load/file-drop.js";
import { offer } from "./load/uploader.js";
import { bytes, number, percent, t } from "./words.js";

const SAMPLE = "sample"; // the collection of the bundled documents
const POLL = 3_000; // milliseconds
const MEASURED = 300; // documents whose nearest others are looked up

/** The view. Its address has the collection that is shown. */
export class Start extends Component {
  constructor() {
    super();
    this.state = { rates: {}, nearest: null, trouble: null, busy: false };
    this.measuring = new Latest();
  }

  componentDidMount() {
    this.unfollow = collections.follow(
      () => this.show(), () => address.write("start", { collection: collections.used }));
    this.poll();
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
    this.unfollow();
    this.left = true;
    this.measuring.cancel();
  }

  async poll() {
    clearTimeout(this.timer);
    try {
      if (!document.hidden) {
        await this.refresh();
      }
    } catch (trouble) {
      this.setState({ trouble });
    }
    if (!this.left) {
      this.timer = setTimeout(() => this.poll(), POLL);
    }
  }

  async refresh() {
    const list = await collections.read();
    const now = performance.now();
    const rates = {};
    for (const { name, documents } of list) {
      const before = this.before?.documents[name];
      rates[name] = before === undefined ? 0 : ((documents - before) * 1000) / (now - this.before.at);
    }
    this.before = { at: now, documents: Object.fromEntries(list.map((each) => [each.name, each.documents])) };
    this.setState({ rates, trouble: null }, () => this.show());
  }

  /** The collection in use, or the first with documents. */
  get shown() {
    return collections.get(collections.used) ?? collections.filled[0];
  }

  /** Measures the collection in use, unless documents are being stored. */
  show() {
    const { shown } = this;
    if (shown && this.state.nearest?.of !== shown.name + shown.documents && this.state.rates[shown.name] === 0) {
      this.measure(shown);
    }
    this.setState({});
  }

  /** Looks the nearest other document up for some documents. */
  async measure(collection) {
    const of = collection.name + collection.documents;
    const signal = this.measuring.next();
    this.setState({ nearest: { of, distances: null } });
    try {
      const query = { collection: collection.name };
      const { documents } = await call("GET", "/documents", { query: { ...query, limit: MEASURED }, signal });
      const body = documents.map(({ id }) => JSON.stringify({ id, nearest: 1 }) + "\n").join("");
      const distances = [];
      for await (const line of lines("POST", "/duplicates", { query, body, type: "application/x-ndjson", signal })) {
        if (line.matches) {
          distances.push(line.matches[0]?.distance ?? null);
        }
      }
      this.setState({ nearest: { of, distances } });
    } catch (trouble) {
      if (!signal.aborted) {
        this.setState({ trouble });
      }
    }
  }

  choose(name) {
    collections.use(name);
  }

  async loadSample() {
    this.setState({ busy: true, trouble: null });
    try {
      await call("PUT", "/collections/" + SAMPLE, { body: { storeText: true } });
      const sample = await fetch(new URL("sample.ndjson", import.meta.url));
      const options = { query: { collection: SAMPLE }, body: await sample.text(), type: "application/x-ndjson" };
      for await (const line of lines("POST", "/documents", options)) {
        if (line.problem) {
          throw Object.assign(new Error(line.problem.detail), { problem: line.problem });
        }
      }
      this.setState({ busy: false });
      this.choose(SAMPLE);
      this.poll();
    } catch (trouble) {
      this.setState({ trouble, busy: false });
    }
  }

  render(_, { trouble }) {
    const { list, quarantined } = collections;
    const empty = list?.every((each) => each.documents === 0);
    return h("section", null,
      h("h1", null, t("start.title")),
      h(Trouble, { of: trouble, retry: () => this.poll() }),
      !list && !trouble && h("p", { "aria-busy": "true" }, t("start.working")),
      quarantined.map(({ name, reason, remedy }) =>
        h("p", { key: name, role: "alert" }, h("strong", null, t("start.quarantined"), " ", h("bdi", null, name)), " ", reason, " ", remedy)),
      list && (empty ? this.welcome() : this.overview()));
  }

  sampleButton(style) {
    const { busy } = this.state;
    return h("button", { type: "button", class: style, disabled: busy, "aria-busy": String(busy), onClick: () => this.loadSample() }, t("start.loadSample"));
  }

  welcome() {
    return h("div", null,
      h("p", null, t("start.empty")),
      h("div", { class: "cards" },
        h("article", null, h("h2", null, t("start.try")), h("p", null, t("start.tryText")), this.sampleButton("")),
        h("article", null, h("h2", null, t("load.file")), this.drop()),
        h("article", null, h("h2", null, t("start.paste")), h("p", null, t("start.pasteText")),
          h("a", { role: "button", class: "secondary", href: address.link("compare") }, t("view.compare")))));
  }

  overview() {
    const { rates } = this.state;
    const { list } = collections;
    const { shown } = this;
    return h("div", null,
      h("div", { class: "overflow-auto", tabIndex: 0, role: "region", "aria-label": t("start.title") },
        h("table", null,
          h("thead", null, h("tr", null, ["name", "documents", "rate", "memory", "profile"].map((column) =>
            h("th", { scope: "col", key: column }, t("start." + column))))),
          h("tbody", null, list.map((each) =>
            h("tr", { key: each.name, class: each === shown ? "chosen" : "" },
              h("th", { scope: "row" },
                h("button", { type: "button", class: "link", "aria-pressed": String(each === shown), onClick: () => this.choose(each.name) }, h("bdi", null, each.name))),
              h("td", null, number(each.documents)),
              h("td", null, rates[each.name] ? t("start.perSecond", number(rates[each.name])) : "–"),
              h("td", null, bytes(each.indexBytes + each.directoryBytes)),
              h("td", null, each.profile)))))),
      shown && this.details(shown),
      !list.some((each) => each.name === SAMPLE && each.documents > 0) && this.sampleButton("secondary outline"),
      this.drop());
  }

  /** A file that is dropped here is loaded in the view for that, into a collection of its own. */
  drop() {
    return h(FileDrop, {
      onFile: (file) => {
        offer(file);
        address.open("load");
      },
    });
  }

  details(collection) {
    const { nearest } = this.state;
    const distances = nearest?.distances;
    return h("article", null,
      h("h2", null, h("bdi", null, collection.name)),
      h("dl", { class: "facts" },
        fact(t("start.documents"), number(collection.documents)),
        fact(t("start.fingerprints"), number(collection.fingerprints)),
        fact(t("start.bits"), number(collection.bits)),
        fact(t("start.limit"), number(collection.maxDistance)),
        fact(t("start.largestBucket"), number(collection.largestBucket)),
        fact(t("start.texts"), t(collection.storeText ? "start.kept" : "start.notKept"))),
      distances ? this.histogram(collection, distances) : h("p", { "aria-busy": "true" }, t("start.measuring")),
      collection.bucketSizes.length > 0 && this.buckets(collection),
      h("p", null,
        h("a", { href: address.link("find", { collection: collection.name }) }, t("start.find")), " · ",
        h("a", { href: address.link("load", { collection: collection.name }) }, t("clean.title")), " · ",
        h("a", { href: address.link("calibrate", { collection: collection.name }) }, t("calibrate.title"))));
  }

  histogram(collection, distances) {
    if (distances.length === 0) {
      return h("p", null, t("start.noDocuments"));
    }
    const near = distances.filter((each) => each !== null && each <= collection.maxDistance).length;
    const width = Math.max(1, Math.round(collection.bits / 64));
    const size = Math.floor(collection.bits / 2 / width) + 1;
    const counts = new Array(size).fill(0);
    for (const each of distances) {
      if (each !== null) {
        counts[Math.min(size - 1, Math.floor(each / width))]++;
      }
    }
    this.chart = this.chart?.of === distances ? this.chart : {
      of: distances,
      labels: counts.map((_, at) => at * width),
      datasets: [{ label: t("start.documents"), data: counts, colour: "--chart-one" }],
    };
    return h("div", null,
      h("p", null, h("strong", null, percent(near / distances.length)), " ",
        t("start.share", number(distances.length), collection.maxDistance)),
      h(Chart, {
        title: t("start.histogram"), x: t("start.distance"), y: t("start.documents"),
        labels: this.chart.labels, datasets: this.chart.datasets,
        mark: Math.floor(collection.maxDistance / width) * width,
      }));
  }

  buckets({ bucketSizes }) {
    const key = JSON.stringify(bucketSizes);
    this.bucketChart = this.bucketChart?.key === key ? this.bucketChart : {
      key,
      labels: bucketSizes.map(({ from, to }) => (from === to ? number(from) : number(from) + "–" + number(to))),
      datasets: [{ label: t("start.buckets"), data: bucketSizes.map(({ buckets }) => buckets), colour: "--chart-two" }],
    };
    return h(Chart, {
      title: t("start.bucketSizes"), x: t("start.bucketLength"), y: t("start.buckets"),
      labels: this.bucketChart.labels, datasets: this.bucketChart.datasets,
    });
  }
}

function fact(name, value) {
  return h("div", { key: name }, h("dt", null, name), h("dd", null, value));
}
