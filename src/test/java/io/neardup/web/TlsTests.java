package io.neardup.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// TLS by an SSL bundle, as the operations guide has it, and HTTP/2.
@Timeout(120)
class TlsTests {

  private static final String PASSWORD = "for-this-test";

  @TempDir private Path folder;

  @Test
  void servesHttp2OverTlsAndTakesNewCertificates() throws Exception {
    Path store = folder.resolve("service.p12");
    Path next = folder.resolve("next.p12");
    makeKey(store, "CN=first");
    makeKey(next, "CN=second");
    try (FreshService service =
            FreshService.start(
                "--spring.ssl.bundle.jks.web.keystore.location=file:" + store,
                "--spring.ssl.bundle.jks.web.keystore.password=" + PASSWORD,
                "--spring.ssl.bundle.jks.web.reload-on-update=true",
                "--spring.ssl.bundle.watch.file.quiet-period=100ms",
                "--server.ssl.bundle=web");
        HttpClient first = client(store);
        HttpClient second = client(next)) {
      URI address = URI.create("https://localhost:" + service.http().port() + "/actuator/health");
      HttpResponse<String> answer = get(first, address);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.version()).isEqualTo(Version.HTTP_2);
      assertThat(subject(answer)).isEqualTo("CN=first");

      Files.move(next, store, StandardCopyOption.REPLACE_EXISTING);

      assertThat(subject(getOnceTrusted(second, address))).isEqualTo("CN=second");
    }
  }

  /// What is read to find out whether a client has left is not lost.
  @Test
  void aClientThatLeavesIsNoticedAndOneThatSendsMoreIsAnswered() throws Exception {
    Path store = folder.resolve("service.p12");
    makeKey(store, "CN=first");
    LeapingClock clock = new LeapingClock();
    try (FreshService service =
        FreshService.startWith(
            context ->
                context.registerBean(
                    "deadlinesOfTheTest",
                    Deadlines.class,
                    () -> new Deadlines(Duration.ofSeconds(30), clock),
                    definition -> definition.setPrimary(true)),
            "--spring.ssl.bundle.jks.web.keystore.location=file:" + store,
            "--spring.ssl.bundle.jks.web.keystore.password=" + PASSWORD,
            "--server.ssl.bundle=web")) {
      int port = service.http().port();
      ProblemCounts problems = service.context().getBean(ProblemCounts.class);
      LeapingClock.Pause pause = new LeapingClock.Pause();
      clock.leapAfter(1, Duration.ofSeconds(2), pause);
      try (Socket socket = context(store).getSocketFactory().createSocket("localhost", port)) {
        send(socket, "GET /pairs HTTP/1.1\r\nHost: localhost\r\n\r\n");
        pause.begun().await();
        send(socket, "GET /no HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        pause.end().countDown();
        String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answers).startsWith("HTTP/1.1 200").contains("HTTP/1.1 404");
      }
      assertThat(problems.of("busy")).isZero();
      LeapingClock.Pause again = new LeapingClock.Pause();
      clock.leapAfter(1, Duration.ofSeconds(2), again);
      try (Socket socket = context(store).getSocketFactory().createSocket("localhost", port)) {
        send(socket, "GET /pairs HTTP/1.1\r\nHost: localhost\r\n\r\n");
        again.begun().await();
      }
      again.end().countDown();
      while (problems.of("busy") == 0) {
        Thread.sleep(10);
      }
    }
  }

  private static void send(Socket socket, String request) throws IOException {
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  @Test
  void servesHttp2InTheClearToWhoeverAsks() throws Exception {
    try (FreshService service = FreshService.start();
        HttpClient client = HttpClient.newBuilder().version(Version.HTTP_2).build()) {
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

  /// The answer once the service has the certificate that the client trusts.
  private static HttpResponse<String> getOnceTrusted(HttpClient client, URI address)
      throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      try {
        return get(client, address);
      } catch (javax.net.ssl.SSLHandshakeException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }

  private static String subject(HttpResponse<String> answer) throws Exception {
    X509Certificate certificate =
        (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
    return certificate.getSubjectX500Principal().getName();
  }

  /// A key and a certificate of its own for localhost.
  private static void makeKey(Path store, String name) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "web",
                "-dname",
                name,
                "-ext",
                "SAN=dns:localhost",
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
  }

  /// A client that trusts that certificate alone.
  private static HttpClient client(Path store) throws Exception {
    return HttpClient.newBuilder().version(Version.HTTP_2).sslContext(context(store)).build();
  }

  private static SSLContext context(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("web", keys.getCertificate("web"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
