// The page of a document: what is stored, what a person decides on it, and its near-duplicates.
import * as address from "../address.js";
import { part, send } from "../api.js";
import { collections } from "../collection-list.js";
import { deleteDocument, patchDocument, readDocument } from "../document-state.js";
import { Button, Caller, Fact, Form, h, Input, Metadata, Section, Trouble } from "../elements.js";
import { lookUp } from "../find/find.js";
import { MatchCard } from "../find/match-card.js";
import { exactObject, isObject } from "../json.js";
import { limitOf, limitWords } from "../limit.js";
import { keepState, recallView } from "../kept.js";
import { moment, number, t } from "../words.js";

const LISTED = 10; // near-duplicates, and documents that share passages

/** What differs from a document that lookups find, in words. */
export function stateOf({ enabled, allowed, disabledBy }) {
  return [
    enabled === false && (disabledBy ? t("member.disabledBy", disabledBy) : t("applied.disabled")),
    allowed && t("member.allowed"),
  ].filter(Boolean);
}

/** A document of a collection. */
export class Document extends Caller {
  state = this.lastShown("document " + this.props.id) ?? { document: undefined, found: null, edit: null, sure: false, trouble: null, busy: "" };

  componentDidMount() {
    this.read();
  }

  read() {
    return this.attempt("read", async (signal) => {
      const { collection, id } = this.props;
      const document = await readDocument(collection, id, signal);
      const kept = recallView("edit", {});
      this.setState({ document, edit: kept.id === id && kept.collection === collection ? kept.edit : null, sure: false });
      await (collections.list ?? collections.read({ signal })); // it has which of them find passages
      const isQuoted = document?.text !== undefined && collections.get(collection)?.passages;
      this.setState({ found: document && (await lookUp(collection, { id, limit: LISTED }, {}, signal, isQuoted)) });
    });
  }

  patch(name, body) {
    return this.attempt(name, async () => this.setState({ document: await patchDocument(this.state.document, body) }));
  }

  remove() {
    return this.attempt("delete", async () => {
      await deleteDocument(this.state.document);
      this.setState({ document: null, found: null });
      collections.read().catch(() => {});
    });
  }

  /** Stores the text and metadata of the form, unless the document was changed since it was read. */
  save() {
    const { document: { collection, id, tag, text, expiresAt, metadata: before }, edit } = this.state;
    return this.attempt("save", async () => {
      const metadata = exactObject(edit.metadata);
      if (text === undefined) {
        await patchDocument(this.state.document, { metadata: merge(before ?? {}, metadata) });
      } else {
        const body = { text: edit.text, metadata, expiresAt: expiresAt ?? null, onDuplicate: "add", limit: 0 };
        await send("PUT", "/documents/" + part(id), { query: { collection }, body, headers: { "If-Match": tag } });
      }
      this.edit(null);
      await this.read();
    });
  }

  /** Keeps what is typed until it is stored; null ends that. */
  edit(edit) {
    const { collection, id } = this.props;
    keepState("edit", edit && { collection, id, edit });
    this.setState({ edit });
  }

  render({ collection, id }, { document, found, edit, trouble }) {
    const { answer, quotes } = found ?? {};
    const limit = answer && limitOf(answer, collections.get(collection));
    const card = (match) => h(MatchCard, {
      key: match.id, match, asked: { kind: "id", content: id, text: found.text, collection }, isRead: Boolean(match.passages),
      bits: answer.query.bits, limit,
    });
    return h("div", null,
      h("h2", { class: "line" }, h("bdi", null, id)),
      h(Trouble, { of: trouble, retry: () => this.read() }),
      document === null && h("p", { role: "status" }, t("find.gone")),
      document && (edit ? this.form() : this.stored()),
      answer && h(Section, { title: t("document.matches") },
        answer.matches.length === 0 && h("p", null, t("find.nothing", limitWords(limit), collection)),
        answer.matches.map(card),
        quotes.length > 0 && [h("h2", null, t("find.quoted", number(quotes.length))), quotes.map(card)]));
  }

  stored() {
    const { document, sure, busy } = this.state;
    const { enabled, allowed, text, metadata, fingerprint, profile, version, createdAt, updatedAt, expiresAt, disabledBy, collection } = document;
    const button = (name, label, onClick, style) => h(Button, { style, busy: busy === name, needed: "write", onClick }, t(label));
    return h("article", { class: "document beside" },
      h("div", null,
        h("p", { role: "status" }, h("strong", null, stateOf(document).join(" · "))),
        text === undefined ? h("p", null, t("judge.noText")) : h("div", { class: "marked", dir: "auto", tabIndex: 0, role: "region", "aria-label": t("find.text") }, text)),
      h("div", null,
        h(Metadata, { of: metadata }),
        h("dl", { class: "facts" },
          h(Fact, { name: t("document.fingerprint") }, h("code", null, fingerprint)),
          h(Fact, { name: t("start.profile") }, profile),
          expiresAt && h(Fact, { name: t("document.expires") }, moment(expiresAt))),
        h("h3", null, t("document.history")),
        h("ol", { class: "history" },
          h("li", null, moment(createdAt), ": ", t("document.created")),
          version > 1 && h("li", null, moment(updatedAt), ": ", t("document.updated", number(version)), " ",
            disabledBy && h("a", { href: address.link("load", { collection, job: disabledBy }) }, t("member.disabledBy", disabledBy)))),
        h("div", { class: "toolbar" },
          button("enabled", enabled ? "find.disable" : "document.enable", () => this.patch("enabled", { enabled: !enabled })),
          button("allowed", allowed ? "document.disallow" : "find.allow", () => this.patch("allowed", { allowed: !allowed })),
          button("edit", "document.edit", () => this.edit({ text: text ?? "", metadata: JSON.stringify(metadata ?? {}, null, 2) })),
          sure
            ? [button("delete", "document.sure", () => this.remove(), "danger"), button("keep", "job.cancel", () => this.setState({ sure: false }))]
            : button("delete", "key.forget", () => this.setState({ sure: true }), "danger"))));
  }

  form() {
    const { document, edit, busy } = this.state;
    const change = (changed) => this.edit({ ...edit, ...changed });
    const isValid = exactObject(edit.metadata) !== null;
    return h(Form, { onSubmit: () => this.save() },
      document.text !== undefined && h(Input, {
        label: t("find.text"), name: "text", rows: 8, required: true, value: edit.text, onChange: (text) => change({ text }),
      }),
      h(Input, {
        label: t("document.metadata"), hint: isValid ? "" : t("record.json"), name: "metadata", rows: 5, spellcheck: false, value: edit.metadata,
        "aria-invalid": isValid ? undefined : "true", onChange: (metadata) => change({ metadata }),
      }),
      h("div", { class: "controls" },
        h("button", { type: "submit", disabled: !isValid, "aria-busy": String(busy === "save") }, t("document.save")),
        h(Button, { style: "secondary", onClick: () => this.edit(null) }, t("job.cancel"))));
  }
}

/** The merge patch (RFC 7396) that makes one object of another. */
function merge(before, after) {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name)).map((name) => [name, null]);
  const set = Object.entries(after).map(([name, value]) => [name, isObject(value) && isObject(before[name]) ? merge(before[name], value) : value]);
  return Object.fromEntries([...removed, ...set]);
}
