package io.neardup.web.server;

import static io.neardup.Eventually.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.SharedService;
import io.neardup.TlsKey;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// TLS with an SSL bundle, as docs/access.md describes it, and HTTP/2.
@ExtendWith(OutputCaptureExtension.class)
class TlsTests {

  private static final String TRANSPORT = "strict-transport-security";

  @TempDir private Path folder;

  @Test
  void servesHttp2OverTlsAndReloadsCertificates(CapturedOutput output) throws Exception {
    TlsKey key = TlsKey.create(folder, "CN=first");
    TlsKey next = TlsKey.create(folder, "CN=second");
    key.write(folder);
    Path configuration = Files.writeString(folder.resolve("own.yml"), guide());
    try (FreshService service =
            FreshService.start(
                "--spring.config.additional-location=" + configuration.toUri(),
                "--spring.ssl.bundle.watch.file.quiet-period=500ms",
                "--neardup.security.allowed-hosts=neardup.example",
                "--management.server.port=0",
                "--management.server.address=127.0.0.1",
                "--management.server.ssl.enabled=false");
        HttpClient first = client(key);
        HttpClient second = client(next)) {
      int port = service.http().port();
      String ready =
          Files.readString(Path.of("README.md"))
              .lines()
              .filter(line -> line.startsWith("    Ready at http:"))
              .findFirst()
              .orElseThrow();
      assertThat(output)
          .contains(ready.strip().replace("http:", "https:").replace(":8080 ", ":" + port + " "));
      URI address = URI.create("https://localhost:" + port + "/duplicates?text=a");
      HttpResponse<String> answer = get(first, address);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.version()).isEqualTo(Version.HTTP_2);
      assertThat(subject(answer)).isEqualTo("CN=first");
      assertThat(answer.headers().map())
          .as("localhost may have other services without TLS")
          .doesNotContainKey(TRANSPORT);
      assertThat(headUnder("neardup.example", port, key))
          .contains("200", "strict-transport-security: max-age=31536000\r\n");
      assertThat(plainHealth(service)).isEqualTo(200);

      next.write(folder);

      assertThat(subject(getOnceTrusted(second, address))).isEqualTo("CN=second");
    }
  }

  /// The configuration in docs/access.md.
  private String guide() throws Exception {
    Matcher yaml =
        Pattern.compile("```yaml\n(spring:\n  ssl:.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("docs/access.md")));
    assertThat(yaml.find()).isTrue();
    return yaml.group(1).replace("/etc/neardup/tls", folder.toString());
  }

  /// Health checks need no TLS if management has a separate port.
  private static int plainHealth(FreshService service) {
    String port = service.context().getEnvironment().getRequiredProperty("local.management.port");
    RunningService.Answer health =
        new RunningService(Integer.parseInt(port)).get("/actuator/health/readiness");
    assertThat(health.header(TRANSPORT)).isEmpty();
    return health.status();
  }

  /// The head of the answer to a client that calls the service by this name, in lower case.
  private static String headUnder(String host, int port, TlsKey trusted) throws Exception {
    try (Socket socket = trusted.client(null).getSocketFactory().createSocket("localhost", port)) {
      String request = "GET /duplicates?text=a HTTP/1.1\r\nHost: " + host;
      socket
          .getOutputStream()
          .write((request + "\r\nConnection: close\r\n\r\n").getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII).toLowerCase(Locale.ROOT);
    }
  }

  @Test
  void servesCleartextHttp2OnRequest() throws Exception {
    FreshService service = SharedService.of();
    try (HttpClient client = HttpClient.newBuilder().version(Version.HTTP_2).build()) {
      String address = "http://localhost:" + service.http().port();
      HttpResponse<String> asked = get(client, URI.create(address + "/actuator/health"));
      assertThat(asked.version()).isEqualTo(Version.HTTP_2);
      String long49k = "a+".repeat(20_000);
      HttpResponse<String> lookup =
          get(client, URI.create(address + "/duplicates?text=" + long49k));
      assertThat(lookup.version()).isEqualTo(Version.HTTP_2);
      assertThat(lookup.statusCode()).isEqualTo(200);
      assertThat(lookup.headers().firstValue("X-Request-Id")).isPresent();
      String lines = "{\"text\":\"the cat sat\"}\n".repeat(20_000);
      HttpResponse<String> stream =
          client.send(
              HttpRequest.newBuilder(URI.create(address + "/fingerprint"))
                  .header("Content-Type", "application/x-ndjson")
                  .POST(BodyPublishers.ofString(lines))
                  .build(),
              BodyHandlers.ofString());
      assertThat(stream.version()).isEqualTo(Version.HTTP_2);
      assertThat(stream.statusCode()).isEqualTo(200);
      assertThat(stream.body().lines()).hasSize(20_000);
    }
  }

  private static HttpResponse<String> get(HttpClient client, URI address) throws Exception {
    return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
  }

  /// The answer after the service has loaded the certificate that the client trusts.
  private static HttpResponse<String> getOnceTrusted(HttpClient client, URI address)
      throws Exception {
    return await()
        .ignoreException(SSLHandshakeException.class)
        .until(() -> get(client, address), answer -> true);
  }

  private static String subject(HttpResponse<String> answer) throws Exception {
    X509Certificate certificate =
        (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
    return certificate.getSubjectX500Principal().getName();
  }

  /// A client that trusts only this certificate.
  private static HttpClient client(TlsKey keys) throws Exception {
    return HttpClient.newBuilder().version(Version.HTTP_2).sslContext(keys.client(null)).build();
  }
}
