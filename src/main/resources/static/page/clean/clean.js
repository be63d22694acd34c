// Starts jobs that find groups of near-duplicates, and lists those of a collection.
import { call, part } from "../api.js";
import { collections } from "../collection-list.js";
import { Button, Caller, Choice, Fold, Form, h, Limit, Trouble } from "../elements.js";
import { ACTIVE, kindOf } from "../job.js";
import { uploader } from "../load/uploader.js";
import { moment, number, t } from "../words.js";

const KINDS = new Set(["groups", "dedupe", "apply", "undo"]);
const SURVIVORS = ["central", "first", "longest", "newest"];
const LISTED = 20; // jobs

/** `choices` are those for the next job, with `bound` as their fields; `onJob` gets the id of a job to show, which `job` is. */
export class Clean extends Caller {
  state = { jobs: [] };

  componentDidMount() {
    uploader.addEventListener("change", () => uploader.state?.done && this.read(), { signal: this.left });
    this.read();
  }

  componentDidUpdate(before) {
    if (before.collection !== this.props.collection || before.job !== this.props.job) {
      this.read();
    }
  }

  read() {
    return this.attempt("read", async (signal) => {
      const list = await collections.read();
      const isStored = list.some((each) => each.name === this.props.collection);
      const { jobs } = isStored
        ? await call("GET", "/jobs", { query: { collection: this.props.collection, limit: LISTED }, signal })
        : { jobs: [] };
      const own = jobs.filter((each) => KINDS.has(each.request.kind));
      this.setState({ jobs: own });
      const active = own.find((each) => ACTIVE.has(each.state));
      if (active && !this.props.job) { // found again after the page was left
        this.props.onJob(active.id);
      }
    });
  }

  start() {
    const { kind, survivor, action, maxDistance } = this.props.choices;
    const body = {
      kind, survivor, ...(kind === "dedupe" && { action, dryRun: true }), ...(maxDistance !== "" && { maxDistance: Number(maxDistance) }),
    };
    return this.attempt("start", async () => this.props.onJob((await call("POST", "/collections/" + part(this.props.collection) + "/jobs", { body })).id));
  }

  render({ collection, choices: { kind }, bound, onJob, job }, { jobs, trouble, busy }) {
    const current = collections.get(collection);
    return h("div", null,
      h(Form, { onSubmit: () => this.start() },
        h("div", { class: "controls" },
          h(Choice, {
            label: t("start.name"), name: "cleaned", value: current ? collection : "",
            options: [...(current ? [] : [["", t("clean.choose")]]), ...collections.names],
            onChange: (chosen) => chosen && collections.use(chosen),
          }),
          h(Choice, { label: t("view.find"), ...bound("kind"), options: ["dedupe", "groups"].map((each) => [each, t("kind." + each)]) }),
          h(Choice, { label: t("clean.survivor"), ...bound("survivor"), options: SURVIVORS.map((each) => [each, t("survivor." + each)]) }),
          kind === "dedupe" && h(Choice, { label: t("clean.action"), ...bound("action"), options: ["disable", "remove"].map((each) => [each, t("action." + each)]) }),
          h(Limit, { of: current, ...bound("maxDistance") })),
        h("button", { type: "submit", class: (job || (uploader.state && !uploader.state.done)) && "secondary", disabled: !current, "aria-busy": String(busy === "start") }, t("starts." + kind))),
      h(Trouble, { of: trouble, retry: () => this.read() }),
      jobs.length > 0 && h(Fold, { title: t("clean.jobs") + " (" + number(jobs.length) + ")" },
        h("ul", null, jobs.map((each) =>
          h("li", { key: each.id },
            h(Button, { style: "link", "aria-pressed": String(each.id === job), onClick: () => onJob(each.id) }, t("kind." + kindOf(each.request))), " ",
            t("job." + each.state), " ", moment(each.createdAt))))));
  }
}
