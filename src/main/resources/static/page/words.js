// The texts of the page in the language of the reader.
import texts from "./words/texts.js";
import { keep, recall } from "./storage.js";

const LANGUAGES = ["en", "zh"]; // in the order of the texts

let language = LANGUAGES.find((each) => each === recall("language")) ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en");
document.documentElement.lang = language;

/** `en` or `zh`. */
export function currentLanguage() {
  return language;
}

/** Chooses a language; the caller draws the page again. */
export function chooseLanguage(chosen) {
  language = chosen;
  keep("language", chosen);
  document.documentElement.lang = chosen;
}

/** The text of a key, with {0}, {1} … replaced by the values, and {0|bit|bits} by the value and the word for one or for more. */
export function t(key, ...values) {
  const text = texts[key]?.[LANGUAGES.indexOf(language)];
  if (text === undefined) {
    throw new Error("no text for " + key);
  }
  return text.replace(/\{(\d)(?:\|(.*?)\|(.*?))?\}/g, (_, at, one, more) => values[at] + (one ? " " + (String(values[at]) === "1" ? one : more) : ""));
}

/** A number as the language writes it. */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
}

/** A share of 1 as per cent. */
export function percent(value, digits = 0) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: digits }).format(value);
}

/** A number of bytes in a fitting unit. */
export function bytes(value) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const unit = Math.max(0, units.findLastIndex((_, at) => value >= 1000 ** at));
  const amount = value / 1000 ** unit;
  return number(amount, amount < 10 && unit > 0 ? 1 : 0) + " " + units[unit];
}

/** A number of seconds in a fitting unit. */
export function duration(seconds) {
  const [value, unit] = seconds < 90 ? [seconds, "second"] : seconds < 5_400 ? [seconds / 60, "minute"] : [seconds / 3_600, "hour"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(value));
}

/** A moment, to the second, as the reader writes it: by the language of the browser, unless only Chinese was chosen here. */
export function moment(iso) {
  const own = navigator.languages.find((each) => each.startsWith(language)) ?? (language === LANGUAGES[0] ? navigator.language : language);
  return new Intl.DateTimeFormat(own, { dateStyle: "short", timeStyle: "medium" }).format(new Date(iso));
}
