package io.neardup.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// A request as sent, without the headers that every request needs: `Host`, `Content-Length`, and
/// `Connection: close`.
///
/// @param method such as `GET`
/// @param target path and query, percent-encoded
/// @param body empty if there is none
record ApiRequest(String method, String target, Map<String, String> headers, byte[] body) {

  /// Whether it has credentials.
  boolean hasKey() {
    return headers.containsKey("X-API-Key");
  }

  /// The same request with its body in gzip.
  ApiRequest inGzip() {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // impossible in memory
    }
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put("Content-Encoding", "gzip");
    return new ApiRequest(method, target, more, packed.toByteArray());
  }

  @Override
  public String toString() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /// The request line, the headers, an empty line and the body.
  byte[] bytes() {
    StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }
}
