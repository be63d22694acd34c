// What a person decides on pairs of documents.
import { call, pages } from "../api.js";

const PAGE = 1_000; // judgements that are read at once

/** The number of pairs that are judged near-duplicates (`yes`) and different (`no`). */
export async function countJudged(path, signal) {
  const judged = { yes: 0, no: 0 };
  for await (const page of pages(path + "/judgements", { query: { limit: PAGE }, signal })) {
    for (const { duplicate } of page.judgements) {
      judged[duplicate ? "yes" : "no"]++;
    }
  }
  return judged;
}

/** Stores a judgement, or deletes it if it is undefined. Returns what is stored: nothing if a document was deleted. */
export async function judge(path, { a, b, weight }, duplicate) {
  if (duplicate === undefined) {
    await call("DELETE", path + "/judgements", { query: { a: a.id, b: b.id } });
    return undefined;
  }
  const judgements = [{ a: a.id, b: b.id, duplicate, weight }];
  const { stored } = await call("POST", path + "/judgements", { body: { judgements } });
  return stored > 0 ? duplicate : undefined;
}
