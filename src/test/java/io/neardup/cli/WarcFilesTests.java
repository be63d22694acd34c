package io.neardup.cli;

import static io.neardup.cli.Archive.bytes;
import static io.neardup.cli.Archive.gzip;
import static io.neardup.cli.Archive.html;
import static io.neardup.cli.Archive.joined;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.neardup.Json;
import io.neardup.text.HtmlText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcCompression;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;
import org.netpreserve.jwarc.Warcinfo;
import tools.jackson.databind.JsonNode;

/// WARC files in and out.
class WarcFilesTests extends FilesTest {

  private static final String HTML = "Content-Type: text/html";
  private static final int LARGE = (16 << 20) + 1;

  private Path write(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private List<JsonNode> rows(Path in, Object... more) throws IOException {
    Path out = folder.resolve("rows.jsonl");
    Object[] first = {"dedupe", in, "-q", "--force", "-o", out, "--survivor", "first"};
    Object[] all = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    Run.of(all).require(0);
    return Json.readAll(Files.readString(out));
  }

  /// The text that is read of a page.
  private String text(String headers, byte[] body) throws IOException {
    Archive archive = new Archive(false).response("urn:a", "http://a.example/", 200, headers, body);
    return rows(write("page.warc", archive.bytes())).getFirst().get("text").asString();
  }

  /// A crawl: 4 and 8 are near-duplicates, with requests before or after them, and metadata.
  private static Archive crawl(boolean compressed) throws IOException {
    String to = "WARC-Concurrent-To: ";
    String other = FERRY.replace("eight", "nine");
    return new Archive(compressed)
        .add(
            "warcinfo",
            "urn:info",
            bytes("software: a\r\n"),
            "Content-Type: application/warc-fields")
        .response(
            "urn:image", "http://a.example/i", 200, "Content-Type: image/png", new byte[] {1, 2})
        .add("request", "urn:q1", bytes("GET / HTTP/1.1\r\n\r\n"))
        .page("urn:p1", "http://a.example/1", FERRY, to + "<urn:q1>")
        .add("metadata", "urn:m1", bytes("a: b\r\n"), to + "<urn:p1>")
        .response("urn:gone", "http://a.example/x", 404, HTML, bytes(html(FERRY)))
        .page("urn:p2", "http://a.example/2", APPLES)
        .page("urn:p3", "http://a.example/3", other, "WARC-Date: 2024-01-01T00:00:00Z")
        .add("request", "urn:q3", bytes("GET / HTTP/1.1\r\n\r\n"), to + "<urn:p3>")
        .add("metadata", "urn:m3", bytes("a: b\r\n"), to + "<urn:p3>", to + "<urn:q3>")
        .add("metadata", "urn:both", bytes("a: b\r\n"), to + "<urn:p3>", to + "<urn:p2>")
        .add("metadata", "urn:alone", bytes("a: b\r\n"))
        .add("metadata", "urn:of-q3", bytes("a: b\r\n"), "WARC-Refers-To: <urn:q3>")
        .add("metadata", "urn:of-q1", bytes("a: b\r\n"), to + "<urn:q1>")
        .add("metadata", "urn:of-m", bytes("a: b\r\n"), to + "<urn:of-q3>")
        .add("revisit", "urn:again", bytes("HTTP/1.1 200 OK\r\n\r\n"), "WARC-Refers-To: <urn:p3>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"warc", "warc.gz"})
  void cleanFilesAreTheInputWithoutDroppedPagesAndWhatBelongsToThem(String extension)
      throws IOException {
    Archive archive = crawl(extension.endsWith("gz"));
    Path in = write("in." + extension, archive.bytes());
    Path out = folder.resolve("out." + extension);
    Path dropped = folder.resolve("dropped.jsonl");
    Run run =
        Run.of(
                "dedupe",
                in,
                "-o",
                out,
                "--dropped",
                dropped,
                "--survivor",
                "first",
                "--report",
                folder.resolve("report.json"))
            .require(0);
    assertThat(Files.readAllBytes(out)).isEqualTo(archive.bytes(8, 9, 10, 13, 15));
    assertThat(Files.readString(folder.resolve("report.json")))
        .contains("\"companions\" : 4")
        .contains("\"revisits\" : 1");
    assertThat(run.err())
        .contains("3 records in 1 group of near-duplicates: 2 kept, 1 dropped")
        .contains("4 request or metadata records go with the dropped pages")
        .contains("1 kept revisit record refers to dropped pages");
    assertThat(Files.readString(dropped))
        .startsWith("{\"id\": \"urn:p3\", \"kept\": \"urn:p1\"")
        .contains("\"line\": 8");
    Run.of("dedupe", in, "--force", "-q", "-o", out, "--survivor", "last").require(0);
    assertThat(Files.readAllBytes(out)).isEqualTo(archive.bytes(3, 4, 5, 14));
  }

  @Test
  void severalFilesBecomeOne() throws IOException {
    Archive other = new Archive(true).page("urn:b", "http://b.example/", FERRY);
    Path a = write("a.warc.gz", crawl(true).bytes());
    Path b = write("b.warc.gz", other.bytes());
    Run run = Run.of("dedupe", a, b, "-o", folder.resolve("c.warc.gz"), "--survivor", "first");
    run.require(0);
    assertThat(Files.readAllBytes(folder.resolve("c.warc.gz")))
        .isEqualTo(crawl(true).bytes(8, 9, 10, 13, 15));
    Run.of("dedupe", b, "--against", a, "-q", "-o", folder.resolve("d.warc.gz")).require(0);
    assertThat(folder.resolve("d.warc.gz")).isEmptyFile();
  }

  @Test
  void filesOfTheLibraryAreReadAndWritten() throws IOException {
    Path in = folder.resolve("in.warc.gz");
    try (WarcWriter writer =
        new WarcWriter(
            Files.newByteChannel(
                in,
                java.util.Set.of(
                    java.nio.file.StandardOpenOption.CREATE,
                    java.nio.file.StandardOpenOption.WRITE)),
            WarcCompression.GZIP)) {
      writer.write(new Warcinfo.Builder().build());
      for (String text : List.of(FERRY, APPLES, FERRY)) {
        HttpResponse http =
            new HttpResponse.Builder(200, "OK")
                .body(MediaType.HTML_UTF8, bytes(html(text)))
                .build();
        writer.write(
            new WarcResponse.Builder(URI.create("http://a.example/"))
                .body(MediaType.HTTP_RESPONSE, joined(http.serializeHeader(), bytes(html(text))))
                .build());
      }
    }
    Path out = folder.resolve("out.warc.gz");
    Run.of("dedupe", in, "-q", "-o", out, "--survivor", "first").require(0);
    byte[] before = Files.readAllBytes(in);
    byte[] after = Files.readAllBytes(out);
    assertThat(Arrays.copyOf(before, after.length)).isEqualTo(after);
    try (WarcReader reader = new WarcReader(out)) {
      assertThat(reader.records()).hasSize(3);
    }
    assertThat(Run.of("pairs", in, "-q", "--no-verify").require(0).lines()).hasSize(1);
  }

  @Test
  void pagesHaveColumns() throws IOException {
    Path in = write("in.warc", crawl(false).bytes());
    assertThat(rows(in))
        .first()
        .hasToString(
            "{\"id\":\"urn:p1\",\"url\":\"http://a.example/1\",\"date\":\"1970-01-01T00:00:00Z\","
                + "\"text\":\""
                + HtmlText.of(html(FERRY)).replace("\n", "\\n")
                + "\"}");
    Run run =
        Run.of("groups", in, "--id", "url", "--survivor", "date:max", "--output-format", "csv");
    assertThat(run.require(0).out()).contains("1,2,http://a.example/3,true,");
    assertThat(Run.of("groups", in, "-q", "--survivor", "url:shortest,date:max").require(0).out())
        .contains("\"id\": \"urn:p3\", \"kept\": true");
    assertThat(Run.of("fingerprint", in, "-q").require(0).lines()).hasSize(3);
    Run piped = Run.with(crawl(true).bytes(), "fingerprint", "-", "-q").require(0);
    assertThat(piped.lines()).hasSize(3);
  }

  @Test
  void textsOfWetFilesAreRead() throws IOException {
    Path in =
        write(
            "in.warc.wet.gz",
            new Archive(true)
                .add("conversion", "urn:a", bytes(FERRY), "Content-Type: text/plain")
                .add("conversion", "urn:b", bytes(FERRY), "Content-Type: text/plain")
                .add("resource", "urn:c", bytes(html(FERRY)), "Content-Type: text/html")
                .add("resource", "urn:d", bytes(FERRY), "Content-Type: image/png")
                .bytes());
    Run run = Run.of("dedupe", in, "-o", folder.resolve("out.warc.wet.gz")).require(0);
    assertThat(run.err()).contains("3 records in 1 group of near-duplicates: 1 kept, 2 dropped");
  }

  @ParameterizedTest
  @CsvSource({
    "windows-1251, text/html; charset=windows-1251, ''",
    "windows-1251, text/html;charset=\"CP1251\", <meta charset=utf-8>",
    "windows-1251, text/html, <META http-equiv='Content-Type' content='text/html; charset=cp1251'>",
    "windows-1251, text/html; charset=unknown, <!-- <meta charset=big5> --><meta"
        + " charset='windows-1251'>",
    "windows-1251, application/xhtml+xml, <?xml version='1.0' encoding='windows-1251'?>",
    "UTF-8, text/html, ''",
    "UTF-8, text/html, <meta charset=utf-16>",
    "UTF-8, text/html, <meta name=d content='of charset=koi8-r'><meta data-charset=big5"
        + " charset=utf-8>",
    "UTF-8, text/html, <link title='<meta charset=koi8-r>'><meta charset=utf-8>",
    "windows-1251, text/html; charset=x-cp1251, ''",
    "UTF-16LE, text/html; charset=utf-16, ''"
  })
  void encodingsAreThoseOfBrowsers(String charset, String type, String head) throws IOException {
    String page = head + html("Паром уходит в восемь");
    assertThat(text("Content-Type: " + type, page.getBytes(Charset.forName(charset))))
        .contains("Паром уходит в восемь");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html, text/html",
        "text/html; charset=utf-8, text/plain",
        "\r\n text/html",
        "text/html\r\n\t; charset=utf-8"
      })
  void repeatedAndFoldedTypesAreThoseOfPages(String type) throws IOException {
    assertThat(text("Content-Type: " + type, bytes(html(FERRY)))).contains(FERRY);
  }

  @Test
  void namesOfEncodingsMeanWhatBrowsersTakeThemFor() throws IOException {
    String meta = "<meta charset=gb2312>";
    assertThat(text(HTML, (meta + html("轮渡八点出发 㐀")).getBytes(Charset.forName("GB18030"))))
        .contains("轮渡八点出发 㐀");
    byte[] quotes = html("“8 €”").getBytes(Charset.forName("windows-1252"));
    assertThat(text(HTML + "; charset=iso-8859-1", quotes)).contains("“8 €”");
    assertThat(text(HTML, quotes)).contains("“8 €”");
    byte[] marked = joined(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}, bytes(html("é")));
    assertThat(text(HTML + "; charset=iso-8859-1", marked)).contains("é").doesNotContain("\uFEFF");
    assertThat(text(HTML + "; charset=utf-8", quotes)).contains("\uFFFD8");
    byte[] hebrew = html("שלום").getBytes(Charset.forName("ISO-8859-8"));
    assertThat(text(HTML + "; charset=ISO-8859-8-I", hebrew)).contains("שלום");
    byte[] whole = bytes("<p>größer</p>é");
    assertThat(text(HTML, Arrays.copyOf(whole, whole.length - 1))).contains("größer");
  }

  private static byte[] chunked(byte[] body) {
    int half = body.length / 2;
    byte[] end = bytes("\r\n");
    return joined(
        bytes(Integer.toHexString(half) + "\r\n"),
        Arrays.copyOf(body, half),
        end,
        bytes(Integer.toHexString(body.length - half) + ";a=b\r\n"),
        Arrays.copyOfRange(body, half, body.length),
        end,
        bytes("0\r\n\r\n"));
  }

  private static byte[] deflated(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
      deflater.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void bodiesAreDecoded() throws IOException {
    byte[] page = bytes(html(FERRY));
    String gzip = HTML + "\r\nContent-Encoding: gzip";
    String chunked = HTML + "\r\nTransfer-Encoding: chunked";
    assertThat(text(gzip, gzip(page))).contains(FERRY);
    for (String coding :
        List.of("gzip", "br", "deflate", "zstd", "br, zstd")) { // is undone already
      assertThat(text(HTML + "\r\nContent-Encoding: " + coding, page)).contains(FERRY);
      byte[] marked = joined(bytes("\uFEFF\r\n"), page);
      assertThat(text(HTML + "\r\nContent-Encoding: " + coding, marked)).contains(FERRY);
    }
    assertThat(text(gzip + "\r\nTransfer-Encoding: chunked", chunked(gzip(page)))).contains(FERRY);
    assertThat(text(chunked, chunked(page))).contains(FERRY);
    assertThat(text(chunked, page)).contains(FERRY);
    assertThat(text(HTML + "\r\nContent-Encoding: deflate", deflated(page))).contains(FERRY);
    byte[] raw = Arrays.copyOfRange(deflated(page), 2, deflated(page).length - 4);
    assertThat(text(HTML + "\r\nContent-Encoding: deflate", raw)).contains(FERRY);
    assertThat(text(HTML + "\r\nContent-Encoding: zstd", Zstd.compress(page))).contains(FERRY);
    assertThat(text(HTML + "\r\nContent-Encoding: deflate, gzip", gzip(deflated(page))))
        .contains(FERRY);
    assertThat(text(HTML + "\r\nContent-Length: 7", page)).contains(FERRY);
    byte[] brotli = HexFormat.of().parseHex("0b028068656c6c6f03"); // RFC 7932: "hello", stored
    assertThat(text(HTML + "\r\nContent-Encoding: br", brotli)).contains("hello");
  }

  /// What is left of a page may be a copy of another one.
  @ParameterizedTest
  @CsvSource({
    "gzip, 20, Content-Encoding: gzip, of gzip that is cut off",
    "gzip, 3, Content-Encoding: gzip, of gzip that is cut off",
    "deflate, 20, Content-Encoding: deflate, of deflate that is cut off",
    "raw, 20, Content-Encoding: deflate, of deflate that is cut off",
    "br, 2, Content-Encoding: br, is no valid br",
    "zstd, 20, Content-Encoding: zstd, is no valid zstd",
    "chunked, 20, Transfer-Encoding: chunked, has a page that is cut off",
    "chunked, 5, Transfer-Encoding: chunked, has a page that is cut off",
    "plain, 20, Content-Length: %d, bytes",
    "gzip, 0, Content-Encoding: gzip;Content-Length: 999999, bytes"
  })
  void cutPagesAreKeptAndCounted(String body, int less, String header, String message)
      throws IOException {
    byte[] page = bytes(html(FERRY));
    byte[] deflated = deflated(page);
    byte[] whole =
        switch (body) {
          case "gzip" -> gzip(page);
          case "deflate" -> deflated;
          case "raw" -> Arrays.copyOfRange(deflated, 2, deflated.length - 4);
          case "br" -> HexFormat.of().parseHex("0b028068656c6c6f03");
          case "zstd" -> Zstd.compress(page);
          case "chunked" -> chunked(page);
          case "damaged" -> joined(bytes("9\r\n"), page, bytes("\r\n0\r\n\r\n"));
          default -> page;
        };
    String headers = HTML + "\r\n" + header.replace(";", "\r\n").formatted(whole.length);
    Archive archive =
        new Archive(false)
            .page("urn:a", "http://a.example/a", FERRY)
            .response(
                "urn:b",
                "http://a.example/b",
                200,
                headers,
                Arrays.copyOf(whole, whole.length - less));
    Path in = write("in.warc", archive.bytes());
    Path out = folder.resolve("out.warc");
    Run run = Run.of("dedupe", in, "-o", out).require(0);
    assertThat(run.err())
        .contains("in.warc:2: has a page", message, "1 record was kept and not compared");
    assertThat(out).hasSameBinaryContentAs(in);
  }

  /// The length is that of the page before a crawler decoded it.
  @Test
  void lengthsOfDecodedPagesAreNotThoseOfTheirHeaders() throws IOException {
    assertThat(
            text(HTML + "\r\nContent-Encoding: gzip\r\nContent-Length: 9999", bytes(html(FERRY))))
        .contains(FERRY);
    byte[] chunked = chunked(bytes(html(FERRY)));
    assertThat(text(HTML + "\r\nTransfer-Encoding: chunked\r\nContent-Length: 9999", chunked))
        .contains(FERRY);
  }

  @Test
  void responsesAreOfHttpByTheirUrls() throws IOException {
    byte[] response = joined(bytes("HTTP/1.1 200 OK\r\n" + HTML + "\r\n\r\n"), bytes(html(FERRY)));
    Archive archive =
        new Archive(false)
            .add("response", "urn:a", response, "WARC-Target-URI: http://a.example/a")
            .add("response", "urn:b", response, "WARC-Target-URI: <HTTPS://a.example/b>")
            .add("response", "urn:c", response, "WARC-Target-URI: ftp://a.example/c")
            .add("response", "urn:d", bytes(html(FERRY)), "WARC-Target-URI: http://a.example/d");
    Path in = write("in.warc", archive.bytes());
    Run run = Run.of("dedupe", in, "-o", folder.resolve("out.warc"), "--survivor", "first");
    assertThat(run.require(0).err())
        .contains("in.warc:4: has a response that is no HTTP")
        .contains("3 records in 1 group of near-duplicates: 2 kept, 1 dropped");
    assertThat(Files.readAllBytes(folder.resolve("out.warc"))).isEqualTo(archive.bytes(2));
  }

  @Test
  void pagesThatCannotBeReadAreKeptAndCounted() throws IOException {
    String gzip = HTML + "\r\nContent-Encoding: gzip";
    byte[] page = bytes(html(FERRY));
    Archive archive =
        new Archive(false)
            .page("urn:a", "http://a.example/a", FERRY)
            .response("urn:bomb", "http://a.example/b", 200, gzip, gzip(new byte[LARGE]))
            .response("urn:large", "http://a.example/c", 200, HTML, new byte[LARGE])
            .response(
                "urn:odd",
                "http://a.example/d",
                200,
                HTML + "\r\nContent-Encoding: lzma",
                gzip(page))
            .response(
                "urn:bad",
                "http://a.example/e",
                200,
                gzip,
                new byte[] {31, (byte) 139, 9, 9, 9, 9, 9, 9, 9, 9, 9})
            .response("urn:tags", "http://a.example/g", 200, HTML, bytes("<b>".repeat(600_000)))
            .page("urn:copy", "http://a.example/f", FERRY);
    Path in = write("in.warc", archive.bytes());
    Path out = folder.resolve("out.warc");
    Path rejects = folder.resolve("rejects.jsonl");
    Run run =
        Run.of("dedupe", in, "-o", out, "--on-error", "skip", "--rejects", rejects).require(0);
    assertThat(Files.readAllBytes(out)).isEqualTo(archive.bytes(7));
    assertThat(run.err())
        .contains("in.warc:2: has a page of more than 16 MB")
        .contains("7 records in 1 group of near-duplicates: 6 kept, 1 dropped")
        .contains("5 records were kept and not compared");
    assertThat(Files.readString(rejects))
        .contains("16 MB", "Content-Encoding 'lzma'", "no valid gzip", "500000 tags")
        .hasLineCount(5);
    assertThat(rows(in, "--null", "drop", "--report", folder.resolve("r.json")))
        .extracting(row -> row.get("text").isNull())
        .containsExactly(false);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cutFilesAreRefusedWithTheRecord(boolean compressed) throws IOException {
    Archive archive = crawl(compressed);
    byte[] all = archive.bytes();
    int second = all.length - archive.bytes(1).length;
    String extension = compressed ? ".warc.gz" : ".warc";
    for (int length : new int[] {second + 3, second + 40, second + 180}) {
      Path in = write("cut" + length + extension, Arrays.copyOf(all, length));
      Run run = Run.of("dedupe", in, "-o", folder.resolve("out" + extension)).require(1);
      assertThat(run.err())
          .contains(
              "the record that begins at byte "
                  + second
                  + " cannot be read: the file ends within it; the file is damaged or not"
                  + " complete");
      assertThat(folder.resolve("out" + extension)).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\r\n\r", ""})
  void filesWithoutTheirLastLineEndsAreCut(String rest) throws IOException {
    byte[] all = new Archive(false).page("urn:a", "http://a.example/", FERRY).bytes();
    Path in = write("in.warc", joined(Arrays.copyOf(all, all.length - 4), bytes(rest)));
    Run.of("fingerprint", in).require(1);
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Length: 3, damaged",
    "Content-Length: 99999, the file ends within it",
    "Content-Length: -5, no valid length",
    "Content-Length: a, damaged",
    "A: b, damaged"
  })
  void wrongLengthsAreRefused(String length, String message) throws IOException {
    Path in =
        write(
            "in.warc",
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:a>\r\n"
                + length
                + "\r\n\r\n"
                + "HTTP/1.1 200 OK\r\n\r\n\r\n\r\n");
    assertThat(Run.of("fingerprint", in).require(1).err())
        .contains("in.warc: the record that begins at byte ")
        .contains(message);
  }

  @Test
  void endlessHeadersAndRecordsAreRefused() throws IOException {
    Path header = write("header.warc", "WARC/1.0\r\nA: " + "b".repeat(3 << 20) + "\r\n\r\n");
    assertThat(Run.of("fingerprint", header).require(1).err())
        .contains("its header has more than 1 MB");
    Path odd = write("odd.warc", "WARC/1.0\r\nWARC-Type: a\r\nContent-Length: 1\r\n\r\na\n\n\n\n");
    assertThat(Run.of("fingerprint", odd).require(1).err()).contains("odd.warc: the record");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "in.jsonl | -o out.warc | jsonl is not converted to WARC",
        "in.warc | -o out.warc --annotate | neither with --shard-rows nor with --annotate",
        "in.warc | -o out.warc --shard-rows 2 | neither with --shard-rows nor with --annotate",
        "in.warc | -o out.jsonl --annotate --columns group=url | has a column 'url' already",
        "in.warc | -o out.warc --passages strip | other than WARC",
        "in.warc | -o out.warc --text url | text is the only column of texts",
        "in.warc | -o out.warc --survivor status:max | has no column 'status'; WARC has id, url,"
            + " date, text",
        "in.warc | -o out.warc --encoding UTF-8 | is warc, which needs no --encoding"
      })
  void whatCannotBeDoneIsRefused(String file, String options, String message) throws IOException {
    write("in.warc", crawl(false).bytes());
    write("in.jsonl", "{\"text\": \"a\"}\n");
    Run run =
        Run.line(
            "dedupe " + folder.resolve(file) + " " + options.replace("out.", folder + "/out."));
    assertThat(run.require(1).err()).contains(message);
    assertThat(Run.unfinished(folder)).isEmpty();
  }

  /// Of these, records are compressed by themselves in a copy.
  @ParameterizedTest
  @CsvSource({
    "in.warc, out.warc.gz, true",
    "in.warc.gz, out.warc, false",
    "in.warc.zst, out.warc, false",
    "whole.warc.gz, out.warc.gz, true",
    "some.warc.gz, out.warc.gz, true",
    "some.warc.gz, out.warc, false",
    "empty-member.warc.gz, out.warc.gz, true",
    "empty-member.warc.gz, out.warc, false"
  })
  void filesThatAreCompressedInAnotherWayAreCopied(String name, String output, boolean gzip)
      throws IOException {
    byte[] all = crawl(false).bytes();
    int first = all.length - crawl(false).bytes(1, 2, 3).length; // records are in one member
    Path in =
        write(
            name,
            switch (name) {
              case "in.warc" -> all;
              case "in.warc.gz" -> crawl(true).bytes();
              case "in.warc.zst" -> Zstd.compress(all);
              case "whole.warc.gz" -> gzip(all);
              case "empty-member.warc.gz" -> joined(gzip(new byte[0]), crawl(true).bytes());
              default ->
                  joined(
                      gzip(Arrays.copyOf(all, first)),
                      gzip(Arrays.copyOfRange(all, first, all.length)));
            });
    Path out = folder.resolve(output);
    Run.of("dedupe", in, "-o", out, "--survivor", "first").require(0);
    assertThat(Files.readAllBytes(out)).isEqualTo(crawl(gzip).bytes(8, 9, 10, 13, 15));
  }

  @Test
  void linesThatEndWithLineFeedsAloneAreRefusedBeforeAllElse() throws IOException {
    Archive archive = new Archive(false).page("urn:a", "http://a.example/", FERRY);
    String all = new String(archive.bytes(), UTF_8);
    Path in = write("in.warc", (all + all).replace("\r", ""));
    assertThat(Run.of("fingerprint", in).require(1).err())
        .endsWith("in.warc: its lines end with LF alone; lines of WARC end with CR LF\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"whole.warc.gz", "in.warc.zst", "no-extension"})
  void filesThatAreNoWarcOutputsCanBeConverted(String name) throws IOException {
    byte[] crawl = crawl(false).bytes();
    Path in =
        write(
            name,
            name.endsWith("gz")
                ? gzip(crawl)
                : name.endsWith("zst") ? Zstd.compress(crawl) : crawl);
    assertThat(rows(in)).hasSize(2);
  }

  @Test
  void aDamagedMemberIsRefused() throws IOException {
    byte[] bytes = crawl(true).bytes();
    bytes[bytes.length - crawl(true).bytes(1, 2, 3).length + 60] ^= 0x55; // in the first page
    Path in = write("in.warc.gz", bytes);
    assertThat(Run.of("fingerprint", in).require(1).err())
        .contains("in.warc.gz: the record that begins at byte ");
  }
}
