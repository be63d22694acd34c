// The settings of the collection in use, and what is done to it as a whole.
import { call, each, pages, part, refusal, send } from "../api.js";
import { collections, NAME } from "../collection-list.js";
import { Button, Caller, Field, Fold, Form, h, Input, needs, Trouble } from "../elements.js";
import { keepState, recallView } from "../kept.js";
import { dropLoaded } from "../load/kept-file.js";
import { limitWords } from "../limit.js";
import { number, t } from "../words.js";

const PAGE = 1_000;

/** Two forms: of the collection in use, and of a new one. */
export class Settings extends Caller {
  kept = recallView("new-collection", {});
  state = { made: { name: "", storeText: true, profile: "simhash-256-v1", ...this.kept }, typed: "", deleted: 0, saved: "", trouble: null, busy: "" };

  /** Keeps what is typed for a new collection until it is created. */
  type({ newName, profile, maxDistance, ttlSeconds, storeText, passages }) {
    const made = {
      name: newName.value, profile: profile.value, maxDistance: maxDistance.value, ttlSeconds: ttlSeconds.value,
      storeText: storeText.checked, passages: passages.checked,
    };
    keepState("new-collection", made);
    this.setState({ made });
  }

  /** Does something, and reads the collections again. */
  settle(busy, action) {
    return this.attempt(busy, async () => {
      this.setState({ saved: "" });
      await action();
      await collections.read();
      this.setState({ saved: busy });
    });
  }

  create(body) {
    const { name } = this.state.made;
    return this.settle("create", async () => {
      // If-None-Match is not for collections, so that one that exists would be changed.
      if ((await collections.read()).some((known) => known.name === name)) {
        throw refusal(t("settings.exists", name));
      }
      await call("PUT", "/collections/" + part(name), { body });
      keepState("new-collection", null);
      collections.use(name);
    });
  }

  remove() {
    const name = collections.used;
    return this.settle("delete", async () => {
      await send("DELETE", "/collections/" + part(name));
      await dropLoaded(name);
      collections.forget(name);
    });
  }

  /** Deletes all documents; the settings stay. */
  empty() {
    const query = { collection: collections.used };
    return this.settle("empty", async () => {
      this.setState({ deleted: 0, typed: "" });
      for await (const { documents } of pages("/documents", { query: { ...query, limit: PAGE } })) {
        await each(documents, async ({ id }) => {
          await send("DELETE", "/documents/" + part(id), { query });
          this.setState(({ deleted }) => ({ deleted: deleted + 1 }));
        });
      }
      await dropLoaded(query.collection);
    });
  }

  render(_, { made, typed, deleted, saved, trouble, busy }) {
    const { current } = collections;
    const edit = (fields) => this.settle("change", () => call("PATCH", "/collections/" + part(current.name), { body: fieldsOf(fields) }));
    return h("div", null,
      h(Trouble, { of: trouble }),
      deleted > 0 && h("p", { role: "status" }, t("settings.deleted", number(deleted))),
      current && h(Fold, { open: this.kept.name === undefined, title: t("settings.title", current.name) },
        h(Form, { class: "settings-form", onSubmit: edit },
          form(current, current.documents === 0),
          h("button", { type: "submit", "aria-busy": String(busy === "change"), ...needs("admin") }, t("document.save")),
          saved === "change" && h("p", { key: "saved", role: "status" }, t("settings.saved"))),
        h(Input, { label: t("settings.type", current.name), ...this.bound("typed"), autocomplete: "off" }),
        h("div", { class: "controls" }, ["empty", "delete"].map((action) =>
          h(Button, {
            key: action, style: "danger outline", busy: busy === action, needed: action === "empty" ? "write" : "admin",
            disabled: typed !== current.name || busy !== "" || (action === "delete" && current.name === "default"),
            onClick: () => (action === "empty" ? this.empty() : this.remove()),
          }, t("settings." + action))))),
      h(Fold, { title: t("settings.new"), open: this.kept.name !== undefined },
        h(Form, { class: "settings-form", onSubmit: (fields) => this.create(fieldsOf(fields)), onInput: (e) => this.type(e.currentTarget.elements) },
          h(Field, { label: t("start.name"), hint: made.name === "" || NAME.test(made.name) ? "" : t("collection.rule") },
            h("input", { name: "newName", required: true, value: made.name })),
          form(made, true, made),
          h("button", { type: "submit", disabled: !NAME.test(made.name), "aria-busy": String(busy === "create"), ...needs("admin") }, t("settings.create")))));
  }
}

/** Fields for settings; `typed` has the numbers that are no defaults yet. */
function form({ profile, maxDistance, minSimilarity, storeText, passages, ttlSeconds }, hasProfile, typed) {
  return h("div", { class: "controls" },
    h(Field, { label: t("start.profile") },
      h("select", { name: "profile", disabled: !hasProfile }, collections.profiles().map((name) => h("option", { key: name, selected: name === profile }, name)))),
    h(Field, { label: minSimilarity === undefined ? t("find.limit") : t("compare.limit", limitWords({ minSimilarity })), hint: minSimilarity === undefined ? "" : t("find.limit") },
      h("input", { type: "number", name: "maxDistance", min: 0, max: 512, defaultValue: typed ? "" : maxDistance, value: typed?.maxDistance, placeholder: t("settings.ofProfile") })),
    h(Field, { label: t("settings.ttl") },
      h("input", { type: "number", name: "ttlSeconds", min: 1, defaultValue: typed ? "" : ttlSeconds, value: typed?.ttlSeconds, placeholder: t("settings.never") })),
    h("label", null, h("input", { type: "checkbox", name: "storeText", defaultChecked: storeText }), t("settings.storeText")),
    h("label", null, h("input", { type: "checkbox", name: "passages", defaultChecked: passages }), t("settings.passages")));
}

/**
 * The settings in a form: numbers that were changed, since those shown may be defaults that follow the profile; an empty one
 * means the default. A profile that cannot change is left out.
 */
function fieldsOf({ profile, maxDistance, ttlSeconds, storeText, passages }) {
  const body = { storeText: storeText.checked, passages: passages.checked };
  for (const { name, value, defaultValue } of [maxDistance, ttlSeconds]) {
    if (value !== defaultValue) {
      body[name] = value === "" ? null : Number(value);
    }
  }
  return profile.disabled ? body : { ...body, profile: profile.value };
}
