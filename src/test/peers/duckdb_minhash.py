"""Near-duplicate pairs of a file of JSON lines with MinHash in the SQL of DuckDB.

    pip install duckdb
    python3 src/test/peers/duckdb_minhash.py texts.jsonl.gz 4x35 .54 words-and-pairs
    python3 src/test/peers/duckdb_minhash.py texts.jsonl.gz 8x14 .75 5-grams

Features are the different words and pairs of words of a text, or its word 5-grams; each has a hash
of 64 bits. A candidate agrees on all minima of a band, and is compared exactly by the features,
without weights. Two threads.
"""
import sys
import time

import duckdb

source, plan, limit, kind = sys.argv[1:]
rows, bands = map(int, plan.split("x"))
length = {"words-and-pairs": 2, "5-grams": 5}[kind]

db = duckdb.connect()
db.execute("SET threads = 2")
began = time.monotonic()


def step(name, sql):
    start = time.monotonic()
    result = db.execute(sql).fetchall()
    print(f"{name}: {time.monotonic() - start:.1f} s", flush=True)
    return result


step("words", f"""
    CREATE TABLE words AS
    SELECT id, unnest(range(len(w))) AS place, unnest(w) AS word FROM (
      SELECT row_number() OVER () AS id,
             list_filter(regexp_split_to_array(lower(text), '[^\\p{{L}}\\p{{N}}]+'), w -> w <> '') AS w
      FROM read_json('{source}', columns = {{text: 'VARCHAR'}}))""")
following = ", ".join(f"lead(word, {i}) OVER text" for i in range(1, length))
single = "" if kind == "5-grams" else "SELECT id, hash(word) AS feature FROM words UNION "
step("features", f"""
    CREATE TABLE features AS
    SELECT id, list(feature ORDER BY feature) AS f FROM (
      {single} SELECT DISTINCT id, hash(word, {following}) AS feature FROM words
      WINDOW text AS (PARTITION BY id ORDER BY place)
      QUALIFY lead(word, {length - 1}) OVER text IS NOT NULL)
    GROUP BY id""")
step("equal texts", "CREATE TABLE distinct_texts AS SELECT min(id) AS id, f FROM features WHERE len(f) > 0 GROUP BY f")
print("distinct texts:", db.execute("SELECT count(*) FROM distinct_texts").fetchone()[0])
minima = lambda band: ", ".join(f"list_min([hash(x, {band * rows + row}) FOR x IN f])" for row in range(rows))
keys = ", ".join(f"hash({minima(band)})" for band in range(bands))
step("minima", f"""
    CREATE TABLE keys AS
    SELECT id, unnest(range({bands})) AS band, unnest([{keys}]) AS key FROM distinct_texts""")
step("candidates", """
    CREATE TABLE candidates AS
    SELECT DISTINCT a.id AS a, b.id AS b FROM keys a JOIN keys b USING (band, key) WHERE a.id < b.id""")
print("candidates:", db.execute("SELECT count(*) FROM candidates").fetchone()[0])
step("pairs", f"""
    CREATE TABLE pairs AS
    SELECT a, b FROM (
      SELECT a, b, len(list_intersect(x.f, y.f)) AS common, len(x.f) + len(y.f) AS total
      FROM candidates JOIN distinct_texts x ON x.id = a JOIN distinct_texts y ON y.id = b)
    WHERE common >= {limit} * (total - common)""")
print("pairs:", db.execute("SELECT count(*) FROM pairs").fetchone()[0])
print(f"in all: {time.monotonic() - began:.1f} s")
