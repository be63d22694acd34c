// Fingerprints as grids of bits.
import { h } from "../elements.js";
import { t } from "../words.js";

const COLUMNS = 32;

/** The bits of a hex string, the most significant first. */
function bitsOf(fingerprint) {
  return [...fingerprint].flatMap((digit) => {
    const value = parseInt(digit, 16);
    return [8, 4, 2, 1].map((bit) => (value & bit) !== 0);
  });
}

/** A fingerprint; bits that another one has otherwise stand out. */
export function BitGrid({ fingerprint, other, label }) {
  const [bits, others] = [bitsOf(fingerprint), bitsOf(other)];
  const isOther = (bit, at) => bit !== others[at];
  return h("figure", null,
    h("figcaption", null, label),
    h("svg", {
      class: "bits", viewBox: `0 0 ${COLUMNS * 10} ${Math.ceil(bits.length / COLUMNS) * 10}`, role: "img",
      "aria-label": t("bits.grid", label, bits.length, bits.filter(isOther).length),
    }, bits.map((bit, at) => h("rect", {
      key: at, x: (at % COLUMNS) * 10 + 0.5, y: Math.floor(at / COLUMNS) * 10 + 0.5, width: 9, height: 9, rx: 1.5,
      class: (bit ? "one" : "zero") + (isOther(bit, at) ? " differs" : ""),
    }))));
}
