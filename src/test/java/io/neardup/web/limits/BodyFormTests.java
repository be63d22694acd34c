package io.neardup.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/// Bodies that do not match their headers are refused with a message that names the fault.
@HttpTest
class BodyFormTests {

  @Autowired private RunningService service;

  @ParameterizedTest
  @CsvSource({
    "application/json, zz|abc|0||",
    "application/json, -5|abc|0||",
    "application/json, '3|{\"text\":\"a\"}|0||'",
    "application/json, '5|{\"tex|t\":\"a b\"}|0||'",
    "application/x-ndjson, '3|{\"text\":\"a\"}|0||'",
    "application/x-ndjson, '5|{\"tex|t\":\"a b\"}|0||'"
  })
  void aChunkOutOfOrderIsNamed(String type, String chunks) {
    for (String path : new String[] {"/fingerprint", "/documents", "/duplicates"}) {
      String request =
          "POST "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: "
              + type
              + "\r\nTransfer-Encoding: chunked\r\n\r\n"
              + chunks.replace("|", "\r\n");
      Answer refused = service.sendRaw(request.getBytes(StandardCharsets.UTF_8));
      refused.requireProblem(400, "body");
      assertThat(refused.text("/detail"))
          .startsWith("body is not in chunks, as its Transfer-Encoding says: each chunk must be");
    }
  }

  @Test
  void aBodyShorterThanItsLengthIsNamed() throws IOException {
    try (Socket socket = service.connect()) {
      socket
          .getOutputStream()
          .write(
              "POST /fingerprint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"te"
                  .getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer)
          .startsWith("HTTP/1.1 400")
          .contains("body ends before it has as many bytes as its Content-Length says");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 9, 12, 30})
  void truncatedGzipIsNamed(int missing) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(("{\"text\":\"" + Texts.of(1) + "\"}").getBytes(StandardCharsets.UTF_8));
    }
    refuses(Arrays.copyOf(packed.toByteArray(), packed.size() - missing));
  }

  @Test
  void truncatedGzipHeaderIsNamed() throws IOException {
    refuses(new byte[] {0x1f, (byte) 0x8b, 8, 0});
  }

  private void refuses(byte[] cut) {
    Answer refused =
        service.send(
            "POST",
            "/fingerprint",
            Map.of("Content-Type", RunningService.JSON, "Content-Encoding", "gzip"),
            BodyPublishers.ofByteArray(cut));
    refused.require(400);
    assertThat(refused.text("/detail"))
        .isEqualTo(
            "body is not whole in gzip, as its Content-Encoding says: it ends too early; send all of"
                + " it");
  }
}
