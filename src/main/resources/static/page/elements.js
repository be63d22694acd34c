// Elements that several views share.
import { cloneElement, Component, h, toChildArray } from "../webjars/preact/dist/preact.module.js";
import * as address from "./address.js";
import { apiKey, pause, setApiKey } from "./api.js";
import { collections } from "./collection-list.js";
import { keepShown, recallShown } from "./kept.js";
import { common, limitWordsAt, limitWords } from "./limit.js";
import { number, percent, t } from "./words.js";

export { h };

const PATIENCE = 15; // seconds between attempts, at most
const NUMBER = /^(-?\d[\d.,]*( ?%)?|–)?$/; // as it is written in a table

/** Asks for the API key of this tab. The page listens to its changes. */
export function KeyForm() {
  const done = (key) => {
    setApiKey(key);
    dispatchEvent(new Event("keychange"));
  };
  return h(Form, { class: "key", onSubmit: ({ key }) => done(key.value.trim()) },
    h(Field, { label: t("key.none"), hint: t("key.hint") },
      h("input", { type: "password", name: "key", autocomplete: "off", defaultValue: apiKey() })),
    h("div", { class: "toolbar" },
      h("button", { type: "submit", class: "secondary" }, t("key.use")),
      apiKey() && h(Button, { style: "danger", onClick: () => done("") }, t("key.forget"))));
}

/** Disables a button of what the key does not permit, and says why. */
export function needs(role) {
  return !role || collections.permit(role) ? {} : { disabled: true, title: t("key.needs", role) };
}

/** A button that does not send a form. `busy` is whether it is at work, which a click does not begin again, `needed` the role that it needs. */
export function Button({ style = "secondary outline", busy = false, needed, onClick, children, ...others }) {
  return h("button", { type: "button", class: style, "aria-busy": String(busy), onClick: busy ? undefined : onClick, ...others, ...needs(needed) }, children);
}

/** A form that the browser does not send; `onSubmit` gets its fields by name. */
export function Form({ onSubmit, children, ...others }) {
  const submit = (e) => {
    e.preventDefault();
    onSubmit(e.currentTarget.elements);
  };
  return h("form", { ...others, onSubmit: submit }, children);
}

/** A labelled field of a form. */
export function Field({ label, hint, children }) {
  return h("label", null, label, children, hint && h("small", null, hint));
}

/** A labelled input, or with `rows` a text area; `onChange` gets its value at each change, and `onWhole` once it is left. */
export function Input({ label, hint, onChange, onWhole, ...others }) {
  const element = others.rows ? "textarea" : "input";
  const whole = onWhole && { onChange: (e) => onWhole(e.currentTarget.value) };
  return h(Field, { label, hint }, h(element, { dir: "auto", ...others, ...whole, onInput: (e) => onChange(e.currentTarget.value) }));
}

/** A labelled box to check; `onChange` gets whether it is. */
export function Check({ label, onChange, ...others }) {
  return h("label", null, h("input", { type: "checkbox", ...others, onChange: (e) => onChange(e.currentTarget.checked) }), label);
}

/** A choice of one of several values: [value, label] each. */
export function Select({ value, options, onChange, ...others }) {
  return h("select", { ...others, value, onChange: (e) => onChange(e.currentTarget.value) },
    options.map(([option, text]) => h("option", { value: option, key: option, selected: option === value }, text)));
}

/** A labelled choice of one of several values. */
export function Choice({ label, ...others }) {
  return h(Field, { label }, h(Select, others));
}

/** A field for the limit up to which documents of a collection match: in words, and as a distance in bits; empty for the limit that it has. */
export function Limit({ of, ...others }) {
  const words = of && (others.value === "" ? limitWords(of) : limitWordsAt(Number(others.value), of));
  return h(Input, { label: of ? t("compare.limit", words) : t("find.limit"), type: "number", min: 0, max: of?.bits ?? 512, placeholder: t("find.limit"), ...others });
}

/** How near two texts are, among the limit and what unrelated texts have: the share of features in common if that decides, else the distance. */
export function Scale({ distance, share, isNear, limit, bits }) {
  const { maxDistance, minSimilarity } = limit;
  const unrelated = Math.round(bits / 2);
  const spread = 1.5 * Math.sqrt(bits);
  const [mark, bound, far, words] = minSimilarity === undefined
    ? [number(distance), number(maxDistance), number(unrelated), t("scale.words", distance, bits, maxDistance, unrelated)]
    : [common(share), common(minSimilarity), percent(0), t("scale.common", common(share), distance, bits, common(minSimilarity))];
  const [value, limitAt, unrelatedAt, farAt, end] = minSimilarity === undefined
    ? [distance, maxDistance, unrelated, unrelated - spread, bits * 0.625]
    : [1 - share, 1 - minSimilarity, 1, 1 - (2 * spread) / bits, 1.1];
  const left = (place) => (100 * Math.min(Math.max(place, 0), end)) / end + "%";
  return h("figure", { class: "scale", role: "img", "aria-label": words },
    h("div", { class: "scale-bar" },
      h("span", { class: "scale-near", style: { width: left(limitAt) } }),
      h("span", { class: "scale-far", style: { left: left(farAt), width: left(Math.min(2 * (unrelatedAt - farAt), end - farAt)) } }),
      h("span", { class: "scale-limit", style: { left: left(limitAt) } }),
      h("span", { class: "scale-mark" + (isNear ? " near" : ""), style: { left: left(value) } }, mark)),
    h("div", { class: "scale-labels" },
      h("span", { style: { left: left(limitAt) } }, t("scale.limit", bound)),
      h("span", { style: { left: left(unrelatedAt) } }, t("scale.unrelated", far))));
}

/** The value of a field of metadata, as it is written. */
export function fieldWords(value) {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Metadata as names and values. */
export function Metadata({ of }) {
  const entries = Object.entries(of ?? {});
  return entries.length > 0 && h("dl", { class: "metadata" }, entries.map(([name, value]) =>
    h(Fact, { key: name, name }, fieldWords(value))));
}

/** A table that is scrolled on its own: the names of its columns, and its rows, or several bodies of them. On a phone, rows become cards. Columns of numbers are aligned at their end. */
export function Table({ label, columns, bodies, children, ...others }) {
  const rows = toChildArray(children).map((row) => [row, toChildArray(row.props.children)]);
  const classes = columns.map((_, at) => {
    const values = rows.map(([, cells]) => String(cells[at].props.children ?? ""));
    return values.every((value) => NUMBER.test(value)) && values.some((value) => /\d/.test(value)) ? "number" : undefined;
  });
  const named = ([row, cells]) => cloneElement(row, {}, cells.map((cell, at) => cloneElement(cell, { "data-name": columns[at], class: cell.props.class ?? classes[at] })));
  return h("div", { class: "overflow-auto", tabIndex: 0, role: "region", "aria-label": label },
    h("table", others,
      h("thead", null, h("tr", null, columns.map((column, at) => h("th", { scope: "col", key: column, class: classes[at], dir: "auto" }, column)))),
      bodies ?? h("tbody", null, rows.map(named))));
}

/** A section with a heading. */
export function Section({ title, level = 2, children, ...others }) {
  return h("section", others, h("h" + level, null, title), children);
}

/** What is shown on demand. */
export function Fold({ title, children, ...others }) {
  return h("details", others, h("summary", null, title), children);
}

/** A step of a way. What it came to is `said` beside its heading, also once it is folded. */
export function Step({ title, said, children, ...others }) {
  return h(Fold, { class: "step", ...others, title: [h("h2", null, title), " ", h("span", { class: "said", role: "status", dir: "auto" }, said)] }, children);
}

/** A text with elements in its places {0}, {1} … */
export function sentence(key, ...elements) {
  return t(key, ...elements.map((_, at) => "{" + at + "}")).split(/(\{\d\})/).map((part) => (/^\{\d\}$/.test(part) ? elements[part[1]] : part));
}

/** The options of a choice: values, whose words have keys with this beginning. */
export function options(values, key) {
  return values.map((value) => [value, t(key + value)]);
}

/** A name and its value in a list of them. */
export function Fact({ name, children }) {
  return h("div", null, h("dt", { dir: "auto" }, name), h("dd", { dir: "auto" }, children));
}

/** Requests of which a later one replaces the one before. They are cancelled when the signal `end` is given. */
export class Latest {
  #end;
  #controller = new AbortController();

  constructor(end) {
    this.#end = end;
  }

  /** The signal of the next request; cancels the one before. */
  next() {
    this.cancel();
    this.#controller = new AbortController();
    return AbortSignal.any([this.#controller.signal, this.#end]);
  }

  /** Cancels the current request. */
  cancel() {
    this.#controller.abort();
  }
}

/** A part of the page that listens or calls the service until it is left. Its state has `busy`, what it does, and `trouble`, why that failed. */
export class Caller extends Component {
  #controller = new AbortController();
  left = this.#controller.signal;
  latest = new Latest(this.left);
  #kept = null; // the entry of the history, and the name

  /** What this part showed when a person left the entry of the history that they came back to; `name` is its own in the view. */
  lastShown(name) {
    this.#kept = { entry: address.entry(), name };
    return recallShown(name);
  }

  componentDidMount() {
    this.componentDidUpdate?.();
  }

  componentWillUnmount() {
    this.#controller.abort();
    this.#kept && keepShown(this.#kept.entry, this.#kept.name, { ...this.state, busy: "", trouble: null });
  }

  /** Changes the state, and waits until it is drawn, which a part that is left never is. */
  set(changed) {
    return new Promise((drawn) => this.setState(changed, drawn));
  }

  /** Changes the state, and does what follows from that. */
  change(changed, then) {
    this.setState(changed, () => {
      this.changed();
      then?.();
    });
  }

  changed() {}

  /** A field of a form for a part of the state. */
  bound(name) {
    return { name, value: this.state[name], onChange: (chosen) => this.change({ [name]: chosen }) };
  }

  /** Does something in place of what it did before, and shows the problem if it fails. A lost connection is shown until there is an answer. */
  async attempt(busy, action, latest = this.latest) {
    const signal = latest.next();
    const { trouble: before } = this.state;
    this.setState({ busy, trouble: before?.status === 0 ? before : null });
    try {
      await action(signal);
      this.setState(({ trouble }) => (trouble === before && !signal.aborted ? { trouble: null } : null));
    } catch (trouble) {
      trouble.status === 404 && (await collections.read().catch(() => {})); // the page says it if the collection is deleted
      signal.aborted || (trouble.status === 404 && collections.missing) || this.setState({ trouble });
    }
    signal.aborted || this.setState((now) => (now.busy === busy ? { busy: "" } : null)); // not that of another one
  }

  /** Calls a function with each event of the page. */
  on(type, action) {
    addEventListener(type, action, { signal: this.left });
  }

  /** Calls a function with a text that is pasted into the empty field of this name, or outside of fields, and whether it is into the field. */
  onPaste(name, action) {
    this.on("paste", (e) => {
      const text = e.clipboardData.getData("text/plain");
      const isField = Boolean(e.target.matches?.("input, textarea"));
      if (text.trim() && (!isField || (e.target.name === name && e.target.value === ""))) {
        e.preventDefault();
        action(text, isField);
      }
    });
  }

  /** Calls a function with each key, in lower case, that is not meant for a field. */
  onKey(action) {
    this.on("keydown", (e) => {
      const typing = e.target instanceof HTMLElement && e.target.matches("input:not([type=checkbox], [type=radio]), select, textarea");
      typing || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || action(e.key.toLowerCase());
    });
  }
}

/** A part that is drawn again when the collections change; `onOther` is called when another one is in use. */
export class View extends Caller {
  componentDidMount() {
    collections.follow(this.left, () => this.setState({}), () => this.onOther());
  }

  onOther() {
    this.changed();
  }
}

/** A refusal of the service or a lost connection, and what to do next. A read that got no answer is retried automatically. */
export class Trouble extends Caller {
  componentDidUpdate() {
    this.isRepeating || this.repeat();
  }

  /** Tries again until there is an answer, later each time, while the page is visible. */
  async repeat() {
    const isLost = () => this.props.of?.problem?.isRead && this.props.retry && !this.left.aborted;
    this.isRepeating = true;
    for (let tries = 0; isLost(); tries++) {
      await pause(Math.min(2 ** tries, PATIENCE), this.left).catch(() => {}); // it is left
      isLost() && !document.hidden && (await this.props.retry());
      await this.set({}); // and what it is part of
    }
    this.isRepeating = false;
  }

  render({ of, retry }) {
    const problem = of && (of.problem ?? { title: of.message, status: -1 });
    return problem && h("div", { class: "trouble", role: "alert" },
      h("strong", { lang: problem.type && "en" }, problem.status === 0 ? t("trouble.connection") : problem.title), // the service says it in English
      problem.detail && h("p", { dir: "auto", lang: problem.type && "en" }, problem.detail),
      problem.status === 401 && [h("p", null, t(apiKey() ? "trouble.wrongKey" : "trouble.key")), h(KeyForm)],
      problem.status === 403 && h("p", null, t("trouble.role")),
      retry && problem.status !== 401 && h(Button, { style: "secondary", onClick: retry }, t("trouble.retry")));
  }
}
