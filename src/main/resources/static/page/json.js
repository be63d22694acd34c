// JSON whose numbers stay as they are written.

/** Finds numbers that JavaScript would write in another way: long ones, 1.10 and 1e5; rarely, a part of a string. */
const REWRITTEN = /(?:^|[:[,\s])-?(?:\d[\d.]{15}|\d*\.\d*0(?!\d)|\d+\.?\d*e)/i;

/** The value of a text. Numbers that JavaScript would write in another way are kept as they are written. @throws {SyntaxError} */
function exactJson(text) {
  const written = (_, each, context) =>
    typeof each === "number" && context?.source && String(each) !== context.source ? JSON.rawJSON(context.source) : each;
  return JSON.parse(text, JSON.rawJSON && REWRITTEN.test(text) ? written : undefined);
}

/** The value of an answer of the service: in metadata, numbers are kept as they are written. @throws {SyntaxError} */
export function answerJson(text) {
  const answer = JSON.parse(text);
  return text.includes('"metadata"') && REWRITTEN.test(text) ? withMetadata(answer, exactJson(text)) : answer;
}

/** Puts the metadata of another reading of the same text in place of those of an answer. */
function withMetadata(answer, exact) {
  for (const [name, value] of Object.entries(answer ?? {})) {
    if (name === "metadata") {
      answer.metadata = exact.metadata;
    } else if (typeof value === "object") {
      withMetadata(value, exact[name]);
    }
  }
  return answer;
}

/** The object that a text has, without inherited fields such as `constructor`; null if it has none. */
export function exactObject(text) {
  try {
    const value = exactJson(text);
    return isObject(value) ? Object.setPrototypeOf(value, null) : null;
  } catch {
    return null;
  }
}

/** Whether a value is an object with fields. */
export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !JSON.isRawJSON?.(value);
}
