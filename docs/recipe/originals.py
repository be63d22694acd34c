"""The fingerprints of java-hashcode-32, mt19937-char-32, vlhash-128 and md5-char4-64; docs/recipe.md explains them.

Reads one JSON string per line from standard input, and writes one fingerprint per line to standard output. For Python 3.9
and later:

    echo '"the cat sat on the mat"' | python3 docs/recipe/originals.py md5-char4-64
"""
import hashlib
import json
import random
import re
import sys


def java_words(text):
    """As String.split(" "), which omits empty strings at the end only."""
    return text.rstrip(" ").split(" ") if text.strip(" ") else []


def java_hash(word):
    """As String.hashCode, computed over UTF-16 code units."""
    utf16 = word.encode("utf-16-le", "surrogatepass")
    value = 0
    for low, high in zip(utf16[::2], utf16[1::2]):
        value = value * 31 + (high << 8 | low) & 0xFFFFFFFF
    return value


def twister(seed, count):
    """The first outputs of mt19937, seeded as std::mt19937 is."""
    state = [seed]
    for i in range(1, 624):
        state.append((state[-1] ^ state[-1] >> 30) * 1812433253 + i & 0xFFFFFFFF)
    generator = random.Random()
    generator.setstate((3, (*state, 624), None))
    return [generator.getrandbits(32) for _ in range(count)]


TRANSFER = twister(19260817, 128)


def vlhash(word):
    value = ord(word[0]) << 7
    for c in word:
        value = (value * 1000003 & (1 << 128) - 1) ^ ord(c)
    return value ^ len(word)


def windows(text):
    kept = "".join(re.findall(r"[\w\u4e00-\u9fcc]+", text.lower()))
    return [kept[i:i + 4] for i in range(max(len(kept) - 3, 1))]


def md5(window):
    return int.from_bytes(hashlib.md5(window.encode()).digest()[8:], "big")


PROFILES = {  # features, hash, bits, whether a bit is 1 if it is 1 in exactly half of the hashes
    "java-hashcode-32": (java_words, java_hash, 32, False),
    "mt19937-char-32": (list, lambda c: TRANSFER[ord(c)], 32, True),
    "vlhash-128": (str.split, vlhash, 128, True),
    "md5-char4-64": (windows, md5, 64, False),
}


def fingerprint(text, profile):
    cut, hash_of, bits, half_is_one = PROFILES[profile]
    hashes = [hash_of(feature) for feature in cut(text)]
    ones = [2 * sum(hash >> bit & 1 for hash in hashes) - len(hashes) for bit in range(bits)]
    value = sum(1 << bit for bit in range(bits) if ones[bit] > 0 or half_is_one and ones[bit] == 0)
    return f"{value:0{bits // 4}x}"


if __name__ == "__main__":
    for line in sys.stdin:
        print(fingerprint(json.loads(line), sys.argv[1]))
