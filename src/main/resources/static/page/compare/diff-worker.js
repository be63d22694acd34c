// Finds what two texts have in common, outside the thread of the page.
"use strict";
importScripts("../../webjars/diff/dist/diff.min.js");

const WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[\p{L}\p{N}\p{M}]+|\s+|[^]/gu;
const SENTENCES = /[^\n.!?。！？]*[\n.!?。！？]+|[^\n.!?。！？]+/gu;
const GAP = /^[^\p{L}\p{N}\n]{1,3}$/u; // between words of one run
const FEW = 20_000;
const LONGEST = 500_000; // characters of two sentences that are compared word by word
const MOST_EDITS = 1_500; // the time grows with their cube

onmessage = ({ data: { id, a, b } }) => postMessage({ id, parts: runs(merge(compare(a, b))) });

const isBlank = (token) => token.trim() === "";

/** Parts in order: of both texts, of the first alone, of the second alone. Those of both have as `other` how the second one writes them: spaces and ends of lines are alike. */
function compare(a, b) {
  if (a === b) {
    return [{ of: "both", text: a, other: a }];
  }
  if (a.length + b.length <= FEW) {
    return byTokens(a, b, WORDS) ?? [{ of: "a", text: a }, { of: "b", text: b }];
  }
  const coarse = byTokens(a, b, SENTENCES);
  return coarse ? refine(coarse) : [{ of: "a", text: a }, { of: "b", text: b }];
}

/** Undefined if the texts differ too much. */
function byTokens(a, b, pattern) {
  const left = a.match(pattern) ?? [];
  const right = b.match(pattern) ?? [];
  let at = 0; // in the first text
  return Diff.diffArrays(left, right, { maxEditLength: MOST_EDITS, comparator: (x, y) => x === y || (isBlank(x) && isBlank(y)) })?.map(({ added, removed, value }) => {
    const text = value.join("");
    at += added ? 0 : value.length;
    return added ? { of: "b", text } : removed ? { of: "a", text } : { of: "both", text: left.slice(at - value.length, at).join(""), other: text };
  });
}

/** Compares sentences that replace each other word by word. */
function refine(parts) {
  const refined = [];
  for (let i = 0; i < parts.length; i++) {
    const next = parts[i + 1];
    const replaced = next && parts[i].of !== "both" && next.of !== "both" && parts[i].of !== next.of;
    if (replaced && parts[i].text.length + next.text.length <= LONGEST) {
      const [first, second] = parts[i].of === "a" ? [parts[i], next] : [next, parts[i]];
      refined.push(...(byTokens(first.text, second.text, WORDS) ?? [first, second]));
      i++;
    } else {
      refined.push(parts[i]);
    }
  }
  return refined;
}

/** Joins neighbours of one kind and leaves out empty parts. */
function merge(parts) {
  const merged = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.text === "") {
      continue;
    }
    if (last?.of === part.of) {
      last.text += part.text;
      last.other += part.other;
    } else {
      merged.push({ ...part });
    }
  }
  return merged;
}

/** Makes one change of changes with no word between them. Parts of a change have its number as `hunk`. */
function runs(parts) {
  const all = [];
  let run = [];
  let hunk = 0;
  const end = () => {
    const gap = run.at(-1)?.of === "both" ? [run.pop()] : [];
    for (const of of run.length > 0 ? ["a", "b"] : []) {
      const text = run.filter((part) => part.of === of || part.of === "both").map((part) => (of === "b" && part.other) || part.text).join("");
      if (text !== "") {
        all.push({ of, text, hunk });
      }
    }
    hunk += run.length > 0 ? 1 : 0;
    all.push(...gap);
    run = [];
  };
  for (const part of parts) {
    if (part.of !== "both" || (run.length > 0 && GAP.test(part.text))) {
      run.push(part);
    } else {
      end();
      all.push(part);
    }
  }
  end();
  return all;
}
