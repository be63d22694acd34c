package io.neardup.cluster.check;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.neardup.cluster.RestartableProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server in a network namespace is reached, until its link is cut.
class NetworkNamespaceTests {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  @TempDir private Path folder;

  @Test
  void cutsOffAServerAndJoinsItAgain() {
    assumeThat(NetworkNamespace.isPossible()).as("rights to create a network namespace").isTrue();
    try (NetworkNamespace namespace = NetworkNamespace.create();
        RestartableProcess server =
            new RestartableProcess(
                namespace.command(
                    List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-m",
                        "jdk.httpserver",
                        "-b",
                        namespace.address(),
                        "-p",
                        "8000",
                        "-d",
                        folder.toString())),
                folder.resolve("server.log"))) {
      URI url = URI.create("http://" + namespace.address() + ":8000/");
      server.start();
      await().until(() -> answers(url));

      namespace.cut();
      assertThat(answers(url)).isFalse();
      assertThat(server.isRunning()).isTrue();

      namespace.join();
      await().until(() -> answers(url));

      server.suspend();
      assertThat(answers(url)).isFalse();
      server.resume();
      await().until(() -> answers(url));

      server.kill();
      assertThat(answers(url)).isFalse();
      server.start();
      await().until(() -> answers(url));
    }
  }

  private static boolean answers(URI url) {
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
      HttpRequest request = HttpRequest.newBuilder(url).timeout(TIMEOUT).build();
      boolean ok = http.send(request, BodyHandlers.discarding()).statusCode() == 200;
      http.shutdownNow();
      return ok;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
