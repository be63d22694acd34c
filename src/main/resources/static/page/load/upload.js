// The form and the progress of loading a file.
import * as address from "../address.js";
import { collections, NAME } from "../collection-list.js";
import { Button, Caller, Check, Choice, Form, h, needs, options, Section, sentence, Step, Table, Trouble } from "../elements.js";
import { FileDrop } from "./file-drop.js";
import { ENCODINGS } from "./encodings.js";
import { examine, ON_STORED, takenIds } from "./ids.js";
import { pick } from "../kept.js";
import { DELIMITERS, inspect } from "./records.js";
import { uploader } from "./uploader.js";
import { bytes, duration, number, percent, t } from "../words.js";

const EXAMPLES = 5; // ids
const MEMORY = 0.35; // bytes of the index of quotations per byte of a text
const FOREVER = 100 * 3_600; // seconds left that are not shown

const SETTINGS = ["collection", "storeText", "onStored", "idField", "textField"]; // how a file is loaded
const FORMAT = ["kind", "gzip", "encoding", "delimiter", "header", "returns"]; // and how it is read

let left = null; // what was chosen before the view was left

/** Loads a file into a collection of its own name, unless another one is chosen. `onPending` gets whether one is to be loaded, or is. */
export class Upload extends Caller {
  state = {
    ...(left ?? {
      collection: "", storeText: true, passages: false, onStored: "keep", file: null, format: null, idField: "", textField: "",
    }),
    ids: null, trouble: null, busy: "",
  };

  componentDidMount() {
    uploader.addEventListener("change", () => this.setState({}), { signal: this.left });
    if (uploader.offered) {
      this.choose(uploader.offered);
      uploader.offered = null;
    }
  }

  componentDidUpdate() {
    const isPending = this.isPending() || uploader.running;
    isPending !== this.wasPending && this.props.onPending((this.wasPending = isPending));
  }

  componentWillUnmount() {
    super.componentWillUnmount();
    left = uploader.state?.done ? null : this.state;
  }

  /** Reads the beginning of a file, as a person has chosen, or as it looks. */
  async choose(file, chosen) {
    const turn = this.turn = {}; // a file that is chosen meanwhile has the next one
    this.latest.cancel();
    this.setState({ file, trouble: null, busy: "", ids: null, format: chosen && this.state.format ? { ...this.state.format, ...chosen } : null });
    try {
      const format = await inspect(file, chosen);
      if (turn !== this.turn) {
        return;
      }
      await (collections.list ?? collections.read().catch(() => {})); // without it, any name is free
      this.base.querySelector(".step").open = false; // also if a person opened it
      this.setState({ format, ...pick(format, ["idField", "textField"]), ...(!chosen && { collection: collections.nameFor(file.name) }) });
    } catch (trouble) {
      turn === this.turn && this.setState({ trouble });
    }
  }

  /** How the file is loaded. */
  settings() {
    const { file, format, storeText, passages } = this.state;
    return { name: file.name, ...pick(this.state, SETTINGS), passages: storeText && passages, ...pick(format, FORMAT) };
  }

  /** Examines the ids, and loads the file once a person has decided what is to be done with those that are taken. */
  send() {
    const { file, busy, ids } = this.state;
    const settings = this.settings();
    if (busy !== "") {
      return;
    }
    if (ids?.of === ofIds(settings)) {
      this.load(settings, ids);
      return;
    }
    this.attempt("ids", async (signal) => {
      const collection = (await collections.read({ signal })).find(({ name }) => name === settings.collection);
      const found = await examine(file, settings, collection, signal);
      if (takenIds(found).length > 0) {
        await this.set({ ids: { ...found, of: ofIds(settings) } });
        this.base.querySelector(".taken select").focus();
      } else {
        this.load(settings, found);
      }
    });
  }

  load(settings, ids) {
    this.setState({ ids: null }); // they are others once it is loaded
    collections.use(settings.collection);
    uploader.load(this.state.file, settings, ids);
  }

  /** Whether a file is chosen that is not loaded yet. */
  isPending() {
    const { file, format } = this.state;
    return Boolean(file && format && !uploader.running && !uploader.hasLoaded(file));
  }

  render({ isPast }, { file, format, trouble }) {
    const { running } = uploader;
    const isOther = (this.isPending() && uploader.file !== file) || (uploader.state?.done && uploader.state.collection !== collections.used);
    const state = isOther ? null : uploader.state; // that of the file before, or of another collection, is of no interest
    const isBusy = this.isPending() || running || uploader.trouble;
    const isOdd = state?.problems.length + state?.taken.length > 0;
    return h("div", null,
      h(Step, {
        title: t("step.file"), open: !format && !running && !state?.done && !isPast,
        said: file && format && t("load.format", file.name, bytes(file.size), t("format." + format.kind), format.gzip ? t("format.gzip") : ""),
      },
        h(FileDrop, { disabled: running, onFile: (chosen) => this.choose(chosen) }),
        h(Trouble, { of: format ? null : trouble })),
      h(Step, { title: t("step.check"), open: isBusy || isOdd, said: state && progressWords(state) },
        state && !state.done && !running && h("p", { role: "status", dir: "auto" }, t("load.interrupted", state.name, number(state.records)), " ", t("load.goOn")),
        state && progress(state),
        file && format && !running ? this.form() : !state && h("p", null, t("step.choose")),
        h(Trouble, { of: (format && trouble) || uploader.trouble })));
  }

  form() {
    const { format, file, idField, textField, collection, storeText, passages, ids, busy } = this.state;
    const fields = format.fields.map((name) => [name, name]);
    const isNamed = NAME.test(collection);
    const isReady = textField && textField !== idField && isNamed;
    return h(Form, { onSubmit: () => this.send() },
      this.format(),
      preview(format),
      h("div", { class: "controls" },
        h(Choice, { label: t("load.textField"), ...this.bound("textField"), options: fields }),
        h(Choice, { label: t("load.idField"), ...this.bound("idField"), options: [["", t("load.noId")], ...fields] })),
      h("div", { class: "sentence" }, sentence("sentence.load",
        h("input", {
          name: "collection", "aria-label": t("start.name"), value: collection, required: true, "aria-invalid": isNamed ? undefined : "true", "aria-describedby": "rule",
          onInput: (e) => this.setState({ collection: e.currentTarget.value }),
        })),
        h("small", { id: "rule" }, isNamed ? "" : t("collection.rule"))),
      h(Check, { label: t("load.storeText"), name: "storeText", checked: storeText, onChange: (chosen) => this.setState({ storeText: chosen }) }),
      storeText && h(Check, {
        key: "passages", label: t("load.passages", bytes(MEMORY * file.size)), name: "passages", checked: passages, onChange: (chosen) => this.setState({ passages: chosen }),
      }),
      ids?.of === ofIds(this.settings()) && this.decision(),
      h("button", { type: "submit", class: this.isPending() ? "" : "secondary", disabled: !isReady, "aria-busy": String(busy === "ids"), ...needs(collections.get(collection) ? "write" : "admin") }, t("load.start")));
  }

  /** What is to be done with records whose ids are taken. */
  decision() {
    const taken = takenIds(this.state.ids);
    return h("fieldset", { class: "trouble taken" },
      h("legend", null, t("taken.title")),
      h("p", { role: "status" }, t("taken.stored", number(taken.length), this.state.collection), " ", h("bdi", null, taken.slice(0, EXAMPLES).join(", "))),
      h(Choice, { label: t("taken.onStored"), ...this.bound("onStored"), options: options(ON_STORED, "stored.") }));
  }

  /** How the file is read, which can be corrected. */
  format() {
    const { file, format: { kind, encoding, delimiter, header } } = this.state;
    const again = (changed) => this.choose(file, { kind, encoding, delimiter, header, ...changed });
    const isJson = kind.endsWith("json") || kind === "html" || kind === "mbox";
    return h("div", { class: "controls" },
      h(Choice, {
        label: t("load.encoding"), name: "encoding", value: encoding, options: ENCODINGS.map((each) => [each, each.toUpperCase()]),
        onChange: (chosen) => again({ encoding: chosen }),
      }),
      !isJson && h(Choice, {
        label: t("load.delimiter"), name: "delimiter", value: delimiter,
        options: [...[...new Set([...DELIMITERS, delimiter || ","])].map((each) => [each, each === "\t" ? t("load.tab") : each]), ["", t("format.lines")]],
        onChange: (chosen) => again({ delimiter: chosen, kind: chosen ? "csv" : "lines" }),
      }),
      !isJson && h(Check, { label: t("load.header"), name: "header", checked: header, onChange: (chosen) => again({ header: chosen }) }));
  }
}

/** How far a file is loaded, in words. */
function progressWords(state) {
  const { running, waiting } = uploader;
  return [
    state.done ? t("load.done") : t("load.read", percent(shareOf(state))),
    t("load.counts", ...["added", "replaced", "skipped", "repeated", "refused"].map((each) => number(state[each]))),
    running && waiting > 0 ? t("load.lost", waiting) : running && state.rate > 0 && state.left < FOREVER ? t("job.rate", number(state.rate), duration(state.left)) : "",
  ].join(" ");
}

const shareOf = ({ size, bytes: read }) => (size === 0 ? 1 : read / size);

/** How far a file is loaded, and the records that are not stored. */
export function progress(state, isAlone) {
  const { running } = uploader;
  return h("div", { class: "progress" },
    isAlone && h("p", { role: "status" }, progressWords(state)),
    running && h("progress", { value: shareOf(state), max: 1, "aria-label": t("load.progress") }),
    running && h(Button, { style: "secondary", onClick: () => uploader.stop() }, t("load.stop")),
    state.problems.length > 0 && notes(state.problems, state.refused, "refused"),
    state.taken.length > 0 && notes(state.taken, state.takenCount, "taken"),
    state.done && h("p", null, h("a", { href: address.link("start", { collection: state.collection }) }, t("load.show"))));
}

/** What the ids of a file depend on. */
function ofIds({ onStored, storeText, passages, ...settings }) {
  return JSON.stringify(settings);
}

/** Records that are refused, or whose ids are taken. */
function notes(all, count, what) {
  const words = ({ line, kind, values, problem }) =>
    t("load.line", line, kind ? t("record." + kind, ...values) : problem.detail ?? problem.title);
  return h(Section, { class: "problems", level: 3, title: t("load." + what, number(count)) },
    h("ul", { tabIndex: 0 }, all.map((each, at) => h("li", { key: at, dir: "auto" }, words(each)))),
    count > all.length && t("passages.more", number(all.length)));
}

function preview({ fields, rows }) {
  return h(Table, { class: "preview", label: t("load.preview"), columns: fields }, rows.map((row, at) =>
    h("tr", { key: at }, fields.map((name) => h("td", { key: name, dir: "auto" }, brief(row[name]))))));
}

function brief(value) {
  const text = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 120 ? text.slice(0, 120) + "…" : text;
}
