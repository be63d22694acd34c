// Finds the distance that separates near-duplicates from other documents.
import * as address from "../address.js";
import { call, part } from "../api.js";
import { collections } from "../collection-list.js";
import { Edge } from "./edge.js";
import { Choice, Component, Field, h, Trouble } from "../elements.js";
import { Evaluation, scoreAt } from "./evaluation.js";
import { Job } from "../job.js";
import { Judge } from "./judge.js";
import { number, t } from "../words.js";

/** The view. Its address has the collection, the job that evaluates it and by what, and the distance. */
export class Calibrate extends Component {
  constructor({ query }) {
    super();
    this.state = {
      job: query.job ?? "", distance: query.distance ?? "",
      from: query.from ?? "judgements", rate: "", before: null, trouble: null, busy: false, result: null,
    };
  }

  componentDidMount() {
    this.unfollow = collections.follow(
      () => this.setState({}), () => this.change({ job: "", distance: "", before: null, result: null }));
    this.begin();
  }

  componentWillUnmount() {
    this.unfollow();
  }

  get collection() {
    return collections.get(collections.used);
  }

  path(last = "") {
    return "/collections/" + part(collections.used) + last;
  }

  change(changed) {
    this.setState(changed, () => {
      const { job, distance, from } = this.state;
      address.write("calibrate", { collection: collections.used, job, distance, from });
    });
  }

  async begin() {
    try {
      const list = await collections.read();
      if (!this.collection && list.length > 0) {
        collections.open((list.find((each) => each.storeText && each.documents > 1) ?? list[0]).name);
      }
      this.setState({ trouble: null });
    } catch (trouble) {
      this.setState({ trouble });
    }
  }

  async evaluate() {
    this.setState({ busy: true, trouble: null });
    try {
      const { from, rate } = this.state;
      const body = { kind: "evaluate", from, ...(rate === "" ? {} : { duplicatesPerDocument: Number(rate) }) };
      const { id } = await call("POST", this.path("/jobs"), { body });
      this.change({ job: id, result: null });
    } catch (trouble) {
      this.setState({ trouble });
    } finally {
      this.setState({ busy: false });
    }
  }

  /** Makes a distance the limit of the collection. */
  async use(maxDistance) {
    const before = this.collection.maxDistance;
    try {
      await call("PATCH", this.path(), { body: { maxDistance } });
      await collections.read();
      this.setState({ before: this.state.before === null ? before : null, trouble: null });
    } catch (trouble) {
      this.setState({ trouble });
    }
  }

  render(_, { trouble, job }) {
    const { collection } = this;
    const { list, used: name } = collections;
    return h("section", null,
      h("h1", null, t("calibrate.title")),
      h("p", null, t("calibrate.lead")),
      h(Trouble, { of: trouble, retry: () => this.begin() }),
      list?.length === 0 && h("p", null, t("calibrate.empty")),
      collection && h("div", { class: "controls" },
        h(Choice, {
          label: t("find.collection"), name: "collection", value: name, options: list.map((each) => [each.name, each.name]),
          onChange: (chosen) => collections.use(chosen),
        })),
      collection && h(Judge, { key: name, collection: name, path: this.path() }),
      collection && this.evaluation(),
      job && h(Job, { id: job, key: job }, (done) =>
        h(Evaluation, { job: done, key: done.id, distance: this.distance(), onResult: (result) => this.setState({ result }) })),
      collection && this.slider());
  }

  /** That of the slider; the limit if it has none, or the address has something else. */
  distance() {
    const chosen = Number(this.state.distance || NaN);
    const { bits = 0, maxDistance = 0 } = this.collection ?? {};
    return Number.isInteger(chosen) && chosen >= 0 && chosen <= bits / 2 ? chosen : maxDistance;
  }

  evaluation() {
    const { from, rate, busy } = this.state;
    return h("section", null,
      h("h2", null, t("calibrate.evaluation")),
      h("div", { class: "controls" },
        h(Choice, { label: t("calibrate.from"), name: "from", value: from, options: ["judgements", "documents"].map((each) => [each, t("from." + each)]), onChange: (chosen) => this.change({ from: chosen }) }),
        h(Field, { label: t("calibrate.rate") },
          h("input", {
            type: "number", name: "rate", min: "0.0001", step: "any", value: rate, placeholder: t("calibrate.estimated"),
            onInput: (e) => this.setState({ rate: e.currentTarget.value }),
          })),
        h("button", { type: "button", "aria-busy": String(busy), onClick: () => this.evaluate() }, t("calibrate.evaluate"))));
  }

  slider() {
    const { before, result } = this.state;
    const { name, bits, maxDistance: limit } = this.collection;
    const chosen = this.distance();
    const score = scoreAt(result, chosen);
    return h("section", null,
      h("h2", null, t("calibrate.choose")),
      h(Field, { label: t("calibrate.distance", number(chosen), number(limit)) },
        h("input", {
          type: "range", name: "distance", min: 0, max: bits / 2, value: chosen,
          onInput: (e) => this.change({ distance: e.currentTarget.value }),
        })),
      score && h("p", { class: "score" }, score),
      h(Edge, { collection: name, path: this.path(), limit, chosen }),
      h("div", { class: "controls" },
        h("button", { type: "button", disabled: chosen === limit, onClick: () => this.use(chosen) }, t("calibrate.use", number(chosen))),
        before !== null && h("button", { type: "button", class: "secondary", onClick: () => this.use(before) }, t("calibrate.back", number(before)))));
  }
}
