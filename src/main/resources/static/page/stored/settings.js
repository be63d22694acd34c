// The settings of the collection in use, and what is done to it as a whole.
import { call, pages, part, refusal, send } from "../api.js";
import { collections, NAME } from "../collection-list.js";
import { Button, Caller, Field, Fold, Form, h, Input, needs, Trouble } from "../elements.js";
import { Job } from "../job.js";
import { dropLoaded } from "../load/kept-file.js";
import { common } from "../limit.js";
import { number, t } from "../words.js";

const SETTINGS = ["profile", "maxDistance", "storeText", "passages", "verify", "weights"]; // which documents are copied with
const NEW = { storeText: true, profile: "simhash-256-v1" };
const UNITS = [86_400, 3_600, 60, 1]; // seconds

/** Forms of the collection in use, to rename and delete it, and of a new one. */
export class Settings extends Caller {
  state = { newName: "", otherName: "", typed: "", job: "", saved: "", trouble: null, busy: "" };

  /** Does something, and reads the collections again. */
  settle(busy, action) {
    return this.attempt(busy, async () => {
      this.setState({ saved: "" });
      await action();
      await collections.read();
      this.setState({ saved: busy, newName: "", otherName: "", typed: "" });
    });
  }

  async create(name, body) {
    // If-None-Match is not for collections, so that one that exists would be changed.
    if ((await collections.read()).some((known) => known.name === name)) {
      throw refusal(t("settings.exists", name));
    }
    await call("PUT", "/collections/" + part(name), { body });
  }

  async remove(name) {
    await send("DELETE", "/collections/" + part(name));
    await dropLoaded(name);
    collections.forget(name);
  }

  /** Copies the documents into a collection of the other name; what follows is done once they are copied. */
  copy() {
    const { used, current } = collections;
    const { otherName: to } = this.state;
    return this.attempt("rename", async () => {
      await this.create(to, Object.fromEntries(SETTINGS.map((name) => [name, current[name]])));
      const { id } = await call("POST", "/collections/" + part(used) + "/jobs", { body: { kind: "copy", to } });
      this.setState({ job: id, saved: "" });
    });
  }

  /** Deletes a collection whose documents are all in the one of its other name. */
  moved({ collection, createdAt, request: { to } }) {
    return this.settle("rename", async () => {
      this.setState({ job: "" });
      const [before, after] = await Promise.all([collection, to].map((name) => call("GET", "/collections/" + part(name))));
      if (before.documents !== after.documents) {
        throw refusal(t("rename.differs", collection, number(before.documents), to, number(after.documents)));
      }
      for await (const { documents } of pages("/documents", { query: { collection, limit: 1000, texts: false } })) {
        const changed = documents.find(({ updatedAt }) => Date.parse(updatedAt) >= Date.parse(createdAt));
        if (changed) {
          throw refusal(t("rename.changed", changed.id, collection, to));
        }
      }
      before.ttlSeconds && (await call("PATCH", "/collections/" + part(to), { body: { ttlSeconds: before.ttlSeconds } })); // not of copies without an expiry
      await this.remove(collection);
      collections.use(to);
    });
  }

  render(_, { newName, job, saved, trouble, busy }) {
    const { current } = collections;
    const edit = (fields) => this.settle("change", () => call("PATCH", "/collections/" + part(current.name), { body: fieldsOf(fields) }));
    const create = (fields) => this.settle("create", async () => {
      await this.create(newName, fieldsOf(fields));
      collections.use(newName);
    });
    return h("div", null,
      h(Trouble, { of: trouble }),
      h("p", { role: "status" }, saved && t("settings.saved")),
      current && h(Fold, { open: true, title: t("settings.title", current.name) },
        h(Form, { key: current.name, class: "settings-form", onSubmit: edit },
          form(current, current.documents === 0),
          h("button", { type: "submit", class: "secondary", "aria-busy": String(busy === "change"), ...needs("admin") }, t("document.save")))),
      current?.storeText && current.name !== "default" && h(Fold, { key: "rename", open: job !== "" || undefined, title: t("rename.title", current.name) },
        h("p", null, t("rename.what")),
        job
          ? h(Job, { id: job, key: job, onDone: (done) => this.moved(done) })
          : this.named("rename", "otherName", () => this.copy())),
      current && current.name !== "default" && h(Fold, { key: "delete", title: t("settings.delete", current.name) },
        h("div", { class: "controls" },
          h(Input, { label: t("settings.type", current.name), ...this.bound("typed"), autocomplete: "off" }),
          h(Button, {
            style: "danger", busy: busy === "delete", needed: "admin", disabled: this.state.typed !== current.name || busy !== "",
            onClick: () => this.settle("delete", () => this.remove(current.name)),
          }, t("key.forget")))),
      h(Fold, { key: "new", title: t("settings.new") }, this.named("create", "newName", create, form(NEW, true))));
  }

  /** A form that gives a collection a name. */
  named(action, field, onSubmit, ...others) {
    const { [field]: name, busy } = this.state;
    return h(Form, { class: "settings-form", onSubmit },
      h(Input, { label: t("settings.name"), hint: name === "" || NAME.test(name) ? "" : t("collection.rule"), ...this.bound(field), required: true, autocomplete: "off" }),
      others,
      h("button", { type: "submit", class: "secondary", disabled: !NAME.test(name), "aria-busy": String(busy === action), ...needs("admin") }, t("settings." + action)));
  }
}

/** Fields for settings. */
function form({ name, profile, maxDistance, minSimilarity, storeText, passages, ttlSeconds }, hasProfile) {
  const isNew = name === undefined;
  const own = UNITS.find((unit) => (ttlSeconds ?? 0) % unit === 0);
  return h("div", { class: "controls" },
    h(Field, { label: t("start.profile") },
      h("select", { name: "profile", disabled: !hasProfile }, collections.profiles().map((each) => h("option", { key: each, selected: each === profile }, each)))),
    h(Field, { label: t("find.limit") + (minSimilarity === undefined ? "" : " (" + t("member.common", common(minSimilarity)) + ")") },
      h("input", { type: "number", name: "maxDistance", min: 0, max: 512, defaultValue: isNew ? "" : maxDistance, placeholder: t("settings.ofProfile") })),
    h(Field, { label: t("settings.ttl") },
      h("div", { class: "amount" },
        h("input", { type: "number", name: "ttl", min: 0, step: "any", defaultValue: ttlSeconds ? ttlSeconds / own : "", placeholder: t("settings.never") }),
        h("select", { name: "unit", "aria-label": t("settings.unit") }, t("settings.units").split(",").map((unit, at) =>
          h("option", { key: unit, value: UNITS[at], defaultSelected: UNITS[at] === own }, unit))))),
    h("label", null, h("input", { type: "checkbox", name: "storeText", defaultChecked: storeText }), t("settings.storeText")),
    h("label", null, h("input", { type: "checkbox", name: "passages", defaultChecked: passages }), t("starts.passages")));
}

/**
 * The settings in a form: numbers that were changed, since those shown may be defaults that follow the profile; an empty one
 * means the default. A profile that cannot change is left out.
 */
function fieldsOf({ profile, maxDistance, ttl, unit, storeText, passages }) {
  const body = { storeText: storeText.checked, passages: passages.checked };
  if (maxDistance.value !== maxDistance.defaultValue) {
    body.maxDistance = maxDistance.value === "" ? null : Number(maxDistance.value);
  }
  if (ttl.value !== ttl.defaultValue || !unit.selectedOptions[0].defaultSelected) {
    body.ttlSeconds = ttl.value === "" ? null : Math.round(ttl.value * unit.value);
  }
  return profile.disabled ? body : { ...body, profile: profile.value };
}
