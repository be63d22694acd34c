// Texts with what differs marked.
import { line } from "../document-state.js";
import { Caller, h } from "../elements.js";
import { number, t } from "../words.js";

const SHOWN = 2_000; // parts of one text
const LONG = 20_000; // characters of a text whose common passages are shortened
const AROUND = 30; // characters beside a change in one line
const CHANGES = 15; // parts of a line
const CONTEXT = 200; // characters that are shown of a shortened passage at each end

/** Compares texts in a worker until the signal `end` is given. Only the latest comparison is answered. */
export class Marker {
  #worker = null;
  #id = 0;
  #answer = null; // while a comparison is under way

  constructor(end) {
    end.addEventListener("abort", () => this.stop());
  }

  /** Compares two texts; `answer` gets the parts unless another comparison begins before. */
  compare(a, b, answer) {
    if (this.#answer) {
      this.stop(); // what it does is not needed any more
    }
    if (!this.#worker) {
      this.#worker = new Worker(new URL("diff-worker.js", import.meta.url));
      this.#worker.onmessage = ({ data }) => data.id === this.#id && this.#done(data.parts);
    }
    this.#answer = answer;
    this.#worker.postMessage({ id: ++this.#id, a, b });
  }

  #done(parts) {
    const answer = this.#answer;
    this.#answer = null;
    answer(parts);
  }

  /** Ends the worker. */
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#answer = null;
  }
}

const TAGS = { a: "del", b: "ins", shared: "mark" };

/** One text of a comparison. The place `current` is marked. */
export function Marked({ parts, side, label, current, ofElement, onScroll }) {
  const isOwn = (part) => [side, "both", "shared"].includes(part.of);
  const own = parts.filter(isOwn);
  const hunks = new Set(own.map((part) => part.hunk));
  const shown = parts.filter((part) => isOwn(part) || !hunks.has(part.hunk)); // with the places of what only the other has
  const isLong = own.reduce((sum, part) => sum + part.text.length, 0) > LONG;
  return h("div", { class: "marked", dir: "auto", tabIndex: 0, role: "figure", "aria-label": label, ref: ofElement, onScroll },
    shown.slice(0, SHOWN).map((part, at) =>
      part.of === "both"
        ? [side === "b" && part.other !== undefined ? part.other : part.text].map((text) => (isLong ? shortened(text) : text))
        : h(isOwn(part) ? TAGS[part.of] : "span", {
            key: at, "data-hunk": part.hunk, class: part.hunk === current ? "current" : undefined,
          }, isOwn(part) && (isLong ? shortened(part.text, 4) : part.text))),
    shown.length > SHOWN && h("p", null, h("em", null, t("marks.more", number(shown.length - SHOWN)))));
}

/**
 * Two texts, undefined ones as long as they are not known. `children` is a function from their parts, null until these are known, to
 * what is shown. What has a `name` is shown at once to a person who comes back.
 */
export class Texts extends Caller {
  state = (this.props.name && this.lastShown("texts " + this.props.name)) ?? { parts: null };
  marker = new Marker(this.left);

  componentDidMount() {
    this.state.parts || this.mark();
  }

  componentDidUpdate({ a, b }) {
    if (a !== this.props.a || b !== this.props.b) {
      this.setState({ parts: null });
      this.mark();
    }
  }

  mark() {
    const { a, b } = this.props;
    if (a !== undefined && b !== undefined) {
      this.marker.compare(a, b, (parts) => {
        this.setState({ parts });
        this.marker.stop(); // they rarely change
      });
    }
  }

  render({ children }, { parts }) {
    return children(parts);
  }
}

/** What differs between two texts in one line: changes, with some letters around each. */
export function MarkedLine({ parts }) {
  const last = Math.min(parts.length, CHANGES) - 1;
  const brief = (text, at) => // whole words, where these are not too long
    text.length <= 2 * AROUND ? text : (at > 0 ? text.slice(0, AROUND).replace(/\s\S*$/, "") : "") + " … " + (at < last ? text.slice(-AROUND).replace(/^\S*\s/, "") : "");
  return h("span", { class: "line", dir: "auto" }, last === 0 && parts[0].of === "both" ? line(parts[0].text) : parts.slice(0, last + 1).map(({ of, text }, at) =>
    of === "both" ? brief(text, at) : h(TAGS[of], { key: at }, text.length <= 2 * AROUND ? text : text.slice(0, 2 * AROUND).replace(/\s\S*$/, "") + " …")));
}

function shortened(text, times = 1) {
  const kept = CONTEXT * times;
  return text.length <= 3 * kept
    ? text
    : [
        text.slice(0, kept),
        h("em", { class: "omitted" }, t("marks.omitted", number(text.length - 2 * kept))),
        text.slice(-kept),
      ];
}

/** The share of the characters of both texts that they have in common. */
export function commonShare(parts) {
  const length = (...kinds) => parts.filter(({ of }) => kinds.includes(of)).reduce((sum, { text }) => sum + text.length, 0);
  const common = 2 * length("both");
  return common === 0 && parts.length === 0 ? 1 : common / (common + length("a", "b"));
}
