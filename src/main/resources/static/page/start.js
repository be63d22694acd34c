// What this service is for, what the collection in use holds, and what to do next.
import * as address from "./address.js";
import { call, lines, pause, Refusal } from "./api.js";
import { Chart } from "./chart.js";
import { collections } from "./collection-list.js";
import { Button, Fact, Form, h, Input, Latest, Section, Trouble, View } from "./elements.js";
import { axis, limitWordsAt, tick, ticks } from "./limit.js";
import { openWith } from "./kept.js";
import { FileDrop } from "./load/file-drop.js";
import { uploader } from "./load/uploader.js";
import { number, percent, t } from "./words.js";

const SAMPLE = "sample"; // the collection of the bundled documents
const POLL = 3; // seconds
const MEASURED = 300; // documents whose nearest others are looked up
const DOUBT = 0.25; // of the limit: distances this close to it are doubtful
const KINDS = ["start.clear", "start.doubtful", "start.unique"];
const LISTED = 1_000; // documents of an answer
const NEXT = [ // views, their words, and what else is in their addresses
  ["load", "clean.title"], ["load", "kind.passages", { kind: "passages" }], ["against", "view.against", { collection: "" }],
  ["calibrate", "calibrate.title"], ["documents", "start.browse"], ["compare", "compare.title"],
];
const NOTHING = { distances: null, copies: null, isPart: false, disabled: null };

/** The view. Its address has the collection in use. */
export class Start extends View {
  state = this.lastShown("start") ?? { of: "", named: "", ...NOTHING, sought: "", trouble: null, unread: null, busy: "" };
  learning = new Latest(this.left);
  polling = new Latest(this.left);

  componentDidMount() {
    super.componentDidMount();
    this.state.of && this.setState({ of: "" }); // a person came back
    this.onPaste("sought", (text) => collections.filled.length > 0 && this.find(text));
    this.poll();
  }

  onOther() {
    address.write("start", { collection: collections.used });
    this.setState({ trouble: null });
  }

  /** Looks at the collection in use, unless a file is being loaded. */
  componentDidUpdate() {
    const { shown } = this;
    shown && this.state.of !== shown.name + shown.documents && !uploader.running && this.learn(shown);
  }

  /** Reads the collections again and again. */
  async poll() {
    const signal = this.polling.next();
    while (!signal.aborted) {
      try {
        document.hidden || (await collections.read());
        this.setState({ unread: null });
      } catch (trouble) {
        this.setState({ unread: trouble });
      }
      await pause(POLL, signal).catch(() => {}); // it has ended
    }
  }

  /** The collection in use, or the first with documents. */
  get shown() {
    return collections.current ?? collections.filled[0];
  }

  /** Learns what is shown of a collection. */
  async learn({ name: collection, documents }) {
    const signal = this.learning.next();
    this.setState({ of: collection + documents, named: collection, ...(this.state.named !== collection && NOTHING) });
    try {
      this.setState(await nearest(collection, signal));
      this.setState({ disabled: await countDisabled(collection, signal) });
    } catch (trouble) {
      if (trouble.status === 404) {
        collections.read().catch(() => {}); // it is deleted, which the page says
      } else if (!signal.aborted) {
        this.setState({ trouble });
      }
    }
  }

  loadSample() {
    return this.attempt("sample", async () => {
      await call("PUT", "/collections/" + SAMPLE, { body: { storeText: true } });
      const sample = await fetch(new URL("sample.ndjson", import.meta.url));
      const options = { query: { collection: SAMPLE }, body: await sample.text(), type: "application/x-ndjson" };
      for await (const answer of lines("POST", "/documents", options)) {
        if (answer.problem) {
          throw new Refusal(answer.problem);
        }
      }
      collections.use(SAMPLE);
      this.poll();
    });
  }

  render() {
    const { list, quarantined } = collections;
    const trouble = this.state.trouble ?? this.state.unread;
    const empty = list?.every((each) => each.documents === 0);
    return h(Section, { level: 1, title: t("start.title") },
      h("p", null, t("start.lead")),
      h(Trouble, { of: trouble, retry: () => this.setState({ of: "", trouble: null }, () => this.poll()) }),
      !list && !trouble && h("p", { "aria-busy": "true" }, t("start.working")),
      quarantined.map(({ name, reason, remedy }) =>
        h("p", { key: name, role: "alert" }, h("strong", null, t("start.quarantined"), " ", h("bdi", null, name)), " ", h("span", { lang: "en" }, reason, " ", remedy))),
      list && (empty ? this.welcome() : this.overview()));
  }

  sampleButton(style) {
    const busy = this.state.busy === "sample";
    return h(Button, { style, disabled: busy, busy, needed: "admin", onClick: () => this.loadSample() }, t("start.loadSample"));
  }

  welcome() {
    return h("div", null,
      h("p", null, t("start.empty")),
      h("div", { class: "cards" },
        h("article", null, h("h2", null, t("start.try")), h("p", null, t("start.tryText")), this.sampleButton("")),
        h("article", null, h("h2", null, t("load.file")), drop()),
        h("article", null, h("h2", null, t("start.paste")), h("p", null, t("start.pasteText")),
          h("a", { role: "button", class: "secondary", href: address.link("compare") }, t("view.compare")))));
  }

  overview() {
    const { list } = collections;
    const { shown } = this;
    return h("div", null,
      this.search(),
      shown && this.details(shown),
      h("article", null, h("h2", null, t("load.file")), drop()),
      !list.some((each) => each.name === SAMPLE && each.documents > 0) && this.sampleButton("secondary outline"));
  }

  /** Looks a text up in the collection in use. */
  find(text) {
    openWith("find", { text, collection: collections.used }, { kind: "text", content: text });
  }

  search() {
    const { sought } = this.state;
    return h(Form, { class: "controls search", onSubmit: () => sought.trim() && this.find(sought) },
      h(Input, { label: t("start.sought"), ...this.bound("sought"), placeholder: t("compare.paste") }),
      h("button", { type: "submit" }, t("view.find")));
  }

  details(collection) {
    const { distances, copies, isPart, disabled } = this.state;
    const { name, documents } = collection;
    const tile = (key, value) => h(Fact, { name: t(key) }, value ?? "…");
    return h("article", null,
      h("h2", null, h("bdi", null, name)),
      h("dl", { class: "tiles" },
        tile("start.documents", number(documents)),
        tile("documents.copies", distances && (isPart ? t("start.about", percent(copies / Math.max(1, distances.length))) : number(copies))),
        tile("applied.disabled", disabled && number(disabled.count) + (disabled.more ? "+" : ""))),
      distances ? this.histogram(collection, distances) : h("p", { "aria-busy": "true" }, t("start.measuring")),
      this.work(name));
  }

  work(collection) {
    return h(Section, { key: "next", level: 3, title: t("start.next") }, // not taken for what is measured, which would drop the focus in it
      h("ul", null, NEXT.map(([view, key, query]) =>
        h("li", { key }, h("a", { href: address.link(view, { collection, ...query }) }, t(key))))));
  }

  /** How far the documents are from the nearest other one, as words and as a chart. */
  histogram(collection, distances) {
    const { bits, maxDistance } = collection;
    if (distances.length === 0) {
      return h("p", null, t("start.noDocuments"));
    }
    const [clear, doubtful] = [1 - DOUBT, 1 + DOUBT].map((share) => Math.floor(share * maxDistance));
    const within = (most) => distances.filter((each) => each <= most).length;
    const counts = [within(clear), within(doubtful) - within(clear), distances.length - within(doubtful)];
    const width = Math.max(1, Math.round(bits / 64));
    const names = Array.from({ length: Math.floor(bits / 2 / width) + 1 }, (_, at) => tick(at * width, collection) + " (" + t("find.distance", at * width) + ")");
    const kinds = ["one", "two", "three"].map((kind, at) => ({ kind, label: t(KINDS[at], number(counts[at])), data: names.map(() => 0) }));
    for (const each of distances.filter(Number.isFinite)) {
      kinds[each <= clear ? 0 : each <= doubtful ? 1 : 2].data[Math.min(names.length - 1, Math.floor(each / width))]++;
    }
    return h("div", null,
      h("p", { class: "found" }, h("strong", null, kinds.map(({ label }) => label).join(", ")), " ",
        t("start.ranges", limitWordsAt(clear, collection), limitWordsAt(doubtful, collection)), " ", this.state.isPart && t("start.first", number(distances.length))),
      h(Chart, {
        title: t("start.histogram"), x: axis(collection), y: t("start.ofDocuments"), names, ticks: ticks(bits / 2, collection).map(([distance, label]) => [distance / width, label]),
        datasets: kinds, mark: Math.floor(maxDistance / width), limit: t("scale.limit", tick(maxDistance, collection)),
      }));
  }
}

/** A file that is dropped here is loaded in the view for that, into a collection of its own. */
function drop() {
  return h(FileDrop, {
    onFile: (file) => {
      uploader.offered = file;
      address.open("load");
    },
  });
}

/** Looks up documents of a collection, and yields the answers in their order. */
async function* lookUpEach(collection, documents, options, signal) {
  if (documents.length > 0) {
    const body = documents.map(({ id }) => JSON.stringify({ id }) + "\n").join("");
    yield* lines("POST", "/duplicates", { query: { collection, ...options }, body, type: "application/x-ndjson", signal });
  }
}

/** The distance of each of the first documents that lookups find to the nearest other one, infinite without another, how many have a near-duplicate, and whether there are others. */
async function nearest(collection, signal) {
  const { documents, next } = await call("GET", "/documents", { query: { collection, enabled: true, limit: MEASURED }, signal });
  const distances = [];
  for await (const { matches } of lookUpEach(collection, documents, { nearest: 1 }, signal)) {
    if (matches) {
      distances.push(matches[0]?.distance ?? Infinity);
    }
  }
  let copies = 0;
  for await (const { matches } of lookUpEach(collection, documents, { limit: 1 }, signal)) {
    copies += matches?.length > 0 ? 1 : 0;
  }
  return { distances, copies, isPart: next !== undefined };
}

/** The number of disabled documents, as far as they fit into an answer: {count, more}. */
async function countDisabled(collection, signal) {
  const { documents, next } = await call("GET", "/documents", { query: { collection, enabled: false, limit: LISTED }, signal });
  return { count: documents.length, more: next !== undefined };
}
