// Two texts with marked places, side by side, and the way from one place to the next.
import { Button, Caller, h } from "../elements.js";
import { Marked } from "./marks.js";
import { number, t } from "../words.js";

const QUOTED = 60; // characters of a change that are named
const STEPS = { n: 1, p: -1 }; // of keys

/**
 * Texts of which `panes` have the side, the label and the parts, whose `count` marked places are counted by `hunk`. `status` is a
 * function from the current place, -1 before the first, to words; `keys` makes N and P lead from one to the next; `strip` is a
 * function from the current place and the way to another one to what is shown above.
 */
export class Panes extends Caller {
  state = { at: -1 };
  shown = []; // the elements of the panes
  places = []; // where they were left when they last stood opposite each other

  componentDidMount() {
    this.onKey((key) => this.props.keys && STEPS[key] && this.step(STEPS[key]));
  }

  componentDidUpdate(before) {
    before.of !== this.props.of && this.setState({ at: -1 });
  }

  step(step) {
    const { count } = this.props;
    const { at } = this.state;
    count > 0 && this.go(at < 0 && step < 0 ? count - 1 : (at + step + count) % count);
  }

  go(at) {
    this.setState({ at }, () => this.shown.forEach((pane, side) => {
      const mark = pane?.querySelector(`[data-hunk="${at}"]`);
      if (mark) {
        pane.scrollTop = mark.offsetTop - pane.clientHeight / 2;
        pane.scrollIntoView({ block: "nearest" });
        this.places[side] = pane.scrollTop;
      }
    }));
  }

  /** Scrolls the other text to what stands opposite the middle of this one, if both have the places in one order. */
  follow(side) {
    const [pane, other] = [this.shown[side], this.shown[1 - side]];
    if (!other || pane.scrollTop === this.places[side]) {
      return;
    }
    const [from, to] = [tops(pane), tops(other)];
    const both = Object.keys(from).filter((hunk) => hunk in to);
    const [own, opposite] = [[from, pane], [to, other]].map(([all, of]) => [0, ...both.map((hunk) => all[hunk]), of.scrollHeight]);
    if (opposite.some((top, at) => top < opposite[at - 1] || own[at] < own[at - 1])) {
      return;
    }
    const middle = pane.scrollTop + pane.clientHeight / 2;
    const next = Math.max(1, own.findIndex((top) => top > middle));
    const share = (middle - own[next - 1]) / Math.max(1, own[next] - own[next - 1]);
    other.scrollTop = opposite[next - 1] + share * (opposite[next] - opposite[next - 1]) - other.clientHeight / 2;
    this.places[side] = pane.scrollTop;
    this.places[1 - side] = other.scrollTop;
  }

  render({ panes, count, status, keys, strip, children }, { at }) {
    const button = (step, key) => h(Button, { onClick: () => this.step(step) }, t(key), keys && (step > 0 ? " (N)" : " (P)"));
    this.shown.length = panes.length;
    return h("div", null,
      strip?.(at, (place) => this.go(place)),
      h("div", { class: "toolbar" },
        count > 0 && [button(-1, "marks.previous"), button(1, "marks.next")],
        children,
        count > 0 && h("p", { role: "status" }, status(at))),
      h("div", { class: "pair" }, panes.map(({ side, label, parts }, index) =>
        h(Marked, {
          key: side, parts, side, label, current: at, onScroll: () => this.follow(index), ofElement: (element) => (this.shown[index] = element),
        }))));
  }
}

/** Where the marked places of a text begin. */
function tops(pane) {
  return Object.fromEntries([...pane.querySelectorAll("[data-hunk]")].reverse().map((mark) => [mark.dataset.hunk, mark.offsetTop]));
}

/** What differs between two texts with these `labels`. */
export function Differences({ parts, labels, keys, children }) {
  const count = parts.reduce((most, { hunk = -1 }) => Math.max(most, hunk + 1), 0);
  const quoted = (side, at) => {
    const text = parts.find((part) => part.hunk === at && part.of === side)?.text.trim();
    return text ? "“" + (text.length > QUOTED ? text.slice(0, QUOTED) + "…" : text) + "”" : "–";
  };
  return h(Panes, {
    of: parts, count, keys,
    panes: ["a", "b"].map((side) => ({ side, label: labels[side], parts })),
    status: (at) => at < 0 ? t("marks.count", number(count)) : t("marks.at", number(at + 1), number(count), quoted("a", at), quoted("b", at)),
  }, children);
}
