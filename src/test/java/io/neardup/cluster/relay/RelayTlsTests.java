package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.TlsKey;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import javax.net.ssl.SSLContext;
import org.apache.catalina.connector.Connector;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Instances that require a certificate of each other.
@Timeout(60)
class RelayTlsTests {

  @TempDir Path directory;

  private void secure(Connector connector, TlsKey key) {
    try {
      key.write(directory);
      SSLHostConfig config = new SSLHostConfig();
      SSLHostConfigCertificate certificate =
          new SSLHostConfigCertificate(config, SSLHostConfigCertificate.Type.EC);
      certificate.setCertificateFile(directory.resolve("tls.crt").toString());
      certificate.setCertificateKeyFile(directory.resolve("tls.key").toString());
      config.addCertificate(certificate);
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("web", key.keys().getCertificate("web"));
      config.setTrustStore(trusted);
      config.setCertificateVerification("required");
      connector.addSslHostConfig(config);
      connector.setSecure(true);
      connector.setScheme("https");
      connector.setProperty("SSLEnabled", "true");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Instance edge(@Nullable SSLContext tls, URI owner) {
    return edge(tls, owner, Duration.ofMillis(200), Duration.ofSeconds(5));
  }

  private Instance edge(@Nullable SSLContext tls, URI owner, Duration deadline, Duration connect) {
    RelaySettings settings =
        new RelaySettings(
            100, deadline, connect, Duration.ofSeconds(60), Duration.ofSeconds(30), tls);
    Instance edge =
        new Instance(directory, (_, _) -> {}, settings, InstantSource.system(), _ -> {});
    edge.forwardTo(owner);
    return edge;
  }

  /// The owner answers later than a connection may be made. Connections are made until one is in
  /// time.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAnswerMayTakeLongerThanAConnectionMayTakeToBeMade(boolean tls) throws Exception {
    TlsKey key = TlsKey.create(directory, "CN=instance");
    Duration connect = Duration.ofMillis(500);
    Instance.Handler late =
        (_, response) -> {
          Thread.sleep(connect.multipliedBy(3));
          response.getOutputStream().print("late");
        };
    try (Instance owner =
            new Instance(
                directory,
                late,
                Instance.SETTINGS,
                InstantSource.system(),
                tls ? connector -> secure(connector, key) : _ -> {});
        Instance edge = edge(key.client(key), owner.uri(), Duration.ofSeconds(50), connect);
        RawClient client = new RawClient(edge.port())) {
      client.send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      assertThat(client.readAll()).startsWith("HTTP/1.1 200").contains("late");
      assertThat(owner.handled).hasValue(1);
    }
  }

  @Test
  void instancesIdentifyEachOtherByCertificates() throws Exception {
    TlsKey key = TlsKey.create(directory, "CN=instance");
    Instance.Handler echo =
        (request, response) -> {
          response.getOutputStream().print(request.isSecure() + " ");
          byte[] buffer = new byte[8192];
          InputStream in = request.getInputStream();
          for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            response.getOutputStream().write(buffer, 0, count);
          }
        };
    try (Instance owner =
            new Instance(
                directory,
                echo,
                Instance.SETTINGS,
                InstantSource.system(),
                connector -> secure(connector, key));
        Instance edge = edge(key.client(key), owner.uri());
        Instance withoutCertificate = edge(key.client(null), owner.uri());
        Instance distrustful = edge(null, owner.uri())) {
      String post = "POST /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ";
      for (int i = 0; i < 3; i++) {
        try (RawClient client = new RawClient(edge.port())) {
          client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
          assertThat(client.readTo("false ")).startsWith("HTTP/1.1 200");
          client.send(post + "5000000\r\n\r\n" + "x".repeat(5_000_000));
          client.readHead();
          assertThat(RawClient.joined(client.readAll())).hasSize(5_000_006).startsWith("false xxx");
        }
      }
      for (Instance refused : new Instance[] {withoutCertificate, distrustful}) {
        int before = owner.handled.get();
        try (RawClient client = new RawClient(refused.port())) {
          client.send(post + "3\r\n\r\nabc");
          assertThat(client.readAll()).startsWith("HTTP/1.1 503");
        }
        assertThat(owner.handled).hasValue(before);
      }
    }
  }
}
