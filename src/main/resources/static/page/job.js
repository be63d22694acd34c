// A job of the service: its progress while it runs, and what came of it.
import { call, part } from "./api.js";
import { collections } from "./collection-list.js";
import { Button, Caller, h, Latest, Trouble } from "./elements.js";
import { duration, number, percent, t } from "./words.js";

const WAIT = 1; // seconds that the service waits for the end

/** The states of a job that has not ended. */
export const ACTIVE = new Set(["queued", "running"]);

/** The kind of a job to a person: a dedupe job that is no dry run is a clean-up. */
export function kindOf({ kind, dryRun }) {
  return kind === "dedupe" && dryRun === false ? "apply" : kind;
}

/** The latest jobs of a collection, without those of a deleted one of its name. */
export async function jobsOf(collection, limit, signal) {
  const { jobs } = await call("GET", "/jobs", { query: { collection, limit }, signal });
  const began = new Date(collections.get(collection)?.createdAt);
  return jobs.filter(({ createdAt }) => !(new Date(createdAt) < began));
}

/** A job; `children` is a function from a job that is done to what is shown of its results, `onDone` gets it each time it is found done. */
export class Job extends Caller {
  state = this.lastShown("job " + this.props.id) ?? { job: null, trouble: null };
  cancelling = new Latest(this.left);

  componentDidMount() {
    this.follow();
  }

  /** Reads the job until it ends. */
  follow() {
    return this.attempt("follow", async (signal) => {
      let job;
      for (let wait = 0; !job || ACTIVE.has(job.state); wait = WAIT) {
        job = await call("GET", "/jobs/" + part(this.props.id), { query: { wait }, signal });
        this.setState({ job, trouble: null });
      }
      job.state === "done" && this.props.onDone?.(job);
    });
  }

  render({ children }, { job, trouble }) {
    return h("div", { class: "job" },
      h(Trouble, { of: trouble, retry: () => this.follow() }),
      job && this.progress(job),
      job?.state === "done" && children?.(job));
  }

  progress(job) {
    const cancel = () => this.attempt("cancel", () => call("DELETE", "/jobs/" + part(job.id)), this.cancelling);
    const running = ACTIVE.has(job.state);
    const share = job.total > 0 ? job.done / job.total : undefined;
    return h("div", null,
      running && h("progress", { value: share, max: 1, "aria-label": t("job.progress") }),
      h(running ? "p" : "small", { role: "status" },
        t("job.is", t("kind." + kindOf(job.request)), job.waitingFor ? t("job.waitingFor", job.waitingFor) : t("job." + job.state)), " ",
        running && share !== undefined && percent(share) + (job.rate > 0 ? t("verdict.and") : "."),
        running && job.rate > 0 && t("job.rate", number(job.rate), duration(job.secondsLeft ?? 0))),
      h(Trouble, { of: job.problem ? { problem: job.problem } : null }),
      running && h(Button, { style: "secondary", onClick: cancel }, t("job.cancel")));
  }
}
