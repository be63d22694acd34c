// New against old: which records of a new file, or documents of a collection, an old one has.
import { call, part, refusal } from "../api.js";
import { Against } from "../clean/against.js";
import { collections } from "../collection-list.js";
import { Choice, Fold, Form, h, Section, Trouble, View } from "../elements.js";
import { FileDrop } from "./file-drop.js";
import { Job } from "../job.js";
import { keepView, pick, recallView } from "../kept.js";
import { inspect } from "./records.js";
import { progress } from "./upload.js";
import { uploader } from "./uploader.js";
import { bytes, t } from "../words.js";

const SIDES = ["old", "new"];

/** The view. Its address has both collections, and the job that compares them. */
export class NewOld extends View {
  state = this.lastShown("against") ?? { ...this.opened(), files: {}, trouble: null, busy: "" };

  opened() {
    const { old = "", new: fresh = "", job = "" } = { ...this.props.query, ...recallView("against", this.props.query) };
    return { old, new: fresh, job };
  }

  componentDidMount() {
    super.componentDidMount();
    uploader.addEventListener("change", () => this.setState({}), { signal: this.left });
    this.attempt("", () => collections.read());
  }

  onOther() {} // the sides have collections of their own

  changed() {
    const shown = pick(this.state, ["old", "new", "job"]);
    keepView("against", shown, shown);
  }

  /** Reads the beginning of a file, and guesses which fields it has. */
  choose(side, file) {
    return this.attempt("inspect", async () => {
      const format = await inspect(file);
      this.change({ files: { ...this.state.files, [side]: { file, format } }, [side]: "", job: "" });
    });
  }

  /** The collection of a side: the chosen one, or one of its own that its file is loaded into. */
  async stored(side) {
    const { [side]: collection, files: { [side]: chosen } } = this.state;
    if (!chosen) {
      return collection;
    }
    const { file, format } = chosen;
    await collections.read();
    const name = uploader.hasLoaded(file) ? uploader.state.collection : collections.nameFor(file.name); // the view was left meanwhile
    uploader.hasLoaded(file) || (await uploader.load(file, { name: file.name, collection: name, storeText: true, onStored: "keep", ...format, rows: undefined }));
    if (!uploader.hasLoaded(file)) {
      throw uploader.trouble ?? refusal(t("load.interrupted", file.name, uploader.state?.records ?? 0));
    }
    await this.set(({ files }) => ({ [side]: name, files: { ...files, [side]: undefined } }));
    return name;
  }

  start() {
    return this.attempt("start", async () => {
      this.change({ job: "" });
      const old = await this.stored("old");
      const fresh = await this.stored("new");
      const { id } = await call("POST", "/collections/" + part(fresh) + "/jobs", { body: { kind: "compare-with", with: old } });
      this.change({ job: id });
    });
  }

  render(_, { job, trouble, busy, files }) {
    const isReady = SIDES.every((side) => files[side] || this.state[side]) && (files.old || files.new || this.state.old !== this.state.new);
    return h(Section, { level: 1, title: t("view.against") },
      h("p", null, t("against.lead")),
      h(Form, { onSubmit: () => isReady && busy !== "start" && this.start() },
        h(Fold, { open: !job, title: job ? t("against.pair", this.state.old, this.state.new) : t("against.sides") },
          h("div", { class: "pair" }, SIDES.map((side) => this.side(side)))),
        h("button", { type: "submit", class: job && "secondary", disabled: !isReady || (uploader.running && busy !== "start"), "aria-busy": String(busy === "start") }, t("starts.compare-with"))),
      h(Trouble, { of: trouble }),
      uploader.running && h("div", { key: "progress" }, progress(uploader.state, true)),
      job && h(Job, { id: job, key: job }, (done) => h(Against, { job: done })));
  }

  side(side) {
    const { [side]: collection, files: { [side]: chosen } } = this.state;
    const set = (changed) => this.setState(({ files }) => ({ files: { ...files, [side]: { ...chosen, format: { ...chosen.format, ...changed } } } }));
    const fields = chosen?.format.fields.map((name) => [name, name]);
    return h(Section, { key: side, class: "side", title: t("against." + side) },
      h(Choice, {
        label: t("start.name"), name: side, value: collection, options: [["", chosen ? t("against.own", chosen.file.name) : t("against.choose")], ...collections.filled.map(({ name }) => [name, name])],
        onChange: (name) => this.change({ [side]: name, files: { ...this.state.files, [side]: undefined }, job: "" }),
      }),
      h(FileDrop, { name: side + "File", words: t("against.drop"), disabled: uploader.running, onFile: (file) => this.choose(side, file) }),
      chosen && h("p", { dir: "auto" }, t("load.format", chosen.file.name, bytes(chosen.file.size), t("format." + chosen.format.kind), "")),
      chosen && h("div", { class: "controls" },
        h(Choice, { label: t("load.textField"), value: chosen.format.textField, options: fields, onChange: (textField) => set({ textField }) }),
        h(Choice, { label: t("load.idField"), value: chosen.format.idField, options: [["", t("load.noId")], ...fields], onChange: (idField) => set({ idField }) })));
  }
}
