// One sentence on two texts: whether one is a copy of the other, and why.
import { commonWords } from "../limit.js";
import { number, t } from "../words.js";

const CHARACTER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const WORDS = new RegExp(CHARACTER.source + "|[\\p{L}\\p{N}\\p{M}]+", "gu");

/** Whether it is known what was changed. */
export function isMarked(parts) {
  return parts?.some((part) => part.of === "both") ?? false;
}

/** The sentence. `parts` is null as long as they are not known. */
export function verdict({ nearDuplicate, featureSimilarity, verified }, parts) {
  if (nearDuplicate && parts?.every(({ of, text, other }) => of === "both" && text === other)) {
    return t("verdict.same");
  }
  const reason = nearDuplicate && isMarked(parts)
    ? changes(parts)
    : commonWords(featureSimilarity, verified);
  return t(nearDuplicate ? "verdict.copy" : "verdict.other", reason);
}

/** What was changed, added and removed: words, or characters in scripts without spaces. */
function changes(parts) {
  const hunks = [];
  for (const { of, text, hunk } of parts) {
    if (of !== "both") {
      (hunks[hunk] ??= { a: "", b: "" })[of] = text;
    }
  }
  const counts = { changed: 0, added: 0, removed: 0 };
  let [characters, all] = [0, 0];
  for (const { a, b } of hunks.map((hunk) => ({ a: wordsOf(hunk.a), b: wordsOf(hunk.b) }))) {
    const kind = a.length === 0 ? "added" : b.length === 0 ? "removed" : "changed";
    if (a.join(" ") !== b.join(" ")) {
      counts[kind] += Math.max(a.length, b.length);
      all += a.length + b.length;
      characters += [...a, ...b].filter((word) => CHARACTER.test(word)).length;
    }
  }
  const unit = 2 * characters > all ? "character" : "word";
  const named = Object.entries(counts).filter(([, count]) => count > 0).map(([kind, count]) => t("verdict." + kind, amount(unit, count)));
  return named.length === 0 ? t("verdict.marks") : named.join(t("verdict.and"));
}

function wordsOf(text) {
  return text.toLowerCase().match(WORDS) ?? [];
}

function amount(unit, count) {
  return t("verdict." + unit + (count === 1 ? "" : "s"), t("verdict.numbers").split(" ")[count - 1] ?? number(count));
}
