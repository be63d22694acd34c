package io.neardup.web.problem;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.neardup.CapturedLog;
import io.neardup.HttpTest;
import io.neardup.RunningService;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/// Errors of clients cause no warnings and no stack traces, with which anyone could fill the log.
@HttpTest
class QuietLogTests {

  @Autowired private RunningService service;

  @AfterEach
  void dropCollection() {
    service.delete("/collections/quiet");
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE /fingerprint, 405",
    "BREW /documents, 405",
    "POST /documents/a, 405",
    "TRACE /documents, 405",
    "GET /nowhere, 404",
    "GET /documents/nobody, 404",
    "GET /duplicates, 400",
    "GET /duplicates?text=%zz, 400",
    "GET /documents?limit=x, 400",
    "POST /fingerprint, 415"
  })
  void refusalsLogNoWarning(String request, int status) {
    try (CapturedLog log = CapturedLog.open(Level.WARN)) {
      assertThat(service.sendRaw(request + " HTTP/1.1").status()).isEqualTo(status);
      assertThat(log.take()).isEmpty();
    }
  }

  /// Each client requests more than the buffers hold, or disconnects in the middle of a line.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /documents/quiet-1?collection=quiet",
        "GET /changes?texts=true",
        "POST /fingerprint",
        "POST /documents"
      })
  void disconnectsLogNoStackTrace(String call) throws IOException {
    service.put("/collections/quiet", "{\"storeText\":true}");
    String text = "word ".repeat(200_000);
    for (int i = 1; i <= 3; i++) {
      service.put("/documents/quiet-" + i + "?collection=quiet", "{\"text\":\"" + text + "\"}");
    }
    try (CapturedLog log = CapturedLog.open(Level.INFO)) {
      for (boolean reset : new boolean[] {true, false}) {
        try (Socket socket = new Socket()) {
          socket.setReceiveBufferSize(4096);
          service.connect(socket);
          OutputStream out = socket.getOutputStream();
          String head =
              call + " HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson, */*\r\n";
          if (call.startsWith("POST")) {
            head += "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
            String line = "{\"text\":\"" + "word ".repeat(3_000) + "\"}\n";
            head +=
                (Integer.toHexString(line.length()) + "\r\n" + line + "\r\n").repeat(20)
                    + "ff\r\n{";
          } else {
            head += "\r\n";
          }
          out.write(head.getBytes(StandardCharsets.US_ASCII));
          out.flush();
          if (!call.contains("frequencies")) {
            assertThat(socket.getInputStream().read()).isEqualTo('H');
          }
          if (reset) {
            socket.setSoLinger(true, 0);
          }
        }
      }
      while (busyThreads() > 1) { // the thread of this request
        service.get("/actuator/health").require(200);
      }
      assertThat(log.take()).allSatisfy(line -> assertThat(line.lines().toList()).hasSize(1));
    }
  }

  private int busyThreads() {
    return service.get("/actuator/metrics/tomcat.threads.busy").number("/measurements/0/value");
  }
}
