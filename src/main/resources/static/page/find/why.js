// Why a text was not found: what holds of the nearest documents, and where to look next.
import * as address from "../address.js";
import { call, part } from "../api.js";
import { collections, DEFAULT_PROFILE } from "../collection-list.js";
import { patchDocument, readDocument } from "../document-state.js";
import { Button, Caller, h, Section, Trouble } from "../elements.js";
import { common, isFar, limitWords, shareOf } from "../limit.js";
import { MatchCard } from "./match-card.js";
import { percent, t } from "../words.js";

const NEAREST = 10; // documents that are compared
const DISABLED = 1_000; // disabled documents whose fingerprints are compared
const CLOSEST = 3; // of these
const INSIDE = 0.5; // share of a text in passages from which on it is part of the other
const ELSEWHERE = 20; // collections that are asked

/**
 * The reasons for an `answer` without matches, the first of which holds surely; none if all there is are `quotes`, which are listed. `asked`
 * has the query; `onAgain` gets what is to be changed of it, and repeats it.
 */
export class Why extends Caller {
  state = { reasons: null, trouble: null, busy: "" };

  componentDidMount() {
    this.attempt("learn", async (signal) => this.setState({ reasons: await this.reasons(signal) }));
  }

  async reasons(signal) {
    const { asked, answer, limit, quotes } = this.props;
    const { collection, kind, content } = asked;
    if (!(collections.get(collection)?.documents > 0)) {
      return [{ kind: "empty" }, ...(await this.elsewhere(signal))];
    }
    const own = kind === "id" ? { id: content, collection } : { [kind]: content };
    const compare = (id, options) => call("POST", "/compare", { body: { a: own, b: { id, collection }, ...options }, signal })
      .catch((trouble) => (signal.aborted || trouble.status !== 404 ? Promise.reject(trouble) : undefined)); // deleted meanwhile
    const [{ matches }, disabled, elsewhere] = await Promise.all([
      call("POST", "/duplicates", { query: { collection }, body: { [kind]: content, nearest: NEAREST }, signal }),
      this.disabled(compare, signal),
      this.elsewhere(signal),
    ]);
    const [nearest] = matches;
    const isWithin = nearest && (limit.minSimilarity === undefined ? nearest.distance <= limit.maxDistance : shareOf(nearest, limit) >= limit.minSimilarity);
    const quoted = partly(quotes[0] ?? (collections.get(collection).storeText ? await this.quoted(matches, compare) : undefined));
    const { profile } = collections.get(collection);
    const other = nearest && !isWithin && profile !== DEFAULT_PROFILE && (await compare(nearest.id, { profile: DEFAULT_PROFILE }).catch(() => {})); // its text is not stored
    return [
      answer.query.lowConfidence && { kind: "short" },
      disabled && { kind: "disabled", match: disabled },
      quoted,
      ...elsewhere,
      other?.nearDuplicate && { kind: "profile", match: nearest, profile },
      nearest && !isWithin && (isFar(nearest.distance, answer.query.bits) ? quotes.length === 0 && { kind: "far", match: nearest } : { kind: "limit", match: nearest }),
    ].filter(Boolean);
  }

  /** The disabled document that would be a near-duplicate, if there is one among the first ones. */
  async disabled(compare, signal) {
    const { asked: { collection }, answer: { query } } = this.props;
    const { documents } = await call("GET", "/documents", { query: { collection, enabled: false, limit: DISABLED }, signal });
    const found = documents.map((each) => ({ ...each, distance: distanceOf(each.fingerprint, query.fingerprint) }));
    for (const each of found.sort((a, b) => a.distance - b.distance).slice(0, CLOSEST)) {
      const compared = await compare(each.id);
      if (compared?.nearDuplicate) {
        return { ...each, ...compared };
      }
    }
    return undefined;
  }

  /** The one of these documents that shares most with the text in passages. */
  async quoted(matches, compare) {
    const compared = await Promise.all(matches.map(async (match) => ({ match, passages: (await compare(match.id, { passages: true }))?.passages })));
    const quotes = compared.filter(({ passages }) => passages?.count > 0).map(({ match, passages: { a, b, ...others } }) => ({ ...match, ...others, share: a.share, documentShare: b.share }));
    return quotes.sort((a, b) => most(b) - most(a))[0];
  }

  /** Other collections that have a near-duplicate; those that refuse the text have none. */
  async elsewhere(signal) {
    const { asked: { collection, text } } = this.props;
    const others = collections.filled.filter(({ name }) => name !== collection).slice(0, ELSEWHERE);
    const answers = await Promise.all((text === undefined ? [] : others).map(async ({ name }) => {
      const answer = await call("POST", "/duplicates", { query: { collection: name }, body: { text, limit: 1 }, signal }).catch(() => null);
      return answer?.matches.length > 0 && name;
    }));
    const names = answers.filter(Boolean);
    return names.length > 0 ? [{ kind: "elsewhere", names }] : [];
  }

  render({ asked, answer, limit, quotes }, { reasons, trouble }) {
    const shown = reasons?.find(({ match }) => match && !quotes.includes(match));
    return reasons?.length !== 0 && h(Section, { class: "why", title: t("why.title") },
      h(Trouble, { of: trouble }),
      h("div", { "aria-live": "polite" }, reasons
        ? h("ul", null, reasons.map((each, at) => h("li", { key: each.kind, class: "toolbar" }, this.sentence(each, at === 0), " ", this.action(each, at === 0))))
        : !trouble && h("p", { "aria-busy": "true" }, t("why.working"))),
      shown && h(MatchCard, {
        key: "nearest", match: shown.match, asked, isRead: true, isFar: shown.kind !== "disabled", bits: answer.query.bits, limit,
      }));
  }

  /** Whether a document has at least half as much in common as the limit of the collection asks for: a limit that reaches others reaches any. */
  isPlausible({ distance }) {
    const { bits, maxDistance } = collections.get(this.props.asked.collection);
    return 1 - (2 * distance) / bits >= 0.5 - maxDistance / bits;
  }

  sentence({ kind, match, names, profile }, isFirst) {
    const { asked: { collection }, limit } = this.props;
    const values = {
      empty: [collection],
      elsewhere: [names?.join(", ")],
      within: [percent(match?.share), match?.id],
      contains: [percent(match?.documentShare), match?.id],
      profile: [DEFAULT_PROFILE, match?.id, profile],
    };
    const words = t("why." + kind + (names?.length > 1 ? "Many" : ""), ...(values[kind] ?? [match?.id, match && common(shareOf(match, collections.get(collection)) ?? 0), limitWords(limit)]));
    return isFirst ? h("strong", null, words) : words;
  }

  /** What leads on; that of the first reason stands out. */
  action({ kind, match }, isFirst) {
    const { asked: { collection, kind: by, content }, onAgain } = this.props;
    const button = (label, onClick, needed) =>
      h(Button, { style: isFirst ? "secondary" : "secondary outline", busy: this.state.busy === kind, needed, onClick }, t(label));
    const ofBoth = match && { [by === "id" ? "aId" : "a"]: content, bId: match.id, collection, profile: kind === "profile" ? DEFAULT_PROFILE : "" };
    const compare = match && h("a", { href: address.link("compare", ofBoth) }, t("view.compare"));
    switch (kind) {
      case "empty":
        return h("a", { href: address.link("load") }, t("load.file"));
      case "elsewhere":
        return button("find.lookEverywhere", () => onAgain({ everywhere: true }));
      case "limit":
        return this.isPlausible(match) ? button("why.larger", () => onAgain({ maxDistance: String(match.distance) })) : compare;
      case "disabled":
        return button("why.enable", () => this.attempt(kind, async (signal) => {
          await patchDocument(await readDocument(collection, match.id, signal), { enabled: true });
          onAgain({});
        }), "write");
      case "within":
      case "contains":
        return collections.get(collection).passages ? compare : button("why.quotations", () => this.attempt(kind, async () => {
          await call("PATCH", "/collections/" + part(collection), { body: { passages: true } });
          await collections.read();
          onAgain({});
        }), "admin");
      default:
        return compare;
    }
  }
}

const most = ({ share, documentShare }) => Math.max(share, documentShare);

/** The reason that a text is part of a document, or has it as a part; undefined if neither has much of the other. */
function partly(match) {
  return match && most(match) >= INSIDE ? { kind: match.share >= match.documentShare ? "within" : "contains", match } : undefined;
}

/** The number of bits in which two fingerprints differ. */
function distanceOf(a, b) {
  return (BigInt("0x" + a) ^ BigInt("0x" + b)).toString(2).replaceAll("0", "").length;
}
