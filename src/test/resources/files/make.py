"""Writes the files of this folder, as the tools named in README.md write them.

    python3 -m venv venv && venv/bin/pip install pyarrow duckdb polars pandas
    venv/bin/python make.py

Also needs iconv, jq, node, sqlite3, gzip and zstd.
"""

import csv
import io
import json
import subprocess

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet

TEXTS = [
    "Die Vögel zwitschern früh am Morgen über den Dächern; es ist größer, schöner und wärmer als"
    " gestern – sagt man: „schön“.",
    "Die Vögel zwitschern früh am Morgen über den Dächern; es ist größer, schöner und wärmer als"
    " gestern – sagt man: „so schön“.",
    "Le café à l'été, où « très agréable » signifie 5 € | ou plus, évidemment.",
    'He said: "no; never, ever"\nand left\tthe house | "quoted" at the end.',
    "a plain text without anything special in it",
]
CHINESE = ["今天天气很好，我们去公园玩；明天再来。", "这是一个简短的中文测试文本，用来检查编码。"]
RUSSIAN = ["Привет, это простой текст на русском языке; для проверки.", "Сегодня хорошая погода."]

rows = [{"id": f"t{i}", "n": i, "text": text} for i, text in enumerate(TEXTS)]
columns = ["id", "n", "text"]


def delimited(records, newline="\r\n", **options):
    out = io.StringIO()
    writer = csv.DictWriter(out, list(records[0]), lineterminator=newline, **options)
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


def write(name, text, encoding="utf-8"):
    with open(name, "wb") as out:
        out.write(text if isinstance(text, bytes) else text.encode(encoding))


def run(command, text):
    return subprocess.run(
        command, input=text.encode(), shell=True, check=True, capture_output=True
    ).stdout


lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
write("python-semicolon.csv", delimited(rows, delimiter=";"))
write("python-pipe-quoted.csv", delimited(rows, delimiter="|", quoting=csv.QUOTE_ALL))
write("python-excel-tab.csv", delimited(rows, dialect="excel-tab"))
write("python-utf-8-sig.csv", delimited(rows), "utf-8-sig")
write("python-cp1252.csv", delimited(rows, delimiter=";"), "cp1252")
write("python-utf-16.csv", delimited(rows, dialect="excel-tab"), "utf-16")
write("python-no-newline.jsonl", lines.rstrip("\n"))
write("python-crlf.jsonl", lines.replace("\n", "\r\n"))
write("python-indent.json", json.dumps(rows, indent=2, ensure_ascii=False))
write("python-ascii.json", json.dumps(rows))
write("python-indent-utf-16.json", json.dumps(rows, indent="\t", ensure_ascii=False), "utf-16")
write("iconv-utf-16be.csv", run("iconv -f UTF-8 -t UTF-16BE", delimited(rows)))
write("iconv-utf-16le.jsonl", run("iconv -f UTF-8 -t UTF-16LE", lines))
write("iconv-utf-32.csv", run("iconv -f UTF-8 -t UTF-32", delimited(rows)))
write("iconv-gb18030.chinese.csv", run(
    "iconv -f UTF-8 -t GB18030",
    delimited([{"id": f"t{i}", "text": text} for i, text in enumerate(CHINESE)], delimiter=";")))
write("iconv-windows-1251.russian.csv", run(
    "iconv -f UTF-8 -t CP1251",
    delimited([{"id": f"t{i}", "text": text} for i, text in enumerate(RUSSIAN)], delimiter=";")))
write("jq-slurp.json", run("jq -s .", lines))
write("jq.jsonl", run("jq -c .", lines))
write("node-stringify.json", run(
    "node -e \"const t = require('fs').readFileSync(0, 'utf8');"
    " process.stdout.write(JSON.stringify(t.trim().split('\\n').map(l => JSON.parse(l))))\"", lines))
half = lines.index('{"id": "t2"')
write("gzip-two-members.jsonl.gz", run("gzip -9n", lines[:half]) + run("gzip -9n", lines[half:]))
write("zstd-two-frames.jsonl.zst", run("zstd -q", lines[:half]) + run("zstd -q --check", lines[half:]))
write("gzip-cp1252.csv.gz", subprocess.run(
    "gzip -9n", input=delimited(rows, delimiter=";").encode("cp1252"), shell=True, check=True,
    capture_output=True).stdout)
write("sqlite.csv", run(
    "sqlite3 -csv -header :memory: '.import --csv /dev/stdin t' 'SELECT * FROM t'",
    delimited(rows)))

frame = pandas.DataFrame(rows)
frame.to_csv("pandas-semicolon.csv", sep=";", index=False)
frame.to_json("pandas-records.json", orient="records")
frame.to_parquet("pandas.parquet", index=False)
table = pyarrow.Table.from_pylist(rows)
pyarrow.parquet.write_table(table, "pyarrow-zstd.parquet", compression="zstd", row_group_size=2)
pyarrow.parquet.write_table(table, "pyarrow-v1-gzip.parquet", compression="gzip", version="1.0")
polars.DataFrame(rows).write_parquet("polars.parquet")
polars.DataFrame(rows).write_ndjson("polars.ndjson")
polars.DataFrame(rows).write_json("polars.json")
polars.DataFrame(rows).write_csv("polars-semicolon.csv", separator=";")
base = duckdb.connect()
base.execute("CREATE TABLE t AS SELECT * FROM frame")
base.execute("COPY t TO 'duckdb-pipe.csv' (HEADER, DELIMITER '|')")
base.execute("COPY t TO 'duckdb.parquet' (FORMAT parquet)")
base.execute("COPY t TO 'duckdb-array.json' (FORMAT json, ARRAY true)")
