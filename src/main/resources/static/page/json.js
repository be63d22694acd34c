// JSON whose numbers stay as they are written.

/** The value of a text. Numbers that JavaScript would round are kept as they are written. @throws {SyntaxError} */
export function exactJson(text) {
  const written = (_, each, context) =>
    typeof each === "number" && context?.source && String(each) !== context.source ? JSON.rawJSON(context.source) : each;
  return JSON.parse(text, JSON.rawJSON && /[\d.]{16}/.test(text) ? written : undefined);
}

/** The object that a text has; null if it has none. */
export function exactObject(text) {
  try {
    const value = exactJson(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a value is an object with fields. */
export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !JSON.isRawJSON?.(value);
}
