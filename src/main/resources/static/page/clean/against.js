// What of a collection is in another one: the results of jobs of kind compare-with and copy.
import * as address from "../address.js";
import { lines, pages } from "../api.js";
import { collections } from "../collection-list.js";
import { line, readDocument } from "../document-state.js";
import { Button, Caller, Choice, h, Table, Trouble } from "../elements.js";
import { Nearness } from "../limit.js";
import { Paged } from "./paged.js";
import { nameOf } from "../download.js";
import { resultsOf, saveDocuments, saveFile } from "./results.js";
import { number, t } from "../words.js";

const DOCUMENTS = 1_000; // that are read at once
const SHOWN = 20; // rows more at a time

/** A document as the beginning of its text, and its id, which leads to it. */
class Excerpt extends Caller {
  state = this.lastShown("excerpt " + this.props.collection + " " + this.props.id) ?? {};

  componentDidMount() {
    const { collection, id } = this.props;
    this.attempt("", async (signal) => this.setState({ text: (await readDocument(collection, id, signal))?.text }));
  }

  render({ collection, id }, { text }) {
    return h("div", null, text && h("span", { class: "line", dir: "auto" }, line(text, 80), " "), h("small", null, h("a", { href: address.link("documents", { collection, id }) }, h("bdi", null, id))));
  }
}

/** The results of a job of kind compare-with: which documents are near one of the other collection, and which are new. */
export class Against extends Paged {
  state = { known: null, fresh: null, which: "known", shown: SHOWN, ...this.state };

  /** Reads all pairs, of which the nearest of each document counts, and the documents. */
  more() {
    const { job } = this.props;
    return this.attempt("more", async (signal) => {
      const pairs = new Map();
      for await (const { id, survivor, ...each } of lines("GET", resultsOf(job), { signal })) {
        const pair = { a: id, b: survivor, ...each }; // with an action, each document has its nearest one
        if (pair.a !== undefined && !(pairs.get(pair.a)?.distance <= pair.distance)) {
          pairs.set(pair.a, pair);
        }
      }
      const documents = [];
      for await (const page of pages("/documents", { query: { collection: job.collection, filter: job.request.filter, enabled: true, limit: DOCUMENTS }, signal })) {
        documents.push(...page.documents);
      }
      const equal = new Map(); // of many equal documents, the first is listed
      for (const { id, fingerprint } of documents) {
        pairs.get(id)?.equalToA > 1 && equal.set(fingerprint, pairs.get(id));
      }
      const pairOf = ({ id, fingerprint }) => pairs.get(id) ?? equal.get(fingerprint);
      const known = documents.filter(pairOf).map((each) => ({ ...pairOf(each), a: each.id })).sort((x, y) => y.distance - x.distance);
      this.setState({ known, fresh: documents.filter((each) => !pairOf(each)).map(({ id }) => id), list: documents, complete: true });
    });
  }

  /** Saves what is new or known: the records of the file that was loaded, or else the documents. */
  save(which) {
    const { job } = this.props;
    const ids = new Set(which === "known" ? this.state.known.map(({ a }) => a) : this.state.fresh);
    const [entry] = this.state.files;
    const what = which === "known" ? "known" : "new";
    return this.attempt(which, () => entry
      ? saveFile(entry, nameOf(entry.mapping.name, what), ({ id, change }) => id === undefined || (ids.has(id) && (!change || change.id)))
      : saveDocuments(job.collection, job.collection + "-" + what + ".csv", ({ id }) => ids.has(id)));
  }

  render({ job }, { known, fresh, which, shown, busy, trouble }) {
    const other = job.request.with;
    const rows = known && (which === "known" ? known : fresh);
    return h("section", { class: "against" },
      h(Trouble, { of: trouble, retry: () => this.more() }),
      !known && !trouble && h("p", { "aria-busy": "true" }, t("against.working")),
      known && [
        h("p", { class: "dry-run" }, h("strong", null, t("against.found", number(known.length), other, number(fresh.length))), " ", t("against.unchanged", other)),
        this.notes(job),
        h("div", { class: "toolbar" }, ["fresh", "known"].map((each) =>
          h(Button, { key: each, style: each === "fresh" ? "" : undefined, busy: busy === each, onClick: () => this.save(each) }, t("saved." + each)))),
        h("div", { class: "controls" },
          h(Choice, {
            label: t("against.show"), name: "which", value: which, options: ["known", "fresh"].map((each) => [each, t("against." + each)]),
            onChange: (chosen) => this.setState({ which: chosen, shown: SHOWN }),
          })),
        rows.length === 0 ? h("p", null, t("documents.none")) : this.table(rows.slice(0, shown)),
        rows.length > shown && h(Button, { style: "secondary", onClick: () => this.setState({ shown: shown + SHOWN }) }, t("find.more", number(SHOWN))),
      ]);
  }

  table(rows) {
    const { job: { collection, request: { with: other } } } = this.props;
    return this.state.which === "fresh"
      ? h(Table, { key: "fresh", label: t("against.fresh"), columns: [t("against.fresh")] }, rows.map((id) => h("tr", { key: id }, h("td", null, h(Excerpt, { id, collection })))))
      : h(Table, { key: "known", label: t("against.known"), columns: [t("against.new"), t("against.old"), t("view.compare")] }, rows.map(({ a, b, ...pair }) =>
          h("tr", { key: a },
            h("td", null, h(Excerpt, { id: a, collection })), h("td", null, h(Excerpt, { id: b, collection: other })),
            h("td", null, h("a", { href: address.link("compare", { aId: b, bId: a, collection: other, bCollection: collection }) },
              h(Nearness, { pair, of: collections.get(collection) }))))));
  }
}

/** The results of a job of kind copy: what was copied, and which documents were not. */
export class Copied extends Paged {
  render({ job }, { list, trouble }) {
    const { added = 0, replaced = 0, skipped = 0, withoutText = 0 } = job.counts;
    return h("section", null,
      h("p", { class: "dry-run" }, h("strong", null, t("copied.done", number(added + replaced), job.request.to)), " ",
        skipped > 0 && t("copied.skipped", number(skipped)), " ", withoutText > 0 && t("copied.withoutText", number(withoutText))),
      h(Trouble, { of: trouble }),
      list.length > 0 && h(Table, { label: t("kind.copy"), columns: [t("dedupe.documents"), t("copied.reason")] }, list.map(({ id, outcome, duplicateOf }) =>
        h("tr", { key: id }, h("td", null, h(Excerpt, { id, collection: job.collection })),
          h("td", null, duplicateOf ? h(Excerpt, { id: duplicateOf, collection: job.request.to }) : outcome === "withoutText" && t("judge.noText"))))),
      this.moreButton());
  }
}
