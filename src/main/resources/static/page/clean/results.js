// Results of a job that finds near-duplicates, read page by page, and what they make of a collection.
import { lines, pages, part } from "../api.js";
import { collections } from "../collection-list.js";
import { csvRecord, nameOf, save, saveTable } from "../download.js";
import { shareOf } from "../limit.js";
import { encoderOf } from "../load/encodings.js";
import { rawRecords } from "../load/records.js";

const DOCUMENTS = 1_000; // that are read at once
const PIECE = 1 << 20; // characters that are written at once

/** Where the results of a job are read. */
export function resultsOf({ id }) {
  return "/jobs/" + part(id) + "/results";
}

/** The groups of a job. Further members of a large group follow it in results of their own, and so does each document of a dry run. */
export async function groupsOf(job) {
  const groups = new Map();
  for await (const { group, survivor, members, ...each } of lines("GET", resultsOf(job))) {
    const key = group ?? survivor; // a document that is part of the one that stays has no group
    const known = groups.get(key) ?? { group: group ?? groups.size + 1, survivor, ...(members ? each : {}), members: members || !survivor ? [] : [{ id: survivor, distance: 0 }] };
    known.members.push(...(members ?? [each]));
    groups.set(key, known);
  }
  return [...groups.values()];
}

/** How far a clean-up is: what downloads of it have in their names. */
function stageOf({ request: { kind, dryRun } }) {
  return kind === "groups" ? "groups" : kind === "dedupe" && dryRun !== false ? "dry-run" : "applied";
}

/** What a job lists, or the dry run that it applied: {id, group, survivor, distance, featureSimilarity, verified}, as a person decided (see Groups). */
async function* listed(job, { chosen = {}, keeps = [] }) {
  const kept = new Set(keeps);
  let survivor;
  for await (const each of lines("GET", resultsOf({ id: job.request.of ?? job.id }))) {
    if (!each.members) {
      if (!kept.has(each.id)) {
        yield each;
      }
      continue;
    }
    const own = chosen[each.group];
    survivor = own ?? each.survivor ?? survivor;
    for (const { id, ...near } of each.members) {
      if (id !== survivor) {
        yield { id, group: each.group, survivor, ...(own === undefined && near) }; // the job compared them with its own
      }
    }
  }
}

/**
 * What stays and what goes of the collection of a job, by id: the documents as they are stored now, and
 * what the job lists, unless it is allowed, or the one that stays in its place is disabled or deleted, or the job that
 * applied the list left it alone. What is disabled goes too.
 */
async function decided(job, decisions, texts) {
  const stored = new Map();
  for await (const { documents } of pages("/documents", { query: { collection: job.collection, limit: DOCUMENTS, texts } })) {
    documents.forEach((each) => stored.set(each.id, each));
  }
  const isOn = (id) => stored.has(id) && stored.get(id).enabled !== false;
  const goes = new Map();
  const isApplied = stageOf(job) === "applied";
  for await (const each of listed(job, decisions)) {
    if ((!each.survivor || isOn(each.survivor)) && !stored.get(each.id)?.allowed && !(isApplied && isOn(each.id))) {
      goes.set(each.id, { ...each, why: "near-duplicate" });
    }
  }
  for (const id of stored.keys()) {
    isOn(id) || goes.has(id) || goes.set(id, { id, why: "disabled" });
  }
  return { stored, goes };
}

const share = (value) => (value === undefined ? undefined : Math.round(value * 10_000) / 10_000);

/** Saves a table of what goes, with the document that stays in its place and the share in common; records with the id of another one have their line. */
export async function saveGoing(job, decisions, files) {
  const { goes } = await decided(job, decisions);
  const row = ({ id, survivor, group, why, line, ...near }) =>
    csvRecord([id, survivor, share(shareOf(near, collections.get(job.collection))), near.distance, group, why, line]);
  const repeated = [];
  for (const { file, mapping, changes } of files) {
    for await (const { id, line, change } of rawRecords(file, mapping, changes)) {
      isRepeated(change) && repeated.push(row({ id, survivor: id, why: "repeated", line }));
    }
  }
  const names = ["id", "kept", "common", "distance", "group", "why", "line"];
  saveTable(job.collection + "-removed-" + stageOf(job) + ".csv", [csvRecord(names), ...[...goes.values()].map(row), ...repeated]);
}

/** Saves a table of what stays, from the stored texts and metadata. */
export async function saveStaying(job, decisions) {
  const { stored, goes } = await decided(job, decisions, true);
  saveRows(job.collection + "-kept-" + stageOf(job) + ".csv", [...stored.values()].filter(({ id }) => !goes.has(id)));
}

/** Saves a table of some documents of a collection, from their stored texts and metadata. */
export async function saveDocuments(collection, name, isKept) {
  const kept = [];
  for await (const { documents } of pages("/documents", { query: { collection, limit: DOCUMENTS, texts: true } })) {
    kept.push(...documents.filter(isKept));
  }
  saveRows(name, kept);
}

function saveRows(name, staying) {
  const names = [...new Set(staying.flatMap(({ metadata }) => Object.keys(metadata ?? {})))].filter((name) => name !== "id" && name !== "text");
  const cell = (value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : value);
  const rows = staying.map(({ id, text, metadata }) => csvRecord([id, text, ...names.map((name) => cell(metadata?.[name]))]));
  saveTable(name, [csvRecord(["id", "text", ...names]), ...rows]);
}

/** The name of a clean file of a job: products-clean-dry-run.csv of products.csv. */
export function cleanName(job, name) {
  return nameOf(name, "clean-" + stageOf(job));
}

/** Whether a record is not stored, since another one of its file has its id. One whose id was stored before stays or goes with that document. */
const isRepeated = (change) => change && !change.id && change.kind !== "stored";

/** Saves a file that was loaded without what goes. */
export async function saveClean(job, decisions, entry) {
  const { goes } = await decided(job, decisions);
  return saveFile(entry, cleanName(job, entry.mapping.name), ({ id, change }) => id === undefined || !(goes.has(id) || isRepeated(change)));
}

/** Saves some records of a file that was loaded: each is as it was, byte for byte. */
export async function saveFile({ file, mapping, changes }, name, isKept) {
  const encode = encoderOf(mapping.encoding);
  const pieces = [];
  let piece = "";
  let isFirst = mapping.kind === "json"; // element of an array, before which there is no comma
  for await (const { raw, id, change } of rawRecords(file, mapping, changes)) {
    if (isKept({ id, change })) {
      piece += isFirst && raw.startsWith(",") ? raw.slice(1) : raw;
      isFirst &&= raw.trim() === "[" || raw.trim() === "";
      if (piece.length > PIECE) {
        pieces.push(new Blob([encode(piece)]));
        piece = "";
      }
    }
  }
  const plain = new Blob([...pieces, encode(piece)]);
  const whole = mapping.gzip ? await new Response(plain.stream().pipeThrough(new CompressionStream("gzip"))).blob() : plain;
  save(name, "application/octet-stream", [whole]);
}
