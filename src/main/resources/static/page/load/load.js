// One way of four steps: a file is loaded, checked, searched for near-duplicates, and given back without them.
import * as address from "../address.js";
import { call, part } from "../api.js";
import { Applied, Dedupe, Undone } from "../clean/cleanup.js";
import { Against, Copied } from "../clean/against.js";
import { Groups } from "../clean/groups.js";
import { Boilerplate, Quotations } from "../clean/quotations.js";
import { collections } from "../collection-list.js";
import { Button, Fold, Form, h, Latest, options, Section, Select, sentence, Step, Trouble, View } from "../elements.js";
import { ACTIVE, Job, jobsOf, kindOf } from "../job.js";
import { keepView, pick, recallView } from "../kept.js";
import { limitWords } from "../limit.js";
import { Upload } from "./upload.js";
import { uploader } from "./uploader.js";
import { moment, number, t } from "../words.js";

const RESULTS = { // by the kind of a job
  groups: Groups, dedupe: Dedupe, apply: Applied, undo: Undone, passages: Quotations, boilerplate: Boilerplate, "compare-with": Against, copy: Copied,
};
const SENTENCES = { // what a person can start, and what the sentence of it has beside the kind and the collection
  dedupe: ["survivor", "action"], groups: ["survivor"], passages: [], boilerplate: ["minDocuments"], "compare-with": ["other"], copy: ["other", "onDuplicate"],
};
const KINDS = Object.keys(SENTENCES);
const CHOICES = { job: "", kind: "dedupe", survivor: "central", action: "disable", other: "", onDuplicate: "skip", minDocuments: "" };
const GROUPING = new Set(["dedupe", "groups"]);
const ON_COPIES = ["skip", "add", "replace"];
const SURVIVORS = ["central", "first", "longest", "last"];
const LISTED = 20; // jobs

/** The view. Its address has the collection, the job, and the choices for the next one. */
export class Load extends View {
  state = this.lastShown("load") ?? { ...this.opened(), jobs: [], trouble: null, busy: "" };
  starting = new Latest(this.left);

  opened() {
    const { query } = this.props;
    const kept = recallView("load", query);
    const { kind, ...chosen } = kept.name === collections.used ? kept : query;
    return pick({ ...CHOICES, ...chosen, ...(KINDS.includes(kind) && { kind }) }, Object.keys(CHOICES));
  }

  componentDidMount() {
    super.componentDidMount();
    uploader.addEventListener("change", () => {
      if (uploader.state?.done) {
        uploader.state.passages && this.change({ kind: "passages" });
        this.read();
      }
    }, { signal: this.left });
    this.read();
  }

  onOther() {
    this.open("");
  }

  /** Shows a job, or none. */
  open(job) {
    this.change({ job }, () => this.read());
  }

  changed() {
    const chosen = pick(this.state, Object.keys(CHOICES));
    keepView("load", { collection: collections.used, ...chosen }, { name: collections.used, ...chosen });
  }

  /** Reads the jobs of the collection. One that runs is found again after the page was left. */
  read() {
    return this.attempt("read", async (signal) => {
      await collections.read();
      const { used, current } = collections;
      const jobs = current ? await jobsOf(used, LISTED, signal) : [];
      const own = jobs.filter((each) => Object.hasOwn(RESULTS, each.request.kind));
      const active = own.find((each) => ACTIVE.has(each.state));
      this.setState({ jobs: own });
      active && !this.state.job && this.change({ job: active.id });
    });
  }

  start() {
    const { kind, survivor, action, onDuplicate, minDocuments, busy } = this.state;
    if (busy === "start") {
      return;
    }
    const body = {
      kind, ...(GROUPING.has(kind) && { survivor }), ...(kind === "dedupe" && { action, dryRun: true }),
      ...(kind === "compare-with" && { with: this.other() }), ...(kind === "copy" && { to: this.other(), onDuplicate }),
      ...(kind === "boilerplate" && minDocuments !== "" && { minDocuments: Number(minDocuments) }),
    };
    const begin = async () => this.open((await call("POST", "/collections/" + part(collections.used) + "/jobs", { body })).id);
    return this.attempt("start", begin, this.starting); // a list of jobs that is read meanwhile does not hide a refusal
  }

  /** The other collection of a comparison or a copy. */
  other() {
    const others = collections.names.map(([name]) => name).filter((name) => name !== collections.used);
    return others.includes(this.state.other) ? this.state.other : others[0];
  }

  render(_, { job, isPending, trouble }) {
    return h(Section, { class: "steps", level: 1, title: t("view.load") },
      h("p", null, t("load.lead"), " ", h("a", { class: "after", href: address.link("against") }, t("view.against"))),
      h(Upload, { isPast: job !== "", onPending: (pending) => this.setState({ isPending: pending }) }),
      h(Step, { title: t("step.find"), open: !isPending && (job !== "" || collections.current?.documents !== 0) },
        this.form(),
        h(Trouble, { of: trouble, retry: () => this.read() }),
        this.earlier()),
      job ? h(Job, { id: job, key: job, onDone: () => this.read() }, (done) => this.results(done)) : h(Step, { key: "download", title: t("step.download") }, h("p", null, t("step.later"))));
  }

  form() {
    const { job, kind, busy, isPending } = this.state;
    const { used, current } = collections;
    const select = (name, values, others) => h(Select, { ...this.bound(name), options: values, ...others });
    const own = h(Select, {
      name: "cleaned", "aria-label": t("start.name"), value: current ? used : "",
      options: [...(current ? [] : [["", t("clean.choose")]]), ...collections.names], onChange: (chosen) => chosen && collections.use(chosen),
    });
    const parts = {
      what: select("kind", options(KINDS, "kind."), { "aria-label": t("view.find") }),
      other: () => select("other", collections.names.filter(([name]) => name !== used), { "aria-label": t(kind === "copy" ? "copy.to" : "against.old"), value: this.other() }),
      survivor: () => select("survivor", options(SURVIVORS, "survivor."), { "aria-label": t("clean.survivor") }),
      action: () => select("action", options(["disable", "remove"], "action."), { "aria-label": t("clean.action") }),
      onDuplicate: () => select("onDuplicate", options(ON_COPIES, "copy."), { "aria-label": t("load.duplicates") }),
      minDocuments: () => h("input", { name: "minDocuments", "aria-label": t("clean.minDocuments"), value: this.state.minDocuments, type: "number", min: 2, placeholder: "10", onInput: (e) => this.change({ minDocuments: e.currentTarget.value }) }),
    };
    return h(Form, { onSubmit: () => this.start() },
      h("div", { class: "sentence", key: kind }, sentence("sentence." + kind, parts.what, own, ...SENTENCES[kind].map((name) => parts[name]()))),
      h("div", { class: "toolbar" }, h("button", { type: "submit", class: (job || isPending) && "secondary", disabled: !current, "aria-busy": String(busy === "start") }, t("starts." + kind)),
        current && GROUPING.has(kind) && h("small", null, t("compare.limit", limitWords(current)))));
  }

  earlier() {
    const { jobs, job } = this.state;
    return jobs.length > 0 && h(Fold, { title: t("clean.jobs") + " (" + number(jobs.length) + ")" },
      h("ul", null, jobs.map(({ id, request, state, createdAt }) =>
        h("li", { key: id },
          h(Button, { style: "link", "aria-pressed": String(id === job), onClick: () => this.open(id) }, t("kind." + kindOf(request))), " ",
          t("job." + state), " ", moment(createdAt)))));
  }

  /** What came of a job. */
  results(job) {
    const Results = RESULTS[kindOf(job.request)];
    const next = (what) => async () => this.open((await call("POST", "/jobs/" + part(job.id) + "/" + what)).id);
    return Results ? h(Results, { job, apply: next("apply"), undo: next("undo") }) : h("p", null, t("clean.other"));
  }
}
