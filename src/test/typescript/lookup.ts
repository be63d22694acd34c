// Stores a document and looks it up again, through a client whose types are generated from the API description.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Match = components["schemas"]["Match"];
type StoredLine = components["schemas"]["StoredResponseLine"] | components["schemas"]["ProblemLine"];

declare const process: { argv: string[] };

const [, , baseUrl = "", text = ""] = process.argv;
const client = createClient<paths>({ baseUrl });

const stored = await client.PUT("/documents/{id}", {
  params: { path: { id: "https://example.org/typescript" } },
  body: { text, metadata: { client: "typescript" } },
});
if (stored.error) {
  throw new Error(stored.error.detail);
}

const found = await client.GET("/duplicates", { params: { query: { text, nearest: 1 } } });
if (found.error) {
  throw new Error(found.error.detail);
}
const matches: Match[] = found.data.matches;

// The answer to a JSON body has one type, although the calls also accept streams.
const made = await client.POST("/fingerprint", { body: { text } });
const added = await client.POST("/documents", { body: { id: "typescript-3", text, limit: 0 } });
const posted = await client.POST("/duplicates", { body: { text, nearest: 1 } });
const compared = await client.POST("/compare", { body: { a: { text }, b: { text } } });
if (made.error || added.error || posted.error || compared.error) {
  throw new Error("a call was refused");
}
const equal: boolean =
  made.data.fingerprint === added.data.fingerprint &&
  posted.data.query.fingerprint === compared.data.a.fingerprint;

const refused = await client.POST("/compare", {
  body: { a: { text }, b: { text }, measures: ["jaccard"], maxDistance: -1 },
});

const lines = await client.POST("/documents", {
  params: { query: { otherFields: "ignore", limit: 0 } },
  headers: { "Content-Type": "application/x-ndjson" },
  body: { id: "typescript-2", text },
  parseAs: "text",
});
const line: StoredLine = JSON.parse(String(lines.data));

console.log(
  JSON.stringify({
    outcome: stored.data.outcome,
    equal,
    matches: matches.map((match) => match.id + " " + match.distance),
    problem: refused.error?.errors?.map((error) => error.field),
    line: "problem" in line ? line.problem.detail : line.line + " " + line.outcome,
  }),
);
