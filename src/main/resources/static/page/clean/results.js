// Results of a job that finds near-duplicates, read page by page, and what they make of a collection.
import { call, lines, part } from "../api.js";
import { csvRecord, save } from "../download.js";

const DOCUMENTS = 1_000; // that are read at once

/** A page of results: {results, next}. */
export function page(job, after, limit) {
  return call("GET", "/jobs/" + part(job.id) + "/results", { query: { after, limit } });
}

/** Adds a page to groups; further members of a large group follow it in results of their own. */
export function joinGroups(groups, results) {
  const all = [...groups];
  for (const each of results) {
    if (each.survivor === undefined) {
      const last = all.pop();
      all.push({ ...last, members: [...last.members, ...each.members] });
    } else {
      all.push(each);
    }
  }
  return all;
}

/** What goes: {id, group, survivor, distance}. `chosen` has survivors that a person chose, by group. */
async function* going(job, chosen) {
  let survivor;
  for await (const each of lines("GET", "/jobs/" + part(job.id) + "/results")) {
    if (each.problem) {
      throw Object.assign(new Error(each.problem.detail), { problem: each.problem });
    }
    if (!each.members) {
      yield each;
      continue;
    }
    survivor = chosen[each.group] ?? each.survivor ?? survivor;
    for (const { id, distance } of each.members) {
      if (id !== survivor) {
        yield { id, group: each.group, survivor, distance: chosen[each.group] === undefined ? distance : undefined };
      }
    }
  }
}

/** Saves a table of what goes. */
export async function saveGoing(job, chosen = {}) {
  const rows = [csvRecord(["id", "group", "survivor", "distance"])];
  for await (const { id, group, survivor, distance } of going(job, chosen)) {
    rows.push(csvRecord([id, group, survivor, distance]));
  }
  save(job.collection + "-goes.csv", "text/csv;charset=utf-8", rows);
}

/** Saves a table of all other documents of the collection. */
export async function saveStaying(job, chosen = {}) {
  const goes = new Set();
  for await (const { id } of going(job, chosen)) {
    goes.add(id);
  }
  const rows = [csvRecord(["id", "metadata"])];
  let after;
  do {
    const { documents, next } = await call("GET", "/documents", { query: { collection: job.collection, limit: DOCUMENTS, after } });
    for (const { id, metadata } of documents) {
      if (!goes.has(id)) {
        rows.push(csvRecord([id, metadata && JSON.stringify(metadata)]));
      }
    }
    after = next;
  } while (after !== undefined);
  save(job.collection + "-stays.csv", "text/csv;charset=utf-8", rows);
}
