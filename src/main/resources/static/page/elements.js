// Elements that several views share.
import { Component, h } from "../webjars/preact/dist/preact.module.js";
import { apiKey, setApiKey } from "./api.js";
import { collections } from "./collection-list.js";
import { detailsOf, number, percent, t, titleOf } from "./words.js";

export { Component, h };

/** A refusal of the service or a lost connection, and what to do next. */
export function Trouble({ of, retry }) {
  if (!of) {
    return null;
  }
  const problem = of.problem ?? { title: of.message, status: -1 };
  const lost = problem.status === 0;
  return h("div", { class: "trouble", role: "alert" },
    h("strong", null, lost ? t("trouble.connection") : titleOf(problem)),
    detailsOf(problem).map(({ text, lang }) => h("p", { dir: "auto", lang }, text)),
    problem.status === 401 && [h("p", null, t(apiKey() ? "trouble.wrongKey" : "trouble.key")), h(KeyForm)],
    problem.status === 403 && h("p", null, t("trouble.role")),
    retry && h("button", { type: "button", class: "secondary", onClick: retry }, t("trouble.retry")));
}

/** Asks for the API key of this tab. The page is told when it changes. */
export function KeyForm() {
  const done = (key) => {
    setApiKey(key);
    dispatchEvent(new Event("keychange"));
  };
  const submit = (e) => {
    e.preventDefault();
    done(e.currentTarget.elements.key.value.trim());
  };
  return h("form", { class: "key", onSubmit: submit },
    h(Field, { label: t("key.none"), hint: t("key.hint") },
      h("input", { type: "password", name: "key", autocomplete: "off", defaultValue: apiKey() })),
    h("div", { class: "toolbar" },
      h("button", { type: "submit", class: "secondary" }, t("key.use")),
      apiKey() && h("button", { type: "button", class: "secondary", onClick: () => done("") }, t("key.forget"))));
}

/** Disables a button of what the key does not permit, and says why. */
export function needs(role) {
  return collections.permit(role) ? {} : { disabled: true, title: t("key.needs", role) };
}

/** A labelled field of a form. */
export function Field({ label, hint, children }) {
  return h("label", null, label, children, hint && h("small", null, hint));
}

/** A choice of one of several values: [value, label] each. */
export function Choice({ label, value, options, onChange, ...others }) {
  return h(Field, { label },
    h("select", { ...others, value, onChange: (e) => onChange(e.currentTarget.value) },
      options.map(([option, text]) => h("option", { value: option, key: option, selected: option === value }, text))));
}

/** Conditions on metadata, one per line. `onChange` gets them when they are complete, `onInput` each change. */
export function Filter({ value, onChange, onInput }) {
  return h("details", { open: value !== "" },
    h("summary", null, t("find.filter")),
    h(Field, { label: t("find.filterLabel"), hint: t("find.filterHint") },
      h("textarea", {
        name: "filter", rows: 2, dir: "auto", spellcheck: false, value,
        onChange: onChange && ((e) => onChange(e.currentTarget.value)), onInput: onInput && ((e) => onInput(e.currentTarget.value)),
      })));
}

/** The conditions of a filter. */
export function conditions(filter) {
  return filter.split("\n").map((each) => each.trim()).filter(Boolean);
}

/** A distance among those that matter: the limit, and what unrelated texts have. */
export function DistanceScale({ distance, limit, bits, sparse = true }) {
  const end = bits * 0.625;
  const at = (value) => ({ left: (100 * Math.min(value, end)) / end + "%" });
  const spread = 1.5 * Math.sqrt(bits);
  const words = t("scale.words", distance, bits, limit, Math.round(bits / 2));
  return h("figure", { class: "scale", role: "img", "aria-label": words },
    h("div", { class: "scale-bar" },
      h("span", { class: "scale-near", style: { width: (100 * limit) / end + "%" } }),
      h("span", {
        class: "scale-far",
        style: { left: (100 * (bits / 2 - spread)) / end + "%", width: (200 * spread) / end + "%" },
      }),
      h("span", { class: "scale-limit", style: at(limit) }),
      h("span", { class: "scale-mark" + (distance <= limit ? " near" : ""), style: at(distance) }, number(distance))),
    h("div", { class: "scale-labels" },
      h("span", { style: at(limit) }, t("scale.limit", limit)),
      h("span", { style: at(bits / 2) }, t("scale.unrelated", Math.round(bits / 2)))));
}

/** What a distance says about two texts, in words. */
export function estimate(share, exact) {
  return share <= 0 ? t("estimate.none") : t(exact ? "estimate.exact" : "estimate.share", percent(share));
}

/** Metadata as names and values. */
export function Metadata({ of }) {
  const entries = Object.entries(of ?? {});
  return entries.length === 0
    ? null
    : h("dl", { class: "metadata" }, entries.map(([name, value]) =>
        h("div", { key: name },
          h("dt", { dir: "auto" }, name),
          h("dd", { dir: "auto" }, typeof value === "object" ? JSON.stringify(value) : String(value)))));
}

/** A name and its value in a list of them. */
export function Fact({ name, children }) {
  return h("div", null, h("dt", null, name), h("dd", null, children));
}

/** Whether a key sends what is typed. */
export function isSent(e) {
  return e.key === "Enter" && !e.shiftKey && !e.isComposing;
}

/** Lets a view keep requests that a later one replaces. */
export class Latest {
  #controller = null;

  /** The signal of the next request; cancels the one before. */
  next() {
    this.cancel();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  /** Cancels the current request. */
  cancel() {
    this.#controller?.abort();
  }
}

/** A part of the page that calls the service. Its state has `busy`, the name of what it does, and `trouble`, why that failed. */
export class Caller extends Component {
  latest = new Latest();

  componentWillUnmount() {
    this.latest.cancel();
  }

  /** Does something in place of what it did before, and shows the problem if it fails. */
  async attempt(busy, action) {
    const signal = this.latest.next();
    this.setState({ busy, trouble: null });
    try {
      await action(signal);
    } catch (trouble) {
      if (!signal.aborted) {
        this.setState({ trouble });
      }
    }
    if (!signal.aborted) {
      this.setState({ busy: "" });
    }
  }
}
