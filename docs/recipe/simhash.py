#!/usr/bin/env python3
"""The fingerprints of simhash-256-v1 and simhash-512-v1, as docs/recipe.md describes them.

Reads a text a line, each a JSON string, and writes a fingerprint a line:

    echo '"the cat sat on the mat"' | python3 docs/recipe/simhash.py 256

Needs the package xxhash (Debian: python3-xxhash).
"""
import json
import math
import re
import sys
import unicodedata
from collections import Counter

import xxhash

IGNORABLE = re.compile("[\u034f\u3164\ufe00-\ufe0f\U000e0100-\U000e01ef]")
SPACELESS = re.compile(  # Thai, Lao, Myanmar, Khmer, kana and Han, where it is a letter or number
    "[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9fe\uaa60-\uaa7f\U000116d0-\U000116e3"
    "\u3041-\u30ff\u31f0-\u31ff\U0001aff0-\U0001b167"
    "\u3005\u3007\u3021-\u3029\u303b\u3400-\u9fff\uf900-\ufad9\U00016fe3\U00020000-\U0003ffff]")
PICTOGRAPH = re.compile(  # where it is no letter, number or mark
    "[\u231a\u231b\u2328\u23cf\u23e9-\u23fa\u25fd\u25fe\u2600-\u2757\u2763-\u2767\u2795-\u2797"
    "\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f000-\U0001faff\U0001fc00-\U0001fffd]")


def clean(text):
    """The text without code points that have no width, and with 30 marks in a row at most."""
    marks = 0
    for c in text:
        category = unicodedata.category(c)
        if category == "Cf" or IGNORABLE.match(c):
            continue
        marks = marks + 1 if category[0] == "M" or c in "\uff9e\uff9f" else 0
        if marks <= 30:
            yield c


def fold(c):
    """Simple case folding by way of the capital letter: one code point to one code point."""
    upper = c.upper()
    return (upper if len(upper) == 1 else c).lower()[0]


def normalise(text):
    composed = unicodedata.normalize("NFKC", "".join(clean(text)))
    return unicodedata.normalize("NFKC", "".join(map(fold, composed)))


def kind(c):
    """W: part of a word, S: a token by itself, M: a mark of the token before, space: none."""
    category = unicodedata.category(c)[0]
    if category in "LN":
        return "S" if SPACELESS.match(c) else "W"
    return "M" if category == "M" else "S" if PICTOGRAPH.match(c) else " "


def tokens(text):
    normalised = normalise(text)
    kinds = "".join(map(kind, normalised))
    return [normalised[t.start():t.end()] for t in re.finditer("W[WM]*|SM*", kinds)]


def pair(first, second):
    """The hash of two neighbours, from their hashes."""
    mixed = uint64((uint64(first << 23) | first >> 41) + second)
    for _ in range(2):
        mixed = uint64(mixed * 0xD6E8FEB86659FD93)
        mixed ^= mixed >> 32
    return mixed


def split_mix(seed, index):
    """Output number index, 1 being the first, of the random numbers SplitMix64."""
    z = uint64(seed + index * 0x9E3779B97F4A7C15)
    z = uint64((z ^ z >> 30) * 0xBF58476D1CE4E5B9)
    z = uint64((z ^ z >> 27) * 0x94D049BB133111EB)
    return z ^ z >> 31


def uint64(number):
    return number & 0xFFFFFFFFFFFFFFFF


def weights(text):
    """The weight of each word and each pair of words, by its hash: 65,536 (1 + ln(tf))."""
    words = [xxhash.xxh3_64_intdigest(token.encode()) for token in tokens(text)]
    counts = Counter(words + [pair(a, b) for a, b in zip(words, words[1:])])
    return {hash: round((1 + math.log(count)) * 65536) for hash, count in counts.items()}


def arrivals(hash, share, bits):
    """In which columns a feature arrives, and what it adds there."""
    end = int(share * 2.0**34)
    for number in range((end >> 32) + 1):
        draw = split_mix(hash, number + 1)
        time = (number << 32) + (draw & 0xFFFFFFFF | 1)
        if time <= end:
            pull = min(int(share * 2.0**40 / time), 1 << 18) ** 3
            yield (draw >> 32) * bits >> 32, pull if draw & 1 else -pull


def fingerprint(text, bits):
    features = weights(text)
    total = sum(features.values())
    columns = [0] * bits
    for hash, weight in features.items():
        for column, pull in arrivals(hash, weight * bits / total, bits):
            columns[column] += pull
    ones = sum(1 << bit for bit in range(bits) if columns[bit] > 0)
    return f"{ones:0{bits // 4}x}"


if __name__ == "__main__":
    for line in sys.stdin:
        print(fingerprint(json.loads(line), int(sys.argv[1])))
