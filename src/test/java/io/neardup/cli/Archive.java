package io.neardup.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// The records of a WARC file, written by hand.
final class Archive {

  private final boolean compressed;
  private final List<byte[]> records = new ArrayList<>();

  /// @param compressed whether each record is a member of gzip
  Archive(boolean compressed) {
    this.compressed = compressed;
  }

  /// Adds a record.
  ///
  /// @param id without angle brackets
  /// @param more header lines, such as `WARC-Target-URI: http://a.example/`
  Archive add(String type, String id, byte[] block, String... more) throws IOException {
    String header =
        "WARC/1.0\r\nWARC-Type: "
            + type
            + "\r\nWARC-Record-ID: <"
            + id
            + ">\r\nContent-Length: "
            + block.length
            + "\r\n"
            + (more.length == 0 ? "" : String.join("\r\n", more) + "\r\n")
            + "\r\n";
    return raw(joined(bytes(header), block, bytes("\r\n\r\n")));
  }

  /// Adds the bytes of a record, as they are.
  Archive raw(byte[] record) throws IOException {
    records.add(compressed ? gzip(record) : record);
    return this;
  }

  /// Adds a response.
  ///
  /// @param headers of HTTP, after the status line
  Archive response(String id, String url, int status, String headers, byte[] body, String... more)
      throws IOException {
    List<String> lines = new ArrayList<>(List.of(more));
    lines.add("WARC-Target-URI: " + url);
    lines.add("Content-Type: application/http; msgtype=response");
    if (lines.stream().noneMatch(line -> line.startsWith("WARC-Date"))) {
      lines.add("WARC-Date: " + Instant.EPOCH);
    }
    return add(
        "response",
        id,
        joined(bytes("HTTP/1.1 " + status + " Status\r\n" + headers + "\r\n\r\n"), body),
        lines.toArray(String[]::new));
  }

  /// Adds a page in UTF-8.
  Archive page(String id, String url, String text, String... more) throws IOException {
    return response(id, url, 200, "Content-Type: text/html", bytes(html(text)), more);
  }

  static String html(String text) {
    return "<!doctype html><html><head><title>t</title></head><body><p>"
        + text
        + "</p></body></html>";
  }

  /// The bytes of all records but some.
  ///
  /// @param without the numbers of records, from 1
  byte[] bytes(Integer... without) {
    List<Integer> gone = List.of(without);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < records.size(); i++) {
      if (!gone.contains(i + 1)) {
        all.writeBytes(records.get(i));
      }
    }
    return all.toByteArray();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }
}
