package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Eventually;
import io.neardup.FreePort;
import io.neardup.FreshService;
import io.neardup.TlsKey;
import io.neardup.cluster.broker.EmbeddedBrokers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Instances that identify themselves to each other by certificates.
class ClusterTlsTests {

  @TempDir private Path folder;

  @Test
  void instancesUseTheCertificatesOfTheirBundleBothWays() throws Exception {
    TlsKey key = TlsKey.create(folder, "CN=instance");
    key.write(folder);
    int[] ports = {FreePort.find(), FreePort.find()};
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
        FreshService first = instance(ports[0], brokers);
        FreshService second = instance(ports[1], brokers);
        HttpClient client = HttpClient.newBuilder().sslContext(key.client(key)).build();
        HttpClient stranger = HttpClient.newBuilder().sslContext(key.client(null)).build()) {
      assertThat(first).isNotEqualTo(second);
      for (int port : ports) {
        Eventually.await()
            .until(
                () -> get(client, port, "/actuator/health/readiness"),
                answer -> answer.statusCode() == 200);
      }
      for (int i = 0; i < 20; i++) {
        HttpRequest store =
            HttpRequest.newBuilder(address(ports[i % 2], "/documents/d" + i))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"text\": \"the same words each time\"}"))
                .build();
        HttpResponse<String> stored = client.send(store, BodyHandlers.ofString());
        assertThat(stored.statusCode()).as(stored.body()).isEqualTo(201);
        assertThat(stored.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      }
      for (int port : ports) {
        assertThat(get(client, port, "/duplicates?text=the+same+words+each+time&limit=50").body())
            .contains("\"d0\"", "\"d19\"");
      }
      assertThatThrownBy(() -> get(stranger, ports[0], "/duplicates?text=a"))
          .isInstanceOf(IOException.class);
    }
  }

  private FreshService instance(int port, EmbeddedBrokers brokers) {
    return ThreeInstances.instance(
        folder,
        "https",
        port,
        brokers,
        "--server.ssl.bundle=web",
        "--server.ssl.client-auth=need",
        "--spring.ssl.bundle.pem.web.keystore.certificate=file:" + folder.resolve("tls.crt"),
        "--spring.ssl.bundle.pem.web.keystore.private-key=file:" + folder.resolve("tls.key"),
        "--spring.ssl.bundle.pem.web.truststore.certificate=file:" + folder.resolve("tls.crt"),
        "--neardup.cluster.standbys=0");
  }

  private static URI address(int port, String path) {
    return URI.create("https://localhost:" + port + path);
  }

  private static HttpResponse<String> get(HttpClient client, int port, String path)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(address(port, path)).build(), BodyHandlers.ofString());
  }
}
