package io.neardup.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// A request as it goes over the wire, but for what every request needs: its host, the length of
/// its body, and that the connection ends after it.
///
/// @param method such as `GET`
/// @param target path and query, percent-encoded
/// @param body empty if there is none
record ApiRequest(String method, String target, Map<String, String> headers, byte[] body) {

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
