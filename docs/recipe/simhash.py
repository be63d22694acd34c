"""The fingerprint of simhash-256-v1 and simhash-512-v1, step by step; needs the package xxhash."""
import json, math, re, sys, unicodedata
from fractions import Fraction
import xxhash

SPACELESS = re.compile("CJK|HIRAGANA|KATAKANA|THAI |LAO |KHMER |MYANMAR |IDEOGRAPHIC")
M64 = (1 << 64) - 1

def normalise(text):
    kept = "".join(c for c in text if unicodedata.category(c) != "Cf" and not "\ufe00" <= c <= "\ufe0f")
    small = "".join(fold(c) for c in unicodedata.normalize("NFKC", kept))
    return unicodedata.normalize("NFKC", small)

def fold(c):  # one code point to one code point
    upper = c.upper() if len(c.upper()) == 1 else c
    return upper.lower() if len(upper.lower()) == 1 else upper

def tokens(text):
    token = ""
    for c in normalise(text):
        kind = unicodedata.category(c)
        alone = bool(kind[0] in "LN" and SPACELESS.match(unicodedata.name(c, ""))) or is_pictograph(c, kind)
        if kind[0] == "M":
            token += c if token else ""
        elif alone or kind[0] not in "LN" or token and SPACELESS.match(unicodedata.name(token[0], "")):
            if token: yield token
            token = c if alone or kind[0] in "LN" else ""
        else:
            token += c
    if token: yield token

def is_pictograph(c, kind):
    return False

def pair(first, second):
    mixed = ((first << 23 | first >> 41) + second & M64) * 0xD6E8FEB86659FD93 & M64
    mixed = (mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93 & M64
    return mixed ^ mixed >> 32

def split_mix(hash, output):
    z = hash + output * 0x9E3779B97F4A7C15 & M64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & M64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & M64
    return z ^ z >> 31

def fingerprint(text, bits=256):
    hashes = [xxhash.xxh3_64_intdigest(token.encode()) for token in tokens(text)]
    counts = {}
    for feature in hashes + [pair(a, b) for a, b in zip(hashes, hashes[1:])]:
        counts[feature] = counts.get(feature, 0) + 1
    weights = {f: math.floor((1 + math.log(n)) * 65536 + 0.5) for f, n in counts.items()}
    total, sums = sum(weights.values()), [0] * bits
    for feature, weight in weights.items():
        share = weight * bits / total  # correctly rounded
        for round in range(int(4 * share) + 1):
            draw = split_mix(feature, round + 1)
            time = (round << 32) + (draw & 0xFFFFFFFF | 1)
            if time <= int(share * 2.0**34):
                pull = min(int(share * 2.0**40 / time), 1 << 18) ** 3
                sums[(draw >> 32) * bits >> 32] += pull if draw & 1 else -pull
    return f"{sum(1 << bit for bit in range(bits) if sums[bit] > 0):0{bits // 4}x}"

if __name__ == "__main__":  # a line of JSON each: a text, and so many bits
    for line in sys.stdin:
        print(fingerprint(json.loads(line), int(sys.argv[1])))
