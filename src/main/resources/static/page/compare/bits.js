// Fingerprints as grids of bits.
import { h } from "../elements.js";
import { t } from "../words.js";

const COLUMNS = 32;

/** The bits of a hex string, the most significant first. */
function bitsOf(fingerprint) {
  return [...fingerprint].flatMap((digit) => [8, 4, 2, 1].map((bit) => (parseInt(digit, 16) & bit) !== 0));
}

/** A fingerprint; bits that another one has otherwise stand out. */
export function BitGrid({ fingerprint, other, label }) {
  const others = bitsOf(other);
  const bits = bitsOf(fingerprint).map((isOne, at) => ({ isOne, differs: isOne !== others[at] }));
  return h("figure", null,
    h("figcaption", null, label),
    h("svg", {
      class: "bits", viewBox: `0 0 ${COLUMNS * 10} ${Math.ceil(bits.length / COLUMNS) * 10}`, role: "img",
      "aria-label": t("bits.grid", label, bits.length, bits.filter((bit) => bit.differs).length),
    }, bits.map(({ isOne, differs }, at) => h("rect", {
      key: at, x: (at % COLUMNS) * 10, y: Math.floor(at / COLUMNS) * 10, width: 9, height: 9,
      class: (isOne ? "one" : "zero") + (differs ? " differs" : ""),
    }))));
}
