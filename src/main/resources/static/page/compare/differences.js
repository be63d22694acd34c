// What differs between two texts, side by side or in one, and the way from one difference to the next.
import { Component, h } from "../elements.js";
import { commonShare, Marked } from "./marks.js";
import { number, percent, t } from "../words.js";

const QUOTED = 60; // characters of a change that are named

/** Whether a key is meant for a field. */
export function isTyped(e) {
  const typing = e.target instanceof HTMLElement && e.target.matches("input:not([type=checkbox], [type=radio]), select, textarea");
  return typing || e.ctrlKey || e.metaKey || e.altKey;
}

/** The parts of two texts; `unified` shows them as one, which `onUnified` changes. */
export class Differences extends Component {
  constructor() {
    super();
    this.state = { at: -1 };
    this.panes = { a: null, b: null };
    this.places = {}; // where both were left when they last stood opposite each other
    this.onKey = (e) => {
      const step = { n: 1, p: -1 }[e.key.toLowerCase()];
      if (step && !e.defaultPrevented && !isTyped(e)) {
        this.go(step);
      }
    };
  }

  componentDidMount() {
    addEventListener("keydown", this.onKey);
  }

  componentDidUpdate(before) {
    if (before.parts !== this.props.parts) {
      this.setState({ at: -1 });
    }
  }

  componentWillUnmount() {
    removeEventListener("keydown", this.onKey);
  }

  get count() {
    return this.props.parts.reduce((most, { hunk = -1 }) => Math.max(most, hunk + 1), 0);
  }

  go(step) {
    const { count } = this;
    if (count === 0) {
      return;
    }
    const at = this.state.at < 0 && step < 0 ? count - 1 : (this.state.at + step + count) % count;
    this.setState({ at }, () => {
      for (const [side, pane] of Object.entries(this.panes)) {
        const mark = pane?.querySelector(`[data-hunk="${at}"]`);
        if (mark) {
          pane.scrollTop = mark.offsetTop - pane.clientHeight / 2;
          pane.scrollIntoView({ block: "nearest" });
          this.places[side] = pane.scrollTop;
        }
      }
    });
  }

  /** Scrolls the other text to what stands opposite the middle of this one. */
  follow(side) {
    const opposite = side === "a" ? "b" : "a";
    const [pane, other] = [this.panes[side], this.panes[opposite]];
    if (!other || pane.scrollTop === this.places[side]) {
      return;
    }
    const marks = (of) => [0, ...[...of.querySelectorAll("[data-hunk]")].map((mark) => mark.offsetTop), of.scrollHeight];
    const [from, to] = [marks(pane), marks(other)];
    const middle = pane.scrollTop + pane.clientHeight / 2;
    const next = Math.max(1, from.findIndex((top) => top > middle));
    const share = (middle - from[next - 1]) / Math.max(1, from[next] - from[next - 1]);
    const last = to[next - 1] ?? other.scrollHeight;
    other.scrollTop = last + share * ((to[next] ?? other.scrollHeight) - last) - other.clientHeight / 2;
    this.places = { [side]: pane.scrollTop, [opposite]: other.scrollTop };
  }

  render({ parts, unified, onUnified }, { at }) {
    const { count } = this;
    const pane = (side, label) =>
      h(Marked, {
        parts, side, label, current: at, onScroll: () => this.follow(side),
        ofElement: (element) => (this.panes[side === "both" ? "a" : side] = element),
      });
    return h("section", null,
      h("h2", null, t("compare.marks")),
      h("p", null, t("compare.common", percent(commonShare(parts)))),
      count > 0 && h("div", { class: "toolbar" },
        h("button", { type: "button", class: "secondary outline", onClick: () => this.go(-1) }, t("marks.previous")),
        h("button", { type: "button", class: "secondary outline", onClick: () => this.go(1) }, t("marks.next")),
        h("label", null,
          h("input", { type: "checkbox", role: "switch", name: "unified", checked: unified, onChange: (e) => onUnified(e.currentTarget.checked) }),
          t("marks.unified")),
        h("p", { role: "status" }, at < 0 ? t("marks.count", number(count)) : t("marks.at", number(at + 1), number(count), this.quoted("a"), this.quoted("b")))),
      unified
        ? pane("both", t("marks.both"))
        : h("div", { class: "pair" }, pane("a", t("compare.a")), pane("b", t("compare.b"))));
  }

  /** A side of the current change. */
  quoted(side) {
    const text = this.props.parts.find((part) => part.hunk === this.state.at && part.of === side)?.text.trim();
    return text ? t("marks.quoted", text.length > QUOTED ? text.slice(0, QUOTED) + "…" : text) : "–";
  }
}
