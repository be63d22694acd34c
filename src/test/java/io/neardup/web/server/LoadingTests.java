package io.neardup.web.server;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreePort;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.config.ServiceConfiguration;
import io.neardup.web.Texts;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/// While documents are being loaded, calls are refused instead of being answered with incomplete
/// results.
class LoadingTests {

  private static final CountDownLatch READING = new CountDownLatch(1);
  private static final CountDownLatch GO_ON = new CountDownLatch(1);

  @TempDir private Path data;

  /// Blocks the start before the documents are loaded.
  @Configuration(proxyBeanMethods = false)
  static class SlowDisk {

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    ApplicationRunner slowDisk() {
      return arguments -> {
        READING.countDown();
        GO_ON.await();
      };
    }
  }

  @Test
  void requestsForDocumentsAreRefusedWhileLoading() throws Exception {
    try (FreshService service = FreshService.startIn(data)) {
      service.http().put("/documents/kept", "{\"text\":\"%s\"}".formatted(Texts.of(1)));
    }
    int port = FreePort.find();
    CompletableFuture<ConfigurableApplicationContext> starting =
        CompletableFuture.supplyAsync(() ->
            new SpringApplicationBuilder(ServiceConfiguration.class, SlowDisk.class)
                .run(
                    Stream.of(
                            Stream.of("--server.port=" + port, "--neardup.data-dir=" + data),
                            FreshService.usual("--server.port=" + port))
                        .flatMap(each -> each)
                        .toArray(String[]::new)));
    try {
      await().until(() -> READING.getCount() == 0 || starting.isDone());
      checkLoading(new RunningService(port));
    } finally {
      GO_ON.countDown();
      try (ConfigurableApplicationContext context = starting.join()) {
        assertThat(context.isRunning()).isTrue();
        RunningService http = new RunningService(port);
        http.get("/actuator/health/readiness").require(200);
        http.get("/documents/kept").require(200);
      }
    }
  }

  private static void checkLoading(RunningService http) {
    Answer readiness = http.get("/actuator/health/readiness");
    readiness.require(503);
    http.get("/actuator/health/liveness").require(200);
    String text = "{\"text\":\"%s\"}".formatted(Texts.of(1));
    List<Answer> refused =
        List.of(
            http.get("/duplicates?id=kept"),
            http.post("/duplicates", text),
            http.get("/documents/kept"),
            http.get("/documents"),
            http.post("/documents", text),
            http.postLines("/documents", text + "\n"),
            http.postLines("/duplicates", text + "\n"),
            http.delete("/documents/kept"),
            http.get("/collections"),
            http.get("/pairs"),
            http.get("/changes"));
    assertThat(refused)
        .allSatisfy(answer -> {
          answer.require(503);
          assertThat(answer.header("Retry-After")).isNotEmpty();
          assertThat(answer.text("/type")).isEqualTo("urn:neardup:problem:loading");
        });
    assertThat(http.post("/fingerprint", text).status()).as("needs no documents").isEqualTo(200);
  }
}
