// The page of a document: what is stored, and what a person decides on it.
import * as address from "../address.js";
import { collections } from "../collection-list.js";
import { deleteDocument, patchDocument, readDocument } from "../document-state.js";
import { Button, Caller, Fact, h, Metadata, Trouble } from "../elements.js";
import { moment, number, t } from "../words.js";

/** What differs from a document that lookups find, in words. */
export function stateOf({ enabled, allowed, disabledBy }) {
  return [
    enabled === false && (disabledBy ? t("member.disabledBy", disabledBy) : t("applied.disabled")),
    allowed && t("member.allowed"),
  ].filter(Boolean);
}

/** A document of a collection. */
export class Document extends Caller {
  state = this.lastShown("document " + this.props.id) ?? { document: undefined, sure: false, trouble: null, busy: "" };

  componentDidMount() {
    this.read();
  }

  read() {
    return this.attempt("read", async (signal) => {
      const { collection, id } = this.props;
      this.setState({ document: await readDocument(collection, id, signal), sure: false });
    });
  }

  patch(name, body) {
    return this.attempt(name, async () => this.setState({ document: await patchDocument(this.state.document, body) }));
  }

  remove() {
    return this.attempt("delete", async () => {
      await deleteDocument(this.state.document);
      this.setState({ document: null });
      collections.read().catch(() => {});
    });
  }

  render({ id }, { document, trouble }) {
    return h("div", null,
      h("h2", { class: "line" }, h("bdi", null, id)),
      h(Trouble, { of: trouble, retry: () => this.read() }),
      document === null && h("p", { role: "status" }, t("find.gone")),
      document && this.stored());
  }

  stored() {
    const { document, sure, busy } = this.state;
    const { id, enabled, allowed, text, metadata, fingerprint, profile, version, createdAt, updatedAt, expiresAt, disabledBy, collection } = document;
    const state = stateOf(document).join(" · ");
    const button = (name, label, onClick, style) => h(Button, { style, busy: busy === name, needed: "write", onClick }, t(label));
    return h("article", { class: "document beside" },
      h("div", null,
        h("p", { role: "status" }, disabledBy ? h("a", { href: address.link("load", { collection, job: disabledBy }) }, state) : h("strong", null, state)),
        text === undefined ? h("p", null, t("judge.noText")) : h("div", { class: "marked", dir: "auto", tabIndex: 0, role: "region", "aria-label": t("find.text") }, text)),
      h("div", null,
        h(Metadata, { of: metadata }),
        h("dl", { class: "facts" },
          h(Fact, { name: t("document.fingerprint") }, h("code", null, fingerprint)),
          h(Fact, { name: t("start.profile") }, profile),
          h(Fact, { name: t("document.created") }, moment(createdAt)),
          version > 1 && h(Fact, { name: t("document.updated", number(version)) }, moment(updatedAt)),
          expiresAt && h(Fact, { name: t("document.expires") }, moment(expiresAt))),
        h("p", null, h("a", { href: address.link("find", { id, collection }) }, t("find.similar"))),
        h("div", { class: "toolbar" },
          button("enabled", enabled ? "find.disable" : "document.enable", () => this.patch("enabled", { enabled: !enabled })),
          button("allowed", allowed ? "document.disallow" : "find.allow", () => this.patch("allowed", { allowed: !allowed })),
          sure
            ? [button("delete", "document.sure", () => this.remove(), "danger"), button("keep", "job.cancel", () => this.setState({ sure: false }))]
            : button("delete", "key.forget", () => this.setState({ sure: true }), "danger"))));
  }
}
