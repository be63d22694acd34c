"""The fingerprints of simhash-256-v1, simhash-512-v1, posts-v1, paper-v1, code-v1 and chinese-v1; docs/recipe.md explains
them.

Reads one JSON value per line from standard input, and writes one fingerprint per line to standard output. A value is a
text (a JSON string), its tokens (a JSON array), or features with their weights (a JSON object). For chinese-v1 only the
latter works, because its words come from a dictionary, and for posts-v1 not the text, because letters that look alike come
from a table.
For Python 3.9 and later with the package xxhash:

    echo '"the cat sat on the mat"' | python3 docs/recipe/simhash.py simhash-256-v1
    echo '{"飞碟": 5, "看见": 3}' | python3 docs/recipe/simhash.py chinese-v1

With "similarity" behind the profile, a line is a JSON array of two such values, and the output their similarity. With
"bands 4x45", the output are the keys of 45 bands of 4 minima of a value, its sketch, and its further minima.
"""
import json
import math
import re
import sys
import unicodedata
from collections import Counter
from fractions import Fraction

import xxhash

IGNORABLE = re.compile("[\u034f\u3164\ufe00-\ufe0f\U000e0100-\U000e01ef]")
MARKS = re.compile(  # of Latin, Greek, Cyrillic, Hebrew and Arabic letters, restricted to nonspacing marks
    "[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u06ed\u0897-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u2de0-\u2dff"
    "\ua66f-\ua69f\ufb1e\ufe20-\ufe2f]")
SPACELESS = re.compile(  # Thai, Lao, Myanmar, Khmer, kana and Han, restricted to letters and numbers
    "[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9fe\uaa60-\uaa7f\U000116d0-\U000116e3"
    "\u3041-\u30ff\u31f0-\u31ff\U0001aff0-\U0001b167"
    "\u3005\u3007\u3021-\u3029\u303b\u3400-\u9fff\uf900-\ufad9\U00016fe3\U00020000-\U0003ffff]")
PICTOGRAPH = re.compile(  # restricted to other code points than letters, numbers and marks
    "[\u231a\u231b\u2328\u23cf\u23e9-\u23fa\u25fd\u25fe\u2600-\u2757\u2763-\u2767\u2795-\u2797"
    "\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f000-\U0001faff\U0001fc00-\U0001fffd]")
CODE = re.compile(r"""(?xs)
    (?P<skipped> [^!-~] | [{};] | //[^\r\n]* | /\*.*?(?:\*/|\Z) )
  | (?P<block> (?P<quote>["'])(?P=quote){2} .*? (?:(?P=quote){3}|\Z) )
  | [A-Za-z_$][\w$]*
  | 0[xX](?: [pP][+-] | [\w$.] | '(?=[0-9]) )*
  | \.?[0-9](?: [eE][+-] | [\w$.] | '(?=[0-9]) )*
  | "(?: \\. | [^"\\\r\n] )*(?:"|\\\Z)? | '(?: \\. | [^'\\\r\n] )*(?:'|\\\Z)? | `(?: \\. | [^`\\] )*(?:`|\\\Z)?
  | .""", re.ASCII)
DIRECTIVE = re.compile(
    r"#[ \t]*(?:define|elif|else|endif|error|if|ifdef|ifndef|include|line|pragma|undef|warning)(?![\w$])", re.ASCII)


def clean(text):
    """The text without code points without width, and with at most 30 marks in a row."""
    marks = 0
    for c in text:
        category = unicodedata.category(c)
        if category == "Cf" or IGNORABLE.match(c):
            continue
        marks = marks + 1 if category[0] == "M" or c in "\uff9e\uff9f" else 0
        if marks <= 30:
            yield "\ufffd" if category == "Cs" else c


def fold(c):
    """Simple case folding by way of the capital letter: one code point to one code point."""
    upper = c.upper()
    return (upper if len(upper) == 1 else c).lower()[0]


def with_case(text):
    return unicodedata.normalize("NFKC", "".join(clean(text)))


def without_marks(text):
    decomposed = unicodedata.normalize("NFKD", "".join(clean(text)))
    kept = (c for c in decomposed if c != "\u0640" and not (MARKS.match(c) and unicodedata.category(c) == "Mn"))
    return unicodedata.normalize("NFC", "".join(kept))


def normalise(text):
    return unicodedata.normalize("NFKC", "".join(map(fold, text)))


def kind(c):
    """W: part of a word, S: single-character token, P: pictograph, M: mark of the token before it, space: none."""
    category = unicodedata.category(c)[0]
    if category in "LN":
        return "S" if SPACELESS.match(c) else "W"
    return "M" if category == "M" else "P" if PICTOGRAPH.match(c) else " "


def words(text):
    """Words, single characters of scripts without spaces, and pictographs."""
    normalised = normalise(without_marks(text))
    kinds = "".join(map(kind, normalised))
    return [normalised[t.start():t.end()] for t in re.finditer("W[WM]*|[SP]M*", kinds)]


def words_and_bigrams(text):
    """Words and pictographs; in scripts without spaces, pairs of neighbouring characters instead of single ones."""
    normalised = normalise(with_case(text))
    kinds = "".join(map(kind, normalised))
    for run in re.finditer("W[WM]*|PM*|(?:SM*)+", kinds):
        starts = [c.start() for c in re.finditer("[WSP]", kinds[:run.end()]) if c.start() >= run.start()]
        if kinds[run.start()] != "S" or len(starts) == 1:
            yield normalised[run.start():run.end()]
        else:
            for first, end in zip(starts, starts[2:] + [run.end()]):
                yield normalised[first:end]


def code_tokens(text):
    """Names, numbers, literals and single signs of a program, without comments, braces and semicolons."""
    normalised = with_case(text)
    shape = "".join(  # in ASCII: $ for characters of names, ; for separators
        c if c < "\x7f" else "$" if unicodedata.category(c)[0] in "LNM" else ";" for c in normalised)
    first, directive, at = True, False, 0  # first on its line; within a preprocessor directive
    while at < len(shape):
        here, token = shape[at], CODE.match(shape, at)
        end = token.end()
        comment = False
        if here == "#":
            if first:
                directive = bool(DIRECTIVE.match(shape, at))
            comment = not directive and (first or shape[at - 1] <= " ")
            if comment:
                end = re.compile("[^\r\n]*").match(shape, at).end()
        elif here in "\r\n":  # a directive continues after a backslash
            directive = directive and at > 0 and shape[at - 1] in "\\\r"
        if not (comment or token["skipped"] or token["block"] and first):
            yield normalised[at:end]
        first = here in "\r\n" or first and here <= " "
        at = end


def run(hashes):
    """The hash of neighbouring tokens, from their hashes."""
    mixed = hashes[0]
    for following in hashes[1:]:
        mixed = uint64((uint64(mixed << 23) | mixed >> 41) + following)
        for _ in range(2):
            mixed = uint64(mixed * 0xD6E8FEB86659FD93)
            mixed ^= mixed >> 32
    return mixed


def split_mix(seed, index):
    """Output number index of SplitMix64, counted from 1."""
    z = uint64(seed + index * 0x9E3779B97F4A7C15)
    z = uint64((z ^ z >> 30) * 0xBF58476D1CE4E5B9)
    z = uint64((z ^ z >> 27) * 0x94D049BB133111EB)
    return z ^ z >> 31


def uint64(number):
    return number & 0xFFFFFFFFFFFFFFFF


def weights(tokens, lengths):
    """The weight of each run of tokens of these lengths, by its hash: 65,536 (1 + ln(tf))."""
    hashes = [xxhash.xxh3_64_intdigest(token.encode()) for token in tokens]
    lengths = [min(lengths[0], len(hashes))] + lengths[1:]  # all tokens of a shorter text are one feature
    counts = Counter(run(hashes[i:i + n]) for n in lengths if n for i in range(len(hashes) - n + 1))
    return {hash: round((1 + math.log(count)) * 65536) for hash, count in counts.items()}


def arrivals(hash, share, bits):
    """The columns at which a feature arrives, and its contribution to each."""
    end = int(share * 2.0**34)
    for number in range((end >> 32) + 1):
        draw = split_mix(hash, number + 1)
        time = (number << 32) + (draw & 0xFFFFFFFF | 1)
        if time <= end:
            pull = min(int(share * 2.0**40 / time), 1 << 18) ** 3
            yield (draw >> 32) * bits >> 32, pull if draw & 1 else -pull


def sparse(features, bits):
    total = sum(features.values())
    columns = [0] * bits
    for hash, weight in features.items():
        for column, pull in arrivals(hash, weight * bits / total, bits):
            columns[column] += pull
    return columns


def dense(features, bits):
    return [sum(weight if hash >> bit & 1 else -weight for hash, weight in features.items()) for bit in range(bits)]


PROFILES = {  # tokens, tokens in a feature, columns, bits
    "simhash-256-v1": (words, [1, 2], sparse, 256),
    "simhash-512-v1": (words, [1, 2], sparse, 512),
    "posts-v1": (None, [1, 2], sparse, 512),
    "paper-v1": (words_and_bigrams, [1], dense, 64),
    "code-v1": (code_tokens, [3], sparse, 256),
    "chinese-v1": (None, [1], dense, 64),
}


def features_of(content, profile):
    """The weights of the features of a text, tokens or weighted features, by their hashes."""
    cut, lengths, _, _ = PROFILES[profile]
    if isinstance(content, dict):
        features = Counter()
        for feature, weight in content.items():
            features[xxhash.xxh3_64_intdigest(feature.encode())] += math.floor(weight * 65536 + 0.5)
        return features
    return weights(content if isinstance(content, list) else list(cut(content)), lengths)


def similarity(a, b, profile):
    a, b = features_of(a, profile), features_of(b, profile)
    common = sorted(a.keys() & b.keys(), key=lambda hash: Fraction(a[hash], b[hash]))
    of_a, of_b = sum(a.values()), sum(b.values()) - sum(b[hash] for hash in common)
    result = 0.0
    for hash in common:
        result += 1 / (of_a / a[hash] + of_b / b[hash])
        of_a, of_b = of_a - a[hash], of_b + b[hash]
    return result


def fingerprint(content, profile):
    _, _, project, bits = PROFILES[profile]
    columns = project(features_of(content, profile), bits)
    return f"{sum(1 << bit for bit in range(bits) if columns[bit] > 0):0{bits // 4}x}"


def minima(hashes, count):
    """The least draw of all features in each place."""
    seeds = [split_mix(hash ^ 0x6D696E696D612D31, 0) for hash in hashes]
    least = {}
    for number in range(count):
        if len(least) == count:
            break
        draws = [split_mix(seed, number + 1) for seed in seeds]
        for place, value in [((draw >> 32) * count >> 32, (number, draw & 0xFFFFFFFF)) for draw in draws]:
            least[place] = min(least.get(place, value), value)
    return [least[place][1] if place in least else min(split_mix(seed, count + place + 1) & 0xFFFFFFFF for seed in seeds)
            for place in range(count)]


def bands(content, profile, plan):
    width, number = map(int, plan.split("x"))
    all = minima([hash for hash, weight in features_of(content, profile).items() if weight], max(width * number, 128) + 9)
    keys = []
    for band in range(number):
        key = 0
        for minimum in all[band * width:(band + 1) * width]:
            key = split_mix(key ^ minimum, 1)
        keys.append(f"{key >> 32:08x}")
    sketch = sum((minimum & 1) << bit for bit, minimum in enumerate(all[:128]))
    return " ".join(keys + [f"{sketch:032x}", "".join(f"{minimum & 255:02x}" for minimum in all[-9:])])


if __name__ == "__main__":
    for line in sys.stdin:
        if sys.argv[2:3] == ["bands"]:
            print(bands(json.loads(line), sys.argv[1], sys.argv[3]))
        elif sys.argv[2:] == ["similarity"]:
            print(similarity(*json.loads(line), sys.argv[1]))
        else:
            print(fingerprint(json.loads(line), sys.argv[1]))
