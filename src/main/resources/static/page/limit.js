// The limit that decides what near-duplicates are: the share of features in common, or the distance where that alone decides.
import { number, percent, t } from "./words.js";

/** The limit of a lookup in a collection: {maxDistance, minSimilarity}, the latter undefined if the distance decides. `asked` is the distance that a person gave. */
export function limitOf({ maxDistance, verification }, collection, asked = "") {
  return { maxDistance, minSimilarity: verification?.minSimilarity ?? (asked === "" ? collection?.minSimilarity : undefined) };
}

/** A limit in words. */
export function limitWords({ maxDistance, minSimilarity }) {
  return minSimilarity === undefined ? t("limit.bits", number(maxDistance)) : t("limit.common", common(minSimilarity));
}

/** A share in common, rounded down: what is below a limit does not look as if it reached it. */
export function common(share) {
  return percent(Math.floor(Math.max(0, share) * 1_000 + 1e-9) / 1_000, 1);
}

/** Whether a distance is as large as that of unrelated texts. */
export function isFar(distance, bits) {
  return distance > bits / 2 - 1.5 * Math.sqrt(bits);
}

/** Whether a comparison of two documents is within the limit that a job applied. */
export function isWithin({ featureSimilarity, verified, nearDuplicate }, { request, summary }) {
  const minSimilarity = request.minSimilarity ?? summary?.verification?.minSimilarity;
  return verified && minSimilarity !== undefined ? featureSimilarity >= minSimilarity : nearDuplicate;
}
