// The limit that decides what near-duplicates are: the share of features in common, or the distance where that alone decides.
import { h } from "../webjars/preact/dist/preact.module.js";
import { number, percent, t } from "./words.js";

/** The limit of a lookup in a collection: {maxDistance, minSimilarity}, the latter undefined if the distance decides. `asked` is the distance that a person gave. */
export function limitOf({ maxDistance, verification }, collection, asked = "") {
  return { maxDistance, minSimilarity: verification?.minSimilarity ?? (asked === "" ? collection?.minSimilarity : undefined) };
}

/** A limit in words. */
export function limitWords({ maxDistance, minSimilarity }) {
  return minSimilarity === undefined ? t("limit.bits", number(maxDistance)) : t("limit.common", common(minSimilarity));
}

/** What two texts have in common, in words. */
export function commonWords(share, exact) {
  return share <= 0 ? t("verdict.nothing") : t(exact ? "verdict.share" : "verdict.about", common(share));
}

/** A share in common, rounded down: what is below a limit does not look as if it reached it. */
export function common(share) {
  return percent(Math.floor(Math.max(0, share) * 1_000 + 1e-9) / 1_000, 1);
}

/** What two texts have in common: as texts were compared, or else what their distance stands for by the limit `of` a collection or a lookup; undefined if neither is known. */
export function shareOf({ distance, featureSimilarity, verified }, of) {
  return verified ? featureSimilarity : shareAt(distance, of) ?? featureSimilarity;
}

/** How near two texts of a collection are: words before bits. Equal fingerprints have all in common. */
export function Nearness({ pair, of }) {
  const { distance, verified } = pair;
  const known = shareOf(pair, of);
  const bits = t("find.distance", number(distance));
  return known === undefined ? bits : h("span", null, t(verified || distance === 0 ? "member.common" : "member.about", common(known)), " ", h("small", { class: "after" }, bits));
}

/** The share in common that a distance stands for in a collection that compares texts, of which its limit is one; undefined in others. */
function shareAt(distance, { maxDistance, minSimilarity } = {}) {
  return minSimilarity === undefined || distance === undefined ? undefined : Math.max(0, 1 - ((1 - minSimilarity) * distance) / Math.max(1, maxDistance));
}

/** A limit of a collection in words, by its distance. */
export function limitWordsAt(distance, of) {
  return limitWords({ maxDistance: distance, minSimilarity: shareAt(distance, of) });
}

/** A limit of a collection as the label of an axis, by its distance. */
export function tick(distance, of) {
  const share = shareAt(distance, of);
  return share === undefined ? number(distance) : common(share);
}

/** Labels of an axis of distances up to `end`, and where they are: of quarters of what texts have in common, or of the distances. */
export function ticks(end, of) {
  return [0, 0.25, 0.5, 0.75].map((part) => (of?.minSimilarity === undefined
    ? [Math.round(part * end), number(Math.round(part * end))]
    : [(part * of.maxDistance) / (1 - of.minSimilarity), percent(1 - part)])).filter(([distance]) => distance <= end);
}

/** What the labels of an axis are. */
export function axis(of) {
  return t(of?.minSimilarity === undefined ? "start.distance" : "limit.axis");
}

/** Whether a distance is as large as that of unrelated texts. */
export function isFar(distance, bits) {
  return distance > bits / 2 - 1.5 * Math.sqrt(bits);
}
