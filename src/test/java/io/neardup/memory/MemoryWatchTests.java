package io.neardup.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ServiceProcess;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A service that is out of memory ends, whichever thread gets the error.
class MemoryWatchTests {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"poller", "request", "caught"})
  void processEndsWithALine(String where) throws Exception {
    try (ServiceProcess service =
        ServiceProcess.start(
            folder,
            List.of("-Xmx128m"),
            "--spring.main.sources=" + PlantedExhaustion.class.getName(),
            "--planted=" + where)) {
      try (Socket socket = service.http().connect()) {
        socket
            .getOutputStream()
            .write(
                "GET /actuator/health/liveness HTTP/1.0\r\nHost: localhost\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
        service.awaitEnd();
      }
      assertThat(service.process().exitValue()).isEqualTo(MemoryWatch.EXIT_OF_SERVICE);
      assertThat(service.logged())
          .contains("neardup: out of memory: Java heap space. The heap has at most 1")
          .contains("raise it, for example with java -Xmx");
    }
  }

  @Test
  void otherFailuresHaveNoSuchCause() {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    assertThat(MemoryWatch.causeOf(new IllegalStateException(new Exception(error))))
        .isSameAs(error);
    assertThat(MemoryWatch.causeOf(new StackOverflowError())).isNull();
  }
}
